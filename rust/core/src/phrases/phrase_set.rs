//! Different phrases, each with a number.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// Phrases in order of first appearance; a phrase is a slice of ids.
#[derive(Debug, Default)]
pub struct PhraseSet {
    ids: Vec<u32>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

fn hash(phrase: &[u32]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(phrase)
}

fn phrase_at<'a>(ids: &'a [u32], ends: &[usize], number: u32) -> &'a [u32] {
    let number = number as usize;
    let begin = if number == 0 { 0 } else { ends[number - 1] };
    &ids[begin..ends[number]]
}

impl PhraseSet {
    /// Number of phrases.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The ids of a phrase.
    pub fn phrase(&self, number: u32) -> &[u32] {
        phrase_at(&self.ids, &self.ends, number)
    }

    /// The number of a phrase, a new one if it has none; `None` if there are no more numbers.
    pub fn intern(&mut self, phrase: &[u32]) -> Option<u32> {
        let hashed = hash(phrase);
        let (ids, ends) = (&self.ids, &self.ends);
        let same = |&number: &u32| phrase_at(ids, ends, number) == phrase;
        if let Some(&number) = self.table.find(hashed, same) {
            return Some(number);
        }
        let number = u32::try_from(self.ends.len()).ok()?;
        self.ids.extend_from_slice(phrase);
        self.ends.push(self.ids.len());
        let (ids, ends) = (&self.ids, &self.ends);
        self.table
            .insert_unique(hashed, number, |&other| hash(phrase_at(ids, ends, other)));
        Some(number)
    }
}
