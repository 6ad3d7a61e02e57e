//! Where every word of a reference occurs.

use std::ops::RangeInclusive;

/// Positions that share a block.
const BLOCK: u32 = u64::BITS;

/// The kind of a hypothesis word that the reference does not contain.
pub(super) const UNKNOWN: u32 = 0;

/// A reference line, its words numbered by kind, with the positions of each kind.
///
/// Position sets are kept as the non-empty 64-bit blocks of a bit set, so a kind costs memory in
/// proportion to its occurrences and a window of 64 positions is two lookups at most.
#[derive(Default)]
pub(super) struct Reference {
    /// Kind of the word at every position.
    kinds: Vec<u32>,
    /// The distinct words in ascending order; word `k - 1` is kind `k`.
    words: Vec<u32>,
    /// Kind `k` owns `blocks[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    blocks: Vec<Block>,
    /// Scratch: (word, position) pairs in sorted order.
    sorted: Vec<(u32, u32)>,
    /// Scratch: unmatched occurrences of each kind.
    unmatched: Vec<u32>,
}

/// The positions from `index * BLOCK` on as bits, lowest first.
#[derive(Clone, Copy)]
struct Block {
    index: u32,
    bits: u64,
}

impl Reference {
    /// Starts over with another line.
    pub(super) fn read(&mut self, line: &[u32]) {
        self.sorted.clear();
        self.sorted.extend(line.iter().copied().zip(0..));
        self.sorted.sort_unstable();
        self.kinds.clear();
        self.kinds.resize(line.len(), UNKNOWN);
        self.words.clear();
        self.blocks.clear();
        self.starts.clear();
        self.starts.push(0);
        // An empty block for the unknown words: in a short line, block `k` is kind `k`'s.
        self.blocks.push(Block { index: 0, bits: 0 });
        for of_one_word in self.sorted.chunk_by(|a, b| a.0 == b.0) {
            self.starts.push(self.blocks.len() as u32);
            self.words.push(of_one_word[0].0);
            let kind = self.words.len() as u32;
            for in_one_block in of_one_word.chunk_by(|a, b| a.1 / BLOCK == b.1 / BLOCK) {
                let mut bits = 0;
                for &(_, position) in in_one_block {
                    self.kinds[position as usize] = kind;
                    bits |= 1 << (position % BLOCK);
                }
                let index = in_one_block[0].1 / BLOCK;
                self.blocks.push(Block { index, bits });
            }
        }
        self.starts.push(self.blocks.len() as u32);
    }

    /// Writes down the kinds of a hypothesis' words, and returns how many of the words the
    /// reference has as well, order aside.
    pub(super) fn classify(&mut self, line: &[u32], kinds: &mut Vec<u32>) -> usize {
        kinds.clear();
        kinds.extend(line.iter().map(|word| {
            let index = self.words.binary_search(word);
            index.map_or(UNKNOWN, |index| index as u32 + 1)
        }));
        self.unmatched.clear();
        self.unmatched.resize(self.words.len() + 1, 0);
        for &kind in &self.kinds {
            self.unmatched[kind as usize] += 1;
        }
        let mut shared = 0;
        for &kind in &*kinds {
            let left = &mut self.unmatched[kind as usize];
            if *left > 0 {
                *left -= 1;
                shared += 1;
            }
        }
        shared
    }

    /// The kinds of its words.
    pub(super) fn kinds(&self) -> &[u32] {
        &self.kinds
    }

    /// The number of its words.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Bit `b` tells whether the word at position `origin + b` is of this kind.
    #[inline]
    pub(super) fn window(&self, kind: u32, origin: usize) -> u64 {
        if self.kinds.len() <= BLOCK as usize {
            return self.blocks[kind as usize].bits >> origin;
        }
        self.long_window(kind, origin)
    }

    fn long_window(&self, kind: u32, origin: usize) -> u64 {
        let (index, skipped) = (origin as u32 / BLOCK, origin as u32 % BLOCK);
        let mut bits = 0;
        for block in self.blocks_from(kind, index).iter().take(2) {
            if block.index == index {
                bits |= block.bits >> skipped;
            } else if block.index == index + 1 && skipped > 0 {
                bits |= block.bits << (BLOCK - skipped);
            }
        }
        bits
    }

    /// The positions in `range` that hold a word of this kind, ascending.
    #[inline]
    pub(super) fn positions(
        &self,
        kind: u32,
        range: RangeInclusive<usize>,
    ) -> impl Iterator<Item = usize> {
        let (first, last) = range.into_inner();
        self.blocks_from(kind, first as u32 / BLOCK)
            .iter()
            .flat_map(|block| Ones(block.bits).map(|bit| (block.index * BLOCK + bit) as usize))
            .skip_while(move |&position| position < first)
            .take_while(move |&position| position <= last)
    }

    /// The blocks of a kind, without those before an index.
    fn blocks_from(&self, kind: u32, index: u32) -> &[Block] {
        let kind = kind as usize;
        let blocks = &self.blocks[self.starts[kind] as usize..self.starts[kind + 1] as usize];
        &blocks[blocks.partition_point(|block| block.index < index)..]
    }
}

/// The places of the ones in a word, lowest first.
struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let lowest = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            lowest
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 200 words; word 7 at every 30th position, the others once each.
    fn long() -> Reference {
        let line: Vec<u32> = (0..200u32)
            .map(|position| {
                if position % 30 == 0 {
                    7
                } else {
                    1000 + position
                }
            })
            .collect();
        let mut reference = Reference::default();
        reference.read(&line);
        reference
    }

    #[test]
    fn windows_cross_blocks() {
        let reference = long();
        let kind = reference.kinds()[0];
        assert_eq!(reference.window(kind, 0), 1 | 1 << 30 | 1 << 60);
        assert_eq!(reference.window(kind, 60), 1 | 1 << 30 | 1 << 60);
        assert_eq!(reference.window(kind, 64), 1 << 26 | 1 << 56);
        assert_eq!(reference.window(kind, 181), 0);
        assert_eq!(reference.window(UNKNOWN, 0), 0);
    }

    #[test]
    fn positions_in_a_range() {
        let reference = long();
        let kind = reference.kinds()[0];
        let positions = |range| reference.positions(kind, range).collect::<Vec<_>>();
        assert_eq!(positions(30..=150), [30, 60, 90, 120, 150]);
        assert_eq!(positions(151..=500), [180]);
        assert!(positions(61..=89).is_empty());
    }

    #[test]
    fn shared_words_are_counted_once_each() {
        let mut reference = Reference::default();
        reference.read(&[5, 9, 5]);
        let mut kinds = Vec::new();
        assert_eq!(reference.classify(&[5, 5, 5, 4], &mut kinds), 2);
        assert_eq!(kinds, [1, 1, 1, UNKNOWN]);
    }
}
