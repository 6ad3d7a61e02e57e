//! The n-grams of one segment's references, with how often each occurs.
//!
//! An n-gram of few words out of few fits into one 64-bit key, each word in as many bits as there are
//! for it, so that it is found without its prefix. Where words or orders are too many for that, the
//! key of an n-gram is the number of its prefix and its last word. Numbers begin at 1 as n-grams are
//! first met; 0 is the empty n-gram. A generation makes clearing free: it only increments a number.

use crate::interrupt;

/// The empty n-gram.
pub(super) const EMPTY: u32 = 0;

const SMALLEST_TABLE: usize = 256;
/// Single words have places of their own where there are at most so many.
const MOST_SINGLES: usize = 1 << 12;

/// An n-gram and its counts; of an earlier segment unless it has the generation of this one.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    generation: u32,
    number: u32,
    /// Largest count in any one reference.
    clip: u32,
    /// Count in the line being walked.
    seen: u32,
    /// The line `seen` belongs to.
    line: u32,
}

impl Slot {
    /// Counts one more occurrence in a line.
    #[inline]
    fn see(&mut self, line: u32) -> u32 {
        self.seen = if self.line == line { self.seen + 1 } else { 1 };
        self.line = line;
        self.seen
    }
}

/// The n-grams of a segment's references, with the counts that hypotheses are clipped by.
#[derive(Debug)]
pub(super) struct NgramTable {
    order: usize,
    /// Single words, by number; none where there are too many.
    singles: Vec<Slot>,
    slots: Vec<Slot>,
    generation: u32,
    ngrams: u32,
    line: u32,
    /// Bits of a word in a key; `None` where keys hold the number of a prefix.
    bits: Option<u32>,
}

/// How the key of an n-gram follows from that of its prefix.
trait Keys: Copy {
    fn longer(self, key: u64, number: u32, word: u32) -> u64;
}

/// Every word in so many bits, never 0, so that n-grams of different lengths differ.
#[derive(Clone, Copy)]
struct Packed(u32);

impl Keys for Packed {
    #[inline]
    fn longer(self, key: u64, _: u32, word: u32) -> u64 {
        key << self.0 | (u64::from(word) + 1)
    }
}

/// The number of the prefix, and the word.
#[derive(Clone, Copy)]
struct Chained;

impl Keys for Chained {
    #[inline]
    fn longer(self, _: u64, number: u32, word: u32) -> u64 {
        u64::from(number) << 32 | u64::from(word)
    }
}

impl NgramTable {
    /// A table of n-grams up to `order` words, whose ids are below `bound`.
    pub(super) fn new(order: usize, bound: usize) -> Self {
        // One word alone takes 32 bits, since an id has no more.
        let bits = (64 / order.max(2) as u32).min(32);
        let fits = bits > 0 && (bound as u64) < (1 << bits) - 1;
        let singles = if bound <= MOST_SINGLES { bound } else { 0 };
        Self {
            order,
            singles: vec![Slot::default(); singles],
            slots: vec![Slot::default(); SMALLEST_TABLE],
            generation: 0,
            ngrams: 0,
            line: 0,
            bits: fits.then_some(bits),
        }
    }

    /// Replaces the n-grams by those of some references.
    pub(super) fn fill<'a>(&mut self, references: impl Iterator<Item = &'a [u32]> + Clone) {
        self.reset(references.clone().map(<[u32]>::len).sum());
        for words in references {
            self.add_reference(words, |_, _| ());
        }
    }

    /// As [`Self::fill`], with those n-grams alone whose words are all `wanted`: no other can match.
    pub(super) fn fill_wanted<'a>(
        &mut self,
        references: impl Iterator<Item = &'a [u32]> + Clone,
        wanted: impl Fn(u32) -> bool,
    ) {
        self.reset(references.clone().map(<[u32]>::len).sum());
        for words in references {
            self.line += 1;
            let line = self.line;
            // Stretches of wanted words count as lines of their own, but for repetitions.
            for stretch in words.split(|&word| !wanted(word)) {
                self.line = line - 1;
                self.add_reference(stretch, |_, _| ());
            }
        }
    }

    /// Adds to `matches[n - 1]` the clipped matches of order n.
    pub(super) fn count_matches(&mut self, words: &[u32], matches: &mut [f64]) {
        self.clipped(words, |n, _| matches[n] += 1.0);
    }

    /// Forgets the n-grams and makes room for those of lines with `tokens` tokens together.
    pub(super) fn reset(&mut self, tokens: usize) {
        // At most half full, so that a search is short and always ends.
        let room = (tokens * self.order * 2).next_power_of_two();
        if room > self.slots.len() || self.generation == u32::MAX {
            self.slots = vec![Slot::default(); room.max(SMALLEST_TABLE)];
            self.singles.fill(Slot::default());
            self.generation = 0;
        }
        self.generation += 1;
        self.ngrams = 0;
        self.line = 0;
    }

    /// Counts the n-grams of a reference.
    ///
    /// `fresh` hears of each that is new, in the order of their numbers: the number of its prefix and
    /// its last word.
    pub(super) fn add_reference(&mut self, words: &[u32], fresh: impl FnMut(u32, u32)) {
        match self.bits {
            Some(bits) => self.add_by(Packed(bits), words, fresh),
            None => self.add_by(Chained, words, fresh),
        }
    }

    /// Calls `matched` with n − 1 and the number of every n-gram match that clipping leaves.
    pub(super) fn clipped(&mut self, words: &[u32], matched: impl FnMut(usize, u32)) {
        match self.bits {
            Some(bits) => self.clipped_by(Packed(bits), words, matched),
            None => self.clipped_by(Chained, words, matched),
        }
    }

    #[inline]
    fn add_by(&mut self, keys: impl Keys, words: &[u32], mut fresh: impl FnMut(u32, u32)) {
        self.line += 1;
        for start in 0..words.len() {
            interrupt::step(start);
            let (mut key, mut number) = (0, EMPTY);
            for &word in words[start..].iter().take(self.order) {
                key = keys.longer(key, number, word);
                let slot = match self.singles.get_mut(word as usize) {
                    Some(single) if number == EMPTY => single,
                    _ => find(&mut self.slots, self.generation, key),
                };
                if slot.generation != self.generation {
                    self.ngrams += 1;
                    *slot = Slot {
                        key,
                        generation: self.generation,
                        number: self.ngrams,
                        ..Slot::default()
                    };
                    fresh(number, word);
                }
                number = slot.number;
                let seen = slot.see(self.line);
                slot.clip = slot.clip.max(seen);
            }
        }
    }

    #[inline]
    fn clipped_by(&mut self, keys: impl Keys, words: &[u32], mut matched: impl FnMut(usize, u32)) {
        self.line += 1;
        for start in 0..words.len() {
            interrupt::step(start);
            let (mut key, mut number) = (0, EMPTY);
            for (n, &word) in words[start..].iter().take(self.order).enumerate() {
                key = keys.longer(key, number, word);
                let slot = match self.singles.get_mut(word as usize) {
                    Some(single) if number == EMPTY => single,
                    _ => find(&mut self.slots, self.generation, key),
                };
                if slot.generation != self.generation {
                    break;
                }
                number = slot.number;
                if slot.see(self.line) <= slot.clip {
                    matched(n, number);
                }
            }
        }
    }
}

