//! The places of a reference's words, as the bits of a number.
//!
//! Where a line has no more words than a number has bits, what would be a search through a table is an
//! operation on all places at once: where an n-gram stands follows from its words, and so does which
//! places are near a word, or free.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A number of 64 bits has place for so many words.
pub(super) const FEW_WORDS: usize = u64::BITS as usize;
/// References of more words have no [`Places`].
pub(super) const MOST_WORDS: usize = u128::BITS as usize;

/// A set of places in a line.
pub(super) trait Bits:
    Copy
    + Debug
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The places before this one.
    fn before(place: usize) -> Self;
    /// A place alone.
    fn at(place: usize) -> Self;
    /// The first place alone; none if there is none.
    fn first_alone(self) -> Self;
    /// The first place, if there is one.
    fn first(self) -> Option<usize>;
    /// The last place, if there is one.
    fn last(self) -> Option<usize>;
}

macro_rules! bits {
    ($number:ty) => {
        impl Bits for $number {
            #[inline]
            fn before(place: usize) -> Self {
                let from = Self::MAX.checked_shl(place as u32);
                from.map_or(Self::MAX, |from| !from)
            }

            #[inline]
            fn at(place: usize) -> Self {
                1 << place
            }

            #[inline]
            fn first_alone(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn last(self) -> Option<usize> {
                self.checked_ilog2().map(|last| last as usize)
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// Where each word of a reference stands in it.
#[derive(Debug)]
pub(super) struct Places<B> {
    /// By word.
    of: Vec<B>,
    /// The words that stand anywhere.
    words: Vec<u32>,
    /// Where n-grams of a line begin that stand in the reference, and their places there.
    starts: Vec<(u32, B)>,
    /// How many of `starts` are in use: filling up what is written over anyway takes time.
    kept: usize,
}

impl<B: Bits> Places<B> {
    /// Of words whose ids are below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self {
            of: vec![B::default(); bound],
            words: Vec::new(),
            starts: Vec::new(),
            kept: 0,
        }
    }

    /// Makes room for words whose ids are below `bound`.
    pub(super) fn make_room(&mut self, bound: usize) {
        if self.of.len() < bound {
            self.of.resize(bound, B::default());
        }
    }

    /// Replaces the reference.
    pub(super) fn fill(&mut self, reference: &[u32]) {
        for &word in &self.words {
            self.of[word as usize] = B::default();
        }
        for (place, &word) in reference.iter().enumerate() {
            self.of[word as usize] |= B::at(place);
        }
        self.words.clear();
        self.words.extend_from_slice(reference);
    }

    /// Where a word stands.
    #[inline]
    pub(super) fn of(&self, word: u32) -> B {
        self.of[word as usize]
    }

    /// Adds to `matches[n - 1]` the clipped matches of order n.
    #[inline]
    pub(super) fn count_matches(&mut self, line: &[u32], matches: &mut [f64]) {
        let mut counts = [0_u32; 2];
        self.begin(line, |n, place| {
            counts[n] += u32::from(place != B::default());
        });
        for (matches, count) in matches.iter_mut().zip(counts) {
            *matches += f64::from(count);
        }
        // No n-gram of the reference is longer than it is itself.
        let possible = matches.iter_mut().take(self.words.len());
        for (n, matches) in possible.enumerate().skip(counts.len()) {
            let mut count = 0_u32;
            self.lengthen(line, n, |place| count += u32::from(place != B::default()));
            *matches += f64::from(count);
        }
    }

    /// Calls `matched` with n − 1 and a place of every n-gram match that clipping leaves.
    #[inline]
    pub(super) fn each_match(
        &mut self,
        line: &[u32],
        order: usize,
        mut matched: impl FnMut(usize, usize),
    ) {
        let mut found = |n: usize, place: B| {
            if let Some(place) = place.first().filter(|_| n < order) {
                matched(n, place);
            }
        };
        self.begin(line, &mut found);
        for n in 2..order.min(self.words.len()) {
            self.lengthen(line, n, |place| found(n, place));
        }
    }

    /// Finds words and pairs of words: `found` gets 0 or 1, and the place that each one that stands in the
    /// reference matches, or none if it is clipped.
    ///
    /// An n-gram stands where its prefix does, and its last word n − 1 places on. Two n-grams that stand
    /// anywhere are equal if and only if they stand at the same places; so a match takes the first
    /// place that no match before it has taken, and an n-gram with no place left is clipped.
    #[inline]
    fn begin(&mut self, line: &[u32], mut found: impl FnMut(usize, B)) {
        let Self { of, starts, .. } = self;
        if starts.len() < line.len() {
            starts.resize(line.len(), (0, B::default()));
        }
        let mut taken = [B::default(); 2];
        let mut take = |n: usize, places: B| {
            let place = (places & !taken[n]).first_alone();
            taken[n] |= place;
            found(n, place);
        };
        // What stands anywhere is kept in place: no branch depends on the words.
        let mut kept = 0;
        let mut places = line.first().map_or(B::default(), |&word| of[word as usize]);
        for (start, &word) in (0..).zip(line.iter().skip(1)) {
            let next = of[word as usize];
            let pair = places & (next >> 1);
            take(0, places);
            take(1, pair);
            starts[kept] = (start, pair);
            kept += usize::from(pair != B::default());
            places = next;
        }
        take(0, places);
        self.kept = kept;
    }

    /// Goes from n-grams of n words, of two at least, to those of n + 1, as [`Self::begin`].
    #[inline]
    fn lengthen(&mut self, line: &[u32], n: usize, mut found: impl FnMut(B)) {
        let Self { of, starts, .. } = self;
        let mut taken = B::default();
        let mut kept = 0;
        for k in 0..self.kept {
            let (start, prefix) = starts[k];
            let Some(&word) = line.get(start as usize + n) else {
                break;
            };
            let places = prefix & (of[word as usize] >> n);
            let place = (places & !taken).first_alone();
            taken |= place;
            found(place);
            starts[kept] = (start, places);
            kept += usize::from(places != B::default());
        }
        self.kept = kept;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::count::table::NgramTable;
    use crate::random::{Range, Stream};

    /// A line of up to so many words out of so many.
    pub(in crate::count) fn line(random: &mut Stream, longest: usize, words: usize) -> Vec<u32> {
        let length = random.below(Range::new(longest + 1));
        (0..length)
            .map(|_| random.below(Range::new(words)) as u32)
            .collect()
    }

    fn check<B: Bits>(lengths: &[usize]) {
        let mut random = Stream::new(7, 0);
        let mut places = Places::<B>::new(50);
        for &length in lengths {
            for (words, order) in [(1, 4), (2, 7), (5, 1), (5, 2), (5, 4), (50, 4)] {
                let mut table = NgramTable::new(order, 50);
                let mut reference = line(&mut random, length, words);
                reference.resize(length, 0);
                table.fill(std::iter::once(reference.as_slice()));
                places.fill(&reference);
                for _ in 0..5 {
                    let line = line(&mut random, 2 * length, words);
                    let [mut counted, mut expected] = [vec![0.0; order], vec![0.0; order]];
                    places.count_matches(&line, &mut counted);
                    table.count_matches(&line, &mut expected);
                    assert_eq!(counted, expected, "{line:?} {reference:?}");
                }
            }
        }
    }

    #[test]
    fn matches_are_those_of_a_table() {
        check::<u64>(&[0, 1, 3, 20, 63, 64]);
        check::<u128>(&[0, 20, 64, 65, 127, MOST_WORDS]);
    }

    #[test]
    fn places_before_and_ends() {
        assert_eq!(u64::before(0), 0);
        assert_eq!(u64::before(3), 0b111);
        assert_eq!([u64::before(64), u64::before(1000)], [u64::MAX; 2]);
        assert_eq!(u128::before(127), u128::MAX >> 1);
        assert_eq!((0b0110_u64.first(), 0b0110_u64.last()), (Some(1), Some(2)));
        assert_eq!((0_u128.first(), 0_u128.last()), (None, None));
        assert_eq!((0b0110_u128.first_alone(), 0_u64.first_alone()), (2, 0));
    }
}
