//! Expected n-grams: weighted references as a single one with fractional counts.
//!
//! Minimum Bayes risk against one pseudo-reference after the other takes quadratic time; against the
//! expected counts of their n-grams it is linear (`DeNero`, Chiang and Knight 2009; Vamvas and Sennrich
//! 2024). A count is clipped by its expectation, so that a single reference of weight 1 gives the usual
//! statistics.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::ngrams::row_width;
use crate::error::{Error, Result};
use crate::layout::{Layout, Per, Segment};
use crate::text::Tokens;

/// The empty n-gram.
const ROOT: u32 = 0;

/// N-grams above which the table is given back before the next segment: clearing takes time in
/// proportion to its size, and one huge list must not slow down all that follow.
const KEPT_CAPACITY: usize = 1 << 16;

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// How often the n-gram is expected.
    expected: f64,
    /// Count in the text being walked.
    seen: u32,
    /// The text `seen` belongs to.
    text: u32,
}

/// The n-grams of one segment's references, with their expected counts.
///
/// A trie whose edges live in one table that grows as n-grams come: candidates of one source share
/// most of theirs, so room for all would be many times too much.
#[derive(Debug)]
pub(super) struct ExpectedNgrams {
    order: usize,
    edges: HashMap<u64, u32, FxBuildHasher>,
    nodes: Vec<Node>,
    text: u32,
}

impl ExpectedNgrams {
    /// Expects n-grams of up to `order` units, none so far.
    pub(super) fn new(order: usize) -> Self {
        Self {
            order,
            edges: HashMap::default(),
            nodes: vec![Node::default()],
            text: 0,
        }
    }

    /// Expects nothing again.
    pub(super) fn clear(&mut self) {
        if self.edges.capacity() > KEPT_CAPACITY {
            self.edges = HashMap::default();
        }
        self.edges.clear();
        self.nodes.truncate(1);
        self.text = 0;
    }

    /// Expects the n-grams of a reference of this weight.
    pub(super) fn add(&mut self, units: &[u32], weight: f64) {
        for start in 0..units.len() {
            let mut node = ROOT;
            for &unit in units[start..].iter().take(self.order) {
                let fresh = self.nodes.len() as u32;
                node = *self.edges.entry(edge(node, unit)).or_insert(fresh);
                if node == fresh {
                    self.nodes.push(Node::default());
                }
                self.nodes[node as usize].expected += weight;
            }
        }
    }

    /// Adds to `matches[n - 1]` what a text has of the expected n-grams of order n.
    pub(super) fn add_matches(&mut self, units: &[u32], matches: &mut [f64]) {
        self.text += 1;
        for start in 0..units.len() {
            let mut node = ROOT;
            for (&unit, matches) in units[start..].iter().zip(matches.iter_mut()) {
                let Some(&child) = self.edges.get(&edge(node, unit)) else {
                    break;
                };
                node = child;
                *matches += self.see(node);
            }
        }
    }

    /// Counts one more occurrence in the current text; what it adds to the clipped count.
    fn see(&mut self, node: u32) -> f64 {
        let node = &mut self.nodes[node as usize];
        if node.text != self.text {
            node.text = self.text;
            node.seen = 0;
        }
        let before = node.expected.min(f64::from(node.seen));
        node.seen += 1;
        node.expected.min(f64::from(node.seen)) - before
    }
}

fn edge(node: u32, unit: u32) -> u64 {
    u64::from(node) << 32 | u64::from(unit)
}

/// The references of a segment that weigh anything, with their weights.
pub(super) fn weighted<'a>(
    segment: Segment<'a>,
    weights: &'a [f64],
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let all = segment.references().map(|r| (r, weights[r]));
    all.filter(|&(_, weight)| weight > 0.0)
}

/// Refuses weights that are not one for each reference.
pub(super) fn check_weights(weights: &[f64], references: usize) -> Result<()> {
    if weights.len() == references {
        return Ok(());
    }
    let what = format!("{} weights for {references} references", weights.len());
    Err(Error::Layout(what))
}

