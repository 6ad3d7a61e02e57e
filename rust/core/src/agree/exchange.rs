//! PERM-BOTH (Deutsch, Dror and Roth 2021): the scores two metrics gave a cell are exchanged or not by a fair
//! coin, cell by cell, and both mixtures are tallied again.

use std::sync::Arc;

use crate::agree::compared::Compared;
use crate::agree::mixed::Mixed;
use crate::agree::pairs::Pairs;
use crate::agree::rows::Rows;
use crate::agree::samples::Samples;
use crate::agree::tally::Tally;
use crate::error::Result;

/// Two metrics whose scores are to be exchanged, with all worked out that does not depend on coins.
///
/// A cell's coin is the same whatever is tallied and however many threads there are.
pub struct Exchange(Form);

enum Form {
    /// Short rows, and units of pairs.
    Pairs(Compared),
    /// Long rows, and sums.
    Rows(Mixed),
}

impl Exchange {
    /// Two metrics' scores of cells in rows.
    ///
    /// # Errors
    /// When there is not one score per cell, or threads cannot be started.
    pub fn of_rows(rows: &Arc<Rows>, what: Tally, first: &[f64], second: &[f64]) -> Result<Self> {
        rows.check(first)?;
        rows.check(second)?;
        if what == Tally::Pairs && rows.are_short() {
            return Self::of_pairs(rows.spelled_out(), first, second);
        }
        Ok(Self(Form::Rows(Mixed::new(rows, what, first, second)?)))
    }

    /// Two metrics' scores of cells in pairs.
    ///
    /// # Errors
    /// When a cell has no score, or threads cannot be started.
    pub fn of_pairs(pairs: &Pairs, first: &[f64], second: &[f64]) -> Result<Self> {
        Ok(Self(Form::Pairs(Compared::new(pairs, first, second)?)))
    }

    /// Number of columns of a tally.
    pub fn width(&self) -> usize {
        match &self.0 {
            Form::Pairs(_) => Tally::Pairs.width(),
            Form::Rows(mixed) => mixed.width(),
        }
    }

    /// Tallies both metrics after each sample's exchanges: `[columns, samples, 2, rows]`, the rows summed
    /// into one if `pooled`.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn tallies(&self, samples: Samples, pooled: bool) -> Result<Vec<f64>> {
        match (&self.0, pooled) {
            (Form::Pairs(compared), false) => compared.tallies(samples),
            (Form::Pairs(compared), true) => compared.pooled(samples),
            (Form::Rows(mixed), false) => mixed.tallies(samples),
            (Form::Rows(mixed), true) => mixed.pooled(samples),
        }
    }

    /// The mean of the rows' coefficients after each sample's exchanges, `[samples, 2]`: Pearson's r, of ranks
    /// Spearman's ρ, of pairs Kendall's `τ_b`, with classes Stuart's `τ_c`. Rows without one do not
    /// count; NaN if there are no others.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn means(&self, samples: Samples) -> Result<Vec<f64>> {
        match &self.0 {
            Form::Pairs(compared) => compared.mean_taus(samples),
            Form::Rows(mixed) => mixed.means(samples),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coefficient::coefficient;
    use crate::agree::coins::{Coins, flips};
    use crate::parallel::set_threads;

    fn numbers(count: usize, seed: u64, kinds: u64) -> Vec<f64> {
        let coins = Coins::new(seed, 0);
        (0..count).map(|i| (coins.word(i) % kinds) as f64).collect()
    }

    /// The table, one sample and one side at a time.
    fn slowly(rows: &Rows, what: Tally, a: &[f64], b: &[f64], samples: Samples) -> Vec<f64> {
        let mut sides = Vec::new();
        for sample in samples.begin..samples.begin + samples.count {
            for (one, other) in [(a, b), (b, a)] {
                let flip = |c: usize| {
                    if flips(samples.seed, sample, c) {
                        other[c]
                    } else {
                        one[c]
                    }
                };
                let scores: Vec<f64> = (0..a.len()).map(flip).collect();
                sides.push(rows.tally(what, &scores, 0.0).unwrap());
            }
        }
        let lines = (0..what.width()).flat_map(|column| {
            let line = column * rows.len()..(column + 1) * rows.len();
            sides
                .iter()
                .flat_map(move |side| side[line.clone()].to_vec())
        });
        lines.collect()
    }

    /// The mean coefficient of every line of a table.
    fn means(rows: &Rows, what: Tally, table: &[f64]) -> Vec<f64> {
        let fixed = rows.fixed_by_row(what);
        let lines = table.len() / what.width() / rows.len();
        let mean = |line: usize| {
            let of_row = |row: usize| {
                let mut columns = [0.0; 4];
                for (column, value) in columns.iter_mut().take(what.width()).enumerate() {
                    *value = table[(column * lines + line) * rows.len() + row];
                }
                coefficient(what, columns, fixed[row])
            };
            let defined: Vec<f64> = (0..rows.len()).filter_map(of_row).collect();
            defined.iter().sum::<f64>() / defined.len() as f64
        };
        (0..lines).map(mean).collect()
    }

    fn assert_close(found: &[f64], expected: &[f64], case: &str) {
        assert_eq!(found.len(), expected.len(), "{case}");
        for (a, b) in found.iter().zip(expected) {
            assert!(
                (a - b).abs() < 1e-12 || (a.is_nan() && b.is_nan()),
                "{case}: {a}, {b}"
            );
        }
    }

    #[test]
    fn exchanges_are_what_the_coins_say() {
        let short: Vec<usize> = (0..=40).map(|row| row * 7).collect();
        let uneven = vec![0, 1, 1, 40, 104, 280];
        let long = vec![0, 280];
        for (threshold, kinds) in [(0.0, 1), (0.0, 5), (0.0, 1000), (2.0, 5)] {
            let human = numbers(280, 1, kinds);
            let (a, b) = (numbers(280, 2, kinds), numbers(280, 3, kinds));
            for offsets in [&short, &uneven, &long] {
                let rows = Arc::new(Rows::new(&human, offsets, threshold).unwrap());
                for what in [
                    Tally::Pairs,
                    Tally::Classes,
                    Tally::Moments,
                    Tally::RankMoments,
                ] {
                    let exchange = Exchange::of_rows(&rows, what, &a, &b).unwrap();
                    for (begin, count) in [(0, 130), (100, 60), (300, 1)] {
                        let samples = Samples {
                            seed: 9,
                            begin,
                            count,
                        };
                        let case = format!("{what:?}, {offsets:?}, {kinds}, {begin}");
                        let expected = slowly(&rows, what, &a, &b, samples);
                        let sums: Vec<f64> = expected
                            .chunks(rows.len())
                            .map(|line| line.iter().sum())
                            .collect();
                        for threads in [1, 3] {
                            set_threads(threads);
                            let found = exchange.tallies(samples, false).unwrap();
                            assert_close(&found, &expected, &case);
                            let found = exchange.tallies(samples, true).unwrap();
                            assert_close(&found, &sums, &case);
                            let found = exchange.means(samples).unwrap();
                            assert_close(&found, &means(&rows, what, &expected), &case);
                        }
                    }
                }
            }
        }
        set_threads(0);
    }
}
