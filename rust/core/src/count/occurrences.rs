//! Where two sentences have words in common.
//!
//! Most pairs of words of two sentences differ, so kernels that follow runs of equal words visit the
//! equal pairs only.

const NOWHERE: u32 = u32::MAX;

/// An index of one sentence: the places of each of its words.
#[derive(Debug, Clone)]
pub(super) struct Occurrences {
    words: Vec<u32>,
    /// By word: its last place.
    last: Vec<u32>,
    /// By place: the place before it with the same word.
    previous: Vec<u32>,
}

impl Occurrences {
    /// An empty index for a vocabulary of this size.
    pub(super) fn new(vocabulary: usize) -> Self {
        Self {
            words: Vec::new(),
            last: vec![NOWHERE; vocabulary],
            previous: Vec::new(),
        }
    }

    /// Indexes another sentence instead.
    pub(super) fn index(&mut self, words: &[u32]) {
        // The same reference often comes again, with the next hypothesis.
        if self.words == words {
            return;
        }
        for &word in &self.words {
            self.last[word as usize] = NOWHERE;
        }
        self.words.clear();
        self.words.extend_from_slice(words);
        self.previous.clear();
        for (place, &word) in words.iter().enumerate() {
            let last = std::mem::replace(&mut self.last[word as usize], place as u32);
            self.previous.push(last);
        }
    }

    /// The places of a word, from the last to the first.
    pub(super) fn of(&self, word: u32) -> impl Iterator<Item = usize> {
        let known = |place: u32| (place != NOWHERE).then_some(place as usize);
        std::iter::successors(known(self.last[word as usize]), move |&place| {
            known(self.previous[place])
        })
    }
}

/// A run of equal words that ends at some place of the second sentence.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    /// One more than the place where it ends in the first sentence.
    end: u32,
    length: u32,
}

/// The lengths of the runs of equal words that end at the current word of the first sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    at: Vec<Run>,
}

impl Runs {
    /// Before the first word, against a sentence of this length.
    pub(super) fn reset(&mut self, length: usize) {
        self.at.clear();
        self.at.resize(length, Run::default());
    }

    /// The length of the run that ends with the equal words at i and j.
    ///
    /// To be asked for ascending i, and for each i in descending order of j.
    pub(super) fn extend(&mut self, i: usize, j: usize) -> u32 {
        let end = i as u32;
        let before = j.checked_sub(1).map(|j| self.at[j]);
        let length = before
            .filter(|run| run.end == end)
            .map_or(0, |run| run.length)
            + 1;
        self.at[j] = Run {
            end: end + 1,
            length,
        };
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_from_the_last_to_the_first() {
        let mut occurrences = Occurrences::new(4);
        occurrences.index(&[1, 2, 1, 1]);
        assert_eq!(occurrences.of(1).collect::<Vec<_>>(), [3, 2, 0]);
        assert_eq!(occurrences.of(3).next(), None);
        occurrences.index(&[3]);
        assert_eq!(occurrences.of(1).next(), None);
        assert_eq!(occurrences.of(3).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn runs_end_where_words_differ() {
        let (first, second) = ([1, 1, 2, 9, 2], [1, 1, 2, 2]);
        let mut occurrences = Occurrences::new(10);
        occurrences.index(&second);
        let mut runs = Runs::default();
        runs.reset(second.len());
        let mut lengths = Vec::new();
        for (i, &word) in first.iter().enumerate() {
            lengths.extend(occurrences.of(word).map(|j| (i, j, runs.extend(i, j))));
        }
        assert_eq!(
            lengths,
            [
                (0, 1, 1),
                (0, 0, 1),
                (1, 1, 2),
                (1, 0, 1),
                (2, 3, 1),
                (2, 2, 3),
                (4, 3, 1),
                (4, 2, 1)
            ]
        );
    }
}
