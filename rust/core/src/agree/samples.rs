//! Which samples of a permutation test, and means over rows in each.

use crate::agree::planes::BLOCK;

/// Which samples of a permutation test.
#[derive(Clone, Copy)]
pub struct Samples {
    /// What the coins depend on.
    pub seed: u64,
    /// Number of the first sample.
    pub begin: usize,
    /// How many samples.
    pub count: usize,
}

impl Samples {
    /// The blocks that hold them.
    pub(super) fn blocks(self) -> std::ops::Range<usize> {
        self.begin / BLOCK..(self.begin + self.count).div_ceil(BLOCK)
    }

    /// The samples that are in a block: their places among these, and in the block.
    pub(super) fn in_block(self, block: usize) -> impl Iterator<Item = (usize, usize)> {
        let from = self.begin.max(block * BLOCK);
        let to = (self.begin + self.count).min((block + 1) * BLOCK);
        (from..to).map(move |sample| (sample - self.begin, sample - block * BLOCK))
    }
}

/// A mean of what is defined.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    pub(super) fn join(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// NaN if nothing was defined.
    pub(super) fn value(self) -> f64 {
        if self.count == 0 {
            f64::NAN
        } else {
            self.sum / f64::from(self.count)
        }
    }
}

/// A mean in every sample of a block.
pub(super) struct LaneMeans {
    sums: [f64; BLOCK],
    counts: [u32; BLOCK],
    /// What is to be added to all counts.
    count: u32,
}

impl Default for LaneMeans {
    fn default() -> Self {
        Self {
            sums: [0.0; BLOCK],
            counts: [0; BLOCK],
            count: 0,
        }
    }
}

impl LaneMeans {
    /// Adds a value to one mean; it is 0 if it is not defined.
    pub(super) fn add(&mut self, lane: usize, value: f64, defined: bool) {
        self.sums[lane] += value;
        self.counts[lane] += u32::from(defined);
    }

    /// Adds values to all means; they are 0 if they are not defined.
    pub(super) fn add_to_all(&mut self, values: &[f64; BLOCK], defined: bool) {
        for (sum, value) in self.sums.iter_mut().zip(values) {
            *sum += value;
        }
        self.count += u32::from(defined);
    }

    pub(super) fn lane(&self, lane: usize) -> Mean {
        Mean {
            sum: self.sums[lane],
            count: self.counts[lane] + self.count,
        }
    }
}
