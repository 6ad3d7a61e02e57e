//! The search of the first versions: one module after the other.
//!
//! Each module aligns words that are still free: as many as it can, with the fewest crossings of links,
//! earlier modules' included (Banerjee and Lavie 2005, section 2.1). Of equals the one with the least
//! distance between positions is taken (ours).

use std::cmp::Reverse;

use super::beam::{Beam, Link, NONE, Rank};
use super::candidates::{Candidates, MODULES};
use crate::interrupt;

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Staged {
    beam: Beam,
    taken: Vec<bool>,
    /// Links of earlier modules, from left to right in the hypothesis.
    fixed: Vec<Link>,
    /// The possible links of a reference word, and how many links of earlier modules each crosses.
    open: Vec<(Link, u32)>,
}

impl Staged {
    /// Aligns a pair of `hyp_words` and `ref_words` words.
    pub(super) fn align(
        &mut self,
        candidates: &Candidates,
        hyp_words: usize,
        ref_words: usize,
        links: &mut Vec<Link>,
    ) {
        links.clear();
        self.taken.clear();
        self.taken.resize(hyp_words, false);
        for module in 0..MODULES as u8 {
            if candidates.any(module) {
                self.stage(candidates, module, hyp_words, ref_words, links);
            }
        }
    }

    fn stage(
        &mut self,
        candidates: &Candidates,
        module: u8,
        hyp_words: usize,
        ref_words: usize,
        links: &mut Vec<Link>,
    ) {
        self.beam.start(hyp_words);
        self.fixed.clone_from(links);
        self.fixed.sort_unstable_by_key(|link| link.hyp);
        let mut linked = links.iter().map(|link| link.reference).peekable();
        let mut before = 0;
        for j in 0..ref_words {
            interrupt::poll();
            if linked.next_if_eq(&(j as u32)).is_some() {
                before += 1;
                continue;
            }
            self.find_open(candidates, module, j, before);
            if self.open.is_empty() {
                continue;
            }
            for p in 0..self.beam.paths().len() {
                interrupt::step(p);
                self.choose(p);
            }
            self.beam.advance();
        }
        let best = self.beam.paths().first().copied();
        links.extend(best.into_iter().flat_map(|path| self.beam.links(path)));
        links.sort_unstable_by_key(|link| link.reference);
        for link in links.iter() {
            self.taken[link.hyp as usize] = true;
        }
    }

    /// Finds what a reference word may be linked to; `before` links of earlier modules are to its left.
    fn find_open(&mut self, candidates: &Candidates, module: u8, reference: usize, before: u32) {
        self.open.clear();
        let mut fixed = self.fixed.iter().peekable();
        // A link that is before one word and after the other is crossed.
        let mut crossed = before;
        for candidate in candidates.of(reference) {
            if candidate.module != module || self.taken[candidate.hyp as usize] {
                continue;
            }
            while let Some(passed) = fixed.next_if(|link| link.hyp < candidate.hyp) {
                if passed.reference as usize > reference {
                    crossed += 1;
                } else {
                    crossed -= 1;
                }
            }
            self.open.push((candidate.link(reference), crossed));
        }
    }

    /// Proposes to go on from a path with any of the open links, or none.
    fn choose(&mut self, path: usize) {
        let rank = self.beam.paths()[path].rank;
        let (mut after, mut counted) = (rank.matches.0, 0);
        for &(link, crossed) in &self.open {
            after -= self.beam.used_within(path, counted, link.hyp);
            counted = link.hyp;
            if self.beam.is_used(path, link.hyp) {
                continue;
            }
            let rank = Rank {
                matches: Reverse(rank.matches.0 + 1),
                // Ninety thousand words in reverse order cross more often than can be counted.
                breaks: rank.breaks.saturating_add(after + crossed),
                distance: rank.distance + link.distance(),
            };
            self.beam.propose(path, rank, NONE, Some(link));
        }
        self.beam.propose(path, rank, NONE, None);
    }
}
