//! Rows of two metrics' scores, sorted once for all samples of a permutation test.
//!
//! After any exchanges, a metric's side holds one of every cell's two scores. Both are sorted together once; a
//! sample then only walks over them in order and skips those that are on the other side.

use crate::agree::rows::Rows;
use crate::agree::tally::{Columns, Tally};

/// All scores of one row, in ascending order.
pub struct Presorted {
    /// One of the two scores of a cell: its slot in the row, and 1 if it is the second metric's.
    entries: Vec<(u32, u8)>,
    /// The number of the run of equal scores each is in.
    runs: Vec<u32>,
    /// For every slot: from which slot on people find all better, by the threshold.
    better: Vec<usize>,
}

/// Buffers of one thread.
#[derive(Default)]
pub struct Walk {
    /// Whether the scores of each slot are exchanged.
    pub flips: Vec<u8>,
    chosen: Vec<(u32, u32)>,
    keys: Vec<usize>,
    seen: Seen,
}

impl Presorted {
    /// Sorts both metrics' scores of a row.
    pub fn new(rows: &Rows, row: usize, first: &[f64], second: &[f64]) -> Self {
        let cells = rows.row_cells(row);
        let metrics = [first, second];
        let score =
            |&(slot, metric): &(u32, u8)| metrics[usize::from(metric)][cells[slot as usize]];
        let slots = 0..cells.len() as u32;
        let mut entries: Vec<(u32, u8)> = slots.flat_map(|slot| [(slot, 0), (slot, 1)]).collect();
        entries.sort_by(|a, b| score(a).total_cmp(&score(b)));
        #[allow(clippy::float_cmp)] // a tie is a tie exactly
        let equal = entries.chunk_by(|a, b| score(a) == score(b));
        let numbered = equal
            .zip(0..)
            .flat_map(|(run, number)| run.iter().map(move |_| number));
        let runs = numbered.collect();
        let (worse, _) = rows.borders(row);
        let better = (0..cells.len()).map(|slot| worse.partition_point(|&count| count <= slot));
        Self {
            runs,
            better: better.collect(),
            entries,
        }
    }

    /// The columns of one side; the walk knows which slots are exchanged.
    pub fn tally(
        &self,
        rows: &Rows,
        row: usize,
        what: Tally,
        side: u8,
        walk: &mut Walk,
    ) -> Columns {
        let chosen = self.choose(side, walk);
        match what {
            Tally::RankMoments => rank_moments(rows.row_human_ranks(row), &walk.chosen[..chosen]),
            _ => self.count(rows, row, chosen, walk),
        }
    }

    /// Picks the scores that are on a side, and says how many. Without branches, since coins decide.
    fn choose(&self, side: u8, walk: &mut Walk) -> usize {
        let Walk { flips, chosen, .. } = walk;
        chosen.resize(self.entries.len() + 1, (0, 0));
        let mut count = 0;
        for (&(slot, metric), &run) in self.entries.iter().zip(&self.runs) {
            chosen[count] = (slot, run);
            count += usize::from((flips[slot as usize] ^ side) == metric);
        }
        count
    }

    /// Counts pairs: for every score, the ones below it that people find worse, and better.
    fn count(&self, rows: &Rows, row: usize, chosen: usize, walk: &mut Walk) -> Columns {
        let (worse, tied) = rows.borders(row);
        let (mut concordant, mut discordant, mut both, mut classes) = (0, 0, 0, 0);
        let seen = &mut walk.seen;
        seen.reset(worse.len());
        for run in walk.chosen[..chosen].chunk_by(|a, b| a.1 == b.1) {
            for &(slot, _) in run {
                let (worse, better) = (worse[slot as usize], self.better[slot as usize]);
                let up_to_better = seen.before(better);
                discordant += seen.size - up_to_better;
                // Mostly there is nothing between but the slot itself, which is not seen yet.
                let between = better - worse > 1;
                concordant += if between {
                    seen.before(worse)
                } else {
                    up_to_better
                };
            }
            for &(slot, _) in run {
                seen.insert(slot as usize);
            }
            if run.len() > 1 {
                walk.keys.clear();
                walk.keys
                    .extend(run.iter().map(|&(slot, _)| tied[slot as usize]));
                both += equal_pairs(&mut walk.keys);
            }
            classes += 1;
        }
        [
            concordant as f64,
            discordant as f64,
            both as f64,
            f64::from(classes),
        ]
    }
}

