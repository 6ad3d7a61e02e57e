//! Beam-limited edit distance, cell by cell.
//!
//! Serves hypotheses of less than a fiftieth of their reference's length, whose beam is too wide
//! for the rows of bits. It knows no tricks, which makes it the yardstick for the other.

use std::ops::Range;

use super::Matrix;
use super::beam::Beam;
use super::path::Step;
use super::reference::Reference;
use super::shift::Swap;
use crate::interrupt;

/// The cost of a cell outside the beam.
const UNREACHED: u32 = u32::MAX / 2;

/// The costs of all cells in the beam.
#[derive(Default)]
pub(super) struct CellMatrix {
    rows: Vec<Row>,
    /// Scratch: the last row and the one before, of a hypothesis that is being tried.
    trial: [Row; 2],
}

#[derive(Clone, Default)]
struct Row {
    columns: Range<usize>,
    costs: Vec<u32>,
}

impl Row {
    fn cost(&self, column: usize) -> u32 {
        let at = column.wrapping_sub(self.columns.start);
        self.costs.get(at).copied().unwrap_or(UNREACHED)
    }

    fn fill(&mut self, above: &Self, kind: u32, reference: &[u32]) {
        self.costs.clear();
        let mut cost = UNREACHED;
        for column in self.columns.clone() {
            cost = (cost + 1).min(above.cost(column) + 1);
            if column > 0 {
                let differs = u32::from(kind != reference[column - 1]);
                cost = cost.min(above.cost(column - 1) + differs);
            }
            self.costs.push(cost);
        }
    }
}

impl Matrix for CellMatrix {
    fn shape(&mut self, beam: &Beam) {
        self.rows.resize_with(beam.hyp_words() + 1, Row::default);
        for (index, row) in self.rows.iter_mut().enumerate() {
            row.columns = beam.columns(index);
            row.costs.clear();
        }
        self.rows[0]
            .costs
            .extend(beam.columns(0).map(|column| column as u32));
    }

    fn fill(&mut self, hyp: &[u32], reference: &Reference, from: usize) -> u32 {
        for (index, &kind) in hyp.iter().enumerate().skip(from) {
            interrupt::step(index);
            let (above, below) = self.rows.split_at_mut(index + 1);
            below[0].fill(&above[index], kind, reference.kinds());
        }
        self.rows[hyp.len()].cost(reference.len())
    }

    fn step_into(&self, row: usize, column: usize, hyp: &[u32], reference: &Reference) -> Step {
        let cost = self.rows[row].cost(column);
        let above = &self.rows[row - 1];
        let differs = hyp[row - 1] != reference.kinds()[column - 1];
        if cost == above.cost(column - 1) + u32::from(differs) {
            if differs {
                Step::Substitute
            } else {
                Step::Match
            }
        } else if cost == above.cost(column) + 1 {
            Step::Delete
        } else {
            Step::Insert
        }
    }

    fn distance_below(
        &mut self,
        bound: u32,
        swap: Swap,
        hyp: &[u32],
        reference: &Reference,
    ) -> Option<u32> {
        let [above, row] = &mut self.trial;
        above.clone_from(&self.rows[swap.start]);
        let words = swap.words(hyp).chain(&hyp[swap.end..]);
        for (&kind, old) in words.zip(&self.rows[swap.start + 1..]) {
            row.columns = old.columns.clone();
            row.fill(above, kind, reference.kinds());
            std::mem::swap(above, row);
        }
        let distance = above.cost(reference.len());
        (distance < bound).then_some(distance)
    }
}
