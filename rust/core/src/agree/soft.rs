//! Soft pairwise accuracy in a permutation test: sums and products of systems' scores after exchanges, of
//! which Python makes p-values.

use crate::agree::coins::Tossed;
use crate::agree::samples::Samples;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::parallel::map_shards;

/// Samples per shard: they share their coins.
const SHARD: usize = 16;
/// Products are summed in as many parts, which are worked on side by side.
const PARTS: usize = 8;

/// The scores of both metrics after each sample's exchanges: `[samples, 2, 1 + systems, systems]`, the sum of
/// each system's scores, and below it the sums of products of every two systems' scores.
///
/// `first` and `second` are `[systems, segments]`.
///
/// # Errors
/// When there is not the same number of scores for every system and of both metrics, or threads cannot be
/// started.
pub fn exchanged(
    first: &[f64],
    second: &[f64],
    systems: usize,
    samples: Samples,
) -> Result<Vec<f64>> {
    if first.len() != second.len() || systems == 0 || first.len() % systems != 0 {
        return Err(Error::Layout("the metrics' scores differ in shape".into()));
    }
    let shards = samples.count.div_ceil(SHARD);
    let init = || Mixture::new(first, second, systems, samples.seed);
    let tables = map_shards(shards, init, |mixture, shard| {
        let begin = samples.begin + shard * SHARD;
        let end = (begin + SHARD).min(samples.begin + samples.count);
        let mut table = Vec::with_capacity((end - begin) * 2 * (systems + 1) * systems);
        for sample in begin..end {
            mixture.turn_to(sample);
            for side in &mixture.sides {
                mixture.write(side, &mut table);
            }
        }
        table
    })?;
    Ok(tables.concat())
}

/// Both metrics' scores after a sample's exchanges.
struct Mixture<'a> {
    first: &'a [f64],
    second: &'a [f64],
    coins: Tossed,
    systems: usize,
    segments: usize,
    /// From one system to the next: the segments, filled up with zeros to whole parts.
    stride: usize,
    sides: [Vec<f64>; 2],
}

impl<'a> Mixture<'a> {
    fn new(first: &'a [f64], second: &'a [f64], systems: usize, seed: u64) -> Self {
        let segments = first.len() / systems;
        let stride = segments.next_multiple_of(PARTS);
        let side = vec![0.0; systems * stride];
        Self {
            first,
            second,
            coins: Tossed::new(seed),
            systems,
            segments,
            stride,
            sides: [side.clone(), side],
        }
    }

    fn turn_to(&mut self, sample: usize) {
        self.coins.turn_to(sample, 0..self.first.len());
        let [one, other] = &mut self.sides;
        for system in 0..self.systems {
            let cells = system * self.segments..(system + 1) * self.segments;
            let scores = self.first[cells.clone()]
                .iter()
                .zip(&self.second[cells.clone()]);
            let places = one[system * self.stride..]
                .iter_mut()
                .zip(&mut other[system * self.stride..]);
            for ((places, (first, second)), flipped) in
                places.zip(scores).zip(self.coins.flips(cells))
            {
                // Without branches, since coins decide.
                let unlike = first.to_bits() ^ second.to_bits();
                let moved = unlike & u64::from(flipped).wrapping_neg();
                *places.0 = f64::from_bits(first.to_bits() ^ moved);
                *places.1 = f64::from_bits(second.to_bits() ^ moved);
            }
        }
    }

    fn write(&self, side: &[f64], table: &mut Vec<f64>) {
        let of = |system: usize| &side[system * self.stride..(system + 1) * self.stride];
        table.extend((0..self.systems).map(|system| sum(of(system))));
        let products = table.len();
        table.resize(products + self.systems * self.systems, 0.0);
        for i in 0..self.systems {
            for j in 0..=i {
                interrupt::poll();
                let product = product(of(i), of(j));
                table[products + i * self.systems + j] = product;
                table[products + j * self.systems + i] = product;
            }
        }
    }
}

/// The sum of a list of whole parts.
fn sum(values: &[f64]) -> f64 {
    let mut sums = [0.0; PARTS];
    for values in values.chunks_exact(PARTS) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    }
    sums.iter().sum()
}

/// The sum of products of two lists of whole parts.
fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; PARTS];
    for (a, b) in a.chunks_exact(PARTS).zip(b.chunks_exact(PARTS)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::{Coins, flips};
    use crate::parallel::set_threads;

    #[test]
    fn sums_are_those_of_exchanged_scores() {
        // Whole numbers, so that sums are exact in any order.
        let numbers = |seed| -> Vec<f64> {
            let coins = Coins::new(seed, 0);
            (0..3 * 7).map(|i| (coins.word(i) % 100) as f64).collect()
        };
        let (first, second) = (numbers(1), numbers(2));
        let (begin, count) = (60, 20);
        let mut expected = Vec::new();
        for sample in begin..begin + count {
            for (one, other) in [(&first, &second), (&second, &first)] {
                let mixed = |system: usize, segment: usize| {
                    let cell = system * 7 + segment;
                    if flips(5, sample, cell) {
                        other[cell]
                    } else {
                        one[cell]
                    }
                };
                let sum = |system| (0..7).map(|segment| mixed(system, segment)).sum::<f64>();
                expected.extend((0..3).map(sum));
                for i in 0..3 {
                    let product = |j| (0..7).map(|k| mixed(i, k) * mixed(j, k)).sum::<f64>();
                    expected.extend((0..3).map(product));
                }
            }
        }
        let samples = Samples {
            seed: 5,
            begin,
            count,
        };
        for threads in [1, 3] {
            set_threads(threads);
            assert_eq!(exchanged(&first, &second, 3, samples).unwrap(), expected);
        }
        set_threads(0);
        assert!(exchanged(&first, &second, 2, samples).is_err());
        assert!(exchanged(&first, &second[1..], 3, samples).is_err());
    }
}
