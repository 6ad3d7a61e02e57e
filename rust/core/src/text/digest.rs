//! What stands for lines in any order.

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

use super::Texts;
use crate::error::Result;
use crate::parallel;

/// Lines per shard, which are hashed together: several at a time, where the processor can.
const SHARD_LINES: usize = 256;
/// Bytes of a digest.
const BYTES: usize = 16;

/// The digests of all lines (`BLAKE2b`) as numbers, added modulo 2¹²⁸: that of a whole is the sum of those of its
/// parts.
///
/// # Errors
/// When threads cannot be started.
pub fn digest_sum(texts: &Texts) -> Result<u128> {
    let mut params = Params::new();
    params.hash_length(BYTES);
    let shards = texts.len().div_ceil(SHARD_LINES);
    let sums = parallel::map_shards(shards, Vec::new, |jobs, shard| {
        let first = shard * SHARD_LINES;
        let lines = first..texts.len().min(first + SHARD_LINES);
        jobs.clear();
        jobs.extend(lines.map(|i| HashManyJob::new(&params, texts.line(i).as_bytes())));
        hash_many(jobs.iter_mut());
        jobs.iter().map(number).fold(0, u128::wrapping_add)
    })?;
    Ok(sums.into_iter().fold(0, u128::wrapping_add))
}

fn number(job: &HashManyJob<'_>) -> u128 {
    let mut bytes = [0; BYTES];
    bytes.copy_from_slice(job.to_hash().as_bytes());
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(lines: &[&str]) -> u128 {
        digest_sum(&lines.iter().collect::<Texts>()).unwrap()
    }

    #[test]
    fn one_line_is_its_digest() {
        // By Python: hashlib.blake2b("Grüße".encode(), digest_size=16).hexdigest()
        assert_eq!(
            format!("{:032x}", sum(&["Grüße"])),
            "c483baa27a9abd2202924662a88aaf32"
        );
        assert_eq!(sum(&[]), 0);
    }

    #[test]
    fn lines_of_all_lengths_add_up_in_any_order() {
        let lines: Vec<String> = (0..700).map(|i| "ä".repeat(i)).collect();
        let mut refs: Vec<&str> = lines.iter().map(String::as_str).collect();
        let whole = sum(&refs);
        let one_by_one = refs.iter().map(|line| sum(&[line]));
        assert_eq!(one_by_one.fold(0, u128::wrapping_add), whole);
        refs.reverse();
        assert_eq!(sum(&refs), whole);
        refs.pop();
        assert_ne!(sum(&refs), whole);
    }
}
