//! From lines to interned word ids.
//!
//! Shards of lines are tokenised and interned on their own, in parallel; their vocabularies are
//! then merged in shard order. Ids are therefore given in order of first appearance, whatever the
//! number of threads, and only the distinct words of a shard pass through the sequential part.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::tokenize::{LineTokenizer, Tokenizer};
use super::whitespace::{is_python_space, split_ascii, split_python};
use super::{Texts, case};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::memory;
use crate::parallel;

/// What separates the tokens of a tokenised line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Runs of ASCII whitespace; NBSP and U+3000 belong to words.
    Ascii,
    /// Runs of Unicode whitespace, as Python's `str.split()`.
    Unicode,
    /// Line feeds only: text tokenised elsewhere, whose tokens may hold any other character.
    Newline,
    /// Every character is a token; a run of ASCII whitespace is one space, none at the ends.
    Characters,
}

/// What happens to upper case before tokenising.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Nothing.
    Keep,
    /// It becomes lower case.
    Lower,
    /// ASCII letters become lower case, others stay (mteval).
    LowerAscii,
}

/// How text becomes tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// What happens to upper case.
    pub case: Case,
    /// What separates tokens.
    pub split: Split,
}

/// Words in order of first appearance.
#[derive(Debug, Default)]
pub struct Vocabulary {
    words: Texts,
}

impl Vocabulary {
    /// Number of distinct words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no word was seen.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The id of a word.
    pub fn find(&self, word: &str) -> Option<u32> {
        (0..self.len() as u32).find(|&id| self.word(id) == word)
    }

    /// The word with this id.
    pub fn word(&self, id: u32) -> &str {
        self.words.line(id as usize)
    }
}

/// Tokenised lines as ids into a shared vocabulary.
#[derive(Debug, Clone)]
pub struct Tokens {
    ids: Vec<u32>,
    offsets: Vec<u32>,
    vocabulary: Arc<Vocabulary>,
}

impl Tokens {
    /// Number of lines.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ids of line `i`.
    pub fn line(&self, i: usize) -> &[u32] {
        &self.ids[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// Every id of every line.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Where each line begins in [`Self::ids`], with the end last.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// The words behind the ids.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether ids of the two can be compared.
    ///
    /// # Errors
    /// When they were interned separately.
    pub fn comparable(&self, other: &Self) -> Result<()> {
        if Arc::ptr_eq(&self.vocabulary, &other.vocabulary) {
            Ok(())
        } else {
            Err(Error::DifferentVocabularies)
        }
    }
}

type Hasher = BuildHasherDefault<FxHasher>;

/// A word as its interner's table holds it: everything a look-up compares, in one place.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    begin: usize,
    end: usize,
    id: u32,
}

/// An interner that remembers hashes, so that merging never hashes a word twice.
#[derive(Default)]
struct Interner {
    table: HashTable<Entry>,
    words: Texts,
    hashes: Vec<u64>,
}

impl Interner {
    /// Forgets all words and makes room for so many; the table is kept.
    fn clear(&mut self, words: usize) {
        self.table.clear();
        self.table.reserve(words, |e| e.hash);
        self.words = Texts::with_capacity(words, words * 8);
        self.hashes = Vec::with_capacity(words);
    }

    /// Interns the words of a shard; the ids they have here.
    fn absorb(&mut self, shard: &Shard) -> Vec<u32> {
        let words = (0..shard.words.len()).zip(&shard.hashes);
        words
            .map(|(id, &hash)| self.intern_hashed(shard.words.line(id), hash))
            .collect()
    }

    fn intern(&mut self, word: &str) -> u32 {
        self.intern_hashed(word, Hasher::default().hash_one(word.as_bytes()))
    }

