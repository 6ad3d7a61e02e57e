//! From left to right over all segments at once: statistics of every interval of a line.

use crate::interrupt;

use super::rows::{Compensated, Exact, Rows, Running};

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
    changes.sort_unstable_by(|x, y| x.at.total_cmp(&y.at));
    let breakpoints = breakpoints(changes, resolution);
    let intervals = breakpoints.len() + 1;
    let mut sums = vec![0.0; intervals * rows.width()];
    match rows {
        Rows::Whole(rows) => sum(Exact::of(rows), start, changes, &breakpoints, &mut sums),
        Rows::Real(rows) => {
            sum(
                Compensated::of(rows),
                start,
                changes,
                &breakpoints,
                &mut sums,
            );
        }
    }
    Swept { breakpoints, sums }
}

/// Writes the sums of every interval, column by column.
fn sum(
    mut running: impl Running,
    start: &[u32],
    changes: &[Change],
    breakpoints: &[f64],
    sums: &mut [f64],
) {
    for &candidate in start {
        running.enter(candidate);
    }
    let intervals = breakpoints.len() + 1;
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
        running.replace(change.from, change.to);
    }
    running.write(&mut sums[interval..], intervals);
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
