//! Where each word of a line stands.

use std::ops::Range;

/// The positions of a line, grouped by word; positions can be taken away.
#[derive(Default)]
pub(super) struct Occurrences {
    /// The line's words in ascending order.
    words: Vec<u32>,
    /// The position of each of `words`, ascending within a word.
    positions: Vec<u32>,
    /// At the first of equal words, how many positions are left to it; elsewhere meaningless.
    left: Vec<u32>,
    sorting: Vec<(u32, u32)>,
}

impl Occurrences {
    /// Replaces the contents by the positions of `line`.
    pub(super) fn fill(&mut self, line: &[u32]) {
        self.sorting.clear();
        self.sorting.extend(line.iter().copied().zip(0..));
        self.sorting.sort_unstable();
        self.words.clear();
        self.words.extend(self.sorting.iter().map(|&(word, _)| word));
        self.positions.clear();
        self.positions.extend(self.sorting.iter().map(|&(_, p)| p));
        self.left.clear();
        self.left.resize(line.len(), 0);
        let mut start = 0;
        for equal in self.words.chunk_by(|a, b| a == b) {
            self.left[start] = equal.len() as u32;
            start += equal.len();
        }
    }

    /// Replaces the contents by those of `other`.
    pub(super) fn copy(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.positions.clone_from(&other.positions);
        self.left.clone_from(&other.left);
    }

    /// Which of [`Self::positions`] are the word's.
    pub(super) fn of(&self, word: u32) -> Range<usize> {
        let start = self.words.partition_point(|&other| other < word);
        if self.words.get(start) == Some(&word) {
            start..start + self.left[start] as usize
        } else {
            start..start
        }
    }

    /// All positions, grouped by word and ascending within one.
    pub(super) fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// Takes the position at index `taken` away from the word at `range`.
    pub(super) fn remove(&mut self, range: Range<usize>, taken: usize) {
        // Moving a run of integers is so fast that no cleverer structure pays, however often a
        // word occurs in a line.
        self.positions.copy_within(taken + 1..range.end, taken);
        self.left[range.start] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_grouped_and_can_be_taken_away() {
        let mut occurrences = Occurrences::default();
        occurrences.fill(&[7, 3, 7, 7]);
        let of = |o: &Occurrences, word| o.positions()[o.of(word)].to_vec();
        assert_eq!(of(&occurrences, 7), [0, 2, 3]);
        assert_eq!(of(&occurrences, 3), [1]);
        assert!(of(&occurrences, 5).is_empty());
        assert!(of(&occurrences, 9).is_empty());

        let mut fewer = Occurrences::default();
        fewer.copy(&occurrences);
        let range = fewer.of(7);
        fewer.remove(range.clone(), range.start + 1);
        assert_eq!(of(&fewer, 7), [0, 3]);
        let range = fewer.of(3);
        fewer.remove(range.clone(), range.start);
        assert!(of(&fewer, 3).is_empty());
        assert_eq!(of(&occurrences, 7), [0, 2, 3]);
    }
}
