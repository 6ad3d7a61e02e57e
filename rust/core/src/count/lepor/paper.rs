//! nLEPOR and hLEPOR as the paper defines them, on interned words.

use super::bags::Bags;
use super::occurrences::Occurrences;
use super::{PositionDifference, count_pairs};
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

/// Matches hypotheses to one reference, with buffers.
struct Matcher {
    matching: Matching,
    /// Of the reference.
    occurrences: Occurrences,
    /// Those not yet matched to a word of the hypothesis at hand.
    free: Occurrences,
}

impl Matcher {
    fn new(matching: Matching) -> Self {
        Self {
            matching,
            occurrences: Occurrences::default(),
            free: Occurrences::default(),
        }
    }

    fn prepare(&mut self, reference: &[u32]) {
        self.occurrences.fill(reference);
    }

    /// Calls `each` with the positions of every match, from left to right in the hypothesis;
    /// `reference` is the one prepared.
    fn matches(&mut self, hyp: &[u32], reference: &[u32], mut each: impl FnMut(usize, usize)) {
        if self.matching.one_to_one {
            self.free.copy(&self.occurrences);
        }
        for i in 0..hyp.len() {
            let candidates = if self.matching.one_to_one {
                &self.free
            } else {
                &self.occurrences
            };
            let range = candidates.of(hyp[i]);
            let places = &candidates.positions()[range.clone()];
            let Some(chosen) = choose(hyp, i, reference, places, self.matching.context) else {
                continue;
            };
            each(i, places[chosen] as usize);
            if self.matching.one_to_one {
                self.free.remove(range.clone(), range.start + chosen);
            }
        }
    }
}

/// Which of the ascending `places` the word at `i` is matched to: the nearest that has context,
/// or the nearest if none has.
fn choose(
    hyp: &[u32],
    i: usize,
    reference: &[u32],
    places: &[u32],
    context: usize,
) -> Option<usize> {
    if places.len() < 2 {
        return (!places.is_empty()).then_some(0);
    }
    let [before, after] = around(hyp, i, context);
    let has_context = |&k: &usize| {
        around(reference, places[k] as usize, context)
            .into_iter()
            .flatten()
            .any(|word| before.contains(word) || after.contains(word))
    };
    outward(places, i)
        .find(has_context)
        .or_else(|| outward(places, i).next())
}

/// The words nearby, those before and those after.
fn around(line: &[u32], i: usize, context: usize) -> [&[u32]; 2] {
    let end = line.len().min((i + 1).saturating_add(context));
    [&line[i.saturating_sub(context)..i], &line[i + 1..end]]
}

/// Indices of the ascending `places`, the nearest to `centre` first, the left one in a tie.
fn outward(places: &[u32], centre: usize) -> impl Iterator<Item = usize> {
    let mut right = places.partition_point(|&place| (place as usize) < centre);
    let mut left = right;
    std::iter::from_fn(move || {
        let distance = |k: usize| (places[k] as usize).abs_diff(centre);
        let has_right = right < places.len();
        if left > 0 && !(has_right && distance(right) < distance(left - 1)) {
            left -= 1;
            return Some(left);
        }
        right += usize::from(has_right);
        has_right.then(|| right - 1)
    })
}

/// The position in the reference that each word of the hypothesis is matched to.
pub fn positions(hyp: &[u32], reference: &[u32], matching: Matching) -> Vec<Option<usize>> {
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

/// What counting keeps between lines: the matcher, the n-grams and the number of the reference.
type Scratch = (Matcher, Bags, usize);

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
    let prepare = |(matcher, bags, prepared): &mut Scratch, r: usize| {
        matcher.prepare(refs.line(r));
        bags.fill(refs.line(r));
        *prepared = r;
    };
    let count = |(matcher, bags, prepared): &mut Scratch, h: usize, row: &mut [f64]| {
        let (hyp, reference) = (hyps.line(h), refs.line(*prepared));
        let (c, r) = (hyp.len(), reference.len());
        let mut difference = PositionDifference::default();
        matcher.matches(hyp, reference, |i, j| difference.add((i, c), (j, r)));
        row[0] = c as f64;
        row[1] = r as f64;
        row[2] = difference.normalised(c, r);
        bags.count(hyp, &mut row[3..]);
    };
    let init = || (Matcher::new(matching), Bags::new(order), 0);
    count_pairs(layout, paper_row_width(order), init, prepare, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Split, Texts, View, encode};

    fn matched(hyp: &[u32], reference: &[u32], matching: Matching) -> Vec<i64> {
        positions(hyp, reference, matching)
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
        assert_eq!(matched(&[9, 9, 9, 1], &[1, 8, 8, 8, 1], matching), [-1, -1, -1, 4]);
    }

    #[test]
    fn positions_are_used_once_unless_allowed() {
        assert_eq!(matched(&[1, 1, 1], &[1, 1], Matching::default()), [0, 1, -1]);
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
        assert_eq!(matched(&[1, 9, 9, 2], &[1, 8, 1, 2], matching), [0, -1, -1, 3]);
    }

    #[test]
    fn rows_are_per_hypothesis_then_reference() {
        let hyps: Texts = ["a b c", "b a"].iter().collect();
        let refs: Texts = ["a b", "c b a d"].iter().collect();
        let view = View {
            tokenizer: Tokenizer::None,
            lowercase: false,
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
