//! A small table of n-grams, each packed into one number, that is cleared by a stamp.

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    stamp: u32,
    left: u32,
}

/// N-grams of a reference, and how many of each are left to match.
#[derive(Default)]
pub struct Grams {
    slots: Vec<Slot>,
    stamp: u32,
}

impl Grams {
    /// Forgets all, and makes room for so many.
    pub fn clear(&mut self, most: usize) {
        let room = (2 * most).next_power_of_two().max(1024);
        if room > self.slots.len() {
            self.slots = vec![Slot::default(); room];
        }
        self.stamp += 1;
    }

    /// Adds one.
    pub fn add(&mut self, key: u64) {
        let stamp = self.stamp;
        let slot = self.find(key);
        if slot.stamp != stamp {
            *slot = Slot {
                key,
                stamp,
                left: 0,
            };
        }
        slot.left += 1;
    }

    /// Takes one if there is one left; `None` if there never was.
    pub fn take(&mut self, key: u64) -> Option<bool> {
        let stamp = self.stamp;
        let slot = self.find(key);
        if slot.stamp != stamp {
            return None;
        }
        let any = slot.left > 0;
        slot.left -= u32::from(any);
        Some(any)
    }

    fn find(&mut self, key: u64) -> &mut Slot {
        let mask = self.slots.len() - 1;
        let shift = 64 - self.slots.len().trailing_zeros();
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
        while self.slots[at].stamp == self.stamp && self.slots[at].key != key {
            at = (at + 1) & mask;
        }
        &mut self.slots[at]
    }
}
