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

use super::Texts;
use super::tokens::{Lines, Tokens, Vocabulary};
use super::view::{Splitter, View};
use crate::error::Result;
use crate::interrupt;
use crate::memory;
use crate::parallel;

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
        let (line, places) = splitter.tokens(texts.line(i));
        let words = places.iter().map(|place| &line[place.clone()]);
        ids.extend(words.map(|word| interner.intern(word)));
        lengths.push(places.len() as u32);
    }
    ids.shrink_to_fit();
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
    let sides = texts.iter().map(|text| Lines::empty(text.len()));
    let mut sides = sides.collect::<Result<Vec<Lines>>>()?;
    for wave in plan.chunks(WAVE_SHARDS) {
        let bytes = wave.iter().map(|(t, lines)| texts[*t].bytes_of(lines));
        // Every character may be a word.
        memory::check::<u32>(bytes.sum(), || "the words of a text".into())?;
        let shards = parallel::map_shards(
            wave.len(),
            || (Splitter::new(view), Interner::default()),
            |scratch, s| encode_shard(scratch, texts[wave[s].0], wave[s].1.clone()),
        )?;
        for (mut shard, (t, lines)) in shards.into_iter().zip(wave) {
            interrupt::poll();
            let global = all.absorb(&shard);
            for id in &mut shard.ids {
                *id = global[*id as usize];
            }
            let lengths = shard.lengths.into_iter();
            sides[*t].add_block(shard.ids, lines.clone().zip(lengths))?;
        }
    }
    let vocabulary = Arc::new(Vocabulary::new(all.words));
    let tokens = |lines: Lines| Tokens::new(lines, Arc::clone(&vocabulary));
    Ok(sides.into_iter().map(tokens).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split};

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
