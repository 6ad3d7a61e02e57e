//! The units of which n-grams are made: a line's characters and its words, as small numbers.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::text::whitespace::{is_python_space, split_python};

/// Follows the last unit of a text; no unit has this number.
pub(super) const END: u32 = 0;

/// Every unit of a hypothesis that its reference lacks.
///
/// Nothing containing it can match, so all of them may share a number.
pub(super) const FOREIGN: u32 = 1;

/// The first number that stands for a unit.
const FIRST: u32 = 2;

/// Numbers at least this are characters outside ASCII.
const FIRST_OTHER: u32 = FIRST + 128;

/// One more than the last code point.
const CODE_POINTS: usize = char::MAX as usize + 1;

/// Words above which a table is given back before the next text: clearing a table takes time in
/// proportion to its size, and one huge line must not slow down all that follow.
const KEPT_CAPACITY: usize = 4096;

/// Which ASCII characters whitespace-splitting Python drops.
const ASCII_SPACE: [bool; 128] = {
    let mut space = [false; 128];
    let mut byte = 0;
    while byte < space.len() {
        space[byte] = matches!(byte, 0x09..=0x0d | 0x1c..=0x20);
        byte += 1;
    }
    space
};

/// Numbers for one kind of units, given out as they are added.
pub(super) trait Units {
    /// Forgets all units.
    fn clear(&mut self);

    /// All numbers are below this.
    fn bound(&self) -> u32;

    /// Appends the numbers of a line's units in order, adding the new ones.
    fn add(&mut self, text: &str, line: &mut Vec<u32>);

    /// Appends the numbers of a line's units in order, [`FOREIGN`] for those never added.
    fn find(&self, text: &str, line: &mut Vec<u32>);
}

/// Numbers for characters; those of ASCII are fixed.
#[derive(Debug)]
pub(super) struct Alphabet {
    whitespace: bool,
    /// By code point, [`END`] if never added. Made for the first character outside ASCII; memory
    /// that is never touched costs nothing.
    numbers: Vec<u32>,
    /// The characters outside ASCII, in the order of their numbers.
    others: Vec<char>,
}

impl Alphabet {
    /// An alphabet with or without whitespace.
    pub(super) fn new(whitespace: bool) -> Self {
        Self {
            whitespace,
            numbers: Vec::new(),
            others: Vec::new(),
        }
    }
}

impl Units for Alphabet {
    fn clear(&mut self) {
        for c in self.others.drain(..) {
            self.numbers[c as usize] = END;
        }
    }

    fn bound(&self) -> u32 {
        FIRST_OTHER + self.others.len() as u32
    }

    fn add(&mut self, text: &str, line: &mut Vec<u32>) {
        if self.numbers.is_empty() && !text.is_ascii() {
            self.numbers = vec![END; CODE_POINTS];
        }
        let (numbers, others) = (&mut self.numbers, &mut self.others);
        push_characters(text, self.whitespace, line, |c| {
            let number = &mut numbers[c as usize];
            if *number == END {
                *number = FIRST_OTHER + others.len() as u32;
                others.push(c);
            }
            *number
        });
    }

    fn find(&self, text: &str, line: &mut Vec<u32>) {
        push_characters(text, self.whitespace, line, |c| {
            let number = self.numbers.get(c as usize).copied().unwrap_or(END);
            number.max(FOREIGN)
        });
    }
}

fn push_characters(
    text: &str,
    whitespace: bool,
    line: &mut Vec<u32>,
    mut number: impl FnMut(char) -> u32,
) {
    if text.is_ascii() {
        return push_ascii(text.as_bytes(), whitespace, line);
    }
    for c in text.chars() {
        let code = c as u32;
        if code < 128 {
            if whitespace || !ASCII_SPACE[code as usize] {
                line.push(FIRST + code);
            }
        } else if whitespace || !is_python_space(c) {
            line.push(number(c));
        }
    }
}

/// Characters of ASCII that are looked at together.
const BLOCK: usize = 256;

/// As [`push_characters`]. Where a word ends cannot be foreseen, so nothing branches there: all
/// characters are written down, and those that do not count are written over by the next.
fn push_ascii(text: &[u8], whitespace: bool, line: &mut Vec<u32>) {
    for block in text.chunks(BLOCK) {
        let mut counted = [0; BLOCK];
        let mut end = 0;
        for &byte in block {
            counted[end] = byte;
            end += usize::from(whitespace || !ASCII_SPACE[usize::from(byte & 127)]);
        }
        line.extend(counted[..end].iter().map(|&byte| FIRST + u32::from(byte)));
    }
}

/// Numbers for words.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    table: HashTable<Entry>,
    /// The bytes of all words, one after the other.
    bytes: Vec<u8>,
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    start: usize,
    end: usize,
    number: u32,
}

