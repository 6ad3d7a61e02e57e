//! The parameters of both directions, and the M-step that estimates them.
//!
//! Translation probabilities are variational Bayes estimates under a symmetric Dirichlet prior
//! (Riley & Gildea 2012), which keeps rare words from collecting what nothing else explains.
//! Pairs of words that are spelt alike have a larger prior.

use super::counts::Counts;
use super::jumps::Jumps;
use super::likeness::PriorCursor;
use super::table::Table;
use crate::error::Result;
use crate::parallel;

/// Source words whose probabilities are computed together.
const SHARD_ROWS: usize = 512;
/// Weight of a word's frequency in the emissions of the empty word, in words per word of text.
const NULL_SMOOTHING: f64 = 0.05;

/// Settings of the estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Priors {
    /// Pseudo-count of every pair, for variational Bayes; 0 is maximum likelihood.
    pub(super) smoothing: f32,
    /// Pseudo-count of a pair of equal words; less for words that are less alike.
    pub(super) spelling: f32,
    /// Probability of the empty word.
    pub(super) null: f32,
}

/// What the E-step and decoding need.
#[derive(Debug)]
pub(super) struct Parameters {
    pub(super) table: Table,
    /// p(word | empty word) of the target and the source language.
    pub(super) null_emissions: [Vec<f32>; 2],
    pub(super) jumps: [Jumps; 2],
    pub(super) null: f32,
}

/// exp(ψ(x)), which is about x − ½.
fn exp_digamma(x: f64) -> f64 {
    let (mut x, mut below) = (x, 0.0);
    while x < 6.0 {
        below += 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = square * (1.0 / 12.0 - square * (1.0 / 120.0 - square / 252.0));
    (x.ln() - 0.5 / x - series - below).exp()
}

/// A sum of counts turned into the factor that normalises them.
fn normaliser(sum: f64, pairs: u32, smoothing: f64) -> f64 {
    if smoothing > 0.0 {
        1.0 / exp_digamma(sum + smoothing * f64::from(pairs))
    } else if sum > 0.0 {
        1.0 / sum
    } else {
        0.0
    }
}

/// Counts of a place with its prior.
fn with_prior(count: [f32; 2], prior: f32) -> [f64; 2] {
    count.map(|c| f64::from(c) + f64::from(prior))
}

impl Parameters {
    /// Parameters without any knowledge, over the pairs of `table`.
    pub(super) fn new(table: Table, priors: &Priors) -> Self {
        Self {
            table,
            null_emissions: [Vec::new(), Vec::new()],
            jumps: [Jumps::default(), Jumps::default()],
            null: priors.null,
        }
    }

    /// The M-step for translation probabilities.
    ///
    /// `likeness` has the spelling prior of each place that has one, ascending by place.
    pub(super) fn estimate_translations(
        &mut self,
        counts: &[[f32; 2]],
        likeness: &[(u32, f32)],
        target_words: usize,
        smoothing: f32,
    ) -> Result<()> {
        let table = &self.table;
        let smoothing = f64::from(smoothing);
        let mut rows = vec![(0.0, 0_u32); table.rows()];
        let mut columns = vec![(0.0, 0_u32); target_words];
        let mut priors = PriorCursor::new(likeness, 0);
        for (source, row) in rows.iter_mut().enumerate() {
            for (place, target) in table.row(source) {
                let [forward, backward] = with_prior(counts[place], priors.at(place));
                let column = &mut columns[target as usize];
                *row = (row.0 + forward, row.1 + 1);
                *column = (column.0 + backward, column.1 + 1);
            }
        }
        let factors = |sums: Vec<(f64, u32)>| -> Vec<f64> {
            sums.into_iter()
                .map(|(sum, pairs)| normaliser(sum, pairs, smoothing))
                .collect()
        };
        let (rows, columns) = (factors(rows), factors(columns));
        let unseen = if smoothing > 0.0 {
            exp_digamma(smoothing)
        } else {
            0.0
        };
        let weight = |count: f64| {
            if count == 0.0 {
                unseen
            } else if smoothing > 0.0 {
                exp_digamma(count + smoothing)
            } else {
                count
            }
        };
        let shards = parallel::map_shards(
            table.rows().div_ceil(SHARD_ROWS),
            || (),
            |(), shard| {
                let sources = shard * SHARD_ROWS..table.rows().min((shard + 1) * SHARD_ROWS);
                let places = table.places_of(sources.clone());
                let mut probabilities = vec![[0.0; 2]; places.len()];
                let mut priors = PriorCursor::new(likeness, places.start);
                for source in sources {
                    for (place, target) in table.row(source) {
                        let [forward, backward] =
                            with_prior(counts[place], priors.at(place)).map(weight);
                        probabilities[place - places.start] = [
                            (forward * rows[source]) as f32,
                            (backward * columns[target as usize]) as f32,
                        ];
                    }
                }
                probabilities
            },
        )?;
        self.table.set_probabilities(shards.into_iter().flatten());
        Ok(())
    }

    /// The M-step for the empty word: its links, smoothed with the frequencies of all words.
    pub(super) fn estimate_nulls(&mut self, counts: &Counts, frequencies: &[Vec<f64>; 2]) {
        for side in 0..2 {
            let (nulls, frequencies) = (&counts.nulls[side], &frequencies[side]);
            let weight = |(&null, &all): (&f64, &f64)| null + NULL_SMOOTHING * all;
            let weights = || nulls.iter().zip(frequencies).map(weight);
            let total = weights().sum::<f64>().max(f64::MIN_POSITIVE);
            self.null_emissions[side] = weights().map(|w| (w / total) as f32).collect();
        }
    }

    /// The M-step for jumps.
    pub(super) fn estimate_jumps(&mut self, counts: &Counts) {
        for (jumps, counts) in self.jumps.iter_mut().zip(&counts.jumps) {
            *jumps = Jumps::from_counts(counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digamma_has_its_known_values() {
        assert!((exp_digamma(1.0).ln() + 0.577_215_664_9).abs() < 1e-8);
        assert!((exp_digamma(0.5).ln() + 1.963_510_026_0).abs() < 1e-8);
        assert!((exp_digamma(100.0) - 99.500_416).abs() < 1e-4);
    }

    #[test]
    fn maximum_likelihood_divides_by_sums() {
        let table = Table::new([[0_u32, 1].as_slice(), &[1]].into_iter()).unwrap();
        let place = |e, f| table.find(e, f).unwrap() as usize;
        let mut counts = vec![[0.0; 2]; table.places()];
        counts[place(0, 0)] = [1.0, 1.0];
        counts[place(0, 1)] = [3.0, 3.0];
        counts[place(1, 1)] = [2.0, 1.0];
        let places = [place(0, 0), place(0, 1), place(1, 1)];
        let priors = Priors {
            smoothing: 0.0,
            spelling: 0.0,
            null: 0.1,
        };
        let mut parameters = Parameters::new(table, &priors);
        parameters
            .estimate_translations(&counts, &[], 2, 0.0)
            .unwrap();
        let found = places.map(|place| parameters.table.probability(place as u32));
        assert_eq!(found, [[0.25, 1.0], [0.75, 0.75], [1.0, 0.25]]);
    }
}
