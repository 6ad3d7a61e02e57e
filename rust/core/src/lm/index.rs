//! The n-grams of a model where a query finds each with one look.
//!
//! A table for every length from two. An n-gram is found by the place of the n-gram without its first
//! word in the table before, and that word: a key that is exact. Four n-grams share a line of a
//! processor's cache, with all that a query needs of them, so that every longer n-gram costs one access
//! to memory.

use std::hint::black_box;

use super::model::Weights;
use super::trie::Level;
use crate::error::{Error, Result};

/// A key that no n-gram has: tables are smaller than 2^32.
const FREE: u64 = u64::MAX;
/// N-grams in a line.
const SLOTS: usize = 4;

/// The numbers of an n-gram.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// Where it is.
    pub place: u32,
    /// Logarithm of its probability, or not a number.
    pub log10: f32,
    /// Its backoff weight.
    pub backoff: f32,
}

/// An n-gram that is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    key: u64,
    /// The line where the search begins.
    home: u32,
    /// The place of the word that it is for.
    pub at: u32,
}

/// N-grams that are loaded together; free slots come last.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Line {
    keys: [u64; SLOTS],
    log10: [f32; SLOTS],
    backoffs: [f32; SLOTS],
}

#[derive(Debug, Clone)]
struct Table(Vec<Line>);

impl Table {
    fn with_room_for(count: usize) -> Result<Self> {
        // A third stays free, and always something, where searches end.
        let lines = (count + count / 2) / SLOTS + 1;
        if u32::try_from(lines * SLOTS).is_err() {
            return Err(Error::TooLarge("n-grams"));
        }
        let free = Line {
            keys: [FREE; SLOTS],
            log10: [0.0; SLOTS],
            backoffs: [0.0; SLOTS],
        };
        Ok(Self(vec![free; lines]))
    }

    /// The line where the search for a key begins.
    #[inline]
    fn home(&self, key: u64) -> u32 {
        let product = u128::from(key ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        let mixed = (product >> 64) as u64 ^ product as u64;
        ((u128::from(mixed) * self.0.len() as u128) >> 64) as u32
    }

    /// The line and the slot of a key, searched from a line on.
    #[inline]
    fn find(&self, key: u64, home: u32) -> Option<(usize, usize)> {
        let mut line = home as usize;
        loop {
            let keys = &self.0[line].keys;
            // Without a branch: which slot it is follows no pattern.
            let mut found = SLOTS;
            for (slot, &there) in keys.iter().enumerate() {
                found = if there == key { slot } else { found };
            }
            if found < SLOTS {
                return Some((line, found));
            }
            if keys[SLOTS - 1] == FREE {
                return None;
            }
            line = self.after(line);
        }
    }

    /// The line and the slot where a key is to be put.
    fn free(&self, key: u64) -> (usize, usize) {
        let mut line = self.home(key) as usize;
        loop {
            let free = self.0[line].keys.iter().position(|&there| there == FREE);
            if let Some(slot) = free {
                return (line, slot);
            }
            line = self.after(line);
        }
    }

    fn after(&self, line: usize) -> usize {
        if line + 1 == self.0.len() {
            0
        } else {
            line + 1
        }
    }
}

fn key(parent: u32, word: u32) -> u64 {
    (u64::from(parent) << 32) | u64::from(word)
}

/// All n-grams of a model.
#[derive(Debug, Clone)]
pub struct Index {
    unigrams: Vec<[f32; 2]>,
    longer: Vec<Table>,
}

impl Index {
    /// Makes the tables from the trie.
    ///
    /// # Errors
    /// When there are too many n-grams for 32-bit places.
    pub fn of(levels: &[Level], weights: &[Weights]) -> Result<Self> {
        let backoff = |n: usize, node: usize| weights[n].backoffs.get(node).copied().unwrap_or(0.0);
        let unigrams = weights[0].log10.iter().enumerate();
        let unigrams = unigrams.map(|(node, &log10)| [log10, backoff(0, node)]);
        let mut longer = Vec::with_capacity(levels.len() - 1);
        let mut above: Vec<u32> = (0..levels[0].len() as u32).collect();
        for n in 1..levels.len() {
            let mut table = Table::with_room_for(levels[n].len())?;
            let mut places = Vec::with_capacity(levels[n].len());
            for (parent, &parent_place) in above.iter().enumerate() {
                for node in levels[n - 1].children(parent as u32) {
                    let key = key(parent_place, levels[n].words[node]);
                    let (line, slot) = table.free(key);
                    table.0[line].keys[slot] = key;
                    table.0[line].log10[slot] = weights[n].log10[node];
                    table.0[line].backoffs[slot] = backoff(n, node);
                    places.push((line * SLOTS + slot) as u32);
                }
            }
            longer.push(table);
            above = places;
        }
        Ok(Self {
            unigrams: unigrams.collect(),
            longer,
        })
    }

    /// Length of the longest n-grams.
    #[inline]
    pub fn order(&self) -> usize {
        self.longer.len() + 1
    }

    /// A word by itself.
    #[inline]
    pub fn unigram(&self, word: u32) -> Found {
        let [log10, backoff] = self.unigrams[word as usize];
        Found {
            place: word,
            log10,
            backoff,
        }
    }

    /// What to look for to find the n-gram that has `word` before the n-gram of `length` words at `place`,
    /// for the word at `at`.
    #[inline]
    pub fn longer(&self, length: usize, place: u32, word: u32, at: u32) -> Wanted {
        let key = key(place, word);
        let home = self.longer[length - 1].home(key);
        Wanted { key, home, at }
    }

    /// Loads the memory where searches for n-grams with one word more than `length` begin: as many
    /// lines at a time as a processor can, since none is waited for before the next is asked for.
    pub fn load<'a>(&self, length: usize, wanted: impl Iterator<Item = &'a Wanted>) {
        let lines = &self.longer[length - 1].0;
        let loaded = wanted.fold(0, |all, wanted| all ^ lines[wanted.home as usize].keys[0]);
        black_box(loaded);
    }

    /// The n-gram that is wanted, with one word more than `length`, where there is one.
    #[inline]
    pub fn find(&self, length: usize, wanted: Wanted) -> Option<Found> {
        let table = &self.longer[length - 1];
        let (line, slot) = table.find(wanted.key, wanted.home)?;
        let there = &table.0[line];
        Some(Found {
            place: (line * SLOTS + slot) as u32,
            log10: there.log10[slot],
            backoff: there.backoffs[slot],
        })
    }
}
