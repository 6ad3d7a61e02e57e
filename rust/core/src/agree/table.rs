//! Where the counts of a permutation test are gathered.

use crate::agree::pairs::WIDTH;

/// Counts after exchanges: `[columns, samples, 2, places]`.
pub struct Exchanged {
    samples: usize,
    places: usize,
    counts: Vec<u32>,
}

impl Exchanged {
    /// All zero.
    pub fn new(samples: usize, places: usize) -> Self {
        let counts = vec![0; WIDTH * samples * 2 * places];
        Self {
            samples,
            places,
            counts,
        }
    }

    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Adds counts of one sample and side to a place.
    pub fn add(&mut self, sample: usize, side: usize, place: usize, columns: [u32; WIDTH]) {
        for (column, count) in columns.into_iter().enumerate() {
            let line = (column * self.samples + sample) * 2 + side;
            self.counts[line * self.places + place] += count;
        }
    }

    /// The tables of all shards, summed.
    pub fn sum(samples: usize, tables: &[Self]) -> Vec<f64> {
        let mut total = vec![0.0; WIDTH * samples * 2];
        for table in tables {
            for (sum, &count) in total.iter_mut().zip(&table.counts) {
                *sum += f64::from(count);
            }
        }
        total
    }

    /// The tables of all shards as one with all their places.
    pub fn side_by_side(samples: usize, places: usize, tables: &[Self]) -> Vec<f64> {
        let lines = WIDTH * samples * 2;
        let mut whole = Vec::with_capacity(lines * places);
        for line in 0..lines {
            for table in tables {
                let counts = &table.counts[line * table.places..(line + 1) * table.places];
                whole.extend(counts.iter().map(|&count| f64::from(count)));
            }
        }
        whole
    }
}
