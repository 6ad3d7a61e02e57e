//! n-grams of up to eight units packed into one integer: the fast way, for nearly every text.

use super::units::{END, FOREIGN};

/// Orders that fit: with eight, a unit still has eight bits, enough for ASCII.
const MAX_ORDER: usize = 8;

/// Longest texts that fit, so that 16 bits hold any count.
pub(super) const MAX_UNITS: usize = i16::MAX as usize;

/// Follows the last packed n-gram of a sorted text; no n-gram is that high.
pub(super) const SENTINEL: u64 = u64::MAX;

/// One number for each order; orders beyond the longest stay unused.
type Lanes = [i16; MAX_ORDER];

/// How the n-grams that end at each unit of a text are packed: the last unit in the highest bits.
/// The lowest bits may hold a part of the unit before the first one; nothing depends on them.
#[derive(Debug)]
pub(super) struct Packing {
    bits: u32,
    /// By the number of leading bits that two packed n-grams share: all ones for each order in
    /// which they differ.
    differing: Box<[Lanes; 65]>,
}

impl Packing {
    /// Packs n-grams up to `order` units long, or not at all if that is none or too many.
    pub(super) fn new(order: usize) -> Option<Self> {
        if !(1..=MAX_ORDER).contains(&order) {
            return None;
        }
        // At most 32 bits, since a unit has no more, and so that shifts stay below 64.
        let bits = (64 / order as u32).min(32);
        let mut differing = Box::new([[0; MAX_ORDER]; 65]);
        for (shared_bits, lanes) in (0..).zip(differing.iter_mut()) {
            let shared_units = shared_bits / bits;
            for (unit, lane) in (0..).zip(&mut lanes[..order]) {
                *lane = if unit < shared_units { 0 } else { -1 };
            }
        }
        Some(Self { bits, differing })
    }

    /// Units numbered below this fit. The highest number stays free for [`SENTINEL`].
    pub(super) fn bound(&self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// Packs the n-grams of a reference.
    pub(super) fn reference(&self) -> Packer {
        self.packer(END)
    }

    /// Packs the n-grams of a hypothesis.
    pub(super) fn hypothesis(&self) -> Packer {
        self.packer(FOREIGN)
    }

    /// The n-grams at the beginning of a text are filled up, on either side with a unit that the
    /// other side lacks, so that what is too short for an order does not match in that order.
    fn packer(&self, filler: u32) -> Packer {
        let mut packer = Packer {
            bits: self.bits,
            ngram: 0,
        };
        for _ in 0..=64 / self.bits {
            packer.push(filler);
        }
        packer
    }

    /// For each order, how many n-grams two texts share, given their packed n-grams, each sorted
    /// and followed by [`SENTINEL`].
    pub(super) fn matches(&self, reference: &[u64], hypothesis: &[u64]) -> Lanes {
        let positions = reference.len() + hypothesis.len() - 2;
        let mut matches = Lanes::default();
        // How often each order's current n-gram has been seen.
        let mut in_reference = Lanes::default();
        let mut in_hypothesis = Lanes::default();
        let (mut r, mut h) = (0, 0);
        let mut previous = SENTINEL;
        for _ in 0..positions {
            let from_hypothesis = hypothesis[h] < reference[r];
            let ngram = hypothesis[h].min(reference[r]);
            let differing = &self.differing[(ngram ^ previous).leading_zeros() as usize];
            previous = ngram;
            h += usize::from(from_hypothesis);
            r += usize::from(!from_hypothesis);
            for k in 0..MAX_ORDER {
                matches[k] += in_reference[k].min(in_hypothesis[k]) & differing[k];
                in_hypothesis[k] = (in_hypothesis[k] & !differing[k]) + i16::from(from_hypothesis);
                in_reference[k] = (in_reference[k] & !differing[k]) + i16::from(!from_hypothesis);
            }
        }
        for k in 0..MAX_ORDER {
            matches[k] += in_reference[k].min(in_hypothesis[k]);
        }
        matches
    }
}

/// Packs the n-grams of one text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packer {
    bits: u32,
    ngram: u64,
}

impl Packer {
    /// The n-gram that ends with this unit.
    pub(super) fn push(&mut self, unit: u32) -> u64 {
        self.ngram = u64::from(unit) << (64 - self.bits) | self.ngram >> self.bits;
        self.ngram
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(units: &[u32], mut packer: Packer) -> Vec<u64> {
        let mut packed: Vec<u64> = units.iter().map(|&u| packer.push(u)).collect();
        packed.sort_unstable();
        packed.push(SENTINEL);
        packed
    }

    fn matches(order: usize, reference: &[u32], hypothesis: &[u32]) -> Vec<i16> {
        let packing = Packing::new(order).unwrap();
        let reference = pack(reference, packing.reference());
        let hypothesis = pack(hypothesis, packing.hypothesis());
        packing.matches(&reference, &hypothesis)[..order].to_vec()
    }

    #[test]
    fn every_order_is_clipped_to_the_rarer_side() {
        // Reference 2 3 2 3, hypothesis 2 3 3: units min(2,1) + min(2,2); pairs 23; no triple.
        assert_eq!(matches(3, &[2, 3, 2, 3], &[2, 3, 3]), [3, 1, 0]);
    }

    #[test]
    fn equal_texts_share_all_and_no_more() {
        for order in 1..=MAX_ORDER {
            let expected = &[5, 4, 3, 2, 1, 0, 0, 0][..order];
            assert_eq!(matches(order, &[2, 3, 2, 2, 3], &[2, 3, 2, 2, 3]), expected);
        }
    }

    #[test]
    fn equal_beginnings_do_not_match_beyond_the_text() {
        assert_eq!(matches(2, &[4], &[4]), [1, 0]);
        assert_eq!(matches(6, &[4, 2], &[4, 3]), [1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn empty_texts_share_nothing() {
        assert_eq!(matches(2, &[], &[]), [0, 0]);
        assert_eq!(matches(2, &[2], &[]), [0, 0]);
        assert_eq!(matches(2, &[], &[2]), [0, 0]);
    }

    #[test]
    fn ascii_fits_whatever_the_order() {
        for order in 1..=MAX_ORDER {
            assert!(Packing::new(order).unwrap().bound() > 130);
        }
        assert!(Packing::new(0).is_none());
        assert!(Packing::new(MAX_ORDER + 1).is_none());
    }
}
