//! Permutation tests of pair counts, 128 samples side by side.
//!
//! Whether a pair is concordant after an exchange depends on two coins only, so all four cases are
//! compared once. From there on a sample is a bit: the coins of a cell are a word, a pair's outcome is
//! chosen by a few logical operations for all samples at once, and outcomes are counted in [`Planes`].

use crate::agree::coins::Coins;
use crate::agree::pairs::Pair;
use crate::agree::planes::{BLOCK, Bits, Planes, WORDS};
use crate::agree::table::Exchanged;

/// A truth about the pair's cells for each of the four ways to score them, as masks: worse cell by the
/// first or second metric, better cell by the first or second.
#[derive(Clone, Copy)]
struct Cases {
    both_first: u64,
    better_by_second: u64,
    worse_by_second: u64,
    both_second: u64,
}

impl Cases {
    fn new(worse: [f64; 2], better: [f64; 2], truth: impl Fn(f64, f64) -> bool) -> Self {
        let mask = |w: usize, b: usize| {
            if truth(worse[w], better[b]) {
                u64::MAX
            } else {
                0
            }
        };
        Self {
            both_first: mask(0, 0),
            better_by_second: mask(0, 1),
            worse_by_second: mask(1, 0),
            both_second: mask(1, 1),
        }
    }

    /// The same with the metrics' roles exchanged: what the second metric's side sees.
    fn mirrored(self) -> Self {
        Self {
            both_first: self.both_second,
            better_by_second: self.worse_by_second,
            worse_by_second: self.better_by_second,
            both_second: self.both_first,
        }
    }

    /// Whether it is true in some case.
    fn ever(self) -> bool {
        self.both_first | self.better_by_second | self.worse_by_second | self.both_second != 0
    }

    /// The truth in every sample, given the coins of both cells.
    fn chosen(self, worse: Bits, better: Bits) -> Bits {
        std::array::from_fn(|k| {
            let kept = self.both_first ^ (better[k] & (self.both_first ^ self.better_by_second));
            let moved =
                self.worse_by_second ^ (better[k] & (self.worse_by_second ^ self.both_second));
            kept ^ (worse[k] & (kept ^ moved))
        })
    }
}

#[allow(clippy::float_cmp)] // a tie is a tie exactly
fn is_tie(worse: f64, better: f64) -> bool {
    worse == better
}

/// Pairs of which something is to be counted, by the coins of their cells.
#[derive(Default)]
struct Counter {
    pairs: Vec<(Pair, Cases)>,
    sides: [Planes; 2],
}

impl Counter {
    fn count(&mut self, coins: &[Bits]) {
        for side in &mut self.sides {
            side.reset(self.pairs.len());
        }
        for &(pair, cases) in &self.pairs {
            let (worse, better) = (coins[pair.worse as usize], coins[pair.better as usize]);
            self.sides[0].add(cases.chosen(worse, better));
            self.sides[1].add(cases.mirrored().chosen(worse, better));
        }
    }

    /// The counts of one metric's side; mostly there is nothing to count but concordant pairs.
    fn counts(&mut self, side: usize) -> [u32; BLOCK] {
        if self.pairs.is_empty() {
            return [0; BLOCK];
        }
        self.sides[side].counts()
    }
}

/// The pairs of one unit under 128 samples' exchanges.
#[derive(Default)]
pub struct Lanes {
    cells: Vec<usize>,
    coins: Vec<Bits>,
    ordered: u32,
    concordant: Counter,
    /// Pairs people do not tie and the metric does in some case.
    undecided: Counter,
    /// Pairs people tie and the metric does in some case.
    both: Counter,
}

impl Lanes {
    /// Compares the cells of a unit in all four cases.
    pub fn bind(&mut self, cells: &[usize], pairs: &[Pair], first: &[f64], second: &[f64]) {
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        for counter in [&mut self.concordant, &mut self.undecided, &mut self.both] {
            counter.pairs.clear();
        }
        self.ordered = 0;
        for &pair in pairs {
            let scores = |cell: u32| {
                let cell = cells[cell as usize];
                [first[cell], second[cell]]
            };
            let (worse, better) = (scores(pair.worse), scores(pair.better));
            let tied = Cases::new(worse, better, is_tie);
            if tied.ever() {
                let counter = if pair.tied {
                    &mut self.both
                } else {
                    &mut self.undecided
                };
                counter.pairs.push((pair, tied));
            }
            if !pair.tied {
                let concordant = Cases::new(worse, better, |w, b| w < b);
                self.concordant.pairs.push((pair, concordant));
                self.ordered += 1;
            }
        }
    }

    /// Counts the unit's pairs in a block of samples.
    pub fn count(&mut self, seed: u64, block: usize) {
        let words: [Coins; WORDS] = std::array::from_fn(|k| Coins::new(seed, block * WORDS + k));
        self.coins.clear();
        let coins = self
            .cells
            .iter()
            .map(|&cell| words.map(|coins| coins.word(cell)));
        self.coins.extend(coins);
        for counter in [&mut self.concordant, &mut self.undecided, &mut self.both] {
            counter.count(&self.coins);
        }
    }

    /// Adds what was counted to the wanted samples of a table.
    pub fn add_to(&mut self, table: &mut Exchanged, begin: usize, block: usize, place: usize) {
        let from = begin.max(block * BLOCK);
        let to = (begin + table.samples()).min((block + 1) * BLOCK);
        for side in 0..2 {
            let concordant = self.concordant.counts(side);
            let undecided = self.undecided.counts(side);
            let both = self.both.counts(side);
            for sample in from..to {
                let lane = sample - block * BLOCK;
                let discordant = self.ordered - concordant[lane] - undecided[lane];
                let columns = [concordant[lane], discordant, both[lane]];
                table.add(sample - begin, side, place, columns);
            }
        }
    }
}
