//! The pairs of one metric's side of an exchange, from those of the other side.
//!
//! Let f(w, b) say whether a pair counts, with its worse cell scored by metric w and its better one by b. If
//! one side sees f(w, b), the other sees f(1 - w, 1 - b), and their difference is a sum of something that
//! depends on the one coin and something that depends on the other. Over all pairs, it is a sum over cells:
//! half of how many pairs more there are with the cell scored by the second metric than by the first, the
//! others scored by both; with a minus if the cell is exchanged.

use crate::agree::abreast::{LANES, Seen, Wide, long_mask};
use crate::agree::presorted::Entry;
use crate::agree::tally::WideColumns;

/// Concordant and discordant pairs, and those that people and the metric tie.
type Kinds<T> = [T; 3];

/// What each cell of a row adds to the difference of the sides.
pub struct Opposite {
    of_slot: Vec<Kinds<i64>>,
    /// Half of the sum: the difference if nothing is exchanged.
    unmoved: Kinds<i64>,
}

impl Opposite {
    /// Counts the pairs of all scores, given in runs of equal ones in ascending order.
    ///
    /// `borders` are where the slots that people find worse than one end, and the better ones begin; those
    /// they find as good begin at `tied`.
    pub fn new(runs: &[&[Entry]], borders: [&[usize]; 2], tied: &[usize]) -> Self {
        let mut of_slot = vec![[0; 3]; tied.len()];
        // Lower scores of worse cells are concordant, and higher scores of better ones.
        relate(runs.iter(), borders, [0, 1], &mut of_slot);
        relate(runs.iter().rev(), borders, [1, 0], &mut of_slot);
        for group in runs.iter().flat_map(|run| groups(run, tied)) {
            for own in group.chunk_by(|a, b| a.slot == b.slot) {
                for entry in own {
                    let others = (group.len() - own.len()) as i64;
                    of_slot[entry.slot as usize][2] += entry.sign() * others;
                }
            }
        }
        let total = |kind: usize| of_slot.iter().map(|kinds| kinds[kind]).sum::<i64>();
        Self {
            unmoved: std::array::from_fn(|kind| total(kind) / 2),
            of_slot,
        }
    }

    /// The counts of the second metric's side, from those of the first, given the coins of all slots.
    pub fn of(&self, first: &WideColumns, coins: &[u8]) -> WideColumns {
        let mut moved: Kinds<Wide<i64>> = [[0; LANES]; 3];
        for (kinds, &byte) in self.of_slot.iter().zip(coins) {
            let mask = long_mask(byte);
            for (sums, change) in moved.iter_mut().zip(kinds) {
                for (sum, &mask) in sums.iter_mut().zip(mask) {
                    *sum += change & mask as i64;
                }
            }
        }
        let mut second = *first;
        for (kind, counts) in second.iter_mut().take(3).enumerate() {
            for (count, moved) in counts.iter_mut().zip(moved[kind]) {
                *count += (self.unmoved[kind] - moved) as f64;
            }
        }
        second
    }
}

/// Adds the pairs of every score with those before it: which kind they are if people find the other cell worse,
/// and which if they find it better.
fn relate<'a>(
    runs: impl Iterator<Item = &'a &'a [Entry]>,
    [worse, better]: [&[usize]; 2],
    kinds: [usize; 2],
    of_slot: &mut [Kinds<i64>],
) {
    let mut seen = Seen::default();
    seen.reset(of_slot.len());
    for run in runs {
        for entry in *run {
            let slot = entry.slot as usize;
            let below = seen.before(worse[slot])[0];
            let above = seen.size[0] - seen.before(better[slot])[0];
            of_slot[slot][kinds[0]] += entry.sign() * i64::from(below);
            of_slot[slot][kinds[1]] += entry.sign() * i64::from(above);
        }
        for entry in *run {
            seen.insert(entry.slot as usize, u8::MAX);
        }
    }
}

/// The entries of a run that people tie; its slots ascend, and so they are neighbours.
pub(super) fn groups<'a>(run: &'a [Entry], tied: &'a [usize]) -> impl Iterator<Item = &'a [Entry]> {
    let key = |entry: &Entry| tied[entry.slot as usize];
    run.chunk_by(move |a, b| key(a) == key(b))
}