/// Centred sums of ranks; ties share the mean of theirs.
fn rank_moments(human: &[f64], chosen: &[(u32, u32)]) -> Columns {
    let middle = f64::midpoint(human.len() as f64, 1.0);
    let (mut product, mut squares, mut begin) = (0.0, 0.0, 0);
    for run in chosen.chunk_by(|a, b| a.1 == b.1) {
        let rank = begin as f64 + f64::midpoint(run.len() as f64, 1.0) - middle;
        let humans: f64 = run
            .iter()
            .map(|&(slot, _)| human[slot as usize] - middle)
            .sum();
        product += humans * rank;
        squares += run.len() as f64 * rank * rank;
        begin += run.len();
    }
    [product, squares, 0.0, 0.0]
}

fn equal_pairs(keys: &mut [usize]) -> usize {
    keys.sort_unstable();
    let runs = keys.chunk_by(|a, b| a == b);
    runs.map(|run| run.len() * (run.len() - 1) / 2).sum()
}

/// Words of a block.
const WORDS: usize = 16;

/// A set of slots that knows how many it holds before any slot: bits, with counts at the beginning of every
/// word within its block, and of every block.
#[derive(Default)]
struct Seen {
    bits: Vec<u64>,
    words: Vec<u32>,
    blocks: Vec<u32>,
    size: usize,
}

impl Seen {
    fn reset(&mut self, slots: usize) {
        let blocks = slots / (64 * WORDS) + 1;
        self.bits.clear();
        self.bits.resize(blocks * WORDS, 0);
        self.words.clear();
        self.words.resize(blocks * WORDS, 0);
        self.blocks.clear();
        self.blocks.resize(blocks, 0);
        self.size = 0;
    }

    fn insert(&mut self, slot: usize) {
        let (word, block) = (slot / 64, slot / (64 * WORDS));
        self.bits[word] |= 1 << (slot % 64);
        // All of them, whether they are raised or not: a fixed number is done side by side.
        let words = &mut self.words[block * WORDS..(block + 1) * WORDS];
        raise_after(words, word % WORDS);
        raise_after(&mut self.blocks, block);
        self.size += 1;
    }

    fn before(&self, slot: usize) -> usize {
        let (word, block) = (slot / 64, slot / (64 * WORDS));
        let lower = self.bits[word] & ((1 << (slot % 64)) - 1);
        (self.blocks[block] + self.words[word] + lower.count_ones()) as usize
    }
}

/// Adds 1 to the counts after one.
fn raise_after(counts: &mut [u32], place: usize) {
    for (k, count) in (0_u32..).zip(counts) {
        *count += u32::from(k > place as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::Coins;

    #[test]
    fn counts_what_was_inserted_before() {
        for slots in [0_usize, 1, 64, 1023, 1024, 5000] {
            let mut seen = Seen::default();
            seen.reset(slots);
            let mut inserted = vec![false; slots];
            for k in 0..slots / 2 {
                let slot = (Coins::new(1, 2).word(k) % slots as u64) as usize;
                if !inserted[slot] {
                    seen.insert(slot);
                    inserted[slot] = true;
                }
            }
            let mut count = 0;
            for (slot, &inserted) in inserted.iter().enumerate() {
                assert_eq!(seen.before(slot), count);
                count += usize::from(inserted);
            }
            assert_eq!((seen.before(slots), seen.size), (count, count));
        }
    }
}
