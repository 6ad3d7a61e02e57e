//! Rank correlation of word order: the counts of RIBES (Isozaki, Hirao, Duh, Sudoh and Tsukada 2010).
//!
//! A hypothesis word that occurs once on both sides is aligned. Any other takes its neighbours into
//! account, one more at a time, first those to its left, then as many to its right, until the n-gram
//! occurs exactly once on both sides. Two hypothesis words may be aligned with the same reference
//! word; they are then not in ascending order.
//!
//! This is the rule of the authors' program (RIBES.py 1.02 to 1.03). The paper's algorithm 1 looks
//! one word to the right, then one to the left; NLTK looks to the right first and leaves out
//! contexts as long as the reference.
//!
//! An n-gram is unique once it is longer than what other places share with it. So the shortest unique
//! one that ends in a word follows from three lengths: the longest run shared with another place of
//! the hypothesis, and the two longest shared with places of the reference. One pass over the pairs of
//! equal words finds them, a pass over the mirrored sentences those that begin in a word: at most
//! O(|h|·(|h| + |r|)) time and O(|h| + |r|) memory, whatever repeats.

use super::occurrences::{Occurrences, Runs};
use super::pairs::count_pairs;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::Tokens;

/// Numbers in a row of [`rank_correlations`].
pub const ROW_WIDTH: usize = 4;

/// For every row and each of its references: normalised Kendall's tau of the aligned words,
/// aligned words per hypothesis word, hypothesis length and reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn rank_correlations(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<f64>> {
    count_pairs(
        hyps,
        refs,
        layout,
        || Aligner::new(refs.bound()),
        |aligner, hyp, reference| -> [f64; ROW_WIDTH] {
            let ranks = aligner.pair(hyp, reference);
            let precision = ranks.len() as f64 / hyp.len().max(1) as f64;
            let lengths = [hyp.len() as f64, reference.len() as f64];
            [normalised_tau(ranks), precision, lengths[0], lengths[1]]
        },
    )
}

/// The share of pairs that ascend; 0 if there is no pair.
fn normalised_tau(ranks: &[u32]) -> f64 {
    let pairs = ranks.len() * ranks.len().saturating_sub(1) / 2;
    let ascending: usize = ranks
        .iter()
        .enumerate()
        .map(|(i, rank)| {
            interrupt::step(i);
            ranks[..i].iter().filter(|&earlier| earlier < rank).count()
        })
        .sum();
    ascending as f64 / pairs.max(1) as f64
}

/// An n-gram that ends in the current hypothesis word.
#[derive(Debug, Clone, Copy)]
struct Context {
    words: u32,
    /// Where it ends in the other sentence.
    place: u32,
}

/// Aligns the words of one pair after the other.
struct Aligner {
    finder: Finder,
    /// The shortest unique context of every hypothesis word.
    left: Vec<Option<Context>>,
    /// Those in the mirrored sentences, where right is left.
    right: Vec<Option<Context>>,
    mirrored: (Vec<u32>, Vec<u32>),
    ranks: Vec<u32>,
}

impl Aligner {
    fn new(vocabulary: usize) -> Self {
        Self {
            finder: Finder::new(vocabulary),
            left: Vec::new(),
            right: Vec::new(),
            mirrored: (Vec::new(), Vec::new()),
            ranks: Vec::new(),
        }
    }

    /// The reference position of every hypothesis word that can be aligned, in hypothesis order.
    fn pair(&mut self, hyp: &[u32], reference: &[u32]) -> &[u32] {
        let (mirrored_hyp, mirrored_reference) = &mut self.mirrored;
        mirror(hyp, mirrored_hyp);
        mirror(reference, mirrored_reference);
        self.finder.find(hyp, reference, &mut self.left);
        self.finder
            .find(mirrored_hyp, mirrored_reference, &mut self.right);
        let mirrored = |place: u32| reference.len() as u32 - 1 - place;
        let contexts = self.left.iter().zip(self.right.iter().rev());
        self.ranks.clear();
        self.ranks.extend(contexts.filter_map(|sides| match sides {
            (Some(left), Some(right)) if right.words < left.words => Some(mirrored(right.place)),
            (Some(left), _) => Some(left.place),
            (None, right) => right.map(|right| mirrored(right.place)),
        }));
        &self.ranks
    }
}

fn mirror(words: &[u32], mirrored: &mut Vec<u32>) {
    mirrored.clear();
    mirrored.extend(words.iter().rev());
}

