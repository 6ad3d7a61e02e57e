//! Where in a line something may end a token: a bit for each byte, for 64 bytes at once.
//!
//! Runs of bytes that are parts of tokens (letters, digits, the inner bytes of wide characters) are
//! found by comparing with both ends of each run, which the compiler does for many bytes in one
//! instruction; a look into a table is one for every byte.

use super::split::Class;

/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Runs of bytes that a line is compared with.
const RUNS: usize = 6;
/// Shorter runs are not worth comparing with: their bytes are looked up one by one.
const SHORTEST: usize = 10;

/// The first byte of a run, and how far it is to the last.
type Run = (u8, u8);

/// Some runs of bytes.
pub(super) type Runs = [Run; RUNS];

/// The longest runs of bytes that are only parts of tokens; a short one is repeated.
pub(super) const fn plain_runs(classes: &[Class; 256]) -> Runs {
    let mut runs = [(0, 0); RUNS];
    // Control characters are too rare for a run of their own.
    let (mut count, mut first) = (0, b' ' as usize);
    while first < 256 {
        let mut end = first;
        while end < 256 && matches!(classes[end], Class::Plain | Class::Digit) {
            end += 1;
        }
        if end - first >= SHORTEST {
            assert!(count < RUNS, "more runs than are compared with");
            runs[count] = (first as u8, (end - first - 1) as u8);
            count += 1;
        }
        first = end + 1;
    }
    assert!(count > 0, "no byte is part of a token");
    while count < RUNS {
        runs[count] = runs[0];
        count += 1;
    }
    runs
}

/// A bit for each byte of a block that is in no run.
#[inline]
fn outside(runs: Runs, block: &[u8; BLOCK]) -> u64 {
    let mut flags = [0_u8; BLOCK];
    for (flag, &byte) in flags.iter_mut().zip(block) {
        let inside = |(first, span): Run| u8::from(byte.wrapping_sub(first) <= span);
        *flag = runs.into_iter().fold(0, |any, run| any | inside(run));
    }
    let eights = flags.chunks_exact(8).filter_map(<[u8]>::first_chunk);
    let bits = eights
        .rev()
        .fold(0, |bits, &eight| bits << 8 | gathered(eight));
    !bits
}

/// The lowest bits of eight bytes, side by side.
#[inline]
fn gathered(eight: [u8; 8]) -> u64 {
    // Each bit comes to a place of its own in the highest byte, and none is carried there.
    u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The blocks of a line: where each begins, and a bit for each byte of it that is in no run.
#[inline]
pub(super) fn of(runs: Runs, line: &[u8]) -> impl Iterator<Item = (usize, u64)> {
    (0..line.len()).step_by(BLOCK).map(move |begin| {
        let rest = &line[begin..];
        let (block, seen) = if let Some(block) = rest.first_chunk() {
            (*block, 0)
        } else if let Some(last) = line.last_chunk() {
            // The end of the block before is seen again.
            (*last, BLOCK - rest.len())
        } else {
            // What is filled up is in a run.
            let mut block = [runs[0].0; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            (block, 0)
        };
        (begin, outside(runs, &block) >> seen)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::split::{SPACES, with};

    #[test]
    fn bits_are_those_of_a_table() {
        let classes = with(SPACES, b".,-'", Class::Symbol);
        let runs = plain_runs(&classes);
        let inside = |byte: u8| {
            runs.iter()
                .any(|&(first, span)| byte >= first && byte - first <= span)
        };
        assert!((0..=255).all(|byte| !inside(byte) || classes[usize::from(byte)] == Class::Plain));
        assert!(b"azAZ\x80\xd0\xff".iter().all(|&byte| inside(byte)));
        // Every byte at every place of blocks that are full, and of a last one of any length.
        let bytes: Vec<u8> = (0..=255).cycle().step_by(7).take(300).collect();
        for line in (0..bytes.len()).map(|length| &bytes[..length]) {
            let mut found = Vec::new();
            for (begin, bits) in of(runs, line) {
                found.extend((0..64).filter(|i| bits >> i & 1 == 1).map(|i| begin + i));
            }
            let expected = (0..line.len()).filter(|&at| !inside(line[at]));
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
