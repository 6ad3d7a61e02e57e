//! The n-grams of a model where a query finds each with one look.
//!
//! A table for every length from two, with linear probing. An n-gram is found by the place of the
//! n-gram without its first word in the table before, and that word: a key that is exact, and
//! an entry that holds all a query needs, so that every longer n-gram costs one access to memory.

use super::model::Weights;
use super::trie::Level;
use crate::error::{Error, Result};

/// A key that no n-gram has: tables are smaller than 2^32.
const FREE: u64 = u64::MAX;

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

#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    log10: f32,
    backoff: f32,
}

#[derive(Debug, Clone)]
struct Table(Vec<Entry>);

impl Table {
    fn with_room_for(count: usize) -> Result<Self> {
        // A third stays free, and always something, where searches end.
        let size = count + count / 2 + 1;
        if u32::try_from(size).is_err() {
            return Err(Error::TooLarge("n-grams"));
        }
        let free = Entry {
            key: FREE,
            log10: 0.0,
            backoff: 0.0,
        };
        Ok(Self(vec![free; size]))
    }

    /// Where an n-gram is, or is to be put.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mixed = (key ^ (key >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut place = ((u128::from(mixed) * self.0.len() as u128) >> 64) as usize;
        loop {
            let here = self.0[place].key;
            if here == key || here == FREE {
                return place;
            }
            place = if place + 1 == self.0.len() {
                0
            } else {
                place + 1
            };
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
                    let place = table.place(key);
                    table.0[place] = Entry {
                        key,
                        log10: weights[n].log10[node],
                        backoff: backoff(n, node),
                    };
                    places.push(place as u32);
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

    /// The n-gram that has `word` before the n-gram of `length` words at `place`.
    #[inline]
    pub fn longer(&self, length: usize, place: u32, word: u32) -> Option<Found> {
        let table = &self.longer[length - 1];
        let key = key(place, word);
        let place = table.place(key);
        let entry = table.0[place];
        (entry.key == key).then_some(Found {
            place: place as u32,
            log10: entry.log10,
            backoff: entry.backoff,
        })
    }
}
