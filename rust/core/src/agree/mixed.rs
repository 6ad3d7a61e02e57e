//! Rows of two metrics' scores, tallied for eight samples of a permutation test at a time.

use std::sync::Arc;

use crate::agree::abreast::{LANES, Seen, Wide, toss};
use crate::agree::coefficient::coefficient;
use crate::agree::moments::Centred;
use crate::agree::presorted::Presorted;
use crate::agree::rows::Rows;
use crate::agree::samples::{Mean, Samples};
use crate::agree::tally::{Tally, WideColumns};
use crate::error::Result;
use crate::interrupt;
use crate::parallel::map_shards;

/// Two metrics' scores.
pub struct Mixed {
    rows: Arc<Rows>,
    what: Tally,
    form: Vec<Form>,
}

/// The scores of a row.
enum Form {
    /// Their order is all that matters.
    Sorted(Presorted),
    AsTheyAre(Centred),
}

impl Mixed {
    /// Two metrics' scores, one per cell.
    pub fn new(rows: &Arc<Rows>, what: Tally, first: &[f64], second: &[f64]) -> Result<Self> {
        let form = |(): &mut (), row| match what {
            Tally::Moments => Form::AsTheyAre(Centred::new(rows, row, first, second)),
            _ => Form::Sorted(Presorted::new(rows, row, what, first, second)),
        };
        Ok(Self {
            rows: Arc::clone(rows),
            what,
            form: map_shards(rows.len(), || (), form)?,
        })
    }

    /// Number of columns of a tally.
    pub fn width(&self) -> usize {
        self.what.width()
    }

    /// Tallies of both metrics after each sample's exchanges: `[columns, samples, 2, rows]`.
    pub fn tallies(&self, samples: Samples) -> Result<Vec<f64>> {
        let (width, rows) = (self.width(), self.rows.len());
        let tables = self.by_batch(samples, |mixer| {
            let mut tables: [Vec<f64>; LANES] =
                std::array::from_fn(|_| vec![0.0; width * 2 * rows]);
            for row in 0..rows {
                for (side, columns) in mixer.columns(row).iter().enumerate() {
                    for (column, values) in columns.iter().take(width).enumerate() {
                        for (table, value) in tables.iter_mut().zip(values) {
                            table[(column * 2 + side) * rows + row] = *value;
                        }
                    }
                }
            }
            tables
        })?;
        let mut whole = Vec::with_capacity(width * samples.count * 2 * rows);
        for column in 0..width {
            for table in &tables {
                whole.extend_from_slice(&table[column * 2 * rows..(column + 1) * 2 * rows]);
            }
        }
        Ok(whole)
    }

    /// The same, of all rows together: `[columns, samples, 2, 1]`.
    pub fn pooled(&self, samples: Samples) -> Result<Vec<f64>> {
        let lines = self.tallies(samples)?;
        let sums = lines
            .chunks(self.rows.len().max(1))
            .map(|line| line.iter().sum());
        Ok(sums.collect())
    }

    /// The mean coefficient of rows, of both metrics after each sample's exchanges: `[samples, 2]`.
    pub fn means(&self, samples: Samples) -> Result<Vec<f64>> {
        let fixed = self.rows.fixed_by_row(self.what);
        let means = self.by_batch(samples, |mixer| {
            let mut means = [[Mean::default(); 2]; LANES];
            for (row, &fixed) in fixed.iter().enumerate() {
                for (side, columns) in mixer.columns(row).iter().enumerate() {
                    for (lane, means) in means.iter_mut().enumerate() {
                        let columns = columns.each_ref().map(|values| values[lane]);
                        if let Some(value) = coefficient(self.what, columns, fixed) {
                            means[side].add(value);
                        }
                    }
                }
            }
            means.map(|sides| sides.map(Mean::value))
        })?;
        Ok(means.into_iter().flatten().collect())
    }

    /// Works on batches of samples, and returns what there is of each sample.
    fn by_batch<T: Send>(
        &self,
        samples: Samples,
        work: impl Fn(&mut Mixer) -> Wide<T> + Sync,
    ) -> Result<Vec<T>> {
        let first = samples.begin / LANES;
        let batches = (samples.begin + samples.count).div_ceil(LANES) - first;
        let found = map_shards(
            batches,
            || Mixer::new(self),
            |mixer, batch| {
                let cells = self.rows.all_cells();
                toss(samples.seed, first + batch, cells, &mut mixer.coins);
                work(mixer)
            },
        )?;
        let all = found.into_iter().flatten();
        let wanted = all.skip(samples.begin % LANES).take(samples.count);
        Ok(wanted.collect())
    }
}

/// Buffers of one thread, and the coins of the samples it is at.
struct Mixer<'a> {
    mixed: &'a Mixed,
    /// Those of every slot.
    coins: Vec<u8>,
    seen: Seen,
}

impl<'a> Mixer<'a> {
    fn new(mixed: &'a Mixed) -> Self {
        Self {
            mixed,
            coins: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// A row's columns, of both sides.
    fn columns(&mut self, row: usize) -> [WideColumns; 2] {
        interrupt::poll();
        let Mixed { rows, what, form } = self.mixed;
        let coins = &self.coins[rows.slots(row)];
        match &form[row] {
            Form::AsTheyAre(scores) => scores.exchanged(coins),
            Form::Sorted(scores) => scores.tally(rows, row, *what, coins, &mut self.seen),
        }
    }
}