impl Units for Lexicon {
    fn clear(&mut self) {
        if self.table.capacity() > KEPT_CAPACITY {
            self.table = HashTable::new();
        }
        self.table.clear();
        self.bytes.clear();
    }

    fn bound(&self) -> u32 {
        FIRST + self.table.len() as u32
    }

    fn add(&mut self, text: &str, line: &mut Vec<u32>) {
        for_each_word(text, |word| line.push(self.intern(word)));
    }

    fn find(&self, text: &str, line: &mut Vec<u32>) {
        for_each_word(text, |word| {
            let found = self.table.find(hash(word), |entry| self.is(entry, word));
            line.push(found.map_or(FOREIGN, |entry| entry.number));
        });
    }
}

impl Lexicon {
    fn intern(&mut self, word: &[u8]) -> u32 {
        let hash = hash(word);
        if let Some(entry) = self.table.find(hash, |entry| self.is(entry, word)) {
            return entry.number;
        }
        let number = self.bound();
        let start = self.bytes.len();
        self.bytes.extend_from_slice(word);
        let end = self.bytes.len();
        let entry = Entry {
            hash,
            start,
            end,
            number,
        };
        self.table.insert_unique(hash, entry, |entry| entry.hash);
        number
    }

    fn is(&self, entry: &Entry, word: &[u8]) -> bool {
        self.bytes[entry.start..entry.end] == *word
    }
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    hasher.finish()
}

/// Splits at whitespace and detaches at most one ASCII punctuation mark from each word: the last
/// character if it is one, or else the first. `(hi)` becomes `(hi` and `)`.
fn for_each_word(text: &str, mut take: impl FnMut(&[u8])) {
    for word in split_python(text) {
        match word.as_bytes() {
            [rest @ .., last] if !rest.is_empty() && last.is_ascii_punctuation() => {
                take(rest);
                take(&[*last]);
            }
            [first, rest @ ..] if !rest.is_empty() && first.is_ascii_punctuation() => {
                take(&[*first]);
                take(rest);
            }
            whole => take(whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for_each_word(text, |word| {
            words.push(String::from_utf8(word.to_vec()).unwrap());
        });
        words
    }

    #[test]
    fn one_punctuation_mark_is_detached_the_last_before_the_first() {
        assert_eq!(
            words("(hi) \"so ok!? ... -"),
            ["(hi", ")", "\"", "so", "ok!", "?", "..", ".", "-"]
        );
    }

    #[test]
    fn only_ascii_punctuation_is_detached() {
        assert_eq!(
            words("„ja“ 好。 é. ¿qué"),
            ["„ja“", "好。", "é", ".", "¿qué"]
        );
    }

    #[test]
    fn ascii_whitespace_is_pythons() {
        for code in 0..128_u8 {
            assert_eq!(
                ASCII_SPACE[usize::from(code)],
                is_python_space(char::from(code)),
                "{code}"
            );
        }
    }

    fn add(units: &mut impl Units, text: &str) -> Vec<u32> {
        let mut numbers = Vec::new();
        units.add(text, &mut numbers);
        numbers
    }

    fn find(units: &impl Units, text: &str) -> Vec<u32> {
        let mut numbers = Vec::new();
        units.find(text, &mut numbers);
        numbers
    }

    #[test]
    fn whitespace_is_dropped_or_kept() {
        let a = FIRST + 97;
        let mut bare = Alphabet::new(false);
        assert_eq!(
            add(&mut bare, "a\u{a0}é \u{3000}好"),
            [a, FIRST_OTHER, FIRST_OTHER + 1]
        );
        assert_eq!(bare.bound(), FIRST_OTHER + 2);
        let mut spaced = Alphabet::new(true);
        assert_eq!(add(&mut spaced, " a\u{a0}"), [FIRST + 32, a, FIRST_OTHER]);
    }

    #[test]
    fn characters_never_added_are_foreign() {
        let mut alphabet = Alphabet::new(false);
        add(&mut alphabet, "é好");
        assert_eq!(
            find(&alphabet, "好ûa"),
            [FIRST_OTHER + 1, FOREIGN, FIRST + 97]
        );
        alphabet.clear();
        assert_eq!(find(&alphabet, "好"), [FOREIGN]);
    }

    #[test]
    fn words_are_numbered_once() {
        let mut lexicon = Lexicon::default();
        assert_eq!(add(&mut lexicon, "a b a."), [2, 3, 2, 4]);
        assert_eq!(find(&lexicon, "b c"), [3, FOREIGN]);
        lexicon.clear();
        assert_eq!(lexicon.bound(), FIRST);
    }
}
