//! The shifts and edits behind a count.

use super::beam::Beam;
use super::path::{Step, steps};
use super::shift::Shift;
use super::{Matrix, Ter};
use crate::count::pairs::map_pairs;
use crate::error::Result;
use crate::layout::Layout;
use crate::text::Tokens;

/// How a hypothesis is turned into a reference: first words are shifted, then edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The shifts in their order, each in terms of the words as the one before left them.
    pub shifts: Vec<Shift>,
    /// For every word after all shifts, its place in the hypothesis.
    pub order: Vec<usize>,
    /// From the shifted words to the reference.
    pub steps: Vec<Step>,
}

/// The shifts and edits of every row and reference; there are as many as [`Ter::edits`] counts.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn explained(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<Explained>> {
    map_pairs(
        hyps,
        refs,
        layout,
        Ter::default,
        |ter, _, hyp, reference| Ok(ter.explained(hyp, reference)),
    )
}

impl Ter {
    /// What [`Self::edits`] counts.
    pub fn explained(&mut self, hyp: &[u32], reference: &[u32]) -> Explained {
        let mut order: Vec<usize> = (0..hyp.len()).collect();
        let mut shifts = Vec::new();
        let steps = if hyp == reference {
            vec![Step::Match; hyp.len()]
        } else if hyp.is_empty() {
            vec![Step::Insert; reference.len()]
        } else if reference.is_empty() {
            vec![Step::Delete; hyp.len()]
        } else {
            self.edits(hyp, reference);
            for swap in &self.search.done {
                shifts.push(swap.shift());
                swap.apply(&mut order);
            }
            self.last_steps(&Beam::new(hyp.len(), reference.len()))
        };
        Explained {
            shifts,
            order,
            steps,
        }
    }

    /// The edits that were left after the last shift.
    fn last_steps(&self, beam: &Beam) -> Vec<Step> {
        fn of(matrix: &impl Matrix, ter: &Ter) -> Vec<Step> {
            steps(matrix, &ter.search.hyp, &ter.reference)
        }
        if beam.is_widened() {
            of(&self.cells, self)
        } else {
            of(&self.bits, self)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Step::{Delete, Insert, Match, Substitute};

    fn explained(hyp: &[u32], reference: &[u32]) -> Explained {
        let mut ter = Ter::default();
        let found = ter.explained(hyp, reference);
        let wrong = found.steps.iter().filter(|&&step| step != Match).count();
        let counted = ter.edits(hyp, reference) as usize;
        assert_eq!(found.shifts.len() + wrong, counted);
        check_words(&found, hyp, reference);
        found
    }

    /// Every word of both lines is on the path, and matches are of the same word.
    fn check_words(found: &Explained, hyp: &[u32], reference: &[u32]) {
        let (mut i, mut j) = (0, 0);
        for &step in &found.steps {
            if step == Match {
                assert_eq!(hyp[found.order[i]], reference[j]);
            }
            i += usize::from(step != Insert);
            j += usize::from(step != Delete);
        }
        assert_eq!((i, j), (hyp.len(), reference.len()));
        let mut places = found.order.clone();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..hyp.len()));
    }

    #[test]
    fn nothing_to_do_or_everything() {
        assert_eq!(explained(&[1, 2], &[1, 2]).steps, [Match, Match]);
        assert_eq!(explained(&[], &[1]).steps, [Insert]);
        assert_eq!(explained(&[1, 2], &[]).steps, [Delete, Delete]);
        assert_eq!(explained(&[1], &[2]).steps, [Substitute]);
    }

    #[test]
    fn a_span_is_shifted_and_then_edited() {
        // d e x a b c -> a b c d e y: the last three words go to the front, x becomes y.
        let found = explained(&[4, 5, 9, 1, 2, 3], &[1, 2, 3, 4, 5, 8]);
        assert_eq!(found.shifts.len(), 1);
        let (shift, order) = (found.shifts[0], &found.order);
        assert_eq!((shift.from, shift.length, shift.to), (3, 3, 0));
        assert_eq!(*order, [3, 4, 5, 0, 1, 2]);
        assert_eq!(found.steps, [Match, Match, Match, Match, Match, Substitute]);
    }

    #[test]
    fn there_are_as_many_as_are_counted() {
        let mut state = 7_u64;
        let mut below = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % bound
        };
        for round in 0..400 {
            let (kinds, longest) = ([3, 8, 40][round % 3], [6, 20, 120][round % 3]);
            let mut line = || -> Vec<u32> {
                let length = below(longest);
                (0..length).map(|_| below(kinds) as u32).collect()
            };
            explained(&line(), &line());
        }
        // So short that the beam is a wider one.
        explained(&[100, 7], &(0..300).collect::<Vec<u32>>());
    }
}
