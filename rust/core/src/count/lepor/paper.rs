//! nLEPOR and hLEPOR as the paper defines them, on interned words.

use super::PositionDifference;
use super::by_places::{ByPlaces, MOST_CONTEXT};
use super::by_search::{BySearch, Matcher};
use crate::count::pairs::map_pairs;
use crate::count::places::{FEW_WORDS, MOST_WORDS};
use crate::error::Result;
use crate::layout::Layout;
use crate::text::Tokens;

/// How words of a hypothesis are matched to positions of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matching {
    /// How many words to each side are nearby.
    pub context: usize,
    /// Whether a position of the reference can be matched only once.
    pub one_to_one: bool,
}

impl Default for Matching {
    fn default() -> Self {
        Self {
            context: 2,
            one_to_one: true,
        }
    }
}

/// How hypotheses are compared with one reference after the other.
pub(super) trait Comparing {
    /// Prepares a reference.
    fn prepare(&mut self, reference: &[u32]);

    /// Adds the n-grams in common of 1, 2, .. words, and says how far words are from their match;
    /// `reference` is the one prepared.
    fn compare(&mut self, hyp: &[u32], reference: &[u32], common: &mut [f64])
    -> PositionDifference;
}

/// What compares with references of few words, of many, and with any.
struct Scratch {
    few: ByPlaces<u64>,
    many: ByPlaces<u128>,
    any: BySearch,
    context: usize,
    /// The line of the reference.
    reference: usize,
}

impl Scratch {
    fn new(order: usize, bound: usize, matching: Matching) -> Self {
        Self {
            few: ByPlaces::new(bound, matching),
            many: ByPlaces::new(bound, matching),
            any: BySearch::new(order, bound, matching),
            context: matching.context,
            reference: 0,
        }
    }

    fn fit_for(&mut self, reference: &[u32]) -> &mut dyn Comparing {
        let words = reference.len();
        if words > MOST_WORDS || self.context > MOST_CONTEXT {
            &mut self.any
        } else if words > FEW_WORDS {
            &mut self.many
        } else {
            &mut self.few
        }
    }
}

/// The words nearby.
pub(super) fn around(line: &[u32], i: usize, context: usize) -> impl Iterator<Item = u32> {
    let before = &line[i.saturating_sub(context)..i];
    let after = &line[i + 1..line.len().min((i + 1).saturating_add(context))];
    before.iter().chain(after).copied()
}

/// For every row and reference, the position in the reference that each word of the hypothesis is matched to.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn positions(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    matching: Matching,
) -> Result<Vec<Vec<Option<usize>>>> {
    map_pairs(
        hyps,
        refs,
        layout,
        || (),
        |(), _, hyp, reference| Ok(positions_of(hyp, reference, matching)),
    )
}

fn positions_of(hyp: &[u32], reference: &[u32], matching: Matching) -> Vec<Option<usize>> {
    let mut matcher = Matcher::new(matching);
    matcher.prepare(reference);
    let mut positions = vec![None; hyp.len()];
    matcher.matches(hyp, reference, |i, j| positions[i] = Some(j));
    positions
}

/// Numbers in a row of [`paper_counts`].
pub fn paper_row_width(order: usize) -> usize {
    3 + order
}