    fn intern_hashed(&mut self, word: &str, hash: u64) -> u32 {
        let known = self.words.as_bytes();
        let same = |e: &Entry| e.hash == hash && &known[e.begin..e.end] == word.as_bytes();
        if let Some(entry) = self.table.find(hash, same) {
            return entry.id;
        }
        let id = self.words.len() as u32;
        let begin = known.len();
        let end = begin + word.len();
        self.words.push(word);
        self.hashes.push(hash);
        let entry = Entry {
            hash,
            begin,
            end,
            id,
        };
        self.table.insert_unique(hash, entry, |e| e.hash);
        id
    }
}

/// Tokenises and splits lines of one view, with its buffers.
struct Splitter {
    view: View,
    tokenizer: LineTokenizer,
    lowered: String,
}

impl Splitter {
    fn new(view: View) -> Self {
        Self {
            view,
            tokenizer: LineTokenizer::new(view.tokenizer),
            lowered: String::new(),
        }
    }

    fn tokens(&mut self, line: &str, mut each: impl FnMut(&str)) {
        self.lowered.clear();
        let line = match self.view.case {
            Case::Keep => line,
            Case::Lower => {
                case::lower_into(line, &mut self.lowered);
                self.lowered.as_str()
            }
            Case::LowerAscii => {
                self.lowered.push_str(line);
                self.lowered.make_ascii_lowercase();
                self.lowered.as_str()
            }
        };
        match self.view.split {
            Split::Ascii => {
                let stripped =
                    line.trim_end_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
                split_ascii(self.tokenizer.line(stripped)).for_each(each);
            }
            Split::Unicode => {
                let stripped = line.trim_end_matches(is_python_space);
                split_python(self.tokenizer.line(stripped)).for_each(each);
            }
            Split::Newline => line.split('\n').filter(|t| !t.is_empty()).for_each(each),
            Split::Characters => {
                for (k, word) in split_ascii(self.tokenizer.line(line)).enumerate() {
                    if k > 0 {
                        each(" ");
                    }
                    for (begin, character) in word.char_indices() {
                        each(&word[begin..begin + character.len_utf8()]);
                    }
                }
            }
        }
    }
}

/// Lines per shard; fixed, so that nothing depends on the number of threads.
const SHARD_LINES: usize = 512;
/// Shards that are interned before their vocabularies are merged; bounds the memory of those.
const WAVE_SHARDS: usize = 64;
/// New words a line of a shard brings, roughly; room for them is made at once.
const DISTINCT_PER_LINE: usize = 8;

/// One shard, interned on its own.
struct Shard {
    words: Texts,
    hashes: Vec<u64>,
    ids: Vec<u32>,
    lengths: Vec<u32>,
}

fn encode_shard(
    (splitter, interner): &mut (Splitter, Interner),
    texts: &Texts,
    lines: Range<usize>,
) -> Shard {
    interner.clear(lines.len() * DISTINCT_PER_LINE);
    let mut ids = Vec::with_capacity(lines.len() * 24);
    let mut lengths = Vec::with_capacity(lines.len());
    for i in lines {
        interrupt::poll();
        let before = ids.len();
        splitter.tokens(texts.line(i), |token| ids.push(interner.intern(token)));
        lengths.push((ids.len() - before) as u32);
    }
    Shard {
        words: std::mem::take(&mut interner.words),
        hashes: std::mem::take(&mut interner.hashes),
        ids,
        lengths,
    }
}

/// Tokenises and interns several texts into one vocabulary.
///
/// # Errors
/// When the batch is too large for 32-bit offsets, or threads cannot be started.
pub fn encode(texts: &[&Texts], view: View) -> Result<Vec<Tokens>> {
    let plan: Vec<(usize, Range<usize>)> = texts
        .iter()
        .enumerate()
        .flat_map(|(t, text)| {
            (0..text.len())
                .step_by(SHARD_LINES)
                .map(move |start| (t, start..text.len().min(start + SHARD_LINES)))
        })
        .collect();
    let mut all = Interner::default();
    let mut sides: Vec<Side> = texts.iter().map(|text| Side::new(text.len())).collect();
    for wave in plan.chunks(WAVE_SHARDS) {
        let bytes = wave.iter().map(|(t, lines)| texts[*t].bytes_of(lines));
        // Every character may be a word.
        memory::check::<u32>(bytes.sum(), || "the words of a text".into())?;
        let shards = parallel::map_shards(
            wave.len(),
            || (Splitter::new(view), Interner::default()),
            |scratch, s| encode_shard(scratch, texts[wave[s].0], wave[s].1.clone()),
        )?;
        for (shard, (t, _)) in shards.into_iter().zip(wave) {
            interrupt::poll();
            sides[*t].append(&shard, &all.absorb(&shard))?;
        }
    }
    let vocabulary = Arc::new(Vocabulary { words: all.words });
    let tokens = |side: Side| Tokens {
        ids: side.ids,
        offsets: side.offsets,
        vocabulary: Arc::clone(&vocabulary),
    };
    Ok(sides.into_iter().map(tokens).collect())
}

/// The tokens of one text, while it is being encoded.
struct Side {
    lines: usize,
    ids: Vec<u32>,
    offsets: Vec<u32>,
}

impl Side {
    fn new(lines: usize) -> Self {
        let mut offsets = Vec::with_capacity(lines + 1);
        offsets.push(0);
        Self {
            lines,
            ids: Vec::new(),
            offsets,
        }
    }

