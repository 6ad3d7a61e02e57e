//! Eight samples of a permutation test abreast: a number in each, and the coins that decide which count.

use crate::agree::coins::{Coins, WORD};

/// Samples abreast; their coins are a byte.
pub const LANES: usize = 8;
/// A number for each of them.
pub type Wide<T> = [T; LANES];

/// The coins of cells in batch number `batch` of samples: bit `k` is the coin of sample `LANES * batch + k`.
pub(super) fn toss(seed: u64, batch: usize, cells: &[usize], bytes: &mut Vec<u8>) {
    let coins = Coins::new(seed, batch * LANES / WORD);
    let shift = batch * LANES % WORD;
    bytes.clear();
    bytes.extend(cells.iter().map(|&cell| (coins.word(cell) >> shift) as u8));
}

/// All bits of a number where the coin is heads, none elsewhere.
pub(super) fn mask(coins: u8) -> &'static Wide<u32> {
    &MASKS[usize::from(coins)]
}

/// The same for numbers of twice the size.
pub(super) fn long_mask(coins: u8) -> &'static Wide<u64> {
    &LONG_MASKS[usize::from(coins)]
}

static MASKS: [Wide<u32>; 256] = masks();
static LONG_MASKS: [Wide<u64>; 256] = long_masks();

const fn masks() -> [Wide<u32>; 256] {
    let mut table = [[0; LANES]; 256];
    let mut place = 0;
    while place < 256 * LANES {
        let (coins, lane) = (place / LANES, place % LANES);
        table[coins][lane] = if (coins >> lane) & 1 == 1 {
            u32::MAX
        } else {
            0
        };
        place += 1;
    }
    table
}

const fn long_masks() -> [Wide<u64>; 256] {
    let mut table = [[0; LANES]; 256];
    let mut place = 0;
    while place < 256 * LANES {
        let (coins, lane) = (place / LANES, place % LANES);
        table[coins][lane] = if (coins >> lane) & 1 == 1 {
            u64::MAX
        } else {
            0
        };
        place += 1;
    }
    table
}

/// A value where the coin is heads, 0 elsewhere.
pub(super) fn heads(value: f64, coins: u8) -> Wide<f64> {
    long_mask(coins).map(|mask| f64::from_bits(value.to_bits() & mask))
}

/// Sets of slots that know how many they hold before any slot (Fenwick 1994).
#[derive(Default)]
pub(super) struct Seen {
    tree: Vec<Wide<u32>>,
    /// How many slots each holds.
    pub(super) size: Wide<u32>,
}

impl Seen {
    /// Empty sets, of slots below `slots`.
    pub(super) fn reset(&mut self, slots: usize) {
        self.tree.clear();
        self.tree.resize(slots + 1, [0; LANES]);
        self.size = [0; LANES];
    }

    /// Inserts a slot into some of the sets.
    pub(super) fn insert(&mut self, slot: usize, coins: u8) {
        let mask = mask(coins);
        let mut node = slot + 1;
        while let Some(counts) = self.tree.get_mut(node) {
            raise(counts, mask);
            node += node & node.wrapping_neg();
        }
        raise(&mut self.size, mask);
    }

    /// How many slots before one each set holds.
    pub(super) fn before(&self, slot: usize) -> Wide<u32> {
        let mut found = [0; LANES];
        let mut node = slot;
        while node > 0 {
            let counts = &self.tree[node];
            for lane in 0..LANES {
                found[lane] += counts[lane];
            }
            node &= node - 1;
        }
        found
    }
}

/// Adds 1 under the mask.
fn raise(counts: &mut Wide<u32>, mask: &Wide<u32>) {
    for (count, mask) in counts.iter_mut().zip(mask) {
        *count = count.wrapping_sub(*mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::flips;

    #[test]
    fn bytes_are_the_coins_of_samples() {
        let cells = [5, 0, 700];
        let mut bytes = Vec::new();
        for batch in [0, 1, 7, 8, 21] {
            toss(3, batch, &cells, &mut bytes);
            for (&cell, &byte) in cells.iter().zip(&bytes) {
                for lane in 0..LANES {
                    let flipped = flips(3, batch * LANES + lane, cell);
                    assert_eq!(mask(byte)[lane] != 0, flipped);
                    assert_eq!(long_mask(byte)[lane] != 0, flipped);
                    assert!((heads(2.5, byte)[lane] > 0.0) == flipped);
                }
            }
        }
    }

    #[test]
    fn counts_what_was_inserted_before() {
        for slots in [0_usize, 1, 64, 700] {
            let mut seen = Seen::default();
            seen.reset(slots);
            let mut inserted = vec![0_u8; slots];
            for k in 0..slots / 2 {
                let word = Coins::new(1, 2).word(k);
                let (slot, byte) = ((word >> 8) as usize % slots, word as u8);
                seen.insert(slot, byte & !inserted[slot]);
                inserted[slot] |= byte;
            }
            let mut counts = [0; LANES];
            for (slot, &byte) in inserted.iter().enumerate() {
                assert_eq!(seen.before(slot), counts);
                raise(&mut counts, mask(byte));
            }
            assert_eq!((seen.before(slots), seen.size), (counts, counts));
        }
    }
}
