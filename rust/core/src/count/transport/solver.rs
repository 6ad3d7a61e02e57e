//! Successive shortest paths for one problem.

use super::search::{Distance, Label, NONE, Search, UNREACHED};

/// An arc and what flows along it.
#[derive(Debug, Clone, Copy)]
struct Arc {
    row: u32,
    column: u32,
    gain: f64,
    flow: f64,
}

/// Where a path ends.
#[derive(Debug, Clone, Copy)]
enum End {
    /// At the column of this arc, which has room.
    Arc(u32),
    /// At a row, which keeps unmatched what the path brings it.
    Row(u32),
}

/// Solves one problem after the other; buffers are kept.
#[derive(Debug, Default)]
pub struct Transport {
    arcs: Vec<Arc>,
    /// Arcs `starts[i]..starts[i + 1]` leave row i.
    starts: Vec<u32>,
    supplies: Vec<f64>,
    /// What each column can still take.
    room: Vec<f64>,
    row_prices: Vec<f64>,
    column_prices: Vec<f64>,
    /// Arcs with flow, by column.
    carriers: Vec<Vec<u32>>,
    search: Search,
}

impl Transport {
    /// Begins a problem with these columns and no row.
    pub fn begin(&mut self, demands: impl IntoIterator<Item = f64>) {
        self.arcs.clear();
        self.starts.clear();
        self.starts.push(0);
        self.supplies.clear();
        self.room.clear();
        self.room.extend(demands);
        let columns = self.room.len();
        if self.carriers.len() < columns {
            self.carriers.resize_with(columns, Vec::new);
        }
        for carriers in &mut self.carriers[..columns] {
            carriers.clear();
        }
    }

    /// Adds an arc from the row that [`Self::end_row`] will close. Without a gain it is of no use.
    pub fn arc(&mut self, column: usize, gain: f64) {
        if gain > 0.0 {
            self.arcs.push(Arc {
                row: self.supplies.len() as u32,
                column: column as u32,
                gain,
                flow: 0.0,
            });
        }
    }

    /// Closes a row.
    pub fn end_row(&mut self, supply: f64) {
        self.supplies.push(supply);
        self.starts.push(self.arcs.len() as u32);
    }

    /// The value of the best transport.
    pub fn solve(&mut self) -> f64 {
        let (rows, columns) = (self.supplies.len(), self.room.len());
        self.row_prices.clear();
        self.row_prices.resize(rows, 0.0);
        self.column_prices.clear();
        self.column_prices.resize(columns, 0.0);
        self.search.begin(rows, columns);
        for row in 0..rows {
            self.send(row);
        }
        let values = self.arcs.iter().map(|arc| arc.gain * arc.flow);
        values.fold(0.0, |sum, value| sum + value)
    }

    fn leaving(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// Sends all of a row's supply, or as much of it as gains anything.
    fn send(&mut self, row: usize) {
        let best = self.arcs[self.leaving(row)]
            .iter()
            .map(|arc| arc.gain - self.column_prices[arc.column as usize])
            .fold(0.0, f64::max);
        self.row_prices[row] = best;
        let mut left = self.supplies[row];
        while left > 0.0 && self.row_prices[row] > 0.0 {
            let (end, length) = self.shortest_path(row);
            self.reprice(length);
            left -= self.augment(end, left);
            self.search.forget();
        }
    }

    /// The shortest path from a row to where there is room, and its length in price.
    fn shortest_path(&mut self, row: usize) -> (End, f64) {
        let nowhere = UNREACHED.distance;
        let mut nearest = (End::Row(row as u32), nowhere);
        let here = Distance {
            price: 0.0,
            arcs: 0,
        };
        self.reach(row, here, NONE, &mut nearest);
        while let Some((column, distance)) = self.search.settle_nearest() {
            if !distance.is_below(nearest.1) {
                break;
            }
            let there = distance.plus(0.0);
            for k in 0..self.carriers[column].len() {
                let arc = self.carriers[column][k];
                let row = self.arcs[arc as usize].row as usize;
                if !self.search.rows[row].is_set() {
                    self.reach(row, there, arc, &mut nearest);
                }
            }
        }
        (nearest.0, nearest.1.price)
    }

    /// Labels a row for good, and the columns it leads to unless a path ends nearer.
    fn reach(&mut self, row: usize, here: Distance, arc: u32, nearest: &mut (End, Distance)) {
        self.search.rows[row] = Label {
            distance: here,
            arc,
        };
        self.search.reached.push(row as u32);
        let price = self.row_prices[row];
        let kept = here.plus(price);
        if kept.is_below(nearest.1) {
            *nearest = (End::Row(row as u32), kept);
        }
        let leaving = self.leaving(row);
        let numbers = leaving.start as u32..;
        for (number, arc) in numbers.zip(&self.arcs[leaving]) {
            let column = arc.column as usize;
            // Rounding must not make an arc shorter than nothing.
            let slack = (price + self.column_prices[column] - arc.gain).max(0.0);
            let there = here.plus(slack);
            if !there.is_below(nearest.1) {
                continue;
            }
            if self.room[column] > 0.0 {
                *nearest = (End::Arc(number), there);
            } else {
                self.search.label(column, there, number);
            }
        }
    }

    /// Moves prices so that the path found costs nothing.
    fn reprice(&mut self, length: f64) {
        if length <= 0.0 {
            return;
        }
        let search = &self.search;
        for &row in &search.reached {
            let row = row as usize;
            let price = self.row_prices[row] - (length - search.rows[row].distance.price);
            self.row_prices[row] = price.max(0.0);
        }
        for &column in &search.settled {
            let column = column as usize;
            // The last column settled may be where the search was given up, farther away.
            self.column_prices[column] += (length - search.columns[column].distance.price).max(0.0);
        }
    }

    /// Sends as much as there is and the path can take, and returns how much that was.
    fn augment(&mut self, end: End, left: f64) -> f64 {
        let (mut amount, last) = match end {
            End::Arc(arc) => {
                let Arc { row, column, .. } = self.arcs[arc as usize];
                (left.min(self.room[column as usize]), row)
            }
            End::Row(row) => (left, row),
        };
        let mut row = last;
        while let Some((back, before)) = self.step_back(row) {
            amount = amount.min(self.arcs[back].flow);
            row = self.arcs[before].row;
        }
        if let End::Arc(arc) = end {
            self.room[self.arcs[arc as usize].column as usize] -= amount;
            self.add(arc as usize, amount);
        }
        let mut row = last;
        while let Some((back, before)) = self.step_back(row) {
            self.take(back, amount);
            self.add(before, amount);
            row = self.arcs[before].row;
        }
        amount
    }

    /// The arc whose flow led to a row, and the arc by which the path came to that arc's column.
    fn step_back(&self, row: u32) -> Option<(usize, usize)> {
        let back = self.search.rows[row as usize].arc;
        (back != NONE).then(|| {
            let column = self.arcs[back as usize].column as usize;
            (back as usize, self.search.columns[column].arc as usize)
        })
    }

    fn add(&mut self, number: usize, amount: f64) {
        let arc = &mut self.arcs[number];
        if arc.flow == 0.0 {
            self.carriers[arc.column as usize].push(number as u32);
        }
        arc.flow += amount;
    }

    fn take(&mut self, number: usize, amount: f64) {
        let arc = &mut self.arcs[number];
        arc.flow -= amount;
        if arc.flow == 0.0 {
            let carriers = &mut self.carriers[arc.column as usize];
            carriers.retain(|&carrier| carrier as usize != number);
        }
    }
}
