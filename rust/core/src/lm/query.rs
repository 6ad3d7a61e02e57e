//! The probability of sentences.

use super::estimate::LONGEST;
use super::index::Index;
use super::model::Model;
use super::words::{BEGIN, END, UNKNOWN, translate};
use crate::error::Result;
use crate::interrupt;
use crate::parallel;
use crate::text::Tokens;

/// Lines per shard.
const SHARD: usize = 256;

/// What a model says about a word in its context.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Word {
    /// Logarithm to base 10 of its probability.
    pub log10: f64,
    /// Length of the longest n-gram found, the word included.
    pub matched: usize,
    /// Whether the model does not know the word.
    pub unknown: bool,
}

/// What a model says about a sentence; `</s>` counts as a word of it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sentence {
    /// Logarithm to base 10 of its probability.
    pub log10: f64,
    /// The part of it that is due to words the model knows.
    pub known_log10: f64,
    /// Number of words.
    pub words: usize,
    /// Number of words that the model does not know.
    pub unknown: usize,
}

/// The backoff weights of the contexts that end in the previous word, by their lengths.
#[derive(Clone, Copy)]
struct Backoffs {
    weights: [f32; LONGEST],
    known: usize,
}

impl Model {
    /// The sentences of a text, each from `<s>` to `</s>`.
    ///
    /// # Errors
    /// When the model is too large, or threads cannot be started.
    pub fn sentences(&self, tokens: &Tokens) -> Result<Vec<Sentence>> {
        let index = self.index()?;
        let ids = translate(self.words(), tokens.vocabulary());
        let shards = tokens.len().div_ceil(SHARD);
        let done = parallel::map_shards(shards, Vec::new, |marked, shard| {
            let lines = shard * SHARD..tokens.len().min((shard + 1) * SHARD);
            let score = |line| {
                let mut sentence = Sentence::default();
                let words = marked_ids(tokens.line(line), &ids, marked);
                each_word(index, words, |word| sentence.add(word));
                sentence
            };
            lines.map(score).collect::<Vec<_>>()
        })?;
        Ok(done.concat())
    }

    /// Every word of a line, with `</s>` last.
    ///
    /// # Errors
    /// When the model is too large.
    pub fn words_of(&self, tokens: &Tokens, line: usize) -> Result<Vec<Word>> {
        let ids = translate(self.words(), tokens.vocabulary());
        let mut marked = Vec::new();
        let mut words = Vec::new();
        let line = marked_ids(tokens.line(line), &ids, &mut marked);
        each_word(self.index()?, line, |word| words.push(word));
        Ok(words)
    }
}

/// The ids of a line between those of its ends.
fn marked_ids<'a>(line: &[u32], ids: &[u32], marked: &'a mut Vec<u32>) -> &'a [u32] {
    marked.clear();
    marked.push(BEGIN);
    marked.extend(line.iter().map(|&word| ids[word as usize]));
    marked.push(END);
    marked
}

fn each_word(index: &Index, words: &[u32], mut take: impl FnMut(Word)) {
    let mut backoffs = Backoffs {
        weights: [0.0; LONGEST],
        known: 0,
    };
    next(index, words, 0, &mut backoffs);
    for at in 1..words.len() {
        interrupt::step(at);
        take(next(index, words, at, &mut backoffs));
    }
}

/// The word at a place, given those before it; `backoffs` are those before it, and then its own.
///
/// The longest known n-gram gives the probability, and the contexts too long to be part of it give
/// their backoff weights.
#[inline]
fn next(index: &Index, words: &[u32], at: usize, backoffs: &mut Backoffs) -> Word {
    let mut found = index.unigram(words[at]);
    let (mut log10, mut matched, mut length) = (found.log10, 1, 1);
    let mut own = [0.0; LONGEST];
    own[0] = found.backoff;
    while length < index.order() && length <= at {
        let Some(longer) = index.longer(length, found.place, words[at - length]) else {
            break;
        };
        found = longer;
        own[length] = found.backoff;
        length += 1;
        if !found.log10.is_nan() {
            (log10, matched) = (found.log10, length);
        }
    }
    let unused = &backoffs.weights[..backoffs.known];
    let unused: f64 = unused.iter().skip(matched - 1).map(|&w| f64::from(w)).sum();
    // The longest n-grams are the context of nothing.
    backoffs.known = length.min(index.order() - 1);
    backoffs.weights = own;
    Word {
        log10: f64::from(log10) + unused,
        matched,
        unknown: words[at] == UNKNOWN,
    }
}

impl Sentence {
    fn add(&mut self, word: Word) {
        self.words += 1;
        self.log10 += word.log10;
        if word.unknown {
            self.unknown += 1;
        } else {
            self.known_log10 += word.log10;
        }
    }
}
