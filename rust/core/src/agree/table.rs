//! Where the counts of a permutation test are gathered.

use crate::agree::lanes::Lanes;
use crate::agree::pairs::WIDTH;
use crate::agree::samples::Samples;

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

    /// Writes what was counted in a block to a place; `ordered` is how many pairs people do not tie.
    pub fn add(
        &mut self,
        samples: Samples,
        block: usize,
        place: usize,
        ordered: u32,
        lanes: &mut Lanes,
    ) {
        for side in 0..2 {
            let counts = lanes.counts(side);
            for (sample, lane) in samples.in_block(block) {
                let (concordant, undecided) = (counts.concordant[lane], counts.undecided[lane]);
                let discordant = ordered - concordant - undecided;
                let columns = [concordant, discordant, counts.both[lane]];
                for (column, count) in columns.into_iter().enumerate() {
                    let line = (column * self.samples + sample) * 2 + side;
                    self.counts[line * self.places + place] = count;
                }
            }
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
