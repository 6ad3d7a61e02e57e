//! General text matching (Turian, Shen and Melamed 2003; Melamed, Green and Turian 2003).
//!
//! Words are matched in runs: the longest run of equal words still free on both sides is taken, and
//! again, until no word is left; in a tie the leftmost in the hypothesis, then in the reference. The
//! size of the match is MMS = (Σ length^e)^(1/e), so that e > 1 rewards long runs.
//!
//! Runs of one length are taken in one pass over the pairs of equal words. The lengths taken fall and
//! add up to at most n = min(|h|, |r|), so there are fewer than √(2n) + 1 of them, usually a handful.
//! Memory is O(|h| + |r|) always; time is O(|h|·|r|·√n) at the very worst, for long lines of very few
//! different words.

use super::occurrences::{Occurrences, Runs};
use super::pairs::count_pairs;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::Tokens;

/// Numbers in a row of [`run_matches`].
pub const ROW_WIDTH: usize = 3;

/// For every row and each of its references: MMS, hypothesis length and reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn run_matches(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    exponent: f64,
) -> Result<Vec<f64>> {
    count_pairs(
        hyps,
        refs,
        layout,
        || Matcher::new(refs.bound()),
        |matcher, hyp, reference| -> [f64; ROW_WIDTH] {
            let size = match_size(matcher.pair(hyp, reference), exponent);
            [size, hyp.len() as f64, reference.len() as f64]
        },
    )
}

/// MMS of runs whose lengths never rise.
///
/// Lengths are taken relative to the longest, so that a single run is worth exactly its length and
/// no exponent overflows.
fn match_size(runs: &[u32], exponent: f64) -> f64 {
    let Some(&longest) = runs.first() else {
        return 0.0;
    };
    let longest = f64::from(longest);
    let sum: f64 = runs
        .iter()
        .map(|&length| (f64::from(length) / longest).powf(exponent))
        .sum();
    longest * sum.powf(exponent.recip())
}

/// Stands in for a word that is taken; no vocabulary reaches this id.
const TAKEN: u32 = u32::MAX;

/// Matches the words of one pair after the other.
struct Matcher {
    hyp: Vec<u32>,
    reference: Vec<u32>,
    places: Occurrences,
    runs: Runs,
    /// Lengths of the runs taken.
    taken: Vec<u32>,
}

impl Matcher {
    fn new(vocabulary: usize) -> Self {
        Self {
            hyp: Vec::new(),
            reference: Vec::new(),
            places: Occurrences::new(vocabulary),
            runs: Runs::default(),
            taken: Vec::new(),
        }
    }

    /// The lengths of the runs taken, never rising.
    fn pair(&mut self, hyp: &[u32], reference: &[u32]) -> &[u32] {
        self.hyp.clear();
        self.hyp.extend_from_slice(hyp);
        self.reference.clear();
        self.reference.extend_from_slice(reference);
        self.places.index(reference);
        self.taken.clear();
        loop {
            let longest = self.longest();
            if longest == 0 {
                return &self.taken;
            }
            self.take_all(longest);
        }
    }

    /// Calls `found` with the length and the end in the reference of every free run that ends at
    /// hypothesis word i, from right to left.
    fn runs_to(&mut self, i: usize, mut found: impl FnMut(u32, usize)) {
        if self.hyp[i] == TAKEN {
            return;
        }
        for j in self.places.of(self.hyp[i]) {
            if self.reference[j] != TAKEN {
                found(self.runs.extend(i, j), j);
            }
        }
    }

    /// The length of the longest run that is free on both sides.
    fn longest(&mut self) -> u32 {
        let mut longest = 0;
        self.runs.reset(self.reference.len());
        for words in interrupt::stretches(self.hyp.len()) {
            for i in words {
                self.runs_to(i, |length, _| longest = longest.max(length));
            }
        }
        longest
    }

    /// Takes runs of this length, the longest there is, from left to right until none is left.
    fn take_all(&mut self, length: u32) {
        self.runs.reset(self.reference.len());
        for words in interrupt::stretches(self.hyp.len()) {
            for i in words {
                self.take_at(i, length);
            }
        }
    }

    /// Takes the leftmost run of this length that ends at hypothesis word i, if there is one.
    fn take_at(&mut self, i: usize, length: u32) {
        let mut leftmost = None;
        self.runs_to(i, |found, j| {
            if found == length {
                leftmost = Some(j);
            }
        });
        if let Some(j) = leftmost {
            let before = length as usize - 1;
            self.hyp[i - before..=i].fill(TAKEN);
            self.reference[j - before..=j].fill(TAKEN);
            self.taken.push(length);
            // No run goes on beyond a word that is taken.
            self.runs.reset(self.reference.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(hyp: &[u32], reference: &[u32]) -> Vec<u32> {
        Matcher::new(10).pair(hyp, reference).to_vec()
    }

    #[test]
    fn longest_runs_first() {
        assert_eq!(runs(&[1, 2, 3, 4], &[1, 2, 3, 4]), [4]);
        assert_eq!(runs(&[3, 4, 1, 2], &[1, 2, 3, 4]), [2, 2]);
        // "2 3 4" is taken first and leaves 1 and 5 alone on both sides.
        assert_eq!(runs(&[1, 9, 2, 3, 4, 5], &[1, 2, 3, 4, 9, 5]), [3, 1, 1, 1]);
    }

    #[test]
    fn ties_go_left() {
        // "1 2" at the left of the hypothesis is taken, so "2 3" is not there any more.
        assert_eq!(runs(&[1, 2, 3], &[1, 2, 8, 2, 3]), [2, 1]);
        // Overlapping candidates of one length within one pass.
        assert_eq!(runs(&[1, 1, 1, 1], &[1, 1, 9, 1, 1]), [2, 2]);
        assert_eq!(runs(&[1, 1, 1], &[1, 1, 9, 1, 1]), [2, 1]);
        assert_eq!(runs(&[1, 1, 9, 1, 1], &[1, 1, 1]), [2, 1]);
    }

    #[test]
    fn nothing_in_common() {
        assert!(runs(&[], &[1]).is_empty());
        assert!(runs(&[1], &[]).is_empty());
        assert!(runs(&[1], &[2]).is_empty());
    }

    #[test]
    fn sizes() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(match_size(&[], 1.2), 0.0));
        assert!(close(match_size(&[7], 1.2), 7.0));
        assert!(close(match_size(&[4, 3], 2.0), 5.0));
        assert!(close(match_size(&[3, 2, 1], 1.0), 6.0));
        assert!(close(match_size(&[9, 9], 1000.0), 9.0 * 2_f64.powf(0.001)));
    }
}