/// Where an n-gram is, or would be.
#[inline]
fn find(slots: &mut [Slot], generation: u32, key: u64) -> &mut Slot {
    // Fibonacci hashing: the high bits of the product are the well-mixed ones.
    let shift = 64 - slots.len().trailing_zeros();
    let mask = slots.len() - 1;
    let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
    while slots[at].generation == generation && slots[at].key != key {
        at = (at + 1) & mask;
    }
    &mut slots[at]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Clipped matches of order 1.., counted with a map.
    fn slow(references: &[Vec<u32>], hypothesis: &[u32], order: usize) -> Vec<f64> {
        let count = |words: &[u32], n: usize| {
            let mut counts = HashMap::<Vec<u32>, u32>::new();
            for ngram in words.windows(n) {
                *counts.entry(ngram.to_vec()).or_default() += 1;
            }
            counts
        };
        let matches = (1..=order).map(|n| {
            let mut clips = HashMap::<Vec<u32>, u32>::new();
            for reference in references {
                for (ngram, found) in count(reference, n) {
                    let clip = clips.entry(ngram).or_default();
                    *clip = found.max(*clip);
                }
            }
            let own = count(hypothesis, n).into_iter();
            own.map(|(ngram, found)| found.min(clips.get(&ngram).copied().unwrap_or(0)))
                .sum::<u32>()
        });
        matches.map(f64::from).collect()
    }

    /// Lines of few different words, made by a small generator.
    fn lines(seed: u64, words: u64, stride: u32) -> Vec<Vec<u32>> {
        let mut state = seed;
        let mut next = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        (0..3)
            .map(|_| {
                let length = next(12);
                (0..length).map(|_| next(words) as u32 * stride).collect()
            })
            .collect()
    }

    #[test]
    fn counts_are_those_of_a_map() {
        for (order, stride) in [
            (1, 1),
            (2, 1),
            (4, 1),
            (4, 20_000),
            (5, 1),
            (9, 1),
            (40, 1),
            (1, 500_000_000),
        ] {
            // With wide ids, or high orders, keys are chained.
            let mut table = NgramTable::new(order, 5 * stride as usize);
            for seed in 0..300 {
                let made = lines(seed, 4, stride);
                let (hypothesis, references) = made.split_last().unwrap();
                table.fill(references.iter().map(Vec::as_slice));
                let mut matches = vec![0.0; order];
                table.count_matches(hypothesis, &mut matches);
                assert_eq!(
                    matches,
                    slow(references, hypothesis, order),
                    "{order} {made:?}"
                );
                table.fill_wanted(references.iter().map(Vec::as_slice), |word| {
                    hypothesis.contains(&word)
                });
                matches.fill(0.0);
                table.count_matches(hypothesis, &mut matches);
                assert_eq!(
                    matches,
                    slow(references, hypothesis, order),
                    "{order} {made:?}"
                );
            }
        }
    }

    #[test]
    fn few_words_are_packed_and_many_are_chained() {
        let bits = |order, bound| NgramTable::new(order, bound).bits;
        assert_eq!(bits(4, 65_534), Some(16));
        assert_eq!(bits(4, 65_535), None);
        assert_eq!(bits(1, 1 << 20), Some(32));
        assert_eq!(bits(5, 4000), Some(12));
        assert_eq!(bits(5, 4095), None);
        assert_eq!(bits(32, 3), None);
        assert_eq!(bits(100, 1), None);
    }

    #[test]
    fn new_ngrams_are_told_with_their_prefix() {
        let mut table = NgramTable::new(2, 10);
        let mut told = Vec::new();
        table.reset(3);
        table.add_reference(&[7, 7, 8], |prefix, word| told.push((prefix, word)));
        assert_eq!(told, [(0, 7), (1, 7), (1, 8), (0, 8)]);
        let mut matched = Vec::new();
        table.clipped(&[7, 8, 7], |n, number| matched.push((n, number)));
        assert_eq!(matched, [(0, 1), (1, 3), (0, 4), (0, 1)]);
    }
}