/// For every row and reference: hypothesis length c, reference length r, normalised position
/// difference NPD (equation 6), and the common n-grams of 1 to `order` words.
///
/// NPD is (1/c) Σ |i/c − j/r| over matched words with positions from 1; it is 0 without matches.
/// Common n-grams are a bag intersection; a line of c words has max(0, c − n + 1) of length n.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn paper_counts(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: usize,
    matching: Matching,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    let prepare = |scratch: &mut Scratch, r: usize| {
        scratch.reference = r;
        scratch.fit_for(refs.line(r)).prepare(refs.line(r));
    };
    let count = |scratch: &mut Scratch, h: usize, row: &mut [f64]| {
        let (hyp, reference) = (hyps.line(h), refs.line(scratch.reference));
        let (c, r) = (hyp.len(), reference.len());
        let (numbers, common) = row.split_at_mut(3);
        let comparing = scratch.fit_for(reference);
        let difference = comparing.compare(hyp, reference, common);
        numbers.copy_from_slice(&[c as f64, r as f64, difference.normalised(c, r)]);
    };
    let init = || Scratch::new(order, refs.bound(), matching);
    layout.count_pairs(paper_row_width(order), init, prepare, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

    fn matched(hyp: &[u32], reference: &[u32], matching: Matching) -> Vec<i64> {
        positions_of(hyp, reference, matching)
            .into_iter()
            .map(|j| j.map_or(-1, |j| j as i64))
            .collect()
    }

    const MANY_TO_ONE: Matching = Matching {
        context: 2,
        one_to_one: false,
    };

    #[test]
    fn context_beats_distance() {
        // The first 1 has the 2 nearby only in the reference's second 1.
        let (hyp, reference) = ([1, 2], [1, 8, 8, 8, 1, 2]);
        assert_eq!(matched(&hyp, &reference, Matching::default()), [4, 5]);
        let blind = Matching {
            context: 0,
            ..Matching::default()
        };
        assert_eq!(matched(&hyp, &reference, blind), [0, 5]);
    }

    #[test]
    fn nearest_then_leftmost() {
        let matching = Matching::default();
        assert_eq!(matched(&[9, 9, 1], &[1, 8, 8, 8, 1], matching), [-1, -1, 0]);
        assert_eq!(
            matched(&[9, 9, 9, 1], &[1, 8, 8, 8, 1], matching),
            [-1, -1, -1, 4]
        );
    }

    #[test]
    fn positions_are_used_once_unless_allowed() {
        assert_eq!(
            matched(&[1, 1, 1], &[1, 1], Matching::default()),
            [0, 1, -1]
        );
        assert_eq!(matched(&[1, 1, 1], &[1, 1], MANY_TO_ONE), [0, 1, 1]);
        assert!(matched(&[], &[1], MANY_TO_ONE).is_empty());
        assert_eq!(matched(&[1], &[], MANY_TO_ONE), [-1]);
    }

    #[test]
    fn a_context_wider_than_the_line_is_the_line() {
        let matching = Matching {
            context: usize::MAX,
            one_to_one: true,
        };
        assert_eq!(
            matched(&[1, 9, 9, 2], &[1, 8, 1, 2], matching),
            [0, -1, -1, 3]
        );
    }

    #[test]
    fn rows_are_per_hypothesis_then_reference() {
        let hyps: Texts = ["a b c", "b a"].iter().collect();
        let refs: Texts = ["a b", "c b a d"].iter().collect();
        let view = View {
            tokenizer: Tokenizer::None,
            case: Case::Keep,
            split: Split::Ascii,
        };
        let encoded = encode(&[&hyps, &refs], view).unwrap();
        let layout = Layout::new(vec![0, 1], vec![0, 0], vec![0, 2], 2, 2).unwrap();
        let rows = paper_counts(&encoded[0], &encoded[1], &layout, 2, Matching::default()).unwrap();
        let expected: [[f64; 5]; 4] = [
            // (|1/3 - 1/2| + |2/3 - 2/2|) / 3
            [3., 2., 1. / 6., 2., 1.],
            // (|1/3 - 3/4| + |2/3 - 2/4| + |3/3 - 1/4|) / 3
            [3., 4., 16. / 36., 3., 0.],
            [2., 2., 0.5, 2., 0.],
            // (|1/2 - 2/4| + |2/2 - 3/4|) / 2
            [2., 4., 0.125, 2., 1.],
        ];
        for (row, expected) in rows.chunks(5).zip(expected) {
            for (value, expected) in row.iter().zip(expected) {
                assert!((value - expected).abs() < 1e-15, "{row:?}");
            }
        }
    }
}
