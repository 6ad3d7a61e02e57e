//! Rows of two metrics' scores, sorted once for all samples of a permutation test.
//!
//! After any exchanges, a metric's side holds one of every cell's two scores. Both are sorted together once; a
//! sample then only walks over them in order and skips those that are on the other side. Eight samples
//! walk abreast.

use crate::agree::abreast::{LANES, Seen, Wide, heads, mask};
use crate::agree::opposite::{Opposite, groups};
use crate::agree::rows::Rows;
use crate::agree::tally::{Tally, WideColumns};

/// All scores of one row, in ascending order.
pub struct Presorted {
    entries: Vec<Entry>,
    /// Where each run of equal scores ends.
    ends: Vec<usize>,
    /// For every slot: from which slot on people find all better, by the threshold.
    better: Vec<usize>,
    /// Where pairs are all that is counted.
    opposite: Option<Opposite>,
}

/// One of the two scores of a cell: its slot in the row, and 1 if it is the second metric's.
#[derive(Clone, Copy)]
pub struct Entry {
    pub(super) slot: u32,
    metric: u8,
}

impl Entry {
    /// In which samples it is on a side, from the coins of all slots.
    fn chosen(self, side: u8, coins: &[u8]) -> u8 {
        let kept = if self.metric == side { u8::MAX } else { 0 };
        coins[self.slot as usize] ^ kept
    }

    /// 1 for the second metric's score, -1 for the first's.
    pub(super) fn sign(self) -> i64 {
        2 * i64::from(self.metric) - 1
    }
}

impl Presorted {
    /// Sorts both metrics' scores of a row.
    pub fn new(rows: &Rows, row: usize, what: Tally, first: &[f64], second: &[f64]) -> Self {
        let cells = rows.row_cells(row);
        let metrics = [first, second];
        let score = |entry: &Entry| metrics[usize::from(entry.metric)][cells[entry.slot as usize]];
        let slots = 0..cells.len() as u32;
        let both = |slot| [0, 1].map(|metric| Entry { slot, metric });
        let mut entries: Vec<Entry> = slots.flat_map(both).collect();
        entries.sort_by(|a, b| score(a).total_cmp(&score(b)));
        #[allow(clippy::float_cmp)] // a tie is a tie exactly
        let runs = entries.chunk_by(|a, b| score(a) == score(b));
        let ends = runs.scan(0, |end, run| {
            *end += run.len();
            Some(*end)
        });
        let ends = ends.collect();
        let (worse, tied) = rows.borders(row);
        let better = (0..cells.len()).map(|slot| worse.partition_point(|&count| count <= slot));
        let mut made = Self {
            ends,
            better: better.collect(),
            entries,
            opposite: None,
        };
        if what == Tally::Pairs {
            let runs: Vec<&[Entry]> = made.runs().collect();
            made.opposite = Some(Opposite::new(&runs, [worse, &made.better], tied));
        }
        made
    }

    /// The columns of both sides, given the coins of all slots.
    pub fn tally(
        &self,
        rows: &Rows,
        row: usize,
        what: Tally,
        coins: &[u8],
        seen: &mut Seen,
    ) -> [WideColumns; 2] {
        if what == Tally::RankMoments {
            let human = rows.row_human_ranks(row);
            return [0, 1].map(|side| self.rank_moments(human, side, coins));
        }
        let borders = rows.borders(row);
        let first = self.count(borders, 0, coins, seen);
        let second = match &self.opposite {
            Some(opposite) => opposite.of(&first, coins),
            None => self.count(borders, 1, coins, seen),
        };
        [first, second]
    }

    fn runs(&self) -> impl Iterator<Item = &[Entry]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins
            .zip(&self.ends)
            .map(|(&begin, &end)| &self.entries[begin..end])
    }

    /// Counts pairs: for every score, the ones below it that people find worse, and better.
    fn count(
        &self,
        (worse, tied): (&[usize], &[usize]),
        side: u8,
        coins: &[u8],
        seen: &mut Seen,
    ) -> WideColumns {
        let (mut concordant, mut discordant) = ([0_u64; LANES], [0_u64; LANES]);
        let (mut both, mut classes) = ([0_u64; LANES], [0_u64; LANES]);
        seen.reset(worse.len());
        for run in self.runs() {
            let mut any = 0;
            for entry in run {
                let chosen = entry.chosen(side, coins);
                let (mask, slot) = (mask(chosen), entry.slot as usize);
                let (worse, better) = (worse[slot], self.better[slot]);
                let up_to_better = seen.before(better);
                // Mostly there is nothing between but the slot itself, which is not seen yet.
                let between = better - worse > 1;
                let up_to_worse = if between {
                    seen.before(worse)
                } else {
                    up_to_better
                };
                for lane in 0..LANES {
                    let above = seen.size[lane] - up_to_better[lane];
                    concordant[lane] += u64::from(up_to_worse[lane] & mask[lane]);
                    discordant[lane] += u64::from(above & mask[lane]);
                }
                any |= chosen;
            }
            for entry in run {
                seen.insert(entry.slot as usize, entry.chosen(side, coins));
            }
            if run.len() > 1 {
                add_ties(run, tied, side, coins, &mut both);
            }
            for (classes, mask) in classes.iter_mut().zip(mask(any)) {
                *classes += u64::from(mask & 1);
            }
        }
        [concordant, discordant, both, classes].map(|counts| counts.map(|count| count as f64))
    }

    /// Centred sums of ranks; ties share the mean of theirs.
    fn rank_moments(&self, human: &[f64], side: u8, coins: &[u8]) -> WideColumns {
        let middle = f64::midpoint(human.len() as f64, 1.0);
        let (mut product, mut squares) = ([0.0; LANES], [0.0; LANES]);
        let mut begin = [0.0; LANES];
        for run in self.runs() {
            let (mut length, mut humans) = ([0.0; LANES], [0.0; LANES]);
            for entry in run {
                let chosen = entry.chosen(side, coins);
                add(&mut length, heads(1.0, chosen));
                add(
                    &mut humans,
                    heads(human[entry.slot as usize] - middle, chosen),
                );
            }
            for lane in 0..LANES {
                let rank = begin[lane] + f64::midpoint(length[lane], 1.0) - middle;
                product[lane] += humans[lane] * rank;
                squares[lane] += length[lane] * rank * rank;
                begin[lane] += length[lane];
            }
        }
        [product, squares, [0.0; LANES], [0.0; LANES]]
    }
}

/// Counts the pairs of a run that people tie too.
fn add_ties(run: &[Entry], tied: &[usize], side: u8, coins: &[u8], both: &mut Wide<u64>) {
    for group in groups(run, tied) {
        let mut size = [0_u64; LANES];
        for entry in group {
            for (size, mask) in size.iter_mut().zip(mask(entry.chosen(side, coins))) {
                *size += u64::from(mask & 1);
            }
        }
        for (both, size) in both.iter_mut().zip(size) {
            *both += size * size.saturating_sub(1) / 2;
        }
    }
}

fn add(sums: &mut Wide<f64>, values: Wide<f64>) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
