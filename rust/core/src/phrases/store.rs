//! A table as it lies in a file.
//!
//! Twelve lengths (u64) and as many sections, all numbers little-endian:
//!
//! 1. a description, which is not looked at here;
//! 2. and 3. the words of phrases, ascending: where each ends, and their bytes;
//! 4. to 6. the nodes of the tree of phrases, level by level: the word of each, where its children begin
//!    and where its entries begin (u32, the end last);
//! 7. and 8. entries: a pivot phrase (u32) and its count (f64);
//! 9. and 10. pivot phrases: where each begins, with the end last, and their tokens (u32);
//! 11. and 12. the texts of tokens, four for each: where each ends, and their bytes.
//!
//! Everything is checked once, so that reading it needs no further care.

use std::ops::Range;

use super::error::{Error, Result};

/// Number of sections.
pub(super) const SECTIONS: usize = 12;
/// A word that no phrase has.
pub const UNKNOWN: u32 = u32::MAX;

const DESCRIPTION: usize = 0;
const WORD_ENDS: usize = 1;
const WORDS: usize = 2;
const NODE_WORDS: usize = 3;
const NODE_CHILDREN: usize = 4;
const NODE_ENTRIES: usize = 5;
const ENTRY_PIVOTS: usize = 6;
const ENTRY_COUNTS: usize = 7;
const PIVOT_OFFSETS: usize = 8;
const PIVOT_TOKENS: usize = 9;
const TEXT_ENDS: usize = 10;
const TEXTS: usize = 11;

/// Where the sections of a checked table are, and the sum of its counts.
#[derive(Debug, Clone)]
pub struct Sections {
    ranges: [Range<usize>; SECTIONS],
    total: f64,
}

/// A checked table.
#[derive(Debug, Clone, Copy)]
pub struct Store<'a> {
    bytes: &'a [u8],
    sections: &'a Sections,
}

fn corrupt<T>(what: &'static str) -> Result<T> {
    Err(Error::Corrupt(what))
}

fn number(bytes: &[u8], i: usize) -> u32 {
    let mut here = [0; 4];
    here.copy_from_slice(&bytes[4 * i..4 * i + 4]);
    u32::from_le_bytes(here)
}

fn real(bytes: &[u8], i: usize) -> f64 {
    let mut here = [0; 8];
    here.copy_from_slice(&bytes[8 * i..8 * i + 8]);
    f64::from_le_bytes(here)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    (0..bytes.len() / 4).map(|i| number(bytes, i))
}

fn ascending(mut values: impl Iterator<Item = u32>) -> bool {
    let mut before = 0;
    values.all(|value| {
        let fits = value >= before;
        before = value;
        fits
    })
}

impl Sections {
    /// Finds the sections and checks every number in them.
    ///
    /// # Errors
    /// When they are not those of a table.
    pub fn check(bytes: &[u8]) -> Result<Self> {
        let mut sections = Self {
            ranges: Self::find(bytes)?,
            total: 0.0,
        };
        let store = Store {
            bytes,
            sections: &sections,
        };
        sections.total = store.check()?;
        Ok(sections)
    }

    fn find(bytes: &[u8]) -> Result<[Range<usize>; SECTIONS]> {
        let mut begin = 8 * SECTIONS;
        if bytes.len() < begin {
            return corrupt("it is too short");
        }
        let mut ranges: [Range<usize>; SECTIONS] = Default::default();
        for (i, range) in ranges.iter_mut().enumerate() {
            let length = u64::from_le_bytes(*bytes[8 * i..].first_chunk().unwrap_or(&[0; 8]));
            let end = usize::try_from(length)
                .ok()
                .and_then(|length| begin.checked_add(length))
                .filter(|&end| end <= bytes.len());
            let Some(end) = end else {
                return corrupt("a section leaves it");
            };
            *range = begin..end;
            begin = end;
        }
        if begin == bytes.len() {
            Ok(ranges)
        } else {
            corrupt("something follows it")
        }
    }
}

impl<'a> Store<'a> {
    /// The table in bytes that were checked before.
    pub fn new(bytes: &'a [u8], sections: &'a Sections) -> Self {
        Self { bytes, sections }
    }

