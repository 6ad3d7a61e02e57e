//! Numbers for the words of one segment.
//!
//! Words need to be told apart within a segment only, so the table is small enough for the fastest
//! cache, and forgets by counting up a stamp. The number of a word is its slot: whether it is new or
//! known, the same is written there, and no processor has to foresee which. A word of up to fifteen
//! bytes, as nearly all are, is its own key, with its length in the byte that is left; longer ones are
//! told apart by a hash, and by their bytes where hashes are equal.

use std::ops::Range;

/// Bytes of a key.
const KEY: usize = 16;
/// Words up to this many bytes are their own keys.
const SHORT: usize = KEY - 1;
/// The bytes of a key that are those of a word, by its length.
const USED: [u128; KEY] = {
    let mut used = [0; KEY];
    let mut length = 1;
    while length < KEY {
        used[length] = used[length - 1] << 8 | 0xff;
        length += 1;
    }
    used
};
/// Slots for an ordinary segment.
const SMALLEST: usize = 512;
/// More slots are given back before the next segment.
const LARGEST_KEPT: usize = 1 << 14;

/// The words of a segment.
#[derive(Debug)]
pub struct Numbering {
    slots: Vec<Slot>,
    /// How many slots this segment uses: a long one must not make those of others far between.
    used: usize,
    /// How many bits of a hash are too many for a slot.
    shift: u32,
    stamp: u32,
    words: usize,
    /// The bytes of the long words.
    long: Vec<u8>,
}

/// A word in the table; of an earlier segment unless it has the stamp of this one.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u128,
    stamp: u32,
    length: u32,
    /// Where a long word begins in [`Numbering::long`].
    begin: usize,
}

impl Default for Numbering {
    fn default() -> Self {
        Self {
            slots: vec![Slot::default(); SMALLEST],
            used: SMALLEST,
            shift: shift_of(SMALLEST),
            stamp: 1,
            words: 0,
            long: Vec::new(),
        }
    }
}

impl Numbering {
    /// Forgets all words.
    pub fn clear(&mut self) {
        if self.slots.len() > LARGEST_KEPT || self.stamp == u32::MAX {
            *self = Self::default();
        }
        self.used = SMALLEST;
        self.shift = shift_of(SMALLEST);
        self.stamp += 1;
        self.words = 0;
        self.long.clear();
    }

    /// All numbers are below this.
    pub fn bound(&self) -> usize {
        self.used
    }

    /// Makes room for so many more words. If those there are get other numbers by that, gives these, by the
    /// ones they had.
    #[inline]
    pub fn make_room(&mut self, words: usize) -> Option<Vec<u32>> {
        // At most half full, so that a search is short and always ends.
        let needed = 2 * (self.words + words);
        (needed > self.used).then(|| self.grow(needed.next_power_of_two()))
    }

    /// The number of the word at this place of a line, for which there is room.
    #[inline]
    pub fn number(&mut self, line: &[u8], place: Range<usize>) -> u32 {
        let length = place.len();
        let key = key_of(line, &place);
        let mut at = self.first_slot(key);
        loop {
            let slot = &mut self.slots[at];
            let known = slot.stamp == self.stamp;
            // Whether a word is known cannot be foreseen, but hardly ever is the slot another word's: one
            // condition, which the compiler must not take apart.
            let other = u64::from(known) & u64::from(slot.key != key);
            let other = std::hint::black_box(other);
            if other == 0 {
                slot.key = key;
                slot.stamp = self.stamp;
                if length <= SHORT || self.is_same(at, known, &line[place.clone()]) {
                    self.words += usize::from(!known);
                    return at as u32;
                }
            }
            at = (at + 1) & (self.used - 1);
        }
    }

    /// Whether a slot is that of a long word, whose it becomes if it is new.
    fn is_same(&mut self, at: usize, known: bool, word: &[u8]) -> bool {
        let slot = &mut self.slots[at];
        if !known {
            slot.begin = self.long.len();
            slot.length = word.len() as u32;
            self.long.extend_from_slice(word);
        }
        self.long[slot.begin..][..slot.length as usize] == *word
    }