/// As [`clipped_matches`](super::ngrams::clipped_matches), against the expected n-grams and the
/// expected length of each segment's references.
///
/// # Errors
/// When the two were interned separately, weights are not one for each reference, or threads cannot
/// be started.
pub fn expected_matches(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    weights: &[f64],
    order: usize,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    check_weights(weights, refs.len())?;
    let count = |ngrams: &mut ExpectedNgrams, segment: Segment<'_>, out: &mut [f64]| {
        ngrams.clear();
        let mut length = 0.0;
        for (r, weight) in weighted(segment, weights) {
            ngrams.add(refs.line(r), weight);
            length += weight * refs.line(r).len() as f64;
        }
        for (row, h) in out.chunks_mut(row_width(order)).zip(segment.hypotheses()) {
            let words = hyps.line(h);
            let (matches, rest) = row.split_at_mut(order);
            ngrams.add_matches(words, matches);
            for (n, total) in rest[..order].iter_mut().enumerate() {
                *total = words.len().saturating_sub(n) as f64;
            }
            rest[order] = words.len() as f64;
            rest[order + 1] = length;
        }
    };
    layout.count(
        row_width(order),
        Per::Hypothesis,
        || ExpectedNgrams::new(order),
        count,
    )
}

#[cfg(test)]
mod tests {
    use super::super::ngrams::{ReferenceLength, clipped_matches};
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

    fn encoded(hyps: &[&str], refs: &[&str]) -> (Tokens, Tokens) {
        let view = View {
            tokenizer: Tokenizer::None,
            case: Case::Keep,
            split: Split::Ascii,
        };
        let (hyps, refs): (Texts, Texts) = (hyps.iter().collect(), refs.iter().collect());
        let mut both = encode(&[&hyps, &refs], view).unwrap().into_iter();
        (both.next().unwrap(), both.next().unwrap())
    }

    fn one_segment(hyps: usize, refs: usize) -> Layout {
        let rows = (0..hyps as u32).collect();
        Layout::new(rows, vec![0; hyps], vec![0, refs as u32], hyps, refs).unwrap()
    }

    #[test]
    fn counts_are_clipped_by_their_expectation() {
        // Expected: a 0.25 + 0.75·3 = 2.5, b 0.25, aa 0.75·2 = 1.5, ab 0.25; length 0.25·2 + 0.75·3.
        let (hyps, refs) = encoded(&["a a a a", "b a", "x", ""], &["a b", "a a a"]);
        let rows = expected_matches(&hyps, &refs, &one_segment(4, 2), &[0.25, 0.75], 2).unwrap();
        let expected = [
            [2.5, 1.5, 4., 3., 4., 2.75],
            [1.25, 0., 2., 1., 2., 2.75],
            [0., 0., 1., 0., 1., 2.75],
            [0., 0., 0., 0., 0., 2.75],
        ];
        assert_eq!(rows, expected.concat());
    }

    #[test]
    fn one_reference_of_weight_one_is_counted_as_ever() {
        let lines = ["the cat sat on the mat", "the the the", "", "a b c d e"];
        for reference in lines {
            let (hyps, refs) = encoded(&lines, &[reference]);
            let layout = one_segment(lines.len(), 1);
            let closest = ReferenceLength::Closest;
            assert_eq!(
                expected_matches(&hyps, &refs, &layout, &[1.0], 4).unwrap(),
                clipped_matches(&hyps, &refs, &layout, 4, closest).unwrap()
            );
        }
    }

    #[test]
    fn what_weighs_nothing_is_not_there() {
        let (hyps, refs) = encoded(&["a b"], &["a", "a b c"]);
        let layout = one_segment(1, 2);
        let rows = expected_matches(&hyps, &refs, &layout, &[1.0, 0.0], 1).unwrap();
        assert_eq!(rows, [1., 2., 2., 1.]);
        assert!(expected_matches(&hyps, &refs, &layout, &[1.0], 1).is_err());
    }

    #[test]
    fn nothing_is_remembered_of_a_huge_segment() {
        let mut ngrams = ExpectedNgrams::new(2);
        let units: Vec<u32> = (0..2 * KEPT_CAPACITY as u32).collect();
        ngrams.add(&units, 1.0);
        ngrams.clear();
        assert!(ngrams.edges.capacity() < KEPT_CAPACITY);
        let mut matches = [0.0; 2];
        ngrams.add_matches(&[1, 2], &mut matches);
        assert_eq!(matches, [0.0; 2]);
    }
}
