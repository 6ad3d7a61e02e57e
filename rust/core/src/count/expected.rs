//! Expected n-grams: weighted references as a single one with fractional counts.
//!
//! Minimum Bayes risk against one pseudo-reference after the other takes quadratic time; against the
//! expected counts of their n-grams it is linear (`DeNero`, Chiang and Knight 2009; Vamvas and Sennrich
//! 2024). A count is clipped by its expectation, so that a single reference of weight 1 gives the usual
//! statistics.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::ngrams::{fill, row_width};
use crate::error::{Error, Result};
use crate::interrupt;
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
    /// The n-gram without its last unit.
    prefix: u32,
    /// The n-gram without its first unit; [`ROOT`] as long as it is not known.
    suffix: u32,
    /// Count in the text being walked.
    seen: u32,
    /// The text `seen` belongs to.
    text: u32,
}

/// The longest n-gram that begins at some place of a text.
#[derive(Debug, Clone, Copy)]
struct Longest {
    node: u32,
    length: usize,
}

const NONE: Longest = Longest {
    node: ROOT,
    length: 0,
};

/// The n-grams of one segment's references, with their expected counts.
///
/// A trie whose edges live in one table that grows as n-grams come: candidates of one source share
/// most of theirs, so room for all would be many times too much. The n-gram at the next place is
/// reached by leaving out the first unit, so that a place costs about one look-up, not one for each
/// order.
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

    /// Takes in a reference of this weight. [`Self::settle`] follows the last one.
    pub(super) fn add(&mut self, units: &[u32], weight: f64) {
        let mut longest = NONE;
        for start in 0..units.len() {
            interrupt::step(start);
            let before = longest;
            longest = self.without_first(before);
            let rest = units[start + longest.length..].iter();
            for &unit in rest.take(self.order - longest.length) {
                longest.node = self.child_or_new(longest.node, unit);
                longest.length += 1;
            }
            // Shorter n-grams get theirs when all references are in.
            self.nodes[longest.node as usize].expected += weight;
            self.link(before, longest);
        }
    }

    /// Every n-gram is expected wherever a longer one begins with it.
    pub(super) fn settle(&mut self) {
        // Prefixes have lower numbers.
        for node in (1..self.nodes.len()).rev() {
            let Node {
                expected, prefix, ..
            } = self.nodes[node];
            self.nodes[prefix as usize].expected += expected;
        }
    }

    /// Adds to `matches[n - 1]` what a text has of the expected n-grams of order n.
    pub(super) fn add_matches(&mut self, units: &[u32], matches: &mut [f64]) {
        self.text += 1;
        let mut longest = NONE;
        for start in 0..units.len() {
            interrupt::step(start);
            longest = self.without_first(longest);
            let rest = units[start + longest.length..].iter();
            for &unit in rest.take(self.order - longest.length) {
                let Some(&child) = self.edges.get(&edge(longest.node, unit)) else {
                    break;
                };
                longest.node = child;
                longest.length += 1;
            }
            let mut node = longest.node;
            for matches in matches[..longest.length].iter_mut().rev() {
                *matches += self.see(node);
                node = self.nodes[node as usize].prefix;
            }
        }
    }

    /// What is known of the next place; nothing as long as the suffix is not.
    fn without_first(&self, longest: Longest) -> Longest {
        match self.nodes[longest.node as usize].suffix {
            ROOT => NONE,
            suffix => Longest {
                node: suffix,
                length: longest.length - 1,
            },
        }
    }

    fn child_or_new(&mut self, node: u32, unit: u32) -> u32 {
        let fresh = self.nodes.len() as u32;
        let child = *self.edges.entry(edge(node, unit)).or_insert(fresh);
        if child == fresh {
            self.nodes.push(Node {
                prefix: node,
                ..Node::default()
            });
        }
        child
    }

    /// Notes the suffixes of the n-grams at one place, given those at the next.
    fn link(&mut self, before: Longest, mut after: Longest) {
        let Longest { mut node, length } = before;
        while after.length + 1 > length.max(1) {
            after.node = self.nodes[after.node as usize].prefix;
            after.length -= 1;
        }
        // Where one is known, so are those of all that begin it.
        while after.length > 0 && self.nodes[node as usize].suffix == ROOT {
            self.nodes[node as usize].suffix = after.node;
            node = self.nodes[node as usize].prefix;
            after.node = self.nodes[after.node as usize].prefix;
            after.length -= 1;
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
            interrupt::poll();
            ngrams.add(refs.line(r), weight);
            length += weight * refs.line(r).len() as f64;
        }
        ngrams.settle();
        for (row, h) in out.chunks_mut(row_width(order)).zip(segment.hypotheses()) {
            interrupt::poll();
            let words = hyps.line(h);
            ngrams.add_matches(words, fill(row, words.len(), length));
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
    use std::collections::BTreeMap;

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

    /// Every n-gram of a text, with its order less one.
    fn ngrams_of(units: &[u32], order: usize) -> Vec<(usize, &[u32])> {
        let orders = (1..=order).flat_map(|n| units.windows(n).map(move |w| (n - 1, w)));
        orders.collect()
    }

    #[test]
    fn walking_by_suffixes_agrees_with_counting_every_ngram() {
        // Texts over two or three letters, so that n-grams repeat in every way.
        let mut state = 7_u32;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for round in 0..200_usize {
            let letters = 2 + (round % 2) as u32;
            let order = 1 + round % 6;
            let mut text = || (0..draw(12)).map(|_| draw(letters)).collect::<Vec<u32>>();
            let refs = [text(), text(), text()];
            let hyps = [text(), text()];
            let mut fast = ExpectedNgrams::new(order);
            let mut expected: BTreeMap<&[u32], f64> = BTreeMap::new();
            for (units, weight) in refs.iter().zip([0.5, 0.25, 0.25]) {
                fast.add(units, weight);
                for (_, ngram) in ngrams_of(units, order) {
                    *expected.entry(ngram).or_default() += weight;
                }
            }
            fast.settle();
            for units in &hyps {
                let mut counts: BTreeMap<&[u32], (usize, f64)> = BTreeMap::new();
                for (n, ngram) in ngrams_of(units, order) {
                    counts.entry(ngram).or_insert((n, 0.0)).1 += 1.0;
                }
                let mut slow = vec![0.0; order];
                for (ngram, (n, count)) in counts {
                    slow[n] += count.min(expected.get(ngram).copied().unwrap_or(0.0));
                }
                let mut matches = vec![0.0; order];
                fast.add_matches(units, &mut matches);
                assert_eq!(matches, slow, "{refs:?} {units:?}");
            }
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
        ngrams.settle();
        ngrams.clear();
        assert!(ngrams.edges.capacity() < KEPT_CAPACITY);
        let mut matches = vec![0.0; 2];
        ngrams.add_matches(&[1, 2], &mut matches);
        assert_eq!(matches, vec![0.0; 2]);
    }
}
