//! The search of the first versions: one module after the other.
//!
//! Each module aligns words that are still free: as many as it can, with the fewest crossings of links
//! (Banerjee and Lavie 2005, section 2.1), then in the fewest chunks, links of earlier modules included in
//! both, then with the least distance between positions. Of equals the one is taken that links the first
//! reference word in which they differ, and that to the word furthest left (ours). The best alignment is
//! found, not a good one, or none: see [`TooHard`].

mod components;
mod costs;
mod layers;
mod matching;
mod search;
mod ways;

use super::beam::{Link, NONE};
use super::candidates::{Candidates, MODULES};
use components::Component;
use costs::Fixed;
use layers::Problem;
use search::Search;

/// Nobody knows a quick way to the fewest crossings; a pair that needs more steps than this is left.
/// Ordinary sentences need thousands; it is a second's work.
pub(super) const MOST_STEPS: usize = 1 << 28;
/// How many partial alignments are kept at each reference word. A search that needs no more than the first
/// is exact; otherwise what it found tells the next one what not to keep.
const WIDTHS: [usize; 3] = [32, 1024, 1 << 15];

/// The best alignment of a pair was not found within the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooHard;

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Staged {
    search: Search,
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
                let found = self.solve(open, &fixed)?;
                for (hyp, reference) in found {
                    add(hyp, reference);
                    fixed.link(hyp, reference);
                }
            }
        }
        links.sort_unstable_by_key(|link| link.reference);
        Ok(())
    }

    /// The best links of words that can be linked in several ways.
    fn solve(&mut self, open: Vec<Component>, fixed: &Fixed) -> Result<Vec<(u32, u32)>, TooHard> {
        let problem = Problem::new(open, fixed)?;
        let mut bound = None;
        for width in WIDTHS {
            let found = self.search.run(&problem, width, bound)?;
            if found.whole {
                return Ok(found.links);
            }
            bound = [bound, found.cost].into_iter().flatten().min();
        }
        Err(TooHard)
    }
}