/// Finds unique contexts to the left.
struct Finder {
    in_hyp: Shared,
    in_reference: Shared,
}

impl Finder {
    fn new(vocabulary: usize) -> Self {
        Self {
            in_hyp: Shared::new(vocabulary),
            in_reference: Shared::new(vocabulary),
        }
    }

    fn find(&mut self, hyp: &[u32], reference: &[u32], contexts: &mut Vec<Option<Context>>) {
        self.in_hyp.start(hyp);
        self.in_reference.start(reference);
        contexts.clear();
        contexts.extend(hyp.iter().enumerate().map(|(i, &word)| {
            interrupt::step(i);
            // The longest run in the hypothesis is the one a word shares with itself.
            let [_, elsewhere] = self.in_hyp.longest(i, word);
            let [longest, second] = self.in_reference.longest(i, word);
            let ambiguous = second.words.max(elsewhere.words);
            (ambiguous < longest.words).then_some(Context {
                words: ambiguous + 1,
                ..longest
            })
        }));
    }
}

/// What the hypothesis shares with one sentence.
struct Shared {
    places: Occurrences,
    runs: Runs,
}

impl Shared {
    fn new(vocabulary: usize) -> Self {
        Self {
            places: Occurrences::new(vocabulary),
            runs: Runs::default(),
        }
    }

    fn start(&mut self, sentence: &[u32]) {
        self.places.index(sentence);
        self.runs.reset(sentence.len());
    }

    /// The two longest runs that end in hypothesis word i, of no words if there are none.
    fn longest(&mut self, i: usize, word: u32) -> [Context; 2] {
        let mut longest = [Context { words: 0, place: 0 }; 2];
        for j in self.places.of(word) {
            let words = self.runs.extend(i, j);
            let place = j as u32;
            if words > longest[0].words {
                longest = [Context { words, place }, longest[0]];
            } else if words > longest[1].words {
                longest[1] = Context { words, place };
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(hyp: &str, reference: &str) -> Vec<u32> {
        let mut seen = Vec::new();
        let mut ids = |text: &str| -> Vec<u32> {
            let id = |word: &str| {
                let known = seen.iter().position(|s| s == word);
                known.unwrap_or_else(|| {
                    seen.push(word.to_owned());
                    seen.len() - 1
                })
            };
            text.split_whitespace().map(id).map(|i| i as u32).collect()
        };
        let (hyp, reference) = (ids(hyp), ids(reference));
        Aligner::new(seen.len()).pair(&hyp, &reference).to_vec()
    }

    #[test]
    fn examples_of_the_paper() {
        assert_eq!(
            ranks("bob hit john yesterday", "john hit bob yesterday"),
            [2, 1, 0, 3]
        );
        assert_eq!(
            ranks("the book was read by the boy", "the boy read the book"),
            [3, 4, 2, 0, 1]
        );
    }

    #[test]
    fn left_comes_before_right() {
        // The second "he" goes with "because he", where the paper looks at "he was" first.
        assert_eq!(
            ranks(
                "he read the book because he was interested in world history",
                "he was interested in world history because he read the book",
            ),
            [7, 8, 9, 10, 6, 7, 1, 2, 3, 4, 5]
        );
        assert_eq!(ranks("x a y", "x a a y"), [0, 1, 3]);
        // Both occurrences have a unique context around the same reference word.
        assert_eq!(ranks("x a z a y", "x a y"), [0, 1, 1, 2]);
    }

    #[test]
    fn a_context_may_be_the_whole_reference() {
        assert_eq!(ranks("a a", "a a"), [0, 1]);
    }

    #[test]
    fn what_stays_ambiguous_is_not_aligned() {
        assert_eq!(ranks("a a a a", "a a a a"), [0, 3]);
        assert!(ranks("a b", "c a d a").is_empty());
        assert!(ranks("", "a").is_empty());
        assert!(ranks("a", "").is_empty());
    }

    #[test]
    fn normalised_tau_is_the_share_of_ascending_pairs() {
        let close = |ranks: &[u32], tau: f64| (normalised_tau(ranks) - tau).abs() < 1e-12;
        // Two ascending blocks in descending order, as in the paper's first example: 6 + 15 of 55.
        assert!(close(&[7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5], 21.0 / 55.0));
        assert!(close(&[0, 1, 2], 1.0));
        assert!(close(&[2, 1, 0], 0.0));
        assert!(close(&[1, 1], 0.0));
        assert!(close(&[4], 0.0));
        assert!(close(&[], 0.0));
    }
}
