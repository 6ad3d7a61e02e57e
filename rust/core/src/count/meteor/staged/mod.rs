//! The search of the first versions: one module after the other.
//!
//! Each module aligns words that are still free: as many as it can, with the fewest crossings of links
//! (Banerjee and Lavie 2005, section 2.1), then in the fewest chunks, links of earlier modules included in
//! both, then with the least distance between positions. Of equals the one is taken that links the first
//! reference word in which they differ, and that to the word furthest left (ours). The best alignment is
//! found, not a good one, or none: see [`TooHard`].

mod bounds;
mod certainty;
mod components;
mod costs;
mod layers;
mod matching;
mod search;
mod ways;

use super::beam::{Link, NONE};
use super::candidates::{Candidates, MODULES};
use components::Component;
use costs::{Cost, Fixed};
use layers::Problem;
use search::Search;

/// Nobody knows a quick way to the fewest crossings; a module that needs more steps than this is given up.
/// Ordinary sentences need thousands; it is a second's work.
const MOST_STEPS: usize = 1 << 28;
/// How many comparisons may be spent on finding out what is certain: about as much.
const MOST_COMPARED: usize = 1 << 29;
/// How many partial alignments are kept at each reference word. A search that needs no more than the first
/// is exact; otherwise what it found makes much certain, and tells the next one what not to keep.
const WIDTHS: [usize; 3] = [32, 1024, 1 << 15];

/// Words of the hypothesis and of the reference that are linked.
type Links = Vec<(u32, u32)>;

/// The best alignment of a pair was not found within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooHard;

/// Scratch of the search.
pub(super) struct Staged {
    search: Search,
    pub(super) widths: [usize; 3],
}

impl Default for Staged {
    fn default() -> Self {
        Self {
            search: Search::default(),
            widths: WIDTHS,
        }
    }
}

impl Staged {
    /// Aligns a pair of `hyp_words` and `ref_words` words; the links are in order of the reference.
    pub(super) fn align(
        &mut self,
        candidates: &Candidates,
        hyp_words: usize,
        ref_words: usize,
        links: &mut Vec<Link>,
    ) -> Result<(), TooHard> {
        links.clear();
        let mut fixed = Fixed::new(hyp_words, ref_words);
        for module in 0..MODULES as u8 {
            if !candidates.any(module) {
                continue;
            }
            let mut add = |hyp: u32, reference: u32| {
                links.push(Link {
                    hyp,
                    reference,
                    module,
                });
            };
            let mut open = components::find(candidates, module, &fixed);
            // Words that are linked in any case, for everything else to be measured against.
            open.retain(|component| {
                let certain = component.is_certain();
                if certain {
                    for (&hyp, &reference) in component.hyps.iter().zip(&component.refs) {
                        add(hyp, reference);
                        fixed.link(hyp, reference);
                    }
                }
                !certain
            });
            if !open.is_empty() {
                for (hyp, reference) in self.solve(open, fixed.clone())? {
                    add(hyp, reference);
                    fixed.link(hyp, reference);
                }
            }
        }
        links.sort_unstable_by_key(|link| link.reference);
        Ok(())
    }

    /// The best links of words that can be linked in several ways.
    fn solve(&mut self, open: Vec<Component>, mut fixed: Fixed) -> Result<Links, TooHard> {
        let mut problem = Problem::new(open, &fixed)?;
        let mut standing = Links::new();
        let mut known: Option<(Cost, Links)> = None;
        let mut left = MOST_COMPARED;
        for width in self.widths {
            let limit = known.as_ref().map(|known| known.0);
            let found = self.search.run(&problem, width, limit)?;
            if found.whole {
                standing.extend(found.links);
                return Ok(standing);
            }
            if let Some(cost) = found.cost
                && limit.is_none_or(|limit| cost < limit)
            {
                known = Some((cost, found.links));
            }
            let Some(known) = &mut known else {
                return Err(TooHard);
            };
            // What is certain makes more certain.
            loop {
                problem.narrow(known, fixed.of_refs(), width > self.widths[0], &mut left);
                if !problem.is_settled() {
                    break;
                }
                let mut certain = Links::new();
                let open = problem.settle(&mut certain);
                for &(hyp, reference) in &certain {
                    fixed.link(hyp, reference);
                }
                known.1.retain(|link| !certain.contains(link));
                known.0 = certainty::cost(&known.1, fixed.of_refs().to_vec());
                standing.extend(certain);
                problem = Problem::new(open, &fixed)?;
            }
        }
        Err(TooHard)
    }
}
