//! The parameters of both directions, and the M-step that estimates them.

use super::counts::Counts;
use super::jumps::Jumps;
use super::table::Table;
use super::translations::{Estimate, Evidence};
use crate::error::Result;
use crate::parallel;

/// Source words whose probabilities are computed together.
const SHARD_ROWS: usize = 512;
/// Shards whose probabilities are held in memory twice.
const WAVE_SHARDS: usize = 16;
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
        let evidence = Evidence { counts, likeness };
        let estimate = Estimate::new(&self.table, evidence, target_words, smoothing);
        let shards = self.table.rows().div_ceil(SHARD_ROWS);
        for wave in (0..shards).step_by(WAVE_SHARDS) {
            let table = &self.table;
            let rows_of =
                |shard: usize| shard * SHARD_ROWS..table.rows().min((shard + 1) * SHARD_ROWS);
            let first = table.places_of(rows_of(wave)).start;
            let size = WAVE_SHARDS.min(shards - wave);
            let probabilities = parallel::map_shards(
                size,
                || (),
                |(), shard| estimate.probabilities(table, rows_of(wave + shard)),
            )?;
            self.table
                .set_probabilities(first, probabilities.into_iter().flatten());
        }
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
