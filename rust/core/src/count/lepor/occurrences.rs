//! Where in a line each of some keys stands.

use std::ops::Range;

/// Positions of a line grouped by key, a word for instance; positions can be taken away and
/// given back.
pub(super) struct Occurrences<K> {
    /// In ascending order, each as often as it occurs.
    keys: Vec<K>,
    /// The position of each of `keys`, ascending within equal ones.
    all: Vec<u32>,
    /// The same, with the positions that are left moved to the front of their group.
    positions: Vec<u32>,
    /// At the first of equal keys, how many positions are left to it; elsewhere meaningless.
    left: Vec<u32>,
    sorting: Vec<(K, u32)>,
}

impl<K: Ord + Copy> Occurrences<K> {
    /// Of nothing.
    pub(super) fn new() -> Self {
        Self {
            keys: Vec::new(),
            all: Vec::new(),
            positions: Vec::new(),
            left: Vec::new(),
            sorting: Vec::new(),
        }
    }

    /// Replaces the contents; the same key at the same position counts once.
    pub(super) fn fill(&mut self, occurrences: impl IntoIterator<Item = (K, u32)>) {
        self.sorting.clear();
        self.sorting.extend(occurrences);
        self.sorting.sort_unstable();
        self.sorting.dedup();
        self.keys.clear();
        self.keys.extend(self.sorting.iter().map(|&(key, _)| key));
        self.all.clear();
        self.all.extend(self.sorting.iter().map(|&(_, at)| at));
        self.restore();
    }

    /// Gives back everything that was taken away.
    pub(super) fn restore(&mut self) {
        self.positions.clone_from(&self.all);
        self.left.resize(self.keys.len(), 0);
        let mut start = 0;
        for equal in self.keys.chunk_by(|a, b| a == b) {
            self.left[start] = equal.len() as u32;
            start += equal.len();
        }
    }

    /// The positions left to `key`, ascending.
    pub(super) fn of(&self, key: K) -> &[u32] {
        &self.positions[self.group(key)]
    }

    /// Where the positions left to `key` are.
    fn group(&self, key: K) -> Range<usize> {
        let start = self.keys.partition_point(|&other| other < key);
        if self.keys.get(start) == Some(&key) {
            start..start + self.left[start] as usize
        } else {
            start..start
        }
    }

    /// Takes a position away from `key`, if it is there.
    pub(super) fn remove(&mut self, key: K, position: u32) {
        let group = self.group(key);
        if let Ok(k) = self.positions[group.clone()].binary_search(&position) {
            // Moving a run of integers is so fast that no cleverer structure pays, however often
            // a word occurs in a line.
            let taken = group.start + k;
            self.positions.copy_within(taken + 1..group.end, taken);
            self.left[group.start] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_grouped_and_can_be_taken_away() {
        let mut occurrences = Occurrences::new();
        occurrences.fill([(7, 0), (3, 1), (7, 2), (7, 3), (7, 2)]);
        assert_eq!(occurrences.of(7), [0, 2, 3]);
        assert_eq!(occurrences.of(3), [1]);
        assert!(occurrences.of(5).is_empty());
        assert!(occurrences.of(9).is_empty());

        occurrences.remove(7, 2);
        occurrences.remove(7, 2);
        occurrences.remove(3, 1);
        occurrences.remove(5, 0);
        assert_eq!(occurrences.of(7), [0, 3]);
        assert!(occurrences.of(3).is_empty());

        occurrences.restore();
        assert_eq!(occurrences.of(7), [0, 2, 3]);
        assert_eq!(occurrences.of(3), [1]);
    }
}