    fn section(&self, which: usize) -> &'a [u8] {
        &self.bytes[self.sections.ranges[which].clone()]
    }

    fn rows(&self, which: usize, size: usize) -> usize {
        self.section(which).len() / size
    }

    /// Checks everything; the sum of all counts.
    fn check(&self) -> Result<f64> {
        for which in SECTIONS_OF_NUMBERS {
            if self.section(which).len() % 4 != 0 {
                return corrupt("a number is cut off");
            }
        }
        self.check_strings(WORD_ENDS, WORDS)?;
        self.check_strings(TEXT_ENDS, TEXTS)?;
        if self.rows(TEXT_ENDS, 4) % 4 != 0 {
            return corrupt("a token lacks texts");
        }
        let (nodes, entries) = (self.nodes(), self.entry_count());
        self.check_offsets(NODE_CHILDREN, nodes, 1, nodes)?;
        self.check_offsets(NODE_ENTRIES, nodes, 0, entries)?;
        self.check_offsets(PIVOT_OFFSETS, self.pivots(), 0, self.rows(PIVOT_TOKENS, 4))?;
        self.check_below(NODE_WORDS, self.words())?;
        self.check_below(ENTRY_PIVOTS, self.pivots())?;
        self.check_below(PIVOT_TOKENS, self.tokens())?;
        let counts = self.section(ENTRY_COUNTS);
        if counts.len() != 8 * entries {
            return corrupt("an entry lacks its count");
        }
        let mut total = 0.0;
        for i in 0..entries {
            let count = real(counts, i);
            if !(count > 0.0 && count.is_finite()) {
                return corrupt("a count is not a number above 0");
            }
            total += count;
        }
        if total > 0.0 {
            Ok(total)
        } else {
            Err(Error::Empty)
        }
    }

    fn check_strings(&self, ends: usize, bytes: usize) -> Result<()> {
        let bytes = self.section(bytes);
        let Ok(text) = std::str::from_utf8(bytes) else {
            return corrupt("a word is not UTF-8");
        };
        let ends = numbers(self.section(ends));
        let last = ends.clone().last().unwrap_or(0) as usize;
        let mut borders = ends.clone();
        if ascending(ends)
            && last == bytes.len()
            && borders.all(|end| text.is_char_boundary(end as usize))
        {
            Ok(())
        } else {
            corrupt("words are not in order")
        }
    }

    /// Offsets of `count` things that begin with `first` and end with `end`.
    fn check_offsets(&self, which: usize, count: usize, first: usize, end: usize) -> Result<()> {
        let offsets = numbers(self.section(which));
        let found = (
            self.rows(which, 4),
            offsets.clone().next().map(|n| n as usize),
            offsets.clone().last().map(|n| n as usize),
        );
        if found == (count + 1, Some(first), Some(end)) && ascending(offsets) {
            Ok(())
        } else {
            corrupt("its parts are not in order")
        }
    }

    fn check_below(&self, which: usize, end: usize) -> Result<()> {
        // The root's word is no word.
        let skipped = usize::from(which == NODE_WORDS);
        if numbers(self.section(which))
            .skip(skipped)
            .all(|n| (n as usize) < end)
        {
            Ok(())
        } else {
            corrupt("a number is out of range")
        }
    }

    /// What was given as a description.
    pub fn description(&self) -> &'a [u8] {
        self.section(DESCRIPTION)
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.rows(WORD_ENDS, 4)
    }

    fn nodes(&self) -> usize {
        self.rows(NODE_WORDS, 4)
    }

    /// Number of phrases.
    pub fn phrases(&self) -> usize {
        let has_entries = |&node: &usize| !self.entries(node as u32).is_empty();
        (0..self.nodes()).filter(has_entries).count()
    }

    /// Number of pairs of phrase and pivot phrase.
    pub fn entry_count(&self) -> usize {
        self.rows(ENTRY_PIVOTS, 4)
    }

    /// Number of pivot phrases.
    pub fn pivots(&self) -> usize {
        self.rows(PIVOT_OFFSETS, 4).saturating_sub(1)
    }

    /// Number of pivot tokens.
    pub fn tokens(&self) -> usize {
        self.rows(TEXT_ENDS, 4) / 4
    }

    /// The sum of all counts.
    pub fn total(&self) -> f64 {
        self.sections.total
    }

    fn string(&self, ends: usize, bytes: usize, i: usize) -> &'a [u8] {
        let ends = self.section(ends);
        let begin = if i == 0 {
            0
        } else {
            number(ends, i - 1) as usize
        };
        &self.section(bytes)[begin..number(ends, i) as usize]
    }

    /// The form, lemma, universal and other part of speech of a pivot token.
    pub fn token(&self, token: usize) -> [String; 4] {
        std::array::from_fn(|k| {
            String::from_utf8_lossy(self.string(TEXT_ENDS, TEXTS, 4 * token + k)).into_owned()
        })
    }

    /// The number of a word, or [`UNKNOWN`].
    pub fn find_word(&self, word: &str) -> u32 {
        let (mut low, mut high) = (0, self.words());
        while low < high {
            let middle = low.midpoint(high);
            match self.string(WORD_ENDS, WORDS, middle).cmp(word.as_bytes()) {
                std::cmp::Ordering::Equal => return middle as u32,
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        UNKNOWN
    }

    fn range(&self, which: usize, i: usize) -> Range<usize> {
        let offsets = self.section(which);
        number(offsets, i) as usize..number(offsets, i + 1) as usize
    }

    /// The node of a phrase with a word more; the root is 0.
    pub fn child(&self, node: u32, word: u32) -> Option<u32> {
        let Range { mut start, mut end } = self.range(NODE_CHILDREN, node as usize);
        let words = self.section(NODE_WORDS);
        while start < end {
            let middle = start.midpoint(end);
            match number(words, middle).cmp(&word) {
                std::cmp::Ordering::Equal => return Some(middle as u32),
                std::cmp::Ordering::Less => start = middle + 1,
                std::cmp::Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// The entries of a node; empty if it is no phrase itself.
    pub fn entries(&self, node: u32) -> Range<usize> {
        self.range(NODE_ENTRIES, node as usize)
    }

    /// The count of an entry.
    pub fn count(&self, entry: usize) -> f64 {
        real(self.section(ENTRY_COUNTS), entry)
    }

    /// The counts of all entries of a node: N(p).
    pub fn occurrences(&self, node: u32) -> f64 {
        self.entries(node)
            .fold(0.0, |sum, entry| sum + self.count(entry))
    }

    /// The tokens of the pivot phrase of an entry.
    pub fn pivot(&self, entry: usize) -> impl Iterator<Item = u32> + use<'a> {
        let pivot = number(self.section(ENTRY_PIVOTS), entry) as usize;
        let tokens = self.section(PIVOT_TOKENS);
        self.range(PIVOT_OFFSETS, pivot)
            .map(move |i| number(tokens, i))
    }
}

const SECTIONS_OF_NUMBERS: [usize; 8] = [
    WORD_ENDS,
    NODE_WORDS,
    NODE_CHILDREN,
    NODE_ENTRIES,
    ENTRY_PIVOTS,
    PIVOT_OFFSETS,
    PIVOT_TOKENS,
    TEXT_ENDS,
];
