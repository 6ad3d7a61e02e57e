//! Position-independent word errors (Tillmann, Vogel, Ney, Zubiaga and Sawaf 1997).
//!
//! Both sentences are bags of words: max(|h|, |r|) − |h ∩ r| words are wrong, missing or too many.

use super::pairs::count_pairs;
use crate::error::Result;
use crate::layout::Layout;
use crate::text::Tokens;

/// Numbers in a row of [`positionless_errors`].
pub const ROW_WIDTH: usize = 2;

/// For every row and each of its references: errors and reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn positionless_errors(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<f64>> {
    count_pairs(
        hyps,
        refs,
        layout,
        || vec![0; refs.bound()],
        |unmatched, hyp, reference| -> [f64; ROW_WIDTH] {
            let errors = pair(unmatched, hyp, reference);
            [errors as f64, reference.len() as f64]
        },
    )
}

/// Errors of one pair; `unmatched` has a zero for every word, before and after.
fn pair(unmatched: &mut [u32], hyp: &[u32], reference: &[u32]) -> usize {
    for &word in reference {
        unmatched[word as usize] += 1;
    }
    let mut common = 0;
    for &word in hyp {
        let left = &mut unmatched[word as usize];
        common += usize::from(*left > 0);
        *left = left.saturating_sub(1);
    }
    for &word in reference {
        unmatched[word as usize] = 0;
    }
    hyp.len().max(reference.len()) - common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_worked() {
        let mut unmatched = vec![0; 10];
        let mut errors = |hyp: &[u32], reference: &[u32]| pair(&mut unmatched, hyp, reference);
        assert_eq!(errors(&[1, 2, 3], &[3, 1, 2]), 0);
        assert_eq!(errors(&[1, 1, 1], &[1, 2]), 2);
        assert_eq!(errors(&[1, 9], &[1, 2, 3, 4]), 3);
        assert_eq!(errors(&[], &[1, 2]), 2);
        assert_eq!(errors(&[1, 2], &[]), 2);
        assert_eq!(errors(&[], &[]), 0);
    }
}
