//! The words of a model and their ids.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::text::{Texts, Vocabulary};

/// The id of words that the model does not know.
pub const UNKNOWN: u32 = 0;
/// The id of the beginning of a sentence.
pub const BEGIN: u32 = 1;
/// The id of the end of a sentence.
pub const END: u32 = 2;
/// How the reserved words are written, by id.
pub const RESERVED: [&str; 3] = ["<unk>", "<s>", "</s>"];

/// Words by id and ids by word; the reserved ones come first.
#[derive(Debug, Clone)]
pub struct Words {
    spellings: Texts,
    ids: HashTable<u32>,
}

fn hash(word: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(word)
}

impl Words {
    /// The reserved words alone.
    pub fn reserved() -> Self {
        let mut words = Self {
            spellings: Texts::default(),
            ids: HashTable::new(),
        };
        for word in RESERVED {
            words.insert(word);
        }
        words
    }

    /// The id of a word, and whether it is new.
    pub fn insert(&mut self, word: &str) -> (u32, bool) {
        if let Some(id) = self.find(word) {
            return (id, false);
        }
        let id = self.spellings.len() as u32;
        self.spellings.push(word);
        let spellings = &self.spellings;
        let rehash = |&id: &u32| hash(spellings.line(id as usize));
        self.ids.insert_unique(hash(word), id, rehash);
        (id, true)
    }

    /// The id of a word.
    pub fn find(&self, word: &str) -> Option<u32> {
        let same = |&id: &u32| self.spellings.line(id as usize) == word;
        self.ids.find(hash(word), same).copied()
    }

    /// The word with this id.
    pub fn word(&self, id: u32) -> &str {
        self.spellings.line(id as usize)
    }

    /// Number of words, the reserved ones included.
    pub fn count(&self) -> usize {
        self.spellings.len()
    }

    /// The ids that the words of a text have here.
    ///
    /// The marks of a sentence's ends are no words of a text: there they are unknown.
    pub fn translate(&self, vocabulary: &Vocabulary) -> Vec<u32> {
        let id = |word: u32| match self.find(vocabulary.word(word)) {
            None | Some(BEGIN | END) => UNKNOWN,
            Some(id) => id,
        };
        (0..vocabulary.len() as u32).map(id).collect()
    }
}
