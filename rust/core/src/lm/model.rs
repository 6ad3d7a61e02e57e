//! A backoff model: n-grams with their probabilities and backoff weights.

use std::sync::OnceLock;

use super::discount::Discounts;
use super::index::Index;
use super::trie::Level;
use crate::error::Result;
use crate::text::Words;

/// The numbers of the n-grams of one length, as logarithms to base 10.
///
/// Single precision, as in `KenLM`: an ARPA file that is written and read again gives the same model.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    /// Probabilities; not a number for what is no n-gram itself but the end of a longer one.
    pub log10: Vec<f32>,
    /// Weights for going on to shorter contexts; empty in the last level.
    pub backoffs: Vec<f32>,
}

impl Weights {
    /// Logarithms of probabilities, none above 0; no backoff weights yet.
    pub fn of_probabilities(probabilities: &[f64]) -> Self {
        // Adding zero makes -0 a 0, which is how it is written.
        let logarithm = |p: &f64| p.log10().min(0.0) as f32 + 0.0;
        Self {
            log10: probabilities.iter().map(logarithm).collect(),
            backoffs: Vec::new(),
        }
    }
}

/// An n-gram language model.
#[derive(Debug, Clone)]
pub struct Model {
    words: Words,
    levels: Vec<Level>,
    weights: Vec<Weights>,
    discounts: Vec<Discounts>,
    /// Made for the first query: a model that is only written needs none.
    index: OnceLock<Index>,
}

impl Model {
    /// A model from its parts; there are discounts of every order, or of none.
    pub(super) fn new(
        words: Words,
        levels: Vec<Level>,
        weights: Vec<Weights>,
        discounts: Vec<Discounts>,
    ) -> Self {
        Self {
            words,
            levels,
            weights,
            discounts,
            index: OnceLock::new(),
        }
    }

    /// Length of the longest n-grams.
    pub fn order(&self) -> usize {
        self.levels.len()
    }

    /// The words it knows, the reserved ones among them.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The discounts it was estimated with; none where it was read.
    pub fn discounts(&self) -> &[Discounts] {
        &self.discounts
    }

    /// The trie.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The numbers of every level.
    pub fn weights(&self) -> &[Weights] {
        &self.weights
    }

    /// The n-grams as queries want them.
    pub(super) fn index(&self) -> Result<&Index> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let made = Index::of(&self.levels, &self.weights)?;
        Ok(self.index.get_or_init(|| made))
    }

    /// Number of n-grams of every order.
    pub fn counts(&self) -> Vec<usize> {
        let own = |weights: &Weights| weights.log10.iter().filter(|p| !p.is_nan()).count();
        self.weights.iter().map(own).collect()
    }

    /// The model without the n-grams that `keep(level, node)` refuses, which must refuse with an
    /// n-gram all those that end in it.
    pub(super) fn keeping(mut self, keep: impl Fn(usize, usize) -> bool) -> Self {
        // From the last level, so that each knows where its children are now.
        let mut moved = Vec::new();
        for n in (0..self.levels.len()).rev() {
            let (level, weights) = (&self.levels[n], &self.weights[n]);
            let kept: Vec<usize> = (0..level.len()).filter(|&node| keep(n, node)).collect();
            let mut first: Vec<u32> = Vec::new();
            if !level.first.is_empty() {
                let places = kept.iter().map(|&node| level.first[node]);
                let ends = level.first.last().copied();
                first.extend(places.chain(ends).map(|place: u32| moved[place as usize]));
            }
            moved = ranks(&kept, level.len());
            let chosen = |from: &[f32]| kept.iter().map(|&node| from[node]).collect();
            let backoffs = &weights.backoffs;
            self.weights[n] = Weights {
                backoffs: if backoffs.is_empty() {
                    Vec::new()
                } else {
                    chosen(backoffs)
                },
                log10: chosen(&weights.log10),
            };
            let words = kept.iter().map(|&node| level.words[node]).collect();
            self.levels[n] = Level { words, first };
        }
        self
    }
}

/// How many of the ascending `kept` are below every number up to `size`.
fn ranks(kept: &[usize], size: usize) -> Vec<u32> {
    let mut below = 0;
    let rank = |place| {
        while kept.get(below).is_some_and(|&node| node < place) {
            below += 1;
        }
        below as u32
    };
    (0..=size).map(rank).collect()
}
