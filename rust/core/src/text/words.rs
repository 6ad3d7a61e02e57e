//! Distinct words and their ids.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Texts;

/// Words by id and ids by word, in order of first appearance.
///
/// For what is looked up again and again. Texts are interned shard by shard by a relative of this that
/// keeps the hashes, see [`super::encode()`].
#[derive(Debug, Default, Clone)]
pub struct Words {
    texts: Texts,
    ids: HashTable<u32>,
}

fn hash(word: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(word)
}

impl Words {
    /// Number of words.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The word with this id.
    pub fn word(&self, id: u32) -> &str {
        self.texts.line(id as usize)
    }

    /// The id of a word.
    pub fn find(&self, word: &str) -> Option<u32> {
        let same = |&id: &u32| self.word(id) == word;
        self.ids.find(hash(word), same).copied()
    }

    /// The id of a word, and whether it is new.
    pub fn insert(&mut self, word: &str) -> (u32, bool) {
        if let Some(id) = self.find(word) {
            return (id, false);
        }
        let id = self.len() as u32;
        self.texts.push(word);
        let Self { texts, ids } = self;
        ids.insert_unique(hash(word), id, |&id| hash(texts.line(id as usize)));
        (id, true)
    }

    /// The id of a word, which is added if it is new.
    pub fn intern(&mut self, word: &str) -> u32 {
        self.insert(word).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_given_in_order_of_first_appearance() {
        let mut words = Words::default();
        assert!(words.is_empty());
        let ids: Vec<u32> = ["b", "a", "b", "", "é"].map(|w| words.intern(w)).to_vec();
        assert_eq!(ids, [0, 1, 0, 2, 3]);
        assert_eq!(words.insert("a"), (1, false));
        assert_eq!(words.insert("c"), (4, true));
        assert_eq!((words.len(), words.word(3)), (5, "é"));
        assert_eq!((words.find("é"), words.find("e")), (Some(3), None));
    }

    #[test]
    fn many_words_stay_apart() {
        let mut words = Words::default();
        for i in 0..10_000 {
            assert_eq!(words.insert(&format!("w{i}")), (i, true));
        }
        assert!((0..10_000).all(|i| words.find(&format!("w{i}")) == Some(i)));
    }
}
