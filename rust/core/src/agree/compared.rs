//! Units of pairs with the scores of two metrics, compared once for all samples of a permutation test.

use crate::agree::lanes::{Counts, Lanes};
use crate::agree::pairs::{Pair, Pairs};
use crate::agree::planes::BLOCK;
use crate::agree::samples::{LaneMeans, Mean, Samples};
use crate::agree::table::Exchanged;
use crate::error::Result;
use crate::interrupt;
use crate::parallel::map_shards;

/// Units per shard: their counts of a sample fill a cache line.
const SHARD: usize = 8;

/// Two cells of a unit, by their number in it, and a truth about them for each of the four ways to score
/// them, a bit each: both by the first metric, the better one by the second, the worse one, both.
#[derive(Clone, Copy)]
pub struct Case {
    pub(super) worse: u32,
    pub(super) better: u32,
    pub(super) truths: u8,
}

impl Case {
    fn new(
        pair: Pair,
        worse: [f64; 2],
        better: [f64; 2],
        truth: impl Fn(f64, f64) -> bool,
    ) -> Self {
        let bit = |w: usize, b: usize| u8::from(truth(worse[w], better[b])) << (2 * w + b);
        Self {
            worse: pair.worse,
            better: pair.better,
            truths: bit(0, 0) | bit(0, 1) | bit(1, 0) | bit(1, 1),
        }
    }

    fn is_never_true(self) -> bool {
        self.truths == 0
    }

    fn is_always_true(self) -> bool {
        self.truths == 0b1111
    }
}

/// The pairs of one unit; those are left out of which nothing depends on coins.
pub struct Unit {
    /// The positions of its cells, whose coins these are.
    pub(super) cells: Box<[usize]>,
    /// Pairs that people do not tie, and of these how many are concordant whatever is exchanged.
    ordered: u32,
    pub(super) always: u32,
    pub(super) concordant: Vec<Case>,
    /// Pairs people do not tie and the metric does in some case.
    pub(super) undecided: Vec<Case>,
    /// Pairs people tie and the metric does in some case.
    pub(super) both: Vec<Case>,
    /// One over the norm of Kendall's `τ_b`, for every number of pairs that the metric ties; 0 where it is
    /// not defined.
    per_tau: Vec<f64>,
}

impl Unit {
    fn new(cells: &[usize], pairs: &[Pair], first: &[f64], second: &[f64]) -> Self {
        let mut made = Self {
            cells: cells.into(),
            ordered: 0,
            always: 0,
            concordant: Vec::with_capacity(pairs.len()),
            undecided: Vec::new(),
            both: Vec::new(),
            per_tau: Vec::new(),
        };
        for &pair in pairs {
            let scores = |cell: u32| {
                let cell = cells[cell as usize];
                [first[cell], second[cell]]
            };
            made.compare(pair, scores(pair.worse), scores(pair.better));
        }
        made.per_tau = made.norms(pairs.len());
        made
    }

    #[allow(clippy::float_cmp)] // a tie is a tie exactly
    fn compare(&mut self, pair: Pair, worse: [f64; 2], better: [f64; 2]) {
        let tied = Case::new(pair, worse, better, |w, b| w == b);
        if !tied.is_never_true() {
            let ties = if pair.tied {
                &mut self.both
            } else {
                &mut self.undecided
            };
            ties.push(tied);
        }
        if pair.tied {
            return;
        }
        self.ordered += 1;
        let concordant = Case::new(pair, worse, better, |w, b| w < b);
        if concordant.is_always_true() {
            self.always += 1;
        } else if !concordant.is_never_true() {
            self.concordant.push(concordant);
        }
    }

    fn norms(&self, pairs: usize) -> Vec<f64> {
        let most = self.undecided.len() + self.both.len();
        let norm = |ties: usize| {
            let squared = f64::from(self.ordered) * (pairs - ties) as f64;
            if squared > 0.0 {
                1.0 / squared.sqrt()
            } else {
                0.0
            }
        };
        (0..=most).map(norm).collect()
    }

