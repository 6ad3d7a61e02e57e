//! The search of Meteor 1.5: all modules at once, from left to right in the reference.
//!
//! Paths are ordered by the number of exact matches, then by the fewest chunks, then by the least distance
//! between positions. This is what the released program does, which is not quite what its papers say:
//! matches of other modules weigh ½ and are added to whole numbers, so that they count nothing; and the
//! distance of a link that is tried is added to the path it was tried from, so that it counts for
//! whatever is tried next and not for the link itself.
//!
//! The candidates of one list often begin alike, and what a reference begins with like the one before it is
//! not searched again.

use super::beam::{Beam, Link, NONE, Path, Rank};
use super::candidates::{Candidate, Candidates, EXACT};
use crate::interrupt;

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Joint {
    beam: Beam,
    /// How many candidates every hypothesis word has.
    coverage: Vec<u32>,
    /// The reference words that the beam went through, and which of them were simply taken.
    steps: Vec<Step>,
}

/// What the beam did at a reference word depends on nothing but this and the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    list: usize,
    /// The candidate, where it is the only one, and the only one's.
    only: Option<Candidate>,
}

impl Joint {
    /// Begins with another hypothesis of so many words, beside references of at most `ref_words`.
    pub(super) fn start(&mut self, hyp_words: usize, ref_words: usize) {
        self.coverage.resize(hyp_words, 0);
        self.beam.start(hyp_words, ref_words);
        self.steps.clear();
    }

    /// Aligns the hypothesis with a reference of `ref_words` words.
    pub(super) fn align(
        &mut self,
        candidates: &Candidates,
        ref_words: usize,
        links: &mut Vec<Link>,
    ) {
        self.coverage.fill(0);
        for j in 0..ref_words {
            interrupt::step(j);
            for candidate in candidates.of(j) {
                self.coverage[candidate.hyp as usize] += 1;
            }
        }
        let shared = self.shared(candidates, ref_words);
        self.steps.truncate(shared);
        self.beam.go_back(shared);
        for j in shared..ref_words {
            interrupt::poll();
            let step = self.step(candidates, j);
            match step.only {
                Some(only) => self.take(only.link(j)),
                None => self.choose(candidates.of(j), j),
            }
            self.beam.advance();
            self.steps.push(step);
        }
        let best = self.beam.paths().iter().copied().min_by_key(closed);
        links.clear();
        links.extend(best.into_iter().flat_map(|path| self.beam.links(path)));
        links.reverse();
    }

    /// How many words were searched as they would be now.
    fn shared(&self, candidates: &Candidates, ref_words: usize) -> usize {
        if !self.beam.keeps_all() {
            return 0;
        }
        let steps = self.steps.iter().take(ref_words).enumerate();
        steps
            .take_while(|&(j, &step)| step == self.step(candidates, j))
            .count()
    }

    fn step(&self, candidates: &Candidates, j: usize) -> Step {
        let only = match candidates.of(j) {
            &[only] if self.coverage[only.hyp as usize] == 1 => Some(only),
            _ => None,
        };
        Step {
            list: candidates.list_of(j),
            only,
        }
    }

    /// Two words that are nobody else's candidates are linked in every path.
    fn take(&mut self, link: Link) {
        for p in 0..self.beam.paths().len() {
            let rank = linked(self.beam.paths()[p], link).with_distance(link.distance());
            self.beam.propose(p, rank, Some(link));
        }
    }

    fn choose(&mut self, open: &[Candidate], reference: usize) {
        let may_match = open.iter().any(|candidate| candidate.module == EXACT);
        for p in 0..self.beam.paths().len() {
            interrupt::step(p);
            let mut path = self.beam.paths()[p];
            // Nothing that goes on from here is better than this, and no path after this one is.
            let best = if may_match {
                path.rank.with_match()
            } else {
                path.rank
            };
            if !self.beam.accepts(best) {
                return;
            }
            for candidate in open {
                if self.beam.is_used(p, candidate.hyp) {
                    continue;
                }
                let link = candidate.link(reference);
                self.beam.propose(p, linked(path, link), Some(link));
                path.rank = path.rank.with_distance(link.distance());
            }
            self.beam.propose(p, closed(&path), None);
        }
    }
}

/// The rank of a path with one more link, without the link's own distance.
fn linked(path: Path, link: Link) -> Rank {
    let broken = path.tail != NONE && path.tail != link.hyp;
    let rank = if broken {
        path.rank.with_break()
    } else {
        path.rank
    };
    if link.module == EXACT {
        rank.with_match()
    } else {
        rank
    }
}

/// The rank of a path whose last chunk has ended.
fn closed(path: &Path) -> Rank {
    if path.tail == NONE {
        path.rank
    } else {
        path.rank.with_break()
    }
}
