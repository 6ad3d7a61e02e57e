//! Levenshtein distance over words.
//!
//! The distance itself is the `rapidfuzz` crate's bit-parallel one.

use rapidfuzz::distance::levenshtein;

use super::fewest::fewest_errors;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::Tokens;

/// For every row the smallest distance to a reference, and the mean reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn word_errors(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<f64>> {
    fewest_errors(hyps, refs, layout, || (), |(), h, r| distance(h, r))
}

/// Cells of the table above which the search asks whether to go on.
const LONG: usize = 1 << 24;

/// Fewest insertions, deletions and substitutions that turn one line into the other.
pub fn distance(hyp: &[u32], reference: &[u32]) -> usize {
    if hyp.len().saturating_mul(reference.len()) < LONG {
        return levenshtein::distance(hyp.iter().copied(), reference.iter().copied());
    }
    // For each word of one line it goes through a column of the other.
    let word = |&word: &u32| {
        interrupt::poll();
        word
    };
    levenshtein::distance(hyp.iter().map(word), reference.iter().map(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_worked() {
        assert_eq!(distance(&[1, 2, 3], &[1, 3]), 1);
        assert_eq!(distance(&[1, 2, 3], &[3, 2, 1]), 2);
        assert_eq!(distance(&[], &[3, 2, 1]), 3);
        assert_eq!(distance(&[7; 100], &[7; 70]), 30);
    }
}
