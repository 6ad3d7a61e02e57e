//! Comparing with references of few words: places are bits.

use super::PositionDifference;
use super::paper::{Comparing, Matching, around};
use crate::count::places::{Bits, Places};
use crate::interrupt;

/// With a wider context, places near a word are not found by a few shifts.
pub(super) const MOST_CONTEXT: usize = 8;

/// Compares with a reference of at most as many words as a number has bits.
pub(super) struct ByPlaces<B> {
    matching: Matching,
    places: Places<B>,
}

impl<B: Bits> ByPlaces<B> {
    /// Of words whose ids are below `bound`.
    pub(super) fn new(bound: usize, matching: Matching) -> Self {
        Self {
            matching,
            places: Places::new(bound),
        }
    }

    /// Calls `each` with the positions of every match, from left to right in the hypothesis.
    fn matches(&self, hyp: &[u32], mut each: impl FnMut(usize, usize)) {
        let mut free = !B::default();
        for (i, &word) in hyp.iter().enumerate() {
            interrupt::step(i);
            let Some(j) = self.choose(self.places.of(word) & free, hyp, i) else {
                continue;
            };
            each(i, j);
            if self.matching.one_to_one {
                free = free & !B::at(j);
            }
        }
    }

    /// The nearest candidate that has context, or the nearest if none has.
    #[inline]
    fn choose(&self, candidates: B, hyp: &[u32], i: usize) -> Option<usize> {
        let first = candidates.first()?;
        if candidates == B::at(first) {
            return Some(first);
        }
        let nearby = around(hyp, i, self.matching.context);
        let nearby = nearby.fold(B::default(), |all, word| all | self.places.of(word));
        let distances = 1..=self.matching.context;
        let context = distances.fold(B::default(), |all, d| all | nearby << d | nearby >> d);
        nearest(candidates & context, i).or_else(|| nearest(candidates, i))
    }
}

/// The place that is nearest to `i`, the left one in a tie.
fn nearest<B: Bits>(places: B, i: usize) -> Option<usize> {
    let before = (places & B::before(i)).last();
    let after = (places & !B::before(i)).first();
    let nearest_on_each_side = before.into_iter().chain(after);
    nearest_on_each_side.min_by_key(|j| j.abs_diff(i))
}

impl<B: Bits> Comparing for ByPlaces<B> {
    fn prepare(&mut self, reference: &[u32]) {
        self.places.fill(reference);
    }

    fn compare(
        &mut self,
        hyp: &[u32],
        reference: &[u32],
        common: &mut [f64],
    ) -> PositionDifference {
        let (c, r) = (hyp.len(), reference.len());
        let mut difference = PositionDifference::default();
        self.matches(hyp, |i, j| difference.add((i, c), (j, r)));
        self.places.count_matches(hyp, common);
        difference
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::lepor::by_search::Matcher;
    use crate::count::places::tests::line;
    use crate::random::Stream;

    fn check<B: Bits>(lengths: &[usize]) {
        let mut random = Stream::new(11, 0);
        for &length in lengths {
            for (words, context, one_to_one) in [
                (1, 2, true),
                (3, 0, true),
                (5, 2, true),
                (5, 2, false),
                (9, 8, true),
                (40, 1, true),
            ] {
                let matching = Matching {
                    context,
                    one_to_one,
                };
                let mut searching = Matcher::new(matching);
                let mut placing = ByPlaces::<B>::new(40, matching);
                for _ in 0..20 {
                    let mut reference = line(&mut random, length, words);
                    reference.resize(length, 0);
                    searching.prepare(&reference);
                    placing.prepare(&reference);
                    for _ in 0..3 {
                        let hyp = line(&mut random, 3 * length, words);
                        let [mut expected, mut found] = [vec![], vec![]];
                        searching.matches(&hyp, &reference, |i, j| expected.push((i, j)));
                        placing.matches(&hyp, |i, j| found.push((i, j)));
                        assert_eq!(found, expected, "{hyp:?} {reference:?} {matching:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn matches_are_those_of_a_search() {
        check::<u64>(&[0, 1, 5, 20, 63, 64]);
        check::<u128>(&[5, 64, 65, 127, 128]);
    }
}
