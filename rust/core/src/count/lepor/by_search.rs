//! Comparing with references of any length: words are searched for.

use super::PositionDifference;
use super::occurrences::Occurrences;
use super::paper::{Comparing, Matching, around};
use crate::count::table::NgramTable;
use crate::interrupt;

/// Compares with a reference whose words and n-grams are filed.
pub(super) struct BySearch {
    matcher: Matcher,
    ngrams: NgramTable,
}

impl BySearch {
    pub(super) fn new(order: usize, bound: usize, matching: Matching) -> Self {
        Self {
            matcher: Matcher::new(matching),
            ngrams: NgramTable::new(order, bound),
        }
    }
}

impl Comparing for BySearch {
    fn prepare(&mut self, reference: &[u32]) {
        self.matcher.prepare(reference);
        self.ngrams.fill(std::iter::once(reference));
    }

    fn compare(
        &mut self,
        hyp: &[u32],
        reference: &[u32],
        common: &mut [f64],
    ) -> PositionDifference {
        let (c, r) = (hyp.len(), reference.len());
        let mut difference = PositionDifference::default();
        self.matcher
            .matches(hyp, reference, |i, j| difference.add((i, c), (j, r)));
        self.ngrams.count_matches(hyp, common);
        difference
    }
}

/// Matches hypotheses to one reference, with buffers.
///
/// A candidate has context if a word near it is near the hypothesis's word as well, so candidates
/// are also filed under each of their neighbours: no line is so repetitive that candidates would
/// have to be tried one by one.
pub(super) struct Matcher {
    matching: Matching,
    words: Occurrences<u32>,
    /// Keys are a word and a word near it, for words that occur more than once.
    with_neighbour: Occurrences<(u32, u32)>,
}

impl Matcher {
    pub(super) fn new(matching: Matching) -> Self {
        Self {
            matching,
            words: Occurrences::new(),
            with_neighbour: Occurrences::new(),
        }
    }

    pub(super) fn prepare(&mut self, reference: &[u32]) {
        let context = self.matching.context;
        self.words.fill(reference.iter().copied().zip(0..));
        let words = &self.words;
        let ambiguous = (0_u32..)
            .zip(reference)
            .filter(|&(_, &word)| words.of(word).len() > 1);
        self.with_neighbour.fill(ambiguous.flat_map(|(j, &word)| {
            around(reference, j as usize, context).map(move |neighbour| ((word, neighbour), j))
        }));
    }

    /// Calls `each` with the positions of every match, from left to right in the hypothesis;
    /// `reference` is the one prepared.
    pub(super) fn matches(
        &mut self,
        hyp: &[u32],
        reference: &[u32],
        mut each: impl FnMut(usize, usize),
    ) {
        if self.matching.one_to_one {
            self.words.restore();
            self.with_neighbour.restore();
        }
        for (i, &word) in hyp.iter().enumerate() {
            interrupt::step(i);
            let candidates = self.words.of(word);
            let ambiguous = candidates.len() > 1;
            let chosen = if ambiguous {
                self.choose(candidates, hyp, i)
            } else {
                candidates.first().copied()
            };
            let Some(j) = chosen else {
                continue;
            };
            each(i, j as usize);
            if self.matching.one_to_one {
                self.words.remove(word, j);
            }
            // A word with one candidate left never asks for neighbours again.
            if self.matching.one_to_one && ambiguous {
                for neighbour in around(reference, j as usize, self.matching.context) {
                    self.with_neighbour.remove((word, neighbour), j);
                }
            }
        }
    }

    /// The nearest candidate that has context, or the nearest if none has.
    fn choose(&self, candidates: &[u32], hyp: &[u32], i: usize) -> Option<u32> {
        around(hyp, i, self.matching.context)
            .filter_map(|neighbour| nearest(self.with_neighbour.of((hyp[i], neighbour)), i))
            .min_by_key(|&j| ((j as usize).abs_diff(i), j))
            .or_else(|| nearest(candidates, i))
    }
}

/// The one of ascending `places` that is nearest to `i`, the left one in a tie.
fn nearest(places: &[u32], i: usize) -> Option<u32> {
    let (before, after) = places.split_at(places.partition_point(|&j| (j as usize) < i));
    let nearest_on_each_side = before.last().into_iter().chain(after.first());
    nearest_on_each_side
        .copied()
        .min_by_key(|&j| (j as usize).abs_diff(i))
}
