//! Fair coins that depend on nothing but the seed, the number of the sample and the number of the cell.

use std::ops::Range;

use crate::random::{STEP, mix};

/// Samples whose coins come in one word.
pub const WORD: usize = 64;

/// The coins of 64 samples for any number of cells.
#[derive(Clone, Copy)]
pub struct Coins(u64);

impl Coins {
    /// The coins of samples `64 * block` to `64 * block + 63`.
    pub fn new(seed: u64, block: usize) -> Self {
        let block = (block as u64).wrapping_add(1);
        Self(mix(mix(seed).wrapping_add(block.wrapping_mul(STEP))))
    }

    /// One coin of a cell for each sample, the first in the lowest bit.
    pub fn word(self, cell: usize) -> u64 {
        let cell = (cell as u64).wrapping_add(1);
        mix(self.0.wrapping_add(cell.wrapping_mul(STEP)))
    }
}

/// The coins of some cells for one sample after another.
#[derive(Default)]
pub(super) struct Tossed {
    seed: u64,
    block: Option<usize>,
    words: Vec<u64>,
    bit: usize,
}

impl Tossed {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }

    /// Turns to a sample; the cells are always the same ones.
    pub(super) fn turn_to(&mut self, sample: usize, cells: impl Iterator<Item = usize>) {
        self.bit = sample % WORD;
        let block = sample / WORD;
        if self.block != Some(block) {
            let coins = Coins::new(self.seed, block);
            self.words.clear();
            self.words.extend(cells.map(|cell| coins.word(cell)));
            self.block = Some(block);
        }
    }

    /// Whether the sample exchanges each cell of a range.
    pub(super) fn flips(&self, range: Range<usize>) -> impl Iterator<Item = bool> + Clone + '_ {
        let bit = self.bit;
        self.words[range]
            .iter()
            .map(move |word| (word >> bit) & 1 == 1)
    }
}

/// Whether a sample exchanges a cell.
pub fn flips(seed: u64, sample: usize, cell: usize) -> bool {
    (Coins::new(seed, sample / WORD).word(cell) >> (sample % WORD)) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_are_fair_and_independent_over_samples_and_cells() {
        let (samples, cells) = (256, 500);
        let coin = |s: usize, c: usize| usize::from(flips(7, s, c));
        let heads: usize = (0..samples)
            .map(|s| (0..cells).map(|c| coin(s, c)).sum::<usize>())
            .sum();
        // 128,000 coins: three and a half standard deviations are 626.
        assert!(heads.abs_diff(samples * cells / 2) < 626, "{heads}");
        let agree = |f: &dyn Fn(usize, usize) -> bool| {
            (1..samples)
                .map(|s| (1..cells).filter(|&c| f(s, c)).count())
                .sum::<usize>()
        };
        let half = (samples - 1) * (cells - 1) / 2;
        let by_sample = agree(&|s, c| flips(7, s, c) == flips(7, s - 1, c));
        let by_cell = agree(&|s, c| flips(7, s, c) == flips(7, s, c - 1));
        let by_seed = agree(&|s, c| flips(7, s, c) == flips(8, s, c));
        for count in [by_sample, by_cell, by_seed] {
            assert!(count.abs_diff(half) < 626, "{count}");
        }
    }
}
