//! nLEPOR and hLEPOR as the paper defines them, on interned words.

use super::PositionDifference;
use super::occurrences::Occurrences;
use crate::count::table::NgramTable;
use crate::error::Result;
use crate::interrupt;
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
///
/// A candidate has context if a word near it is near the hypothesis's word as well, so candidates
/// are also filed under each of their neighbours: no line is so repetitive that candidates would
/// have to be tried one by one.
struct Matcher {
    matching: Matching,
    words: Occurrences<u32>,
    /// Keys are a word and a word near it, for words that occur more than once.
    with_neighbour: Occurrences<(u32, u32)>,
}

impl Matcher {
    fn new(matching: Matching) -> Self {
        Self {
            matching,
            words: Occurrences::new(),
            with_neighbour: Occurrences::new(),
        }
    }

    fn prepare(&mut self, reference: &[u32]) {
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
    fn matches(&mut self, hyp: &[u32], reference: &[u32], mut each: impl FnMut(usize, usize)) {
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

/// The words nearby.
fn around(line: &[u32], i: usize, context: usize) -> impl Iterator<Item = u32> {
    let before = &line[i.saturating_sub(context)..i];
    let after = &line[i + 1..line.len().min((i + 1).saturating_add(context))];
    before.iter().chain(after).copied()
}

/// The one of ascending `places` that is nearest to `i`, the left one in a tie.
fn nearest(places: &[u32], i: usize) -> Option<u32> {
    let (before, after) = places.split_at(places.partition_point(|&j| (j as usize) < i));
    let nearest_on_each_side = before.last().into_iter().chain(after.first());
    nearest_on_each_side
        .copied()
        .min_by_key(|&j| (j as usize).abs_diff(i))
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
type Scratch = (Matcher, NgramTable, usize);

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
    let prepare = |(matcher, ngrams, prepared): &mut Scratch, r: usize| {
        matcher.prepare(refs.line(r));
        ngrams.fill(std::iter::once(refs.line(r)));
        *prepared = r;
    };
    let count = |(matcher, ngrams, prepared): &mut Scratch, h: usize, row: &mut [f64]| {
        let (hyp, reference) = (hyps.line(h), refs.line(*prepared));
        let (c, r) = (hyp.len(), reference.len());
        let mut difference = PositionDifference::default();
        matcher.matches(hyp, reference, |i, j| difference.add((i, c), (j, r)));
        row[0] = c as f64;
        row[1] = r as f64;
        row[2] = difference.normalised(c, r);
        ngrams.count_matches(hyp, &mut row[3..]);
    };
    let init = || {
        (
            Matcher::new(matching),
            NgramTable::new(order, refs.bound()),
            0,
        )
    };
    layout.count_pairs(paper_row_width(order), init, prepare, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

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
