//! The words a model knows, one list per language.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::text::{Texts, Tokens};

type Hasher = BuildHasherDefault<FxHasher>;

/// Stands for a word that the model has never seen.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Distinct words with ids in order of first appearance.
#[derive(Debug, Default, Clone)]
pub(super) struct Words {
    texts: Texts,
    table: HashTable<u32>,
}

impl Words {
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn word(&self, id: u32) -> &str {
        self.texts.line(id as usize)
    }

    pub(super) fn find(&self, word: &str) -> Option<u32> {
        let hash = Hasher::default().hash_one(word);
        let same = |&id: &u32| self.texts.line(id as usize) == word;
        self.table.find(hash, same).copied()
    }

    pub(super) fn intern(&mut self, word: &str) -> u32 {
        if let Some(id) = self.find(word) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(word);
        let Self { texts, table } = self;
        let hasher = Hasher::default();
        table.insert_unique(hasher.hash_one(word), id, |&id| {
            hasher.hash_one(texts.line(id as usize))
        });
        id
    }

    /// Some lines of a text in the model's ids, adding words not seen before.
    pub(super) fn learn(&mut self, tokens: &Tokens, lines: &[usize]) -> Lines {
        Lines::translated(tokens, lines, |word| self.intern(word))
    }

    /// Some lines of a text in the model's ids, with [`UNKNOWN`] for words not seen before.
    pub(super) fn recognise(&self, tokens: &Tokens, lines: &[usize]) -> Lines {
        Lines::translated(tokens, lines, |word| self.find(word).unwrap_or(UNKNOWN))
    }
}

/// One side of a bitext, as word ids of a model.
#[derive(Debug)]
pub(super) struct Lines {
    ids: Vec<u32>,
    offsets: Vec<u32>,
}

impl Lines {
    /// Looks every distinct word up once, whatever else the vocabulary of the text holds.
    fn translated(tokens: &Tokens, lines: &[usize], mut id_of: impl FnMut(&str) -> u32) -> Self {
        let mut known: Vec<Option<u32>> = vec![None; tokens.vocabulary().len()];
        let mut id_of = |&id: &u32| {
            *known[id as usize].get_or_insert_with(|| id_of(tokens.vocabulary().word(id)))
        };
        let mut ids = Vec::new();
        let mut offsets = vec![0];
        for &line in lines {
            ids.extend(tokens.line(line).iter().map(&mut id_of));
            offsets.push(ids.len() as u32);
        }
        Self { ids, offsets }
    }

    /// How often each of so many words occurs, added to what was counted `before`.
    pub(super) fn frequencies(&self, before: &[f64], words: usize) -> Vec<f64> {
        let mut frequencies = before.to_vec();
        frequencies.resize(words, 0.0);
        for &id in &self.ids {
            frequencies[id as usize] += 1.0;
        }
        frequencies
    }

    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn line(&self, i: usize) -> &[u32] {
        &self.ids[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    pub(super) fn ids(&self) -> &[u32] {
        &self.ids
    }
}
