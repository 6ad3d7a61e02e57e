//! Bags of weighted n-grams of the lines of a segment.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// No place.
const NONE: u32 = u32::MAX;

/// A different n-gram of a line, and the weight of all its occurrences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ngram {
    /// The same in all lines of a segment.
    pub(super) id: u32,
    pub(super) weight: f64,
}

/// The n-grams of one order in all lines.
#[derive(Debug, Default)]
struct Known {
    /// An n-gram by the one that it begins with, of one token less, and its last token.
    ids: FxHashMap<(u32, u32), u32>,
    /// The tokens of every n-gram, numbered as n-grams of one token are.
    spelt: Vec<u32>,
    /// Where in its bag every n-gram is, for the line that was looked at last that has it.
    places: Vec<u32>,
}

/// The different n-grams of lines with their weights summed, in the order of their first occurrence.
///
/// That order, and with it every sum, depends on the line alone: neither on how ids were given nor on the
/// other lines.
#[derive(Debug)]
pub(super) struct Bags {
    known: Vec<Known>,
    /// The different tokens as they were given, by their ids.
    given: Vec<u32>,
    ngrams: Vec<Ngram>,
    /// Line after line, and order after order within each.
    spans: Vec<Range<usize>>,
    /// The line in work: its tokens, and its n-grams of one order.
    tokens: Vec<u32>,
    here: Vec<u32>,
}

impl Bags {
    /// Of n-grams up to an order.
    pub(super) fn new(order: usize) -> Self {
        Self {
            known: (0..order).map(|_| Known::default()).collect(),
            given: Vec::new(),
            ngrams: Vec::new(),
            spans: Vec::new(),
            tokens: Vec::new(),
            here: Vec::new(),
        }
    }

    /// Forgets all lines.
    pub(super) fn clear(&mut self) {
        self.given.clear();
        self.ngrams.clear();
        self.spans.clear();
        for known in &mut self.known {
            known.ids.clear();
            known.spelt.clear();
            known.places.clear();
        }
    }

    /// Adds a line; `weights` has those of its n-grams, order by order.
    pub(super) fn push(&mut self, tokens: impl Iterator<Item = u32>, weights: &[Vec<f64>]) {
        self.here.clear();
        self.here.extend(tokens);
        self.tokens.clear();
        for (k, (known, weights)) in self.known.iter_mut().zip(weights).enumerate() {
            let begin = self.ngrams.len();
            for (i, &weight) in weights.iter().enumerate() {
                let first = self.here[i];
                let last = if k == 0 { NONE } else { self.tokens[i + k] };
                let next = known.ids.len() as u32;
                let id = *known.ids.entry((first, last)).or_insert(next);
                self.here[i] = id;
                if k == 0 {
                    self.tokens.push(id);
                }
                if id == next {
                    if k == 0 {
                        self.given.push(first);
                    }
                    known.spelt.extend_from_slice(&self.tokens[i..=i + k]);
                    known.places.push(NONE);
                }
                let place = &mut known.places[id as usize];
                let here = (*place as usize).wrapping_sub(begin);
                if let Some(ngram) = self.ngrams[begin..].get_mut(here) {
                    ngram.weight += weight;
                } else {
                    *place = self.ngrams.len() as u32;
                    self.ngrams.push(Ngram { id, weight });
                }
            }
            self.spans.push(begin..self.ngrams.len());
        }
    }

    /// The n-grams of a line that have `k + 1` tokens.
    pub(super) fn bag(&self, line: usize, k: usize) -> &[Ngram] {
        &self.ngrams[self.span(line, k)]
    }

    /// The different tokens as they were given, by their ids.
    pub(super) fn given(&self) -> &[u32] {
        &self.given
    }

    /// The tokens of an n-gram that has `k + 1`.
    pub(super) fn spelt(&self, id: u32, k: usize) -> &[u32] {
        &self.known[k].spelt[id as usize * (k + 1)..][..=k]
    }

    /// Looks at a line, of which [`Self::find`] is asked next.
    pub(super) fn look_at(&mut self, line: usize) {
        for k in 0..self.known.len() {
            for place in self.span(line, k) {
                let id = self.ngrams[place].id;
                self.known[k].places[id as usize] = place as u32;
            }
        }
    }

    /// Where in its bag a line that is looked at has an n-gram of `k + 1` tokens.
    pub(super) fn find(&self, line: usize, k: usize, id: u32) -> Option<usize> {
        let span = self.span(line, k);
        let place = self.known[k].places[id as usize] as usize;
        // Of other lines are the places of n-grams that this one does not have.
        span.contains(&place).then(|| place - span.start)
    }

    fn span(&self, line: usize, k: usize) -> Range<usize> {
        self.spans[line * self.known.len() + k].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ngrams_are_merged_in_order_of_occurrence() {
        let mut bags = Bags::new(2);
        bags.push(
            [9, 1, 9, 1, 2].into_iter(),
            &[vec![1.0; 5], vec![1.0, 0.5, 0.25, 2.0]],
        );
        bags.push([1, 9, 7].into_iter(), &[vec![0.5; 3], vec![1.0; 2]]);
        bags.push([3].into_iter(), &[vec![1.0], vec![]]);
        let bag = |line, k| -> Vec<(u32, f64)> {
            bags.bag(line, k).iter().map(|n| (n.id, n.weight)).collect()
        };
        assert_eq!(bag(0, 0), [(0, 2.0), (1, 2.0), (2, 1.0)]);
        assert_eq!(bag(0, 1), [(0, 1.25), (1, 0.5), (2, 2.0)]);
        assert_eq!(bag(1, 0), [(1, 0.5), (0, 0.5), (3, 0.5)]);
        assert_eq!(bag(1, 1), [(1, 1.0), (3, 1.0)]);
        assert_eq!((bag(2, 0), bag(2, 1)), (vec![(4, 1.0)], vec![]));
        assert_eq!(
            (bags.spelt(3, 1), bags.given()),
            (&[0, 3][..], &[9, 1, 2, 7, 3][..])
        );
    }

    #[test]
    fn lines_are_looked_at() {
        let mut bags = Bags::new(1);
        bags.push([5, 6].into_iter(), &[vec![1.0; 2]]);
        bags.push([6, 7].into_iter(), &[vec![1.0; 2]]);
        for (line, wanted) in [(1, [None, Some(0), Some(1)]), (0, [Some(0), Some(1), None])] {
            bags.look_at(line);
            assert_eq!([0, 1, 2].map(|id| bags.find(line, 0, id)), wanted);
        }
        bags.clear();
        bags.push([7].into_iter(), &[vec![1.0]]);
        assert_eq!(bags.find(0, 0, 0), Some(0));
    }
}
