//! Numbers for the words of one segment, in order of first appearance.
//!
//! Words need to be told apart within a segment only, so the table is small enough for the fastest
//! cache, and forgets by counting up a stamp. A word of up to eight bytes, which most are, is its own
//! key; longer ones are told apart by a hash, and by their bytes where hashes are equal.

use std::ops::Range;

/// Words up to this many bytes are their own keys.
const SHORT: usize = 8;
/// Slots of a new table.
const SMALLEST: usize = 256;
/// A table with more slots is given back before the next segment: a huge line must not make the
/// table of all that follow slow to reach.
const LARGEST_KEPT: usize = 1 << 14;

/// The words of a segment.
#[derive(Debug)]
pub struct Numbering {
    slots: Vec<Slot>,
    stamp: u32,
    words: u32,
    /// The bytes of the long words.
    long: Vec<u8>,
}

/// A word in the table; of an earlier segment unless it has the stamp of this one.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    stamp: u32,
    number: u32,
    length: u32,
    /// Where a long word begins in [`Numbering::long`].
    begin: u32,
}

impl Default for Numbering {
    fn default() -> Self {
        Self {
            slots: vec![Slot::default(); SMALLEST],
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
        self.stamp += 1;
        self.words = 0;
        self.long.clear();
    }

    /// How many words there are.
    pub fn count(&self) -> usize {
        self.words as usize
    }

    /// The number of the word at this place of a line, a new one if it has none.
    #[inline]
    pub fn number(&mut self, line: &[u8], place: Range<usize>) -> u32 {
        let key = key_of(line, &place);
        let word = &line[place];
        let mut at = self.first_slot(key, word.len());
        loop {
            let slot = &self.slots[at];
            if slot.stamp != self.stamp {
                return self.add(word, key, at);
            }
            if slot.key == key && slot.length as usize == word.len() && self.is_same(slot, word) {
                return slot.number;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    #[inline]
    fn is_same(&self, slot: &Slot, word: &[u8]) -> bool {
        word.len() <= SHORT || self.long[slot.begin as usize..][..word.len()] == *word
    }

    /// Fibonacci hashing: the high bits of the product are the well-mixed ones.
    #[inline]
    fn first_slot(&self, key: u64, length: usize) -> usize {
        let shift = 64 - self.slots.len().trailing_zeros();
        ((key ^ length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
    }

    #[inline]
    fn add(&mut self, word: &[u8], key: u64, at: usize) -> u32 {
        let slot = Slot {
            key,
            stamp: self.stamp,
            number: self.words,
            length: word.len() as u32,
            begin: self.long.len() as u32,
        };
        if word.len() > SHORT {
            self.long.extend_from_slice(word);
        }
        self.slots[at] = slot;
        self.words += 1;
        // At most half full, so that a search is short and always ends.
        if self.words as usize * 2 > self.slots.len() {
            self.grow();
        }
        slot.number
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 2];
        let slots = std::mem::replace(&mut self.slots, larger);
        for slot in slots.into_iter().filter(|slot| slot.stamp == self.stamp) {
            let mut at = self.first_slot(slot.key, slot.length as usize);
            while self.slots[at].stamp == self.stamp {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// Eight bytes that tell all short words of one length apart, and most long ones.
#[inline]
fn key_of(line: &[u8], place: &Range<usize>) -> u64 {
    let length = place.len();
    if length > SHORT {
        return hash(&line[place.clone()]);
    }
    // The bytes of the word, and zeros: what follows it in the line is masked, so that all lengths
    // take the same way.
    let masked = |bytes: [u8; SHORT]| {
        let unused = 8 * (SHORT - length) as u32;
        u64::from_le_bytes(bytes) & u64::MAX.checked_shr(unused).unwrap_or(0)
    };
    if let Some(&bytes) = line[place.start..].first_chunk() {
        return masked(bytes);
    }
    let mut bytes = [0; SHORT];
    bytes[..length].copy_from_slice(&line[place.clone()]);
    masked(bytes)
}

/// A hash of all bytes, eight at a time, as `FxHash` mixes them.
#[inline]
fn hash(word: &[u8]) -> u64 {
    // The last bytes come in first: they may be part of no chunk.
    let seed = word
        .last_chunk()
        .map_or(0, |&last| u64::from_le_bytes(last));
    let chunks = word.chunks_exact(8).filter_map(<[u8]>::first_chunk);
    chunks.fold(seed, |hash, &chunk| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(chunk)).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

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
        numbering.number(word, 0..word.len())
    }

    #[test]
    fn what_follows_in_the_line_does_not_matter() {
        let mut numbering = Numbering::default();
        for line in [
            b"to be or not to be".as_slice(),
            b"to bed",
            b"be",
            b"to",
            b"not  ",
        ] {
            let words = line.split(|&byte| byte == b' ');
            let mut at = 0;
            let numbers: Vec<u32> = words
                .map(|word| {
                    let place = at..at + word.len();
                    at = place.end + 1;
                    numbering.number(line, place)
                })
                .collect();
            let expected: &[u32] = match line {
                b"to be or not to be" => &[0, 1, 2, 3, 0, 1],
                b"to bed" => &[0, 4],
                b"be" => &[1],
                b"to" => &[0],
                _ => &[3, 5, 5],
            };
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn different_words_have_different_numbers() {
        let mut numbering = Numbering::default();
        for _ in 0..3 {
            numbering.clear();
            let mut known = HashMap::new();
            for word in words().iter().chain(&words()) {
                let next = known.len() as u32;
                let expected = *known.entry(word.clone()).or_insert(next);
                assert_eq!(number(&mut numbering, word), expected, "{word:?}");
            }
            assert_eq!(numbering.count(), known.len());
        }
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        // The key of a long word is a hash: two slots with one key must be told apart by their bytes.
        let mut numbering = Numbering::default();
        let [a, b] = [b"twelve bytes".as_slice(), b"other twelve".as_slice()];
        number(&mut numbering, a);
        let at = numbering.slots.iter().position(|slot| slot.stamp == 1);
        let key = key_of(b, &(0..b.len()));
        let place = numbering.first_slot(key, b.len());
        numbering.slots.swap(at.unwrap(), place);
        numbering.slots[place].key = key;
        assert_eq!(number(&mut numbering, b), 1);
        assert_eq!(number(&mut numbering, b), 1);
    }

    #[test]
    fn a_huge_segment_is_forgotten() {
        let mut numbering = Numbering::default();
        for i in 0..100_000_u32 {
            assert_eq!(number(&mut numbering, &i.to_le_bytes()), i);
        }
        numbering.clear();
        assert_eq!(numbering.count(), 0);
        assert_eq!(numbering.slots.len(), SMALLEST);
        assert_eq!(number(&mut numbering, b"a"), 0);
    }
}
