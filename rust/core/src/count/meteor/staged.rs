//! The search of the first versions: one module after the other.
//!
//! Each module aligns words that are still free: as many as it can, with the fewest crossings of links,
//! earlier modules' included (Banerjee and Lavie 2005, section 2.1). Of equals the one with the least
//! distance between positions is taken (ours).

use std::cmp::Reverse;

use super::beam::{Beam, Link, NONE, Rank};
use super::candidates::{Candidates, MODULES};

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Staged {
    beam: Beam,
    taken: Vec<bool>,
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
            if candidates.all().iter().any(|link| link.module == module) {
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
        let mut fixed = links.iter().map(|link| link.reference).peekable();
        for j in 0..ref_words {
            if fixed.next_if_eq(&(j as u32)).is_some() {
                continue;
            }
            let open = candidates.of(j).iter();
            let open = open.filter(|l| l.module == module && !self.taken[l.hyp as usize]);
            if open.clone().next().is_none() {
                continue;
            }
            for p in 0..self.beam.paths().len() {
                let path = self.beam.paths()[p];
                for &link in open.clone() {
                    if self.beam.is_used(p, link.hyp) {
                        continue;
                    }
                    let crossings = self.beam.used_after(p, link.hyp) + crossed(links, link);
                    let rank = Rank {
                        matches: Reverse(path.rank.matches.0 + 1),
                        breaks: path.rank.breaks + crossings,
                        distance: path.rank.distance + link.distance(),
                    };
                    self.beam.propose(p, rank, NONE, Some(link));
                }
                self.beam.propose(p, path.rank, NONE, None);
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
}

/// How many of the links another one crosses.
fn crossed(links: &[Link], new: Link) -> u32 {
    let crossing = |l: &&Link| (l.hyp < new.hyp) != (l.reference < new.reference);
    links.iter().filter(crossing).count() as u32
}
