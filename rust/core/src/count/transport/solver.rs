//! The network simplex method for one problem.

use super::tree::{Entering, Tree};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::memory;

/// How many arcs are compared at once.
const LANES: usize = 4;

/// Solves one problem after the other; buffers are kept.
#[derive(Debug, Default)]
pub struct Transport {
    /// Arcs `starts[i]..starts[i + 1]` leave row i: where they lead, and what they gain.
    columns: Vec<u32>,
    gains: Vec<f64>,
    starts: Vec<u32>,
    supplies: Vec<f64>,
    demands: Vec<f64>,
    /// Rows that may have something left to send.
    unspent: Vec<u32>,
    tree: Tree,
}

impl Transport {
    /// Begins a problem with these columns and no row.
    pub fn begin(&mut self, demands: impl IntoIterator<Item = f64>) {
        self.columns.clear();
        self.gains.clear();
        self.starts.clear();
        self.starts.push(0);
        self.supplies.clear();
        self.demands.clear();
        self.demands.extend(demands);
    }

    /// Makes room for the arcs of another row.
    ///
    /// # Errors
    /// When they may be more than there is memory for, or than can be numbered.
    pub fn reserve(&mut self) -> Result<()> {
        let (arcs, more) = (self.gains.len(), self.demands.len());
        if u32::try_from(arcs + more).is_err() {
            return Err(Error::TooLarge("matches of two lines"));
        }
        let what = || {
            let columns = more;
            format!("the matches of two lines, one with {columns} different n-grams")
        };
        memory::reserve(&mut self.columns, more, what)?;
        memory::reserve(&mut self.gains, more, what)
    }

    /// Adds an arc from the row that [`Self::end_row`] will close. Without gain or room it is of no use.
    pub fn arc(&mut self, column: usize, gain: f64) {
        if gain > 0.0 && self.demands[column] > 0.0 {
            self.columns.push(column as u32);
            self.gains.push(gain);
        }
    }

    /// Closes a row. Without supply or arcs it is of no use.
    pub fn end_row(&mut self, supply: f64) {
        let start = self.starts[self.supplies.len()] as usize;
        if supply > 0.0 && start < self.gains.len() {
            self.supplies.push(supply);
            self.starts.push(self.gains.len() as u32);
        } else {
            self.columns.truncate(start);
            self.gains.truncate(start);
        }
    }

    /// The value of the best transport.
    pub fn solve(&mut self) -> f64 {
        self.tree.begin(&self.supplies, &self.demands);
        self.start();
        self.improve();
        self.tree.value()
    }

    /// Columns and gains of the arcs that leave a row.
    fn leaving(&self, row: usize) -> (&[u32], &[f64]) {
        let arcs = self.starts[row] as usize..self.starts[row + 1] as usize;
        (&self.columns[arcs.clone()], &self.gains[arcs])
    }

    /// In turn each row fills the best column that has room, until none can.
    fn start(&mut self) {
        let mut unspent = std::mem::take(&mut self.unspent);
        unspent.extend(0..self.supplies.len() as u32);
        while !unspent.is_empty() {
            unspent.retain(|&row| {
                interrupt::step(row as usize);
                self.fill_best(row as usize)
            });
        }
        self.unspent = unspent;
        self.tree.settle();
    }

    /// Whether the row has something left for another column.
    fn fill_best(&mut self, row: usize) -> bool {
        let rows = self.supplies.len();
        let mut best = None;
        let mut most = 0.0;
        let (columns, gains) = self.leaving(row);
        for (&column, &gain) in columns.iter().zip(gains) {
            let column = rows + column as usize;
            if gain > most && self.tree.is_open(column) {
                (best, most) = (Some(column), gain);
            }
        }
        let Some(column) = best else {
            return false;
        };
        self.tree.hang(row, column, most);
        self.tree.is_open(row)
    }

    /// In turn each row's most profitable arc enters the tree, and the root's, until none has any profit.
    fn improve(&mut self) {
        let rows = self.supplies.len();
        let largest = self.gains.iter().copied().fold(0.0, f64::max);
        // A node's worth is a sum over its way to the root, and every arc that enters may add to it.
        let mut additions = self.tree.root();
        let (mut row, mut without) = (0, 0);
        while without <= rows {
            interrupt::poll();
            // Less may be rounding. It grows, so that rounding cannot go round in circles.
            let least = f64::EPSILON * largest * additions as f64;
            let found = if row < rows {
                self.best_of_row(row, least)
            } else {
                self.best_of_root(least)
            };
            if let Some(arc) = found {
                self.tree.enter(&arc);
                additions += 1;
                without = 0;
            } else {
                without += 1;
            }
            row = if row < rows { row + 1 } else { 0 };
        }
    }

    /// The most profitable arc from a row to a column or the root.
    fn best_of_row(&self, row: usize, least: f64) -> Option<Entering> {
        let (rows, root) = (self.supplies.len(), self.tree.root());
        let worth = self.tree.worth();
        let here = worth[row];
        let there = &worth[rows..root];
        let (columns, gains) = self.leaving(row);
        let most = highest(columns, gains, there);
        if most.max(0.0) - here <= least {
            return None;
        }
        if most < 0.0 {
            return Some(Entering {
                from: row,
                to: root,
                gain: 0.0,
                profit: -here,
            });
        }
        let mut arcs = columns.iter().zip(gains);
        let (&column, &gain) =
            arcs.find(|&(&column, gain)| gain + there[column as usize] >= most)?;
        Some(Entering {
            from: row,
            to: rows + column as usize,
            gain,
            profit: most - here,
        })
    }

    /// The most profitable arc from the root to a column.
    fn best_of_root(&self, least: f64) -> Option<Entering> {
        let (rows, root) = (self.supplies.len(), self.tree.root());
        let there = &self.tree.worth()[rows..root];
        let profit = there.iter().copied().fold(0.0, f64::max);
        if profit <= least {
            return None;
        }
        let column = there.iter().position(|&worth| worth >= profit)?;
        Some(Entering {
            from: root,
            to: rows + column,
            gain: 0.0,
            profit,
        })
    }
}

/// The most that a unit is worth after one of these arcs, its gain included.
fn highest(columns: &[u32], gains: &[f64], worth: &[f64]) -> f64 {
    let mut lanes = [f64::NEG_INFINITY; LANES];
    let mut compare = |columns: &[u32], gains: &[f64]| {
        for ((lane, &column), gain) in lanes.iter_mut().zip(columns).zip(gains) {
            let there = gain + worth[column as usize];
            // Not `max`, which looks for NaN too.
            *lane = if there > *lane { there } else { *lane };
        }
    };
    let (columns, gains) = (columns.chunks_exact(LANES), gains.chunks_exact(LANES));
    compare(columns.remainder(), gains.remainder());
    for (columns, gains) in columns.zip(gains) {
        compare(columns, gains);
    }
    lanes.into_iter().fold(f64::NEG_INFINITY, f64::max)
}
