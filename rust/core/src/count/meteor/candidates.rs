//! Which words of a pair may be taken for each other.

use super::beam::Link;
use super::words::WordFacts;
use crate::interrupt;

/// Modules, in the order in which they propose matches.
pub(super) const EXACT: u8 = 0;
pub(super) const STEM: u8 = 1;
pub(super) const SYNONYM: u8 = 2;
/// How many modules there are.
pub const MODULES: usize = 3;

/// A hypothesis word that some reference word may be linked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) hyp: u32,
    pub(super) module: u8,
}

impl Candidate {
    /// The link to a reference word.
    pub(super) fn link(self, reference: usize) -> Link {
        Link {
            hyp: self.hyp,
            reference: reference as u32,
            module: self.module,
        }
    }
}

/// The candidates of a hypothesis, by reference word: those of the first module first, from left to right in
/// the hypothesis. They are found and kept once for all repetitions of a word, in one reference or several.
#[derive(Default)]
pub(super) struct Candidates {
    /// Which list every word of the reference has.
    lists: Vec<usize>,
    /// List `k` is `found[borders[k]..borders[k + 1]]`.
    borders: Vec<usize>,
    found: Vec<Candidate>,
    /// The word of every list, and the list that a word of the vocabulary has, if it has one.
    words: Vec<u32>,
    by_word: Vec<u32>,
}

impl Candidates {
    /// Begins with another hypothesis.
    pub(super) fn start(&mut self) {
        self.found.clear();
        self.words.clear();
        self.borders.clear();
        self.borders.push(0);
    }

    /// Finds those of a reference. Two words that are the same are an exact match and nothing else; two that
    /// have a stem and a synset in common are candidates twice, as in Meteor.
    pub(super) fn fill(&mut self, words: &WordFacts<'_>, hyp: &[u32], reference: &[u32]) {
        self.by_word.resize(words.vocabulary(), 0);
        // The same sentence needs no other module (Meteor's guard against errors of the beam).
        let only_exact = hyp == reference;
        self.lists.clear();
        for (j, &r) in reference.iter().enumerate() {
            interrupt::step(j);
            let list = self.by_word[r as usize] as usize;
            if self.words.get(list) == Some(&r) {
                self.lists.push(list);
                continue;
            }
            self.extend(hyp, EXACT, |h| h == r);
            if !only_exact {
                self.extend(hyp, STEM, |h| h != r && words.same_stem(h, r));
                if words.has_senses(r) {
                    self.extend(hyp, SYNONYM, |h| h != r && words.share_a_sense(h, r));
                }
            }
            self.by_word[r as usize] = self.words.len() as u32;
            self.lists.push(self.words.len());
            self.words.push(r);
            self.borders.push(self.found.len());
        }
    }

    fn extend(&mut self, hyp: &[u32], module: u8, matches: impl Fn(u32) -> bool) {
        let found = (0..).zip(hyp).filter(|&(_, &h)| matches(h));
        self.found
            .extend(found.map(|(hyp, _)| Candidate { hyp, module }));
    }

    /// The candidates of a reference word.
    pub(super) fn of(&self, reference: usize) -> &[Candidate] {
        self.list(self.lists[reference])
    }

    /// How many different lists of candidates there are.
    pub(super) fn lists(&self) -> usize {
        self.borders.len() - 1
    }

    /// The number of a reference word's list.
    pub(super) fn list_of(&self, reference: usize) -> usize {
        self.lists[reference]
    }

    /// A list by its number.
    pub(super) fn list(&self, list: usize) -> &[Candidate] {
        &self.found[self.borders[list]..self.borders[list + 1]]
    }

    /// Whether a module has any.
    pub(super) fn any(&self, module: u8) -> bool {
        self.found.iter().any(|c| c.module == module)
    }
}

/// Whether a pair has more possible links than this.
pub(super) fn exceeds(words: &WordFacts<'_>, hyp: &[u32], reference: &[u32], limit: usize) -> bool {
    // Two words are candidates twice at most, so that ordinary pairs need no counting.
    if hyp.len().saturating_mul(reference.len()) <= limit / 2 {
        return false;
    }
    let times = |r: u32, h: u32| {
        if h == r {
            1
        } else {
            usize::from(words.same_stem(h, r)) + usize::from(words.share_a_sense(h, r))
        }
    };
    let mut links = 0;
    reference.iter().any(|&r| {
        interrupt::poll();
        links += hyp.iter().map(|&h| times(r, h)).sum::<usize>();
        links > limit
    })
}
