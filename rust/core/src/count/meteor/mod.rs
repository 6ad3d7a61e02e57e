//! Word alignment by modules: the counts of METEOR (Banerjee and Lavie 2005; Denkowski and Lavie 2014).
//!
//! Words are linked one to one where they are the same, have the same stem, or share a synset. Of the
//! possible alignments, one is searched with a beam, in one of two ways.

mod beam;
mod candidates;
mod joint;
mod staged;
mod words;

pub use candidates::MODULES;
pub use words::WordFacts;

use super::pairs::count_pairs;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::text::Tokens;
use beam::Link;
use candidates::{Candidates, exceeds};
use joint::Joint;
use staged::Staged;

/// Lengths and function words of both sides, and chunks.
const GENERAL: usize = 5;
/// Matches, function words among them in the hypothesis, and in the reference.
const PER_MODULE: usize = 3;
/// Numbers in a row of [`aligned_words`].
pub const ROW_WIDTH: usize = GENERAL + PER_MODULE * MODULES;

/// The search tries every possible link of a pair from every path of its beam. More than this, which only a
/// whole book or thousands of repetitions on both sides have, would keep it busy for minutes.
const MOST_LINKS: usize = 100_000_000;

/// How an alignment is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// All modules at once, as Meteor 1.5 does.
    Joint,
    /// One module after the other, as the first versions did.
    Staged,
}

/// For every row and each of its references: hypothesis length, reference length, function words of
/// each, and chunks (0 for a sentence matched whole in one); then for every module its matches and how many
/// of them are function words in the hypothesis and in the reference.
///
/// # Errors
/// When the two were interned separately, a pair has too many possible links, or threads cannot be started.
pub fn aligned_words(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    words: &WordFacts<'_>,
    search: Search,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    check_links(hyps, refs, layout, words, MOST_LINKS)?;
    count_pairs(
        hyps,
        refs,
        layout,
        Aligner::default,
        |aligner, hyp, reference| {
            let links = aligner.align(words, hyp, reference, search);
            statistics(words, hyp, reference, links)
        },
    )
}

/// Refuses a batch if a pair has more possible links than `most`, before memory is asked for.
fn check_links(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    words: &WordFacts<'_>,
    most: usize,
) -> Result<()> {
    for segment in layout.each_segment() {
        for reference in segment.references().map(|r| refs.line(r)) {
            for hyp in segment.hypotheses().map(|h| hyps.line(h)) {
                if exceeds(words, hyp, reference, most) {
                    return Err(Error::TooManyLinks {
                        segment: segment.number() + 1,
                        hyp_words: hyp.len(),
                        ref_words: reference.len(),
                        most,
                    });
                }
            }
        }
    }
    Ok(())
}

/// Aligns one pair after the other.
#[derive(Default)]
struct Aligner {
    candidates: Candidates,
    joint: Joint,
    staged: Staged,
    links: Vec<Link>,
}

impl Aligner {
    /// The links in order of the reference.
    fn align(
        &mut self,
        words: &WordFacts<'_>,
        hyp: &[u32],
        reference: &[u32],
        search: Search,
    ) -> &[Link] {
        self.candidates.fill(words, hyp, reference);
        let (candidates, links) = (&self.candidates, &mut self.links);
        let (h, r) = (hyp.len(), reference.len());
        match search {
            Search::Joint => self.joint.align(candidates, h, r, links),
            Search::Staged => self.staged.align(candidates, h, r, links),
        }
        &self.links
    }
}

fn statistics(
    words: &WordFacts<'_>,
    hyp: &[u32],
    reference: &[u32],
    links: &[Link],
) -> [f64; ROW_WIDTH] {
    let function_words = |line: &[u32]| line.iter().filter(|&&w| words.is_function(w)).count();
    let mut row = [0.0; ROW_WIDTH];
    row[0] = hyp.len() as f64;
    row[1] = reference.len() as f64;
    row[2] = function_words(hyp) as f64;
    row[3] = function_words(reference) as f64;
    row[4] = chunks(links, hyp.len(), reference.len()) as f64;
    for link in links {
        let own = &mut row[GENERAL + PER_MODULE * usize::from(link.module)..][..PER_MODULE];
        let function =
            |line: &[u32], i: u32| f64::from(u8::from(words.is_function(line[i as usize])));
        own[0] += 1.0;
        own[1] += function(hyp, link.hyp);
        own[2] += function(reference, link.reference);
    }
    row
}

/// How many runs of links are adjacent on both sides; none if a sentence is matched whole in one run,
/// which is not scattered at all.
fn chunks(links: &[Link], hyp_words: usize, ref_words: usize) -> usize {
    let follows = |pair: &&[Link]| {
        pair[1].reference == pair[0].reference + 1 && pair[1].hyp == pair[0].hyp + 1
    };
    let runs = links.len() - links.windows(2).filter(follows).count();
    let whole = runs == 1 && links.len() == hyp_words && links.len() == ref_words;
    if whole { 0 } else { runs }
}

#[cfg(test)]
mod tests;
