//! Counting bits of many samples at once: plane `p` holds bit `p` of every sample's count.

use crate::agree::coins::WORD;

/// Words side by side.
pub const WORDS: usize = 2;
/// Samples counted side by side.
pub const BLOCK: usize = WORD * WORDS;
/// One bit per sample.
pub type Bits = [u64; WORDS];

/// A count per sample, bit by bit.
#[derive(Default)]
pub struct Planes {
    bits: Vec<Bits>,
    waiting: [Bits; 4],
    held: usize,
}

impl Planes {
    /// Zero, with room for counts up to `most`.
    pub fn reset(&mut self, most: usize) {
        // Four at a time are added, up to three of them blank, so there are always planes for the carry.
        let bits = (usize::BITS - (most + 3).leading_zeros()).max(3) as usize;
        self.bits.clear();
        self.bits.resize(bits, [0; WORDS]);
        self.held = 0;
    }

    /// Adds one to the count of every sample whose bit is set.
    pub fn add(&mut self, ones: Bits) {
        self.waiting[self.held] = ones;
        self.held += 1;
        if self.held == self.waiting.len() {
            self.settle();
        }
    }

    /// Adds the four that wait: carry-save adders turn them into one carry to the third plane (Harley and Seal).
    fn settle(&mut self) {
        self.waiting[self.held..].fill([0; WORDS]);
        self.held = 0;
        let [a, b, c, d] = self.waiting;
        let (ones, low) = full_add(self.bits[0], a, b);
        let (ones, high) = full_add(ones, c, d);
        let (twos, mut carry) = full_add(self.bits[1], low, high);
        self.bits[0] = ones;
        self.bits[1] = twos;
        for plane in &mut self.bits[2..] {
            for k in 0..WORDS {
                let both = plane[k] & carry[k];
                plane[k] ^= carry[k];
                carry[k] = both;
            }
        }
    }

    /// The count of every sample.
    pub fn counts(&mut self) -> [u32; BLOCK] {
        self.settle();
        let mut counts = [0; BLOCK];
        for (eight, planes) in self.bits.chunks(8).enumerate() {
            for (group, counts) in counts.chunks_exact_mut(8).enumerate() {
                let (word, byte) = (group / 8, group % 8);
                let mut sums = 0;
                for (plane, bits) in planes.iter().enumerate() {
                    sums += SPREAD[usize::from(bits[word].to_le_bytes()[byte])] << plane;
                }
                for (count, sum) in counts.iter_mut().zip(sums.to_le_bytes()) {
                    *count += u32::from(sum) << (8 * eight);
                }
            }
        }
        counts
    }
}

/// Sum and carry of three bits.
fn full_add(a: Bits, b: Bits, c: Bits) -> (Bits, Bits) {
    let sum = std::array::from_fn(|k| a[k] ^ b[k] ^ c[k]);
    let carry = std::array::from_fn(|k| (a[k] & b[k]) | (c[k] & (a[k] ^ b[k])));
    (sum, carry)
}

/// A byte's bits, spread over the lowest bits of eight bytes.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agree::coins::Coins;

    #[test]
    fn counts_are_sums_of_bits() {
        for added in [0_usize, 1, 3, 4, 5, 66, 255, 256, 700] {
            let mut planes = Planes::default();
            planes.reset(added);
            let mut expected = [0; BLOCK];
            for i in 0..added {
                // Some samples are always counted, so that the highest planes fill.
                let bits: Bits = std::array::from_fn(|k| Coins::new(3, k).word(i) | 0xff00);
                planes.add(bits);
                for (sample, count) in expected.iter_mut().enumerate() {
                    *count += ((bits[sample / WORD] >> (sample % WORD)) & 1) as u32;
                }
            }
            assert_eq!(planes.counts(), expected, "{added}");
        }
    }
}