    /// Fibonacci hashing: the high bits of the products are the well-mixed ones.
    #[inline]
    fn first_slot(&self, key: u128) -> usize {
        let mixed = (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = mixed ^ ((key >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (mixed >> self.shift) as usize
    }

    #[cold]
    fn grow(&mut self, slots: usize) -> Vec<u32> {
        let mut moved = vec![0; self.used];
        let current = self.slots[..self.used].iter().copied().enumerate();
        let words: Vec<_> = current
            .filter(|(_, slot)| slot.stamp == self.stamp)
            .collect();
        if slots > self.slots.len() {
            self.slots = vec![Slot::default(); slots];
        } else {
            for (old, _) in &words {
                self.slots[*old] = Slot::default();
            }
        }
        self.used = slots;
        self.shift = shift_of(slots);
        for (old, slot) in words {
            let mut at = self.first_slot(slot.key);
            while self.slots[at].stamp == self.stamp {
                at = (at + 1) & (self.used - 1);
            }
            self.slots[at] = slot;
            moved[old] = at as u32;
        }
        moved
    }
}

fn shift_of(slots: usize) -> u32 {
    u64::BITS - slots.trailing_zeros()
}

/// What tells all short words apart, and most long ones.
#[inline]
fn key_of(line: &[u8], place: &Range<usize>) -> u128 {
    let length = place.len();
    if length > SHORT {
        return hash(&line[place.clone()]);
    }
    // What is around the word in the line is read with it, and masked or shifted out, so that all lengths
    // take the same way.
    let bytes = if let Some(&from) = line[place.start..].first_chunk() {
        u128::from_le_bytes(from) & USED[length]
    } else if let Some(&upto) = line[..place.end].last_chunk() {
        u128::from_le_bytes(upto) >> 8 >> (8 * (SHORT - length))
    } else {
        let mut bytes = [0; KEY];
        bytes[..length].copy_from_slice(&line[place.clone()]);
        u128::from_le_bytes(bytes)
    };
    bytes | (length as u128) << (8 * SHORT)
}

/// A hash of all bytes, eight at a time, as `FxHash` mixes them, in a key that is no short word's.
#[inline]
fn hash(word: &[u8]) -> u128 {
    // The last bytes come in first: they may be part of no chunk.
    let seed = word
        .last_chunk()
        .map_or(0, |&last| u64::from_le_bytes(last));
    let chunks = word.chunks_exact(8).filter_map(<[u8]>::first_chunk);
    let hash = chunks.fold(seed, |hash, &chunk| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(chunk)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    u128::from(hash) | u128::MAX << (8 * SHORT)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// Words of all lengths that differ in one byte, and some that are easy to mistake.
    fn words() -> Vec<Vec<u8>> {
        let mut words = vec![b"a\0".to_vec(), b"\0".to_vec(), b"\0\0".to_vec()];
        for length in 1..40_usize {
            let plain: Vec<u8> = (0..length).map(|i| b'a' + (i % 3) as u8).collect();
            words.push(plain.clone());
            for changed in 0..length {
                let mut other = plain.clone();
                other[changed] ^= 0x20;
                words.push(other);
            }
        }
        words
    }

    fn number(numbering: &mut Numbering, word: &[u8]) -> u32 {
        assert_eq!(numbering.make_room(1), None);
        numbering.number(word, 0..word.len())
    }

    /// The numbers of the words of lines, which may move as words come in.
    fn numbers(numbering: &mut Numbering, lines: &[Vec<u8>]) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::new();
        for line in lines {
            if let Some(moved) = numbering.make_room(1) {
                for id in &mut numbers {
                    *id = moved[*id as usize];
                }
            }
            numbers.push(numbering.number(line, 0..line.len()));
        }
        numbers
    }

    #[test]
    fn what_is_around_a_word_does_not_matter() {
        let mut numbering = Numbering::default();
        let mut known = HashMap::new();
        let long = b"to be, or not to be: sixteen and some bytes on either side of not".as_slice();
        for line in [
            long,
            b"to be or not to be",
            b"to bed",
            b"be",
            b"to",
            b"not  ",
        ] {
            let mut at = 0;
            for word in line.split(|&byte| byte == b' ') {
                let place = at..at + word.len();
                at = place.end + 1;
                let id = numbering.number(line, place);
                assert_eq!(*known.entry(word).or_insert(id), id);
            }
        }
        let distinct: HashSet<u32> = known.values().copied().collect();
        assert_eq!(
            (distinct.len(), numbering.words),
            (known.len(), known.len())
        );
    }

    #[test]
    fn different_words_have_different_numbers() {
        let mut numbering = Numbering::default();
        let twice = [words(), words()].concat();
        for _ in 0..3 {
            numbering.clear();
            let numbers = numbers(&mut numbering, &twice);
            let (first, second) = numbers.split_at(words().len());
            assert_eq!(first, second);
            let distinct: HashSet<u32> = first.iter().copied().collect();
            assert_eq!(distinct.len(), words().len());
            assert!(distinct.iter().all(|&id| (id as usize) < numbering.bound()));
        }
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        // The key of a long word is a hash: two slots with one key must be told apart by their bytes.
        let mut numbering = Numbering::default();
        let [a, b] = [
            b"eighteen bytes, it".as_slice(),
            b"another eighteen b".as_slice(),
        ];
        let at = number(&mut numbering, a) as usize;
        let key = key_of(b, &(0..b.len()));
        let place = numbering.first_slot(key);
        numbering.slots.swap(at, place);
        numbering.slots[place].key = key;
        let other = number(&mut numbering, b);
        assert_ne!(other as usize, place);
        assert_eq!(number(&mut numbering, b), other);
    }

    #[test]
    fn a_huge_segment_is_forgotten() {
        let mut numbering = Numbering::default();
        let many: Vec<Vec<u8>> = (0..100_000_u32).map(|i| i.to_le_bytes().to_vec()).collect();
        let distinct: HashSet<u32> = numbers(&mut numbering, &many).into_iter().collect();
        assert_eq!(distinct.len(), many.len());
        numbering.clear();
        assert_eq!((numbering.words, numbering.bound()), (0, SMALLEST));
        assert_eq!(numbering.slots.len(), SMALLEST);
    }

    #[test]
    fn a_long_segment_leaves_the_next_one_few_slots() {
        let mut numbering = Numbering::default();
        let many: Vec<Vec<u8>> = (0..1000_u32).map(|i| i.to_le_bytes().to_vec()).collect();
        numbers(&mut numbering, &many);
        assert_eq!(numbering.bound(), 2048);
        numbering.clear();
        assert_eq!((numbering.bound(), numbering.slots.len()), (SMALLEST, 2048));
        let few = numbers(&mut numbering, &many[..SMALLEST / 2]);
        assert!(few.iter().all(|&id| (id as usize) < SMALLEST));
        // Growing again finds slots that the long segment has used.
        let more = numbers(&mut numbering, &many);
        let distinct: HashSet<u32> = more.into_iter().collect();
        assert_eq!(distinct.len(), many.len());
    }
}