    /// Appends a shard whose ids mean the words `global`.
    fn append(&mut self, shard: &Shard, global: &[u32]) -> Result<()> {
        if self.ids.is_empty() {
            // As many tokens per line as here, and a few more: growing would double the memory.
            let expected = shard.ids.len() * self.lines / shard.lengths.len().max(1);
            // If the first lines are not like the others, that may be far too much.
            let _ = self.ids.try_reserve_exact(expected + expected / 16);
        }
        memory::reserve(&mut self.ids, shard.ids.len(), || {
            "the words of a text".into()
        })?;
        let mut end = self.ids.len();
        for &length in &shard.lengths {
            end += length as usize;
            let end = u32::try_from(end).map_err(|_| Error::TooLarge("tokens"))?;
            self.offsets.push(end);
        }
        self.ids
            .extend(shard.ids.iter().map(|&id| global[id as usize]));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: View = View {
        tokenizer: Tokenizer::None,
        case: Case::Keep,
        split: Split::Ascii,
    };

    #[test]
    fn ids_are_shared_and_in_order_of_appearance() {
        let a: Texts = ["b a", "", " a  c "].iter().collect();
        let b: Texts = ["c b d"].iter().collect();
        let encoded = encode(&[&a, &b], PLAIN).unwrap();
        assert_eq!(encoded[0].line(0), [0, 1]);
        assert_eq!(encoded[0].line(1), [0_u32; 0]);
        assert_eq!(encoded[0].line(2), [1, 2]);
        assert_eq!(encoded[1].line(0), [2, 0, 3]);
        assert_eq!(encoded[1].vocabulary().word(3), "d");
        encoded[0].comparable(&encoded[1]).unwrap();
        let other = encode(&[&a], PLAIN).unwrap();
        assert!(other[0].comparable(&encoded[0]).is_err());
    }

    #[test]
    fn many_shards_agree_with_one_vocabulary() {
        let lines: Vec<String> = (0..5000).map(|i| format!("w{} x{}", i % 700, i)).collect();
        let texts: Texts = lines.iter().collect();
        let tokens = &encode(&[&texts], PLAIN).unwrap()[0];
        assert_eq!(tokens.vocabulary().len(), 5700);
        for (i, line) in lines.iter().enumerate() {
            let words: Vec<&str> = tokens
                .line(i)
                .iter()
                .map(|&id| tokens.vocabulary().word(id))
                .collect();
            assert_eq!(words.join(" "), *line);
        }
    }

    #[test]
    fn nbsp_separates_only_where_asked() {
        let texts: Texts = ["10\u{a0}000 a\u{3000}"].iter().collect();
        let count = |split| {
            encode(&[&texts], View { split, ..PLAIN }).unwrap()[0]
                .line(0)
                .len()
        };
        assert_eq!(count(Split::Ascii), 2);
        assert_eq!(count(Split::Unicode), 3);
        assert_eq!(count(Split::Newline), 1);
        assert_eq!(count(Split::Characters), 9);
    }
}
