//! The words of several sentences looked up together.
//!
//! A model is larger than any cache, so that a query waits for memory most of its time. Which n-grams
//! are looked up for a word depends on the words before it, and on nothing that was found for them:
//! all words of some sentences are looked up length by length, and the memory of many is on its way at
//! the same time. What is found is put together afterwards, sentence by sentence.

use super::index::{Index, Wanted};
use super::query::Word;
use super::words::{BEGIN, END, UNKNOWN};
use crate::interrupt;

/// So many n-grams are loaded together: more would drive each other from the nearest cache.
const BLOCK: usize = 256;

/// What is known of a word.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// Logarithm of the probability of the longest n-gram that ends in it and has one.
    log10: f32,
    /// Length of that n-gram.
    matched: u32,
    /// Number of known contexts that end in the word.
    contexts: u32,
}

/// A word whose n-gram of some length was found, and where.
#[derive(Debug, Clone, Copy)]
struct Reached {
    at: u32,
    place: u32,
}

/// Buffers for some sentences after others.
#[derive(Debug, Default)]
pub struct Lookup {
    /// Of all lines, each between the marks of its ends.
    words: Vec<u32>,
    reached: Vec<Reached>,
    wanted: Vec<Wanted>,
    known: Vec<Known>,
    /// Those of all contexts that end in each word, by length, with room for `longest`.
    backoffs: Vec<f32>,
    longest: usize,
}

impl Lookup {
    /// Looks up all words of some lines; `ids` are the model's numbers of a text's words.
    pub fn find<'a>(&mut self, index: &Index, lines: impl Iterator<Item = &'a [u32]>, ids: &[u32]) {
        self.words.clear();
        for line in lines {
            self.words.push(BEGIN);
            self.words
                .extend(line.iter().map(|&word| ids[word as usize]));
            self.words.push(END);
        }
        self.longest = index.order() - 1;
        self.backoffs.resize(self.words.len() * self.longest, 0.0);
        self.find_words(index);
        for length in 1..index.order() {
            self.want_longer(index, length);
            self.find_longer(index, length);
        }
    }

    fn find_words(&mut self, index: &Index) {
        self.known.clear();
        self.reached.clear();
        for at in 0..self.words.len() {
            interrupt::step(at);
            let unigram = index.unigram(self.words[at]);
            self.known.push(Known {
                log10: unigram.log10,
                matched: 1,
                contexts: 0,
            });
            let place = unigram.place;
            self.reached.push(Reached {
                at: at as u32,
                place,
            });
            self.add_context(at, unigram.backoff);
        }
    }

    /// The n-grams with one word more than those of `length` words that were reached.
    fn want_longer(&mut self, index: &Index, length: usize) {
        self.wanted.clear();
        for (i, &Reached { at, place }) in self.reached.iter().enumerate() {
            interrupt::step(i);
            let first = at as usize + 1 - length;
            // Nothing comes before the mark of a beginning.
            if self.words[first] != BEGIN {
                let before = self.words[first - 1];
                self.wanted.push(index.longer(length, place, before, at));
            }
        }
    }

    fn find_longer(&mut self, index: &Index, length: usize) {
        self.reached.clear();
        for i in 0..self.wanted.len() {
            interrupt::step(i);
            if i % BLOCK == 0 {
                let block = self.wanted[i..].iter().take(BLOCK);
                index.load(length, block);
            }
            let wanted = self.wanted[i];
            let Some(found) = index.find(length, wanted) else {
                continue;
            };
            let at = wanted.at;
            let place = found.place;
            self.reached.push(Reached { at, place });
            let known = &mut self.known[at as usize];
            if !found.log10.is_nan() {
                (known.log10, known.matched) = (found.log10, length as u32 + 1);
            }
            self.add_context(at as usize, found.backoff);
        }
    }

    /// The next longer context that ends in a word. The longest n-grams are the context of nothing.
    fn add_context(&mut self, at: usize, backoff: f32) {
        let contexts = self.known[at].contexts as usize;
        if contexts < self.longest {
            self.backoffs[at * self.longest + contexts] = backoff;
            self.known[at].contexts += 1;
        }
    }

    /// The words of every line, the mark of its end last.
    pub fn lines(&self) -> impl Iterator<Item = impl Iterator<Item = Word>> {
        let mut begin = 0;
        let lines = self.words.split_inclusive(|&word| word == END);
        lines.map(move |line| {
            let places = begin + 1..begin + line.len();
            begin = places.end;
            places.map(|at| self.word(at))
        })
    }

    /// A word, given those before it: the longest known n-gram gives the probability, and the
    /// contexts too long to be part of it give their backoff weights.
    fn word(&self, at: usize) -> Word {
        let known = self.known[at];
        let before = at - 1;
        let contexts = &self.backoffs[before * self.longest..];
        let contexts = &contexts[..self.known[before].contexts as usize];
        let unused = contexts.iter().skip(known.matched as usize - 1);
        let unused: f64 = unused.map(|&weight| f64::from(weight)).sum();
        Word {
            log10: f64::from(known.log10) + unused,
            matched: known.matched as usize,
            unknown: self.words[at] == UNKNOWN,
        }
    }
}
