//! Tie calibration (Deutsch, Foster and Freitag 2023): the difference up to which a metric's scores are best
//! called a tie, and where two metrics with their own such differences decide unlike.

use crate::agree::rows::Rows;
use crate::error::Result;
use crate::interrupt;

/// Sums closer than this, per row, are the same: they differ by rounding only.
const SAME: f64 = 1e-12;

/// The smallest difference of the highest mean accuracy, of 0 and all that occur in a row.
///
/// One difference serves all rows. Raising it past the difference of a pair makes that pair a tie, which
/// is right if people tie it too and wrong if the metric had it in the right order; nothing else changes.
///
/// # Errors
/// When there is not one score per cell.
pub fn epsilon(rows: &Rows, scores: &[f64]) -> Result<f64> {
    rows.check(scores)?;
    let mut changes: Vec<(f64, f64)> = Vec::new();
    for row in 0..rows.len() {
        let (ordered, level) = rows.row_pairs(row);
        let weight = 1.0 / (ordered + level) as f64;
        each_pair(rows, row, |worse, better, tied| {
            let difference = scores[better] - scores[worse];
            if tied && difference.abs() > 0.0 {
                changes.push((difference.abs(), weight));
            } else if !tied && difference > 0.0 {
                changes.push((difference, -weight));
            }
        });
    }
    changes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let margin = SAME * rows.len() as f64;
    let (mut best, mut highest, mut sum) = (0.0, 0.0, 0.0);
    #[allow(clippy::float_cmp)] // equal differences become ties together
    for step in changes.chunk_by(|a, b| a.0 == b.0) {
        sum += step.iter().map(|&(_, change)| change).sum::<f64>();
        if sum > highest + margin {
            (best, highest) = (step[0].0, sum);
        }
    }
    Ok(best)
}

/// For each row the number of pairs of which one metric is right and the other is not.
///
/// # Errors
/// When there is not one score per cell.
pub fn unlike(rows: &Rows, first: (&[f64], f64), second: (&[f64], f64)) -> Result<Vec<f64>> {
    rows.check(first.0)?;
    rows.check(second.0)?;
    let right = |(scores, epsilon): (&[f64], f64), worse: usize, better: usize, tied: bool| {
        let difference = scores[better] - scores[worse];
        let apart = difference.abs() > epsilon;
        if tied {
            !apart
        } else {
            apart && difference > 0.0
        }
    };
    let count = |row| {
        let mut found = 0_u64;
        each_pair(rows, row, |worse, better, tied| {
            let differ = right(first, worse, better, tied) != right(second, worse, better, tied);
            found += u64::from(differ);
        });
        found as f64
    };
    Ok((0..rows.len()).map(count).collect())
}

/// The pairs of a row: positions of the worse and the better cell, and whether people tie them.
fn each_pair(rows: &Rows, row: usize, mut visit: impl FnMut(usize, usize, bool)) {
    let cells = rows.row_cells(row);
    let (worse, tied) = rows.borders(row);
    for (slot, &cell) in cells.iter().enumerate() {
        interrupt::step(slot);
        cells[..worse[slot]]
            .iter()
            .for_each(|&other| visit(other, cell, false));
        cells[tied[slot]..slot]
            .iter()
            .for_each(|&other| visit(other, cell, true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::Coins;
    use crate::agree::tally::Tally;

    fn accuracy(rows: &Rows, scores: &[f64], epsilon: f64) -> f64 {
        let table = rows.tally(Tally::Pairs, scores, epsilon).unwrap();
        let right = |row: usize| table[row] + table[2 * rows.len() + row];
        let sum: f64 = (0..rows.len()).map(|row| right(row) / 10.0).sum();
        sum / rows.len() as f64
    }

    #[test]
    fn no_other_difference_is_more_accurate() {
        let offsets: Vec<usize> = (0..=20).map(|row| row * 5).collect();
        for seed in 0..20 {
            let draw = |stream| {
                let coins = Coins::new(seed, stream);
                (0..100).map(move |i| (coins.word(i) % 6) as f64)
            };
            let human: Vec<f64> = draw(0).collect();
            let scores: Vec<f64> = draw(1).zip(&human).map(|(x, h)| x / 3.0 + h).collect();
            let rows = Rows::new(&human, &offsets, 0.0).unwrap();
            let found = epsilon(&rows, &scores).unwrap();
            let best = accuracy(&rows, &scores, found);
            for a in &scores {
                for b in &scores {
                    let other = (a - b).abs();
                    let value = accuracy(&rows, &scores, other);
                    assert!(value < best + 1e-9);
                    assert!(other >= found || value < best - 1e-9, "{other} {found}");
                }
            }
        }
    }

    #[test]
    fn a_metric_is_unlike_itself_only_with_another_tie() {
        let rows = Rows::new(&[1.0, 2.0, 2.0], &[0, 3], 0.0).unwrap();
        let scores = [1.0, 2.0, 4.0];
        assert_eq!(
            unlike(&rows, (&scores, 0.0), (&scores, 0.0)).unwrap(),
            [0.0]
        );
        // 1 apart: the pair people order is lost; 2 apart: the pair people tie is won.
        assert_eq!(
            unlike(&rows, (&scores, 0.0), (&scores, 1.0)).unwrap(),
            [1.0]
        );
        assert_eq!(
            unlike(&rows, (&scores, 0.0), (&scores, 2.0)).unwrap(),
            [2.0]
        );
    }
}
