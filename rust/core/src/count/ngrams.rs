//! Clipped n-gram matches: the statistics of BLEU and its relatives.

use super::trie::{ROOT, Trie};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};
use crate::text::Tokens;

/// Which reference length a hypothesis is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceLength {
    /// The length closest to the hypothesis', the shorter one in a tie.
    Closest,
    /// The shortest (NIST's BLEU).
    Shortest,
    /// The mean, a real number.
    Average,
}

impl ReferenceLength {
    /// By name.
    ///
    /// # Errors
    /// When the name is not one of ours.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "closest" => Ok(Self::Closest),
            "shortest" => Ok(Self::Shortest),
            "average" => Ok(Self::Average),
            _ => Err(Error::UnknownReferenceLength(name.to_owned())),
        }
    }

    fn choose(self, hyp: usize, refs: &[usize]) -> f64 {
        let chosen = match self {
            Self::Closest => refs.iter().min_by_key(|&&r| (r.abs_diff(hyp), r)),
            Self::Shortest => refs.iter().min(),
            Self::Average => {
                let count = refs.len().max(1) as f64;
                return refs.iter().sum::<usize>() as f64 / count;
            }
        };
        chosen.map_or(0.0, |&r| r as f64)
    }
}

/// How often an n-gram of the references occurs.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// Largest count in any one reference.
    clip: u32,
    /// Count in the line being walked.
    seen: u32,
    /// The line `seen` belongs to.
    line: u32,
}

/// The n-grams of one segment's references, with the counts that hypotheses are clipped by.
pub struct NgramTrie {
    order: usize,
    trie: Trie,
    nodes: Vec<Node>,
    line: u32,
}

impl NgramTrie {
    /// A trie of n-grams up to `order` words.
    pub fn new(order: usize) -> Self {
        Self {
            order,
            trie: Trie::with_room(0),
            nodes: Vec::new(),
            line: 0,
        }
    }

    /// Replaces the n-grams by those of some references.
    pub(super) fn fill<'a>(&mut self, references: impl Iterator<Item = &'a [u32]> + Clone) {
        self.reset(references.clone().map(<[u32]>::len).sum());
        for words in references {
            self.add_reference(words, |_, _| ());
        }
    }

    /// Adds to `matches[n - 1]` the clipped matches of order n.
    pub(super) fn count_matches(&mut self, words: &[u32], matches: &mut [f64]) {
        self.clipped(words, |n, _| matches[n] += 1.0);
    }

    /// Forgets the n-grams and makes room for those of lines with `tokens` tokens together.
    pub(super) fn reset(&mut self, tokens: usize) {
        self.trie.reset(tokens * self.order);
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.line = 0;
    }

    /// Counts the n-grams of a reference.
    ///
    /// Nodes are numbered from 1 as they are made, the root being 0; `fresh` hears of each: the node
    /// of its prefix and its last word.
    pub(super) fn add_reference(&mut self, words: &[u32], mut fresh: impl FnMut(u32, u32)) {
        self.line += 1;
        for start in 0..words.len() {
            interrupt::step(start);
            let mut node = ROOT;
            for &word in words[start..].iter().take(self.order) {
                let (child, is_new) = self.trie.child_or_new(node, word);
                if is_new {
                    self.nodes.push(Node::default());
                    fresh(node, word);
                }
                node = child;
                let seen = self.see(node);
                let entry = &mut self.nodes[node as usize];
                entry.clip = entry.clip.max(seen);
            }
        }
    }

    /// Counts one more occurrence in the current line.
    fn see(&mut self, node: u32) -> u32 {
        let entry = &mut self.nodes[node as usize];
        if entry.line != self.line {
            entry.line = self.line;
            entry.seen = 0;
        }
        entry.seen += 1;
        entry.seen
    }

    /// Calls `matched` with n − 1 and the node of every n-gram match that clipping leaves.
    pub(super) fn clipped(&mut self, words: &[u32], mut matched: impl FnMut(usize, u32)) {
        self.line += 1;
        for start in 0..words.len() {
            interrupt::step(start);
            let mut node = ROOT;
            for (n, &word) in words[start..].iter().take(self.order).enumerate() {
                let Some(child) = self.trie.child(node, word) else {
                    break;
                };
                node = child;
                if self.see(node) <= self.nodes[node as usize].clip {
                    matched(n, node);
                }
            }
        }
    }
}

