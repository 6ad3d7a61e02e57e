//! Confusion networks: what the phrases of a sentence may be in the pivot language.

use std::ops::Range;

use super::segment::Segment;
use super::store::Store;

/// A token of the pivot language: its lemma and its part of speech, and what it multiplies the weight of
/// n-grams with.
#[derive(Debug, Clone, Copy)]
pub struct NetworkToken {
    /// Lemma and part of speech, as ids.
    pub labels: [u32; 2],
    /// 1, or less for a function word.
    pub weight: f64,
}

/// One of the things a segment may be.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// p(f|e).
    pub probability: f64,
    tokens: Range<usize>,
}

/// Segments, one after the other, and the alternatives of each.
#[derive(Debug, Default)]
pub struct Network {
    tokens: Vec<NetworkToken>,
    alternatives: Vec<Alternative>,
    ends: Vec<usize>,
}

impl Network {
    /// Builds the network of a sentence from its phrases. `pivot` describes the tokens of the table and
    /// `unseen` the words of the sentence, which stay as they are where the table does not have them.
    pub fn fill(
        &mut self,
        store: &Store<'_>,
        segments: &[Segment],
        pivot: impl Fn(u32) -> NetworkToken,
        unseen: impl Fn(usize) -> NetworkToken,
    ) {
        self.tokens.clear();
        self.alternatives.clear();
        self.ends.clear();
        for segment in segments {
            if let Some(node) = segment.node {
                let occurrences = store.occurrences(node);
                for entry in store.entries(node) {
                    let tokens = store.pivot(entry).map(&pivot);
                    self.push(store.count(entry) / occurrences, tokens);
                }
            } else {
                self.push(1.0, (segment.begin..segment.end).map(&unseen));
            }
            self.ends.push(self.alternatives.len());
        }
    }

    fn push(&mut self, probability: f64, tokens: impl Iterator<Item = NetworkToken>) {
        let begin = self.tokens.len();
        self.tokens.extend(tokens);
        self.alternatives.push(Alternative {
            probability,
            tokens: begin..self.tokens.len(),
        });
    }

    /// The alternatives of each segment.
    pub fn segments(&self) -> impl Iterator<Item = &[Alternative]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins
            .zip(&self.ends)
            .map(|(&begin, &end)| &self.alternatives[begin..end])
    }

    /// The tokens of an alternative.
    pub fn tokens(&self, alternative: &Alternative) -> &[NetworkToken] {
        &self.tokens[alternative.tokens.clone()]
    }

    /// The expected weight of all n-grams of each order: `totals[n - 1]`.
    pub fn totals(&self, totals: &mut [f64]) {
        let order = totals.len();
        totals.fill(0.0);
        // By length: n-grams that end where the last segment ended.
        let mut history = vec![0.0; order];
        for alternatives in self.segments() {
            let mut next = vec![0.0; order];
            for alternative in alternatives {
                let tokens = self.tokens(alternative);
                self.add_windows(alternative, totals, &mut next);
                let mut weight = alternative.probability;
                for (length, token) in (1..order).zip(tokens) {
                    weight *= token.weight;
                    for before in 1..=order - length {
                        totals[before + length - 1] += history[before - 1] * weight;
                    }
                    if length == tokens.len() {
                        for before in 1..order - length {
                            next[before + length - 1] += history[before - 1] * weight;
                        }
                    }
                }
            }
            history = next;
        }
    }

    /// N-grams within an alternative, and among them those that end with it.
    fn add_windows(&self, alternative: &Alternative, totals: &mut [f64], ending: &mut [f64]) {
        let tokens = self.tokens(alternative);
        for begin in 0..tokens.len() {
            let mut weight = alternative.probability;
            for (k, token) in tokens[begin..].iter().take(totals.len()).enumerate() {
                weight *= token.weight;
                totals[k] += weight;
                if begin + k + 1 == tokens.len() {
                    ending[k] += weight;
                }
            }
        }
    }
}
