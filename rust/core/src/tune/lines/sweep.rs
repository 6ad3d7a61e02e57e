//! From left to right over all segments at once: statistics of every interval of a line.

use crate::interrupt;

/// One segment changes its candidate.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// Where on the line.
    pub at: f64,
    /// The row it leaves.
    pub from: u32,
    /// The row it enters.
    pub to: u32,
}

/// Additive rows, one per candidate.
#[derive(Debug, Clone)]
pub struct Rows {
    values: Vec<f64>,
    width: usize,
    /// Whether they are whole numbers whose sums are exact without further care.
    whole: bool,
}

/// Whole numbers up to this many are exact in any order of summation.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Rows {
    /// Rows of `width` numbers each.
    pub fn new(values: Vec<f64>, width: usize) -> Self {
        let total: f64 = values.iter().map(|value| value.abs()).sum();
        let whole = total < EXACT && values.iter().all(|value| value.fract() == 0.0);
        Self {
            values,
            width,
            whole,
        }
    }

    /// The row of a candidate.
    pub fn get(&self, candidate: usize) -> &[f64] {
        &self.values[candidate * self.width..(candidate + 1) * self.width]
    }

    /// How many numbers a row has.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// The intervals of a line between `breakpoints`, and the summed rows within each.
#[derive(Debug, Clone, PartialEq)]
pub struct Swept {
    /// Strictly ascending.
    pub breakpoints: Vec<f64>,
    /// Column by column, each with one number more than there are breakpoints.
    pub sums: Vec<f64>,
}

/// Breakpoints nearer to each other than this, relative to their size, differ by rounding only.
const RESOLUTION: f64 = 1e-12;

/// Sorts `changes` and sums the rows of every interval, beginning with `start`, the candidates to
/// the left of all changes. Changes within `resolution` of each other happen at once.
pub fn sweep(rows: &Rows, start: &[u32], changes: &mut [Change], resolution: f64) -> Swept {
    let mut running = Running::new(rows);
    for &candidate in start {
        running.add(rows.get(candidate as usize));
    }
    changes.sort_unstable_by(|x, y| x.at.total_cmp(&y.at));
    let breakpoints = breakpoints(changes, resolution);
    let intervals = breakpoints.len() + 1;
    let mut sums = vec![0.0; intervals * rows.width];
    let mut interval = 0;
    for (k, change) in changes.iter().enumerate() {
        interrupt::step(k);
        // The first change of a breakpoint closes the interval to the left of it.
        if breakpoints
            .get(interval)
            .is_some_and(|&next| change.at >= next)
        {
            running.write(&mut sums[interval..], intervals);
            interval += 1;
        }
        running.replace(rows.get(change.from as usize), rows.get(change.to as usize));
    }
    running.write(&mut sums[interval..], intervals);
    Swept { breakpoints, sums }
}

/// The first of every group of changes that happen at once.
fn breakpoints(changes: &[Change], resolution: f64) -> Vec<f64> {
    let mut kept: Vec<f64> = Vec::with_capacity(changes.len());
    for change in changes {
        let near = resolution.max(RESOLUTION * change.at.abs());
        if kept.last().is_none_or(|&last| change.at - last > near) {
            kept.push(change.at);
        }
    }
    kept
}

/// A sum of rows that rows enter and leave; what rounding loses is kept beside it (Neumaier 1974).
struct Running {
    sums: Vec<f64>,
    lost: Vec<f64>,
    whole: bool,
}

impl Running {
    fn new(rows: &Rows) -> Self {
        Self {
            sums: vec![0.0; rows.width],
            lost: vec![0.0; rows.width],
            whole: rows.whole,
        }
    }

    fn add(&mut self, row: &[f64]) {
        for ((sum, lost), &value) in self.sums.iter_mut().zip(&mut self.lost).zip(row) {
            accumulate(sum, lost, value);
        }
    }

    fn replace(&mut self, from: &[f64], to: &[f64]) {
        let places = self.sums.iter_mut().zip(&mut self.lost);
        for ((sum, lost), (from, to)) in places.zip(from.iter().zip(to)) {
            if self.whole {
                *sum += to - from;
            } else {
                accumulate(sum, lost, *to);
                accumulate(sum, lost, -from);
            }
        }
    }

    /// The first number of every column of `out`.
    fn write(&self, out: &mut [f64], stride: usize) {
        let sums = self.sums.iter().zip(&self.lost);
        for (place, (sum, lost)) in out.iter_mut().step_by(stride).zip(sums) {
            *place = sum + lost;
        }
    }
}

/// Adds to a sum; what does not fit into it goes to `lost`.
#[inline]
fn accumulate(sum: &mut f64, lost: &mut f64, value: f64) {
    let total = *sum + value;
    *lost += if sum.abs() >= value.abs() {
        (*sum - total) + value
    } else {
        (value - total) + *sum
    };
    *sum = total;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(at: f64, from: u32, to: u32) -> Change {
        Change { at, from, to }
    }

    #[test]
    fn changes_in_any_order_and_columns_together() {
        let rows = Rows::new(vec![1.0, 10.0, 2.0, 20.0, 4.0, 40.0], 2);
        let mut changes = [change(3.0, 1, 2), change(-1.0, 0, 1)];
        let swept = sweep(&rows, &[0], &mut changes, 0.0);
        assert_eq!(swept.breakpoints, [-1.0, 3.0]);
        assert_eq!(swept.sums, [1.0, 2.0, 4.0, 10.0, 20.0, 40.0]);
    }

    #[test]
    fn equal_breakpoints_are_one() {
        let rows = Rows::new(vec![1.0, 2.0, 4.0, 8.0], 1);
        let mut changes = [
            change(0.3, 0, 1),
            change(0.1 + 0.2, 2, 3),
            change(0.3 + 1e-9, 1, 0),
        ];
        let swept = sweep(&rows, &[0, 2], &mut changes, 1e-15);
        assert_eq!(swept.breakpoints, [0.3, 0.3 + 1e-9]);
        assert_eq!(swept.sums, [5.0, 10.0, 9.0]);
        let coarse = sweep(&rows, &[0, 2], &mut changes, 1e-6);
        assert_eq!(
            (coarse.breakpoints, coarse.sums),
            (vec![0.3], vec![5.0, 9.0])
        );
    }

    #[test]
    fn sums_of_fractions_do_not_drift() {
        // A large row enters and leaves again and again beside small ones.
        let rows = Rows::new(vec![1e16, 0.1, 0.3], 1);
        let mut changes: Vec<Change> = (0..10_000)
            .map(|k| match k % 2 {
                0 => change(f64::from(k), 1, 0),
                _ => change(f64::from(k), 0, 1),
            })
            .collect();
        let swept = sweep(&rows, &[1, 2], &mut changes, 0.0);
        assert!((swept.sums[10_000] - 0.4).abs() < 1e-15);
    }

    #[test]
    fn no_change_at_all() {
        let rows = Rows::new(vec![1.5], 1);
        let swept = sweep(&rows, &[0], &mut [], 0.0);
        assert_eq!((swept.breakpoints, swept.sums), (vec![], vec![1.5]));
    }
}
