//! Permutation tests of pair counts, 128 samples side by side.
//!
//! Whether a pair is concordant after an exchange depends on two coins only, so all four cases are
//! compared once. From there on a sample is a bit: the coins of a cell are a word, a pair's outcome is
//! chosen by a few logical operations for all samples at once, and outcomes are counted in [`Planes`].

use crate::agree::coins::Coins;
use crate::agree::compared::{Case, Unit};
use crate::agree::planes::{BLOCK, Bits, Planes, WORDS};

/// A number for every sample of a block.
pub type Lane<T> = [T; BLOCK];

/// For each set of truths the masks of its four cases.
static MASKS: [[u64; 4]; 16] = masks();

const fn masks() -> [[u64; 4]; 16] {
    let mut table = [[0; 4]; 16];
    let mut truths = 0;
    while truths < 16 {
        let mut case = 0;
        while case < 4 {
            if (truths >> case) & 1 == 1 {
                table[truths][case] = u64::MAX;
            }
            case += 1;
        }
        truths += 1;
    }
    table
}

/// Whether a case's truth holds in every sample, on both metrics' sides, given the coins of its cells.
fn chosen(truths: u8, worse: Bits, better: Bits) -> [Bits; 2] {
    let [both_first, better_by_second, worse_by_second, both_second] =
        MASKS[usize::from(truths & 15)];
    let choose = |cases: [u64; 4], k: usize| {
        let [kept_kept, kept_moved, moved_kept, moved_moved] = cases;
        let kept = kept_kept ^ (better[k] & (kept_kept ^ kept_moved));
        let moved = moved_kept ^ (better[k] & (moved_kept ^ moved_moved));
        kept ^ (worse[k] & (kept ^ moved))
    };
    // What the second metric's side sees has the metrics' roles exchanged.
    let first = [both_first, better_by_second, worse_by_second, both_second];
    let second = [both_second, worse_by_second, better_by_second, both_first];
    [
        std::array::from_fn(|k| choose(first, k)),
        std::array::from_fn(|k| choose(second, k)),
    ]
}

/// Counts of one kind of pairs, on both sides.
#[derive(Default)]
struct Counter {
    added: bool,
    sides: [Planes; 2],
}

impl Counter {
    fn reset(&mut self, most: usize) {
        self.added = false;
        for side in &mut self.sides {
            side.reset(most);
        }
    }

    fn add(&mut self, cases: &[Case], coins: &[Bits]) {
        self.added |= !cases.is_empty();
        let [first, second] = &mut self.sides;
        for case in cases {
            let (worse, better) = (coins[case.worse as usize], coins[case.better as usize]);
            let [one, other] = chosen(case.truths, worse, better);
            first.add(one);
            second.add(other);
        }
    }

    /// The counts of one metric's side; mostly there is nothing to count but concordant pairs.
    fn counts(&mut self, side: usize) -> Lane<u32> {
        if self.added {
            self.sides[side].counts()
        } else {
            [0; BLOCK]
        }
    }
}

/// What is counted of pairs, in every sample of a block.
pub struct Counts {
    /// Pairs in people's order.
    pub concordant: Lane<u32>,
    /// Pairs people do not tie and the metric does.
    pub undecided: Lane<u32>,
    /// Pairs that both tie.
    pub both: Lane<u32>,
}

/// Counters of one thread.
#[derive(Default)]
pub struct Lanes {
    coins: Vec<Bits>,
    always: u32,
    concordant: Counter,
    undecided: Counter,
    both: Counter,
}

impl Lanes {
    /// Begins to count the pairs of some units.
    pub fn reset(&mut self, units: &[Unit]) {
        let most =
            |cases: fn(&Unit) -> &[Case]| units.iter().map(|unit| cases(unit).len()).sum::<usize>();
        self.always = 0;
        self.concordant.reset(most(|unit| &unit.concordant));
        self.undecided.reset(most(|unit| &unit.undecided));
        self.both.reset(most(|unit| &unit.both));
    }

    /// Counts a unit's pairs in a block of samples.
    pub fn add(&mut self, unit: &Unit, seed: u64, block: usize) {
        let words: [Coins; WORDS] = std::array::from_fn(|k| Coins::new(seed, block * WORDS + k));
        let cells = unit.cells.iter();
        self.coins.clear();
        self.coins
            .extend(cells.map(|&cell| words.map(|coins| coins.word(cell))));
        self.always += unit.always;
        self.concordant.add(&unit.concordant, &self.coins);
        self.undecided.add(&unit.undecided, &self.coins);
        self.both.add(&unit.both, &self.coins);
    }

    /// What was counted on one metric's side.
    pub fn counts(&mut self, side: usize) -> Counts {
        let mut concordant = self.concordant.counts(side);
        for count in &mut concordant {
            *count += self.always;
        }
        Counts {
            concordant,
            undecided: self.undecided.counts(side),
            both: self.both.counts(side),
        }
    }
}