    /// Adds Kendall's `τ_b` in every sample to the means.
    fn add_tau(&self, counts: &Counts, means: &mut LaneMeans) {
        let ordered = f64::from(self.ordered);
        if let [per_tau] = self.per_tau[..] {
            let surplus = |concordant: u32| 2.0 * f64::from(concordant) - ordered;
            let taus = counts.concordant.map(|c| surplus(c) * per_tau);
            means.add_to_all(&taus, per_tau > 0.0);
            return;
        }
        for lane in 0..BLOCK {
            let (concordant, undecided) = (counts.concordant[lane], counts.undecided[lane]);
            let per_tau = self.per_tau[(undecided + counts.both[lane]) as usize];
            let surplus = f64::from(2 * concordant + undecided) - ordered;
            means.add(lane, surplus * per_tau, per_tau > 0.0);
        }
    }
}

/// All units.
pub struct Compared {
    units: Vec<Unit>,
}

impl Compared {
    /// Compares the cells of all pairs in all four cases.
    ///
    /// # Errors
    /// When a cell has no score, or threads cannot be started.
    pub fn new(pairs: &Pairs, first: &[f64], second: &[f64]) -> Result<Self> {
        pairs.check(first)?;
        pairs.check(second)?;
        let shards = pairs.len().div_ceil(SHARD);
        let units = map_shards(
            shards,
            || (),
            |(), shard| {
                let units = shard * SHARD..pairs.len().min((shard + 1) * SHARD);
                let compared = units.map(|unit| {
                    let (cells, pairs) = pairs.unit(unit);
                    Unit::new(cells, pairs, first, second)
                });
                compared.collect::<Vec<_>>()
            },
        )?;
        Ok(Self {
            units: units.into_iter().flatten().collect(),
        })
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Works on the units shard by shard.
    fn by_shard<T: Send>(&self, work: impl Fn(&mut Lanes, &[Unit]) -> T + Sync) -> Result<Vec<T>> {
        let shards: Vec<&[Unit]> = self.units.chunks(SHARD).collect();
        map_shards(shards.len(), Lanes::default, |lanes, shard| {
            work(lanes, shards[shard])
        })
    }

    /// Counts of both metrics after each sample's exchanges: `[columns, samples, 2, units]`.
    pub fn tallies(&self, samples: Samples) -> Result<Vec<f64>> {
        let tables = self.by_shard(|lanes, units| {
            let mut table = Exchanged::new(samples.count, units.len());
            for block in samples.blocks() {
                for (place, unit) in units.iter().enumerate() {
                    interrupt::poll();
                    lanes.reset(std::slice::from_ref(unit));
                    lanes.add(unit, samples.seed, block);
                    table.add(samples, block, place, unit.ordered, lanes);
                }
            }
            table
        })?;
        Ok(Exchanged::side_by_side(samples.count, self.len(), &tables))
    }

    /// The same, of all units together: `[columns, samples, 2, 1]`.
    pub fn pooled(&self, samples: Samples) -> Result<Vec<f64>> {
        let tables = self.by_shard(|lanes, units| {
            let mut table = Exchanged::new(samples.count, 1);
            let ordered = units.iter().map(|unit| unit.ordered).sum();
            for block in samples.blocks() {
                lanes.reset(units);
                for unit in units {
                    interrupt::poll();
                    lanes.add(unit, samples.seed, block);
                }
                table.add(samples, block, 0, ordered, lanes);
            }
            table
        })?;
        Ok(Exchanged::sum(samples.count, &tables))
    }

    /// The mean of the units' `τ_b`, of both metrics after each sample's exchanges: `[samples, 2]`.
    pub fn mean_taus(&self, samples: Samples) -> Result<Vec<f64>> {
        let tables = self.by_shard(|lanes, units| {
            let mut table = vec![Mean::default(); 2 * samples.count];
            for block in samples.blocks() {
                let mut sides = [LaneMeans::default(), LaneMeans::default()];
                for unit in units {
                    interrupt::poll();
                    lanes.reset(std::slice::from_ref(unit));
                    lanes.add(unit, samples.seed, block);
                    for (side, means) in sides.iter_mut().enumerate() {
                        unit.add_tau(&lanes.counts(side), means);
                    }
                }
                for (place, lane) in samples.in_block(block) {
                    for (side, means) in sides.iter().enumerate() {
                        table[2 * place + side] = means.lane(lane);
                    }
                }
            }
            table
        })?;
        let mut means = vec![Mean::default(); 2 * samples.count];
        for table in &tables {
            for (mean, part) in means.iter_mut().zip(table) {
                mean.join(*part);
            }
        }
        Ok(means.into_iter().map(Mean::value).collect())
    }
}
