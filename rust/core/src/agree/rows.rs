//! Rows of judged cells, kept in the order people put them in.

use std::sync::OnceLock;

use crate::agree::knight::Knight;
use crate::agree::moments;
use crate::agree::pairs::{Pair, Pairs};
use crate::agree::tally::{Columns, Tally};
use crate::error::{Error, Result};
use crate::interrupt;

/// A row this long or shorter is counted pair by pair.
pub const SHORT: usize = 64;

/// Judged cells in rows; slots of a row are in ascending order of what people said.
pub struct Rows {
    offsets: Vec<usize>,
    /// The position of each slot's cell among those the caller gives.
    cells: Vec<usize>,
    human: Vec<f64>,
    human_ranks: Vec<f64>,
    /// For every slot: how many slots at the beginning of its row people find worse, by the threshold.
    worse: Vec<usize>,
    /// For every slot: where in its row the slots begin that people find as good; itself if ties do not count.
    tied: Vec<usize>,
    threshold: f64,
    spelled_out: OnceLock<Pairs>,
}

/// Buffers of one thread.
#[derive(Default)]
pub struct Scratch {
    scores: Vec<f64>,
    ranker: moments::Ranker,
    knight: Knight,
}

impl Rows {
    /// Binds judgments: row `r` holds the cells `offsets[r]..offsets[r + 1]` of `human`.
    ///
    /// With a positive `threshold` only pairs count whose judgments differ by that much; people's ties
    /// do not count then.
    ///
    /// # Errors
    /// When offsets and judgments do not fit, or a judgment is not finite.
    pub fn new(human: &[f64], offsets: &[usize], threshold: f64) -> Result<Self> {
        check_offsets(offsets, human.len())?;
        if human.iter().any(|h| !h.is_finite()) || !threshold.is_finite() {
            return Err(Error::Layout("a judgment is not finite".into()));
        }
        let mut cells: Vec<usize> = (0..human.len()).collect();
        for row in offsets.windows(2) {
            cells[row[0]..row[1]].sort_by(|&a, &b| human[a].total_cmp(&human[b]));
        }
        let sorted: Vec<f64> = cells.iter().map(|&c| human[c]).collect();
        let mut made = Self {
            offsets: offsets.to_vec(),
            cells,
            human_ranks: vec![0.0; sorted.len()],
            worse: Vec::with_capacity(sorted.len()),
            tied: Vec::with_capacity(sorted.len()),
            human: sorted,
            threshold,
            spelled_out: OnceLock::new(),
        };
        let mut ranker = moments::Ranker::default();
        for row in 0..made.len() {
            let slots = made.slots(row);
            let human = &made.human[slots.clone()];
            ranker.rank(human, &mut made.human_ranks[slots]);
            for (slot, &h) in human.iter().enumerate() {
                let worse = human.partition_point(|&g| g < h && h - g >= threshold);
                let tied = human.partition_point(|&g| g < h);
                made.worse.push(worse);
                made.tied.push(if threshold > 0.0 { slot } else { tied });
            }
        }
        Ok(made)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of cells in all rows.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Number of pairs that count, in all rows.
    pub fn pairs(&self) -> usize {
        let pairs = (0..self.len()).map(|row| self.row_pairs(row));
        pairs.map(|(ordered, level)| ordered + level).sum()
    }

    /// Pairs of a row that people do not tie, and those they do.
    pub(super) fn row_pairs(&self, row: usize) -> (usize, usize) {
        let (worse, tied) = self.borders(row);
        let level = tied.iter().enumerate().map(|(slot, &tied)| slot - tied);
        (worse.iter().sum(), level.sum())
    }

    /// What depends on the judgments alone: `[columns, rows]`, see [`Tally`].
    pub fn fixed(&self, what: Tally) -> Vec<f64> {
        let rows = || 0..self.len();
        let pairs = || rows().map(|row| self.row_pairs(row));
        let of_pairs = || -> Vec<f64> {
            let ordered = pairs().map(|(ordered, _)| ordered as f64);
            ordered
                .chain(pairs().map(|(_, level)| level as f64))
                .collect()
        };
        let squares = |values: &[f64]| -> Vec<f64> {
            rows()
                .map(|row| moments::squares(&values[self.slots(row)]))
                .collect()
        };
        match what {
            Tally::Moments => squares(&self.human),
            Tally::RankMoments => squares(&self.human_ranks),
            Tally::Pairs => of_pairs(),
            Tally::Classes => {
                let mut columns = of_pairs();
                columns.extend(rows().map(|row| self.slots(row).len() as f64));
                columns.extend(rows().map(|row| classes(&self.human[self.slots(row)])));
                columns
            }
        }
    }

    /// The same, row by row.
    pub(super) fn fixed_by_row(&self, what: Tally) -> Vec<Columns> {
        let table = self.fixed(what);
        let column = |row: usize, column: usize| table.get(column * self.len() + row).copied();
        let columns = |row| std::array::from_fn(|k| column(row, k).unwrap_or(0.0));
        (0..self.len()).map(columns).collect()
    }

    pub(super) fn slots(&self, row: usize) -> std::ops::Range<usize> {
        self.offsets[row]..self.offsets[row + 1]
    }

    /// For each slot of a row where the worse ones end and the equally good ones begin.
    pub(super) fn borders(&self, row: usize) -> (&[usize], &[usize]) {
        (&self.worse[self.slots(row)], &self.tied[self.slots(row)])
    }

    /// A row's judgments.
    pub(super) fn row_human(&self, row: usize) -> &[f64] {
        &self.human[self.slots(row)]
    }

    /// The ranks of a row's judgments.
    pub(super) fn row_human_ranks(&self, row: usize) -> &[f64] {
        &self.human_ranks[self.slots(row)]
    }

    /// The positions of a row's cells, from the worst.
    pub(super) fn row_cells(&self, row: usize) -> &[usize] {
        &self.cells[self.slots(row)]
    }

    /// The positions of all cells, slot by slot.
    pub(super) fn all_cells(&self) -> &[usize] {
        &self.cells
    }

    /// Whether every row is short.
    pub fn are_short(&self) -> bool {
        self.offsets.windows(2).all(|row| row[1] - row[0] <= SHORT)
    }

    /// Every pair that counts, spelled out once.
    pub(super) fn spelled_out(&self) -> &Pairs {
        self.spelled_out.get_or_init(|| {
            let mut pairs = Vec::with_capacity(self.pairs());
            let mut offsets = vec![0];
            for row in 0..self.len() {
                let (worse, tied) = self.borders(row);
                for (better, (&worse, &tied)) in worse.iter().zip(tied).enumerate() {
                    pairs.extend((0..worse).map(|worse| Pair::new(worse, better, false)));
                    pairs.extend((tied..better).map(|other| Pair::new(other, better, true)));
                }
                offsets.push(pairs.len());
            }
            Pairs::from_parts(self.cells.clone(), self.offsets.clone(), pairs, offsets)
        })
    }

    /// Tallies scores, one per cell in the caller's order: `[columns, rows]`.
    ///
    /// Scores no further apart than `epsilon` are a tie.
    ///
    /// # Errors
    /// When there is not one score per cell.
    pub fn tally(&self, what: Tally, scores: &[f64], epsilon: f64) -> Result<Vec<f64>> {
        self.check(scores)?;
        let mut table = vec![0.0; what.width() * self.len()];
        let mut scratch = Scratch::default();
        for row in 0..self.len() {
            interrupt::poll();
            let cells = self.row_cells(row);
            scratch.scores.clear();
            scratch.scores.extend(cells.iter().map(|&c| scores[c]));
            let columns = self.tally_row(what, row, epsilon, &mut scratch);
            for (column, value) in columns.into_iter().take(what.width()).enumerate() {
                table[column * self.len() + row] = value;
            }
        }
        Ok(table)
    }

    /// Refuses scores that are not one per cell.
    pub(super) fn check(&self, scores: &[f64]) -> Result<()> {
        if scores.len() == self.cells.len() {
            return Ok(());
        }
        let (found, wanted) = (scores.len(), self.cells.len());
        Err(Error::Layout(format!(
            "{found} scores for {wanted} judged cells"
        )))
    }

    /// The columns of one row, whose scores are in the scratch in the row's order.
    pub(super) fn tally_row(
        &self,
        what: Tally,
        row: usize,
        epsilon: f64,
        scratch: &mut Scratch,
    ) -> Columns {
        let slots = self.slots(row);
        let Scratch {
            scores,
            ranker,
            knight,
        } = scratch;
        match what {
            Tally::Moments => moments::centred(&self.human[slots], scores),
            Tally::RankMoments => moments::centred(&self.human_ranks[slots], ranker.ranked(scores)),
            Tally::Pairs => self.count(row, epsilon, scores, knight),
            Tally::Classes => {
                let mut columns = self.count(row, epsilon, scores, knight);
                scores.sort_unstable_by(f64::total_cmp);
                columns[3] = classes(scores);
                columns
            }
        }
    }

    /// Counts the pairs of a row: one by one, or by sorting where that is faster and possible.
    fn count(&self, row: usize, epsilon: f64, scores: &[f64], knight: &mut Knight) -> Columns {
        let (worse, tied) = self.borders(row);
        let by_sorting = worse.len() > SHORT && self.threshold <= 0.0 && epsilon <= 0.0;
        let (concordant, discordant, both) = if by_sorting {
            knight.count(scores, tied, worse.iter().sum())
        } else {
            one_by_one(scores, worse, tied, epsilon)
        };
        [concordant as f64, discordant as f64, both as f64, 0.0]
    }
}

/// Refuses offsets that do not cover all of `length` in order.
pub(super) fn check_offsets(offsets: &[usize], length: usize) -> Result<()> {
    let in_order = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    if in_order && offsets.first() == Some(&0) && offsets.last() == Some(&length) {
        return Ok(());
    }
    Err(Error::Layout(
        "the rows do not cover what was judged".into(),
    ))
}

/// Concordant and discordant pairs, and ties of people that the metric ties too.
fn one_by_one(
    scores: &[f64],
    worse: &[usize],
    tied: &[usize],
    epsilon: f64,
) -> (usize, usize, usize) {
    let (mut concordant, mut discordant, mut both) = (0, 0, 0);
    for (slot, &score) in scores.iter().enumerate() {
        interrupt::step(slot);
        let (mut above, mut below) = (0_u64, 0_u64);
        for &other in &scores[..worse[slot]] {
            above += u64::from(score - other > epsilon);
            below += u64::from(other - score > epsilon);
        }
        concordant += above as usize;
        discordant += below as usize;
        let level = &scores[tied[slot]..slot];
        let apart = level
            .iter()
            .filter(|&&other| (score - other).abs() > epsilon);
        both += level.len() - apart.count();
    }
    (concordant, discordant, both)
}

/// How many different values there are among sorted ones.
fn classes(sorted: &[f64]) -> f64 {
    #[allow(clippy::float_cmp)] // a class is one value exactly
    let steps = sorted.windows(2).filter(|pair| pair[0] != pair[1]).count();
    (steps + usize::from(!sorted.is_empty())) as f64
}
