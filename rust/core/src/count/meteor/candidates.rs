//! Which words of a pair may be taken for each other.

use super::beam::Link;
use super::words::WordFacts;

/// Modules, in the order in which they propose matches.
pub(super) const EXACT: u8 = 0;
pub(super) const STEM: u8 = 1;
pub(super) const SYNONYM: u8 = 2;
/// How many modules there are.
pub const MODULES: usize = 3;

/// The possible links of one pair, by reference word: those of the first module first, from left to
/// right in the hypothesis.
#[derive(Default)]
pub(super) struct Candidates {
    offsets: Vec<usize>,
    links: Vec<Link>,
}

impl Candidates {
    /// Finds them. Two words that are the same are an exact match and nothing else; two that have a stem
    /// and a synset in common are candidates twice, as in Meteor.
    pub(super) fn fill(&mut self, words: &WordFacts<'_>, hyp: &[u32], reference: &[u32]) {
        self.links.clear();
        self.offsets.clear();
        self.offsets.push(0);
        // The same sentence needs no other module (Meteor's guard against errors of the beam).
        let only_exact = hyp == reference;
        for (j, &r) in (0..).zip(reference) {
            self.extend(hyp, j, EXACT, |h| h == r);
            if !only_exact {
                self.extend(hyp, j, STEM, |h| h != r && words.same_stem(h, r));
                if words.has_senses(r) {
                    self.extend(hyp, j, SYNONYM, |h| h != r && words.share_a_sense(h, r));
                }
            }
            self.offsets.push(self.links.len());
        }
    }

    fn extend(&mut self, hyp: &[u32], reference: u32, module: u8, matches: impl Fn(u32) -> bool) {
        let found = (0..).zip(hyp).filter(|&(_, &h)| matches(h));
        self.links.extend(found.map(|(hyp, _)| Link {
            hyp,
            reference,
            module,
        }));
    }

    /// The links of a reference word.
    pub(super) fn of(&self, reference: usize) -> &[Link] {
        &self.links[self.offsets[reference]..self.offsets[reference + 1]]
    }

    /// All links.
    pub(super) fn all(&self) -> &[Link] {
        &self.links
    }
}
