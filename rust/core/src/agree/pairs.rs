//! Units of pairs of cells: what people compared directly, segment by segment.

use crate::agree::rows::check_offsets;
use crate::error::{Error, Result};

/// Columns: concordant, discordant, tied by people and metric.
pub const WIDTH: usize = 3;

/// Two cells of a unit, by their number in it; if they are not tied, people find the second better.
#[derive(Clone, Copy)]
pub struct Pair {
    pub(super) worse: u32,
    pub(super) better: u32,
    pub(super) tied: bool,
}

impl Pair {
    pub(super) fn new(worse: usize, better: usize, tied: bool) -> Self {
        Self {
            worse: worse as u32,
            better: better as u32,
            tied,
        }
    }
}

/// Pairs in units; a cell belongs to one unit only.
pub struct Pairs {
    cells: Vec<usize>,
    cell_offsets: Vec<usize>,
    compared: Vec<Pair>,
    offsets: Vec<usize>,
}

impl Pairs {
    /// Binds comparisons: unit `u` holds the pairs `offsets[u]..offsets[u + 1]`.
    ///
    /// `worse` and `better` are the cells' positions among the caller's scores.
    ///
    /// # Errors
    /// When the arrays do not fit.
    pub fn new(
        worse: &[usize],
        better: &[usize],
        tied: &[bool],
        offsets: &[usize],
    ) -> Result<Self> {
        check_offsets(offsets, worse.len())?;
        if better.len() != worse.len() || tied.len() != worse.len() {
            return Err(Error::Layout("the pairs' columns differ in length".into()));
        }
        let mut made = Self {
            cells: Vec::new(),
            cell_offsets: vec![0],
            compared: Vec::with_capacity(worse.len()),
            offsets: offsets.to_vec(),
        };
        for unit in offsets.windows(2) {
            let range = unit[0]..unit[1];
            let mut own = [&worse[range.clone()], &better[range.clone()]].concat();
            own.sort_unstable();
            own.dedup();
            let number = |cell: &usize| own.partition_point(|c| c < cell);
            made.compared
                .extend(range.map(|pair| {
                    Pair::new(number(&worse[pair]), number(&better[pair]), tied[pair])
                }));
            made.cells.extend_from_slice(&own);
            made.cell_offsets.push(made.cells.len());
        }
        Ok(made)
    }

    pub(super) fn from_parts(
        cells: Vec<usize>,
        cell_offsets: Vec<usize>,
        compared: Vec<Pair>,
        offsets: Vec<usize>,
    ) -> Self {
        Self {
            cells,
            cell_offsets,
            compared,
            offsets,
        }
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no unit.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells and pairs of a unit.
    pub(super) fn unit(&self, unit: usize) -> (&[usize], &[Pair]) {
        (
            &self.cells[self.cell_offsets[unit]..self.cell_offsets[unit + 1]],
            &self.compared[self.offsets[unit]..self.offsets[unit + 1]],
        )
    }

    /// Refuses scores that lack a cell.
    pub(super) fn check(&self, scores: &[f64]) -> Result<()> {
        let highest = self.cells.iter().max();
        if highest.is_none_or(|&cell| cell < scores.len()) {
            return Ok(());
        }
        Err(Error::Layout(format!(
            "{} scores are too few for the pairs",
            scores.len()
        )))
    }

    /// What depends on the comparisons alone: pairs that people do not tie, and those they do, `[2, units]`.
    pub fn fixed(&self) -> Vec<f64> {
        let count = |tied: bool| {
            let pairs = (0..self.len()).map(move |unit| self.unit(unit).1);
            pairs.map(move |pairs| pairs.iter().filter(|pair| pair.tied == tied).count() as f64)
        };
        count(false).chain(count(true)).collect()
    }

    /// Tallies scores: `[columns, units]`.
    ///
    /// # Errors
    /// When a cell has no score.
    pub fn tally(&self, scores: &[f64]) -> Result<Vec<f64>> {
        self.check(scores)?;
        let mut table = vec![0.0; WIDTH * self.len()];
        for unit in 0..self.len() {
            let (cells, pairs) = self.unit(unit);
            for pair in pairs {
                let worse = scores[cells[pair.worse as usize]];
                let better = scores[cells[pair.better as usize]];
                let (above, below) = (worse < better, worse > better);
                let counts = [
                    above && !pair.tied,
                    below && !pair.tied,
                    pair.tied && !above && !below,
                ];
                for (column, counts) in counts.into_iter().enumerate() {
                    table[column * self.len() + unit] += f64::from(u8::from(counts));
                }
            }
        }
        Ok(table)
    }
}
