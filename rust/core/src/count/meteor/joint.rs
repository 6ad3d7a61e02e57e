//! The search of Meteor 1.5: all modules at once, from left to right in the reference.
//!
//! Paths are ordered by the number of exact matches, then by the fewest chunks, then by the least distance
//! between positions. This is what the released program does, which is not quite what its papers say:
//! matches of other modules weigh ½ and are added to whole numbers, so that they count nothing; and the
//! distance of a link that is tried is added to the path it was tried from, so that it counts for
//! whatever is tried next and not for the link itself.

use std::cmp::Reverse;

use super::beam::{Beam, Link, NONE, Path, Rank};
use super::candidates::{Candidate, Candidates, EXACT};
use crate::interrupt;

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Joint {
    beam: Beam,
    /// How many candidates every hypothesis word has.
    coverage: Vec<u32>,
}

impl Joint {
    /// Aligns a pair of `hyp_words` and `ref_words` words.
    pub(super) fn align(
        &mut self,
        candidates: &Candidates,
        hyp_words: usize,
        ref_words: usize,
        links: &mut Vec<Link>,
    ) {
        self.coverage.clear();
        self.coverage.resize(hyp_words, 0);
        for j in 0..ref_words {
            interrupt::step(j);
            for candidate in candidates.of(j) {
                self.coverage[candidate.hyp as usize] += 1;
            }
        }
        self.beam.start(hyp_words);
        for j in 0..ref_words {
            interrupt::poll();
            match candidates.of(j) {
                &[only] if self.coverage[only.hyp as usize] == 1 => self.take(only.link(j)),
                open => self.choose(open, j),
            }
            self.beam.advance();
        }
        let best = self.beam.paths().iter().copied().min_by_key(closed);
        links.clear();
        links.extend(best.into_iter().flat_map(|path| self.beam.links(path)));
        links.reverse();
    }

    /// Two words that are nobody else's candidates are linked in every path.
    fn take(&mut self, link: Link) {
        for p in 0..self.beam.paths().len() {
            let path = self.beam.paths()[p];
            let mut rank = linked(path, link);
            rank.distance += link.distance();
            self.beam.propose(p, rank, link.hyp + 1, Some(link));
        }
    }

    fn choose(&mut self, open: &[Candidate], reference: usize) {
        for p in 0..self.beam.paths().len() {
            interrupt::step(p);
            let mut path = self.beam.paths()[p];
            for candidate in open {
                if self.beam.is_used(p, candidate.hyp) {
                    continue;
                }
                let link = candidate.link(reference);
                let rank = linked(path, link);
                self.beam.propose(p, rank, link.hyp + 1, Some(link));
                path.rank.distance += link.distance();
            }
            self.beam.propose(p, closed(&path), NONE, None);
        }
    }
}

/// The rank of a path with one more link, without the link's own distance.
fn linked(path: Path, link: Link) -> Rank {
    let Rank {
        matches: Reverse(matches),
        breaks,
        distance,
    } = path.rank;
    let broken = path.tail != NONE && path.tail != link.hyp;
    Rank {
        matches: Reverse(matches + u32::from(link.module == EXACT)),
        breaks: breaks + u32::from(broken),
        distance,
    }
}

/// The rank of a path whose last chunk has ended.
fn closed(path: &Path) -> Rank {
    Rank {
        breaks: path.rank.breaks + u32::from(path.tail != NONE),
        ..path.rank
    }
}
