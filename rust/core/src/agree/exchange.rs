//! PERM-BOTH (Deutsch, Dror and Roth 2021): the scores two metrics gave a cell are exchanged or not by a fair
//! coin, cell by cell, and both mixtures are tallied again.

use crate::agree::coins::{Coins, WORD};
use crate::agree::pairs::Samples;
use crate::agree::presorted::{Presorted, Walk};
use crate::agree::rows::{Rows, Scratch};
use crate::agree::tally::{Columns, Tally};
use crate::error::Result;
use crate::parallel::map_shards;

/// Samples per shard: they share their coins.
const SHARD: usize = 16;

/// Tallies both metrics after each sample's exchanges: `[columns, samples, 2, rows]`.
///
/// A cell's coin is the same whatever is tallied and however many threads there are.
///
/// # Errors
/// When there is not one score per cell, or threads cannot be started.
pub fn exchanged(
    rows: &Rows,
    what: Tally,
    first: &[f64],
    second: &[f64],
    samples: Samples,
) -> Result<Vec<f64>> {
    rows.check(first)?;
    rows.check(second)?;
    if what == Tally::Pairs && rows.are_short() {
        return rows.spelled_out().exchanged(first, second, samples, false);
    }
    let sorted: Vec<Presorted> = match what {
        Tally::Moments => Vec::new(),
        _ => presorted(rows, first, second)?,
    };
    let shards = samples.count.div_ceil(SHARD);
    let tables = map_shards(shards, Exchange::default, |exchange, shard| {
        let begin = samples.begin + shard * SHARD;
        let end = (begin + SHARD).min(samples.begin + samples.count);
        let sides = (begin..end).map(|sample| {
            exchange.turn_to(samples.seed, sample, first.len());
            match what {
                Tally::Moments => exchange.moments(rows, [first, second]),
                _ => exchange.walk(rows, what, &sorted),
            }
        });
        sides.collect::<Vec<_>>()
    })?;
    let line = 2 * rows.len();
    let mut whole = Vec::with_capacity(what.width() * samples.count * line);
    for column in 0..what.width() {
        for table in tables.iter().flatten() {
            whole.extend_from_slice(&table[column * line..(column + 1) * line]);
        }
    }
    Ok(whole)
}

fn presorted(rows: &Rows, first: &[f64], second: &[f64]) -> Result<Vec<Presorted>> {
    let sort = |(): &mut (), row| Presorted::new(rows, row, first, second);
    map_shards(rows.len(), || (), sort)
}

/// Buffers of one thread, and the coins of the block of samples it is at.
#[derive(Default)]
struct Exchange {
    scratch: Scratch,
    walk: Walk,
    block: Option<usize>,
    coins: Vec<u64>,
    bit: usize,
}

impl Exchange {
    fn turn_to(&mut self, seed: u64, sample: usize, cells: usize) {
        self.bit = sample % WORD;
        let block = sample / WORD;
        if self.block != Some(block) {
            let coins = Coins::new(seed, block);
            self.coins.clear();
            self.coins.extend((0..cells).map(|cell| coins.word(cell)));
            self.block = Some(block);
        }
    }

    /// One sample of sums of scores: `[columns, 2, rows]`.
    fn moments(&mut self, rows: &Rows, scores: [&[f64]; 2]) -> Vec<f64> {
        let Self {
            scratch,
            coins,
            bit,
            ..
        } = self;
        each_side(rows, Tally::Moments, |row, side| {
            let mixed = rows.row_cells(row).iter().map(|&cell| {
                let flipped = (coins[cell] >> *bit) as usize & 1;
                scores[side ^ flipped][cell]
            });
            scratch.scores.clear();
            scratch.scores.extend(mixed);
            rows.tally_row(Tally::Moments, row, 0.0, scratch)
        })
    }

    /// One sample of what depends on the order of scores only: `[columns, 2, rows]`.
    fn walk(&mut self, rows: &Rows, what: Tally, sorted: &[Presorted]) -> Vec<f64> {
        let Self {
            walk, coins, bit, ..
        } = self;
        each_side(rows, what, |row, side| {
            if side == 0 {
                let cells = rows.row_cells(row).iter();
                walk.flips.clear();
                walk.flips
                    .extend(cells.map(|&cell| (coins[cell] >> *bit) as u8 & 1));
            }
            sorted[row].tally(rows, row, what, side as u8, walk)
        })
    }
}

/// The columns of each row and side, column by column.
fn each_side(rows: &Rows, what: Tally, mut tally: impl FnMut(usize, usize) -> Columns) -> Vec<f64> {
    let mut table = vec![0.0; what.width() * 2 * rows.len()];
    for row in 0..rows.len() {
        for side in 0..2 {
            let columns = tally(row, side);
            for (column, value) in columns.into_iter().take(what.width()).enumerate() {
                table[(column * 2 + side) * rows.len() + row] = value;
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::flips;
    use crate::parallel::set_threads;

    fn numbers(count: usize, seed: u64, kinds: u64) -> Vec<f64> {
        let coins = Coins::new(seed, 0);
        (0..count).map(|i| (coins.word(i) % kinds) as f64).collect()
    }

    /// The table, one sample and one side at a time.
    fn slowly(rows: &Rows, what: Tally, a: &[f64], b: &[f64], samples: Samples) -> Vec<f64> {
        let mut sides = Vec::new();
        for sample in samples.begin..samples.begin + samples.count {
            for (one, other) in [(a, b), (b, a)] {
                let flip = |c: usize| {
                    if flips(samples.seed, sample, c) {
                        other[c]
                    } else {
                        one[c]
                    }
                };
                let scores: Vec<f64> = (0..a.len()).map(flip).collect();
                sides.push(rows.tally(what, &scores, 0.0).unwrap());
            }
        }
        let lines = (0..what.width()).flat_map(|column| {
            let line = column * rows.len()..(column + 1) * rows.len();
            sides
                .iter()
                .flat_map(move |side| side[line.clone()].to_vec())
        });
        lines.collect()
    }

    #[test]
    fn exchanges_are_what_the_coins_say() {
        let short: Vec<usize> = (0..=40).map(|row| row * 7).collect();
        let uneven = vec![0, 1, 1, 40, 104, 280];
        let long = vec![0, 280];
        for (threshold, kinds) in [(0.0, 5), (0.0, 1000), (2.0, 5)] {
            let human = numbers(280, 1, kinds);
            let (a, b) = (numbers(280, 2, kinds), numbers(280, 3, kinds));
            for offsets in [&short, &uneven, &long] {
                let rows = Rows::new(&human, offsets, threshold).unwrap();
                for what in [
                    Tally::Pairs,
                    Tally::Classes,
                    Tally::Moments,
                    Tally::RankMoments,
                ] {
                    for (begin, count) in [(0, 130), (100, 60), (300, 1)] {
                        let samples = Samples {
                            seed: 9,
                            begin,
                            count,
                        };
                        let expected = slowly(&rows, what, &a, &b, samples);
                        for threads in [1, 3] {
                            set_threads(threads);
                            let found = exchanged(&rows, what, &a, &b, samples).unwrap();
                            assert_eq!(found, expected, "{what:?}, {offsets:?}, {begin}");
                        }
                    }
                }
            }
        }
        set_threads(0);
    }
}
