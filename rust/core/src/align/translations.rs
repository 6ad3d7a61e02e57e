//! Translation probabilities from counts.
//!
//! They are variational Bayes estimates under a symmetric Dirichlet prior (Riley & Gildea 2012),
//! which keeps rare words from collecting what nothing else explains. Pairs of words that are
//! spelt alike have a larger prior.

use std::ops::Range;

use super::likeness::PriorCursor;
use super::table::Table;

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

/// What probabilities are estimated from.
#[derive(Clone, Copy)]
pub(super) struct Evidence<'a> {
    /// Counts by place, in both directions.
    pub(super) counts: &'a [[f32; 2]],
    /// The spelling priors of places that have one, ascending by place.
    pub(super) likeness: &'a [(u32, f32)],
}

impl Evidence<'_> {
    /// Calls `each` with the source and target word, place and counts of every pair of some rows.
    fn each(
        &self,
        table: &Table,
        sources: Range<usize>,
        mut each: impl FnMut(usize, usize, usize, [f64; 2]),
    ) {
        let mut priors = PriorCursor::new(self.likeness, table.places_of(sources.clone()).start);
        for source in sources {
            for (place, target) in table.row(source) {
                let prior = f64::from(priors.at(place));
                let counts = self.counts[place].map(|count| f64::from(count) + prior);
                each(source, target as usize, place, counts);
            }
        }
    }
}

/// An estimate with its normalisers, ready to give probabilities row by row.
pub(super) struct Estimate<'a> {
    evidence: Evidence<'a>,
    smoothing: f64,
    /// The weight of pairs without counts, which are most.
    unseen: f64,
    sources: Vec<f64>,
    targets: Vec<f64>,
}

impl<'a> Estimate<'a> {
    pub(super) fn new(
        table: &Table,
        evidence: Evidence<'a>,
        target_words: usize,
        smoothing: f32,
    ) -> Self {
        let smoothing = f64::from(smoothing);
        let mut sources = vec![(0.0, 0); table.rows()];
        let mut targets = vec![(0.0, 0); target_words];
        evidence.each(table, 0..table.rows(), |source, target, _, counts| {
            for ((sum, pairs), count) in [&mut sources[source], &mut targets[target]]
                .into_iter()
                .zip(counts)
            {
                *sum += count;
                *pairs += 1;
            }
        });
        let normalisers = |sums: Vec<(f64, u32)>| -> Vec<f64> {
            let normaliser = |(sum, pairs)| normaliser(sum, pairs, smoothing);
            sums.into_iter().map(normaliser).collect()
        };
        Self {
            evidence,
            smoothing,
            unseen: if smoothing > 0.0 {
                exp_digamma(smoothing)
            } else {
                0.0
            },
            sources: normalisers(sources),
            targets: normalisers(targets),
        }
    }

    fn weight(&self, count: f64) -> f64 {
        if count == 0.0 {
            self.unseen
        } else if self.smoothing > 0.0 {
            exp_digamma(count + self.smoothing)
        } else {
            count
        }
    }

    /// The probabilities of all places of some rows.
    pub(super) fn probabilities(&self, table: &Table, sources: Range<usize>) -> Vec<[f32; 2]> {
        let places = table.places_of(sources.clone());
        let mut probabilities = vec![[0.0; 2]; places.len()];
        self.evidence
            .each(table, sources, |source, target, place, counts| {
                let [forward, backward] = counts.map(|count| self.weight(count));
                probabilities[place - places.start] = [
                    (forward * self.sources[source]) as f32,
                    (backward * self.targets[target]) as f32,
                ];
            });
        probabilities
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
}
