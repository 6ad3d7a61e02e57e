//! Lines that may be a mistake, found by what is cheap to see: most of a text is no further looked at.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;

use rustc_hash::FxHasher;

use super::Texts;
use super::whitespace::strip_python;
use crate::error::Result;
use crate::interrupt;
use crate::parallel;

/// Lines per shard.
const SHARD_LINES: usize = 1024;

/// The lines of a text that may be a mistake, by number. Whitespace around a line does not count.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Suspects {
    /// Nothing but whitespace.
    pub empty: Vec<u32>,
    /// Equal to their sources, and not empty.
    pub copies: Vec<u32>,
    /// Perhaps less than a tenth of their letters are among those expected.
    pub other_letters: Vec<u32>,
    /// Perhaps equal to another line that is long.
    pub repeated: Vec<u32>,
}

/// What lines are held against.
#[derive(Debug)]
pub struct Expected<'a> {
    source: Option<&'a Texts>,
    ascii: [bool; 128],
    /// Those beyond ASCII, in order.
    wide: Vec<char>,
    long: usize,
}

impl<'a> Expected<'a> {
    /// Lines are expected to consist of some letters, and not to be those of the source; those of fewer
    /// bytes than are `long` may be equal.
    pub fn new(source: Option<&'a Texts>, letters: &str, long: usize) -> Self {
        let mut ascii = [false; 128];
        for c in letters.chars().filter(char::is_ascii) {
            ascii[c as usize] = true;
        }
        let mut wide: Vec<char> = letters.chars().filter(|c| !c.is_ascii()).collect();
        wide.sort_unstable();
        Self {
            source,
            ascii,
            wide,
            long,
        }
    }

    fn has(&self, c: char) -> bool {
        match self.ascii.get(c as usize) {
            Some(&is_expected) => is_expected,
            None => self.wide.binary_search(&c).is_ok(),
        }
    }

    /// Whether less than a tenth of the characters may be letters that are expected. A line ends before it
    /// is read to the end as soon as there are enough for as many characters as it has bytes.
    fn misses(&self, line: &str) -> bool {
        let enough = line.len().div_ceil(10);
        let expected = line.chars().filter(|&c| self.has(c));
        let characters = || line.chars().count().div_ceil(10);
        let found = expected.take(enough).count();
        found < enough && found < characters()
    }
}

/// Finds the suspects of each of some texts.
///
/// # Errors
/// When threads cannot be started.
pub fn suspects(texts: &[&Texts], expected: &Expected<'_>) -> Result<Vec<Suspects>> {
    let shards: Vec<(usize, Range<usize>)> = texts
        .iter()
        .enumerate()
        .flat_map(|(t, text)| {
            let starts = (0..text.len()).step_by(SHARD_LINES);
            starts.map(move |start| (t, start..text.len().min(start + SHARD_LINES)))
        })
        .collect();
    let looked_at = parallel::map_shards(
        shards.len(),
        || (),
        |(), s| {
            let (t, lines) = &shards[s];
            look_at(texts[*t], lines.clone(), expected)
        },
    )?;
    let mut found: Vec<(Suspects, Vec<Hashed>)> = Vec::new();
    found.resize_with(texts.len(), Default::default);
    for ((t, _), (suspects, hashes)) in shards.iter().zip(looked_at) {
        let (all, long) = &mut found[*t];
        all.empty.extend(suspects.empty);
        all.copies.extend(suspects.copies);
        all.other_letters.extend(suspects.other_letters);
        long.extend(hashes);
    }
    let of_text = |(suspects, hashes): (Suspects, Vec<Hashed>)| Suspects {
        repeated: repeated(hashes),
        ..suspects
    };
    Ok(found.into_iter().map(of_text).collect())
}

/// A line that is long: its likeness, and its number.
type Hashed = (u64, u32);

fn look_at(text: &Texts, lines: Range<usize>, expected: &Expected<'_>) -> (Suspects, Vec<Hashed>) {
    let mut found = Suspects::default();
    let mut long = Vec::with_capacity(lines.len());
    for i in lines {
        interrupt::poll();
        let line = strip_python(text.line(i));
        let number = i as u32;
        if line.is_empty() {
            found.empty.push(number);
            continue;
        }
        let source = expected.source.filter(|source| i < source.len());
        if source.is_some_and(|source| strip_python(source.line(i)) == line) {
            found.copies.push(number);
        }
        if expected.misses(line) {
            found.other_letters.push(number);
        }
        if line.len() >= expected.long {
            long.push((likeness(line.as_bytes()), number));
        }
    }
    (found, long)
}

/// Equal for equal lines, and seldom for others: their lengths, beginnings, middles and ends.
fn likeness(line: &[u8]) -> u64 {
    let (before, after) = line.split_at(line.len() / 2);
    let hasher = BuildHasherDefault::<FxHasher>::default();
    match (
        before.first_chunk::<8>(),
        after.first_chunk(),
        after.last_chunk(),
    ) {
        (Some(begin), Some(middle), Some(end)) => {
            let parts: [&[u8; 8]; 3] = [begin, middle, end];
            hasher.hash_one((line.len(), parts.map(|&part| u64::from_le_bytes(part))))
        }
        _ => hasher.hash_one(line),
    }
}

/// The lines whose likeness others have as well, in order.
fn repeated(mut hashes: Vec<Hashed>) -> Vec<u32> {
    hashes.sort_unstable();
    let same = hashes.chunk_by(|a, b| a.0 == b.0);
    let shared = same.filter(|lines| lines.len() > 1).flatten();
    let mut lines: Vec<u32> = shared.map(|&(_, line)| line).collect();
    lines.sort_unstable();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[&str]) -> Texts {
        lines.iter().collect()
    }

    fn found(lines: &[&str], expected: &Expected<'_>) -> Suspects {
        let lines = texts(lines);
        let mut all = suspects(&[&lines], expected).unwrap();
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    #[test]
    fn each_kind_is_found() {
        let source = texts(&["eins", "", "zwei", "drei"]);
        let expected = Expected::new(Some(&source), "abcé", 5);
        let lines = [" eins\u{a0}", " ", "abcabc", "\tabcabc", "xyzxyzxyzxb", "b"];
        assert_eq!(
            found(&lines, &expected),
            Suspects {
                empty: vec![1],
                copies: vec![0],
                other_letters: vec![0, 4],
                repeated: vec![2, 3],
            }
        );
    }

    #[test]
    fn a_tenth_of_the_characters_is_enough() {
        let expected = Expected::new(None, "aж語", 1);
        let misses = |line: &str| expected.misses(line);
        assert!(!misses("a234567890") && misses("a2345678901"));
        assert!(!misses("語字字字字字字字字字") && misses("語字字字字字字字字字字"));
        assert!(!misses("жбббббббаa") && misses("бббб") && !misses(""));
    }

    #[test]
    fn many_lines_of_several_texts() {
        let lines: Vec<String> = (0..5000).map(|i| format!("line {}", i % 4999)).collect();
        let (many, none) = (lines.iter().collect::<Texts>(), Texts::default());
        let expected = Expected::new(None, "line", 2);
        for threads in [1, 2] {
            parallel::set_threads(threads);
            let all = suspects(&[&none, &many, &none], &expected).unwrap();
            assert_eq!(all[1].repeated, [0, 4999]);
            assert_eq!(
                (&all[0], &all[2]),
                (&Suspects::default(), &Suspects::default())
            );
        }
        parallel::set_threads(0);
    }
}
