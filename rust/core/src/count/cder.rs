//! Edit distance with block movements along the hypothesis: CDER (Leusch, Ueffing and Ney 2006).
//!
//! A path covers every reference word once, in order, and goes from hypothesis position 0 to |h|.
//! Insertion, deletion, substitution and a jump to any hypothesis position cost 1 each. A jump is
//! allowed before the first reference word, between any two and after the last. It does everything
//! that an insertion does, at the same price, so insertions need no care of their own: a row of the
//! table is the usual recurrence without them, capped at its own minimum plus one.

use super::pairs::count_pairs;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::Tokens;

/// Numbers in a row of [`jump_errors`].
pub const ROW_WIDTH: usize = 2;

/// For every row and each of its references: errors and reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn jump_errors(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<f64>> {
    count_pairs(
        hyps,
        refs,
        layout,
        <(Vec<u32>, Vec<u32>)>::default,
        |rows, hyp, reference| -> [f64; ROW_WIDTH] {
            [
                f64::from(pair(rows, hyp, reference)),
                reference.len() as f64,
            ]
        },
    )
}

/// Errors of one pair, in O(|h|·|r|) time and O(|h|) memory.
///
/// `now[i]` is the price of having covered some reference words and standing at position i, before
/// a jump; `jumped` is the price of standing anywhere after one.
fn pair((now, next): &mut (Vec<u32>, Vec<u32>), hyp: &[u32], reference: &[u32]) -> u32 {
    let jump_only = u32::MAX - 1;
    now.clear();
    now.resize(hyp.len() + 1, jump_only);
    now[0] = 0;
    next.clear();
    next.resize(hyp.len() + 1, 0);
    let mut jumped = 1;
    for (j, &expected) in reference.iter().enumerate() {
        interrupt::step(j);
        let mut least = now[0].min(jumped) + 1;
        next[0] = least;
        let reached = now.windows(2).zip(&mut next[1..]);
        for (&word, (from, to)) in hyp.iter().zip(reached) {
            let covered = from[0].min(jumped) + u32::from(word != expected);
            let deleted = from[1].min(jumped) + 1;
            *to = covered.min(deleted);
            least = least.min(*to);
        }
        jumped = least + 1;
        std::mem::swap(now, next);
    }
    now[hyp.len()].min(jumped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(hyp: &[u32], reference: &[u32]) -> u32 {
        pair(&mut <(Vec<u32>, Vec<u32>)>::default(), hyp, reference)
    }

    #[test]
    fn without_jumps_it_is_levenshtein() {
        assert_eq!(errors(&[1, 2, 3], &[1, 2, 3]), 0);
        assert_eq!(errors(&[1, 9, 3], &[1, 2, 3]), 1);
        assert_eq!(errors(&[1, 3], &[1, 2, 3]), 1);
        assert_eq!(errors(&[1, 2, 9, 3], &[1, 2, 3]), 1);
    }

    #[test]
    fn blocks_are_reached_by_jumps() {
        // Two blocks exchanged: jump to the second, back to the first, and on to the end.
        assert_eq!(errors(&[4, 5, 6, 1, 2, 3], &[1, 2, 3, 4, 5, 6]), 3);
        // Words left over at the end are jumped over, however many.
        assert_eq!(errors(&[1, 2, 7, 8, 9], &[1, 2]), 1);
        // A block of the hypothesis may be used twice.
        assert_eq!(errors(&[1, 2, 3], &[1, 2, 3, 1, 2, 3]), 1);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(errors(&[], &[]), 0);
        assert_eq!(errors(&[], &[1, 2, 3]), 3);
        assert_eq!(errors(&[1, 2, 3], &[]), 1);
    }
}