/// Numbers in a row of [`clipped_matches`] and of what counts as it does.
pub fn row_width(order: usize) -> usize {
    2 * order + 2
}

/// Fills in all of a row but the matches, whose place is returned.
pub(super) fn fill(row: &mut [f64], words: usize, reference: f64) -> &mut [f64] {
    let order = row.len() / 2 - 1;
    let (matches, rest) = row.split_at_mut(order);
    let (totals, lengths) = rest.split_at_mut(order);
    for (n, total) in totals.iter_mut().enumerate() {
        *total = words.saturating_sub(n) as f64;
    }
    lengths.copy_from_slice(&[words as f64, reference]);
    matches
}

/// For every row: matches of order 1.., n-grams of order 1.., hypothesis length, reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn clipped_matches(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: usize,
    length: ReferenceLength,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    let count =
        |(trie, lengths): &mut (NgramTrie, Vec<usize>), segment: Segment<'_>, out: &mut [f64]| {
            lengths.clear();
            lengths.extend(segment.references().map(|r| refs.line(r).len()));
            trie.fill(segment.references().map(|r| refs.line(r)));
            for (row, h) in out.chunks_mut(row_width(order)).zip(segment.hypotheses()) {
                interrupt::poll();
                let words = hyps.line(h);
                let matches = fill(row, words.len(), length.choose(words.len(), lengths));
                trie.count_matches(words, matches);
            }
        };
    layout.count(
        row_width(order),
        Per::Hypothesis,
        || (NgramTrie::new(order), Vec::new()),
        count,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

    fn count(hyp: &str, refs: &[&str], order: usize, length: ReferenceLength) -> Vec<f64> {
        let view = View {
            tokenizer: Tokenizer::None,
            case: Case::Keep,
            split: Split::Ascii,
        };
        let hyps: Texts = [hyp].iter().collect();
        let references: Texts = refs.iter().collect();
        let encoded = encode(&[&hyps, &references], view).unwrap();
        let end = refs.len() as u32;
        let layout = Layout::new(vec![0], vec![0], vec![0, end], 1, refs.len()).unwrap();
        clipped_matches(&encoded[0], &encoded[1], &layout, order, length).unwrap()
    }

    #[test]
    fn papineni_example() {
        // Papineni et al. 2002, section 2.1: two of seven unigrams survive clipping.
        let row = count(
            "the the the the the the the",
            &["the cat is on the mat", "there is a cat on the mat"],
            2,
            ReferenceLength::Closest,
        );
        assert_eq!(row, [2., 0., 7., 6., 7., 7.].to_vec());
    }

    #[test]
    fn clipping_takes_the_largest_single_reference() {
        let row = count("a a a", &["a b", "a a c"], 1, ReferenceLength::Average);
        assert_eq!(row, [2., 3., 3., 2.5].to_vec());
    }

    #[test]
    fn lengths() {
        let of = |rule| count("a b c", &["a b c d", "a b", "x x x x x x"], 1, rule)[3];
        assert!((of(ReferenceLength::Closest) - 2.0).abs() < 1e-12);
        assert!((of(ReferenceLength::Shortest) - 2.0).abs() < 1e-12);
        assert!((of(ReferenceLength::Average) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn empty_sides_count_nothing() {
        assert_eq!(
            count("", &["a"], 1, ReferenceLength::Closest),
            [0., 0., 0., 1.].to_vec()
        );
        assert_eq!(
            count("a", &[""], 1, ReferenceLength::Closest),
            [0., 1., 1., 0.].to_vec()
        );
    }
}
