//! The probability of sentences.

use super::lookup::Lookup;
use super::model::Model;
use super::words::translate;
use crate::error::Result;
use crate::parallel;
use crate::text::Tokens;

/// Lines per shard.
const SHARD: usize = 64;

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

impl Model {
    /// The sentences of a text, each from `<s>` to `</s>`.
    ///
    /// # Errors
    /// When the model is too large, or threads cannot be started.
    pub fn sentences(&self, tokens: &Tokens) -> Result<Vec<Sentence>> {
        let index = self.index()?;
        let ids = translate(self.words(), tokens.vocabulary());
        let shards = tokens.len().div_ceil(SHARD);
        let done = parallel::map_shards(shards, Lookup::default, |lookup, shard| {
            let lines = shard * SHARD..tokens.len().min((shard + 1) * SHARD);
            lookup.find(index, lines.map(|line| tokens.line(line)), &ids);
            lookup.lines().map(Sentence::of).collect::<Vec<_>>()
        })?;
        Ok(done.concat())
    }

    /// Every word of a line, with `</s>` last.
    ///
    /// # Errors
    /// When the model is too large.
    pub fn words_of(&self, tokens: &Tokens, line: usize) -> Result<Vec<Word>> {
        let ids = translate(self.words(), tokens.vocabulary());
        let mut lookup = Lookup::default();
        lookup.find(self.index()?, [tokens.line(line)].into_iter(), &ids);
        Ok(lookup.lines().flatten().collect())
    }
}

impl Sentence {
    fn of(words: impl Iterator<Item = Word>) -> Self {
        let mut sentence = Self::default();
        for word in words {
            sentence.words += 1;
            sentence.log10 += word.log10;
            if word.unknown {
                sentence.unknown += 1;
            } else {
                sentence.known_log10 += word.log10;
            }
        }
        sentence
    }
}
