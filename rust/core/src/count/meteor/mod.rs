//! Word alignment by modules: the counts of METEOR (Banerjee and Lavie 2005; Denkowski and Lavie 2014).
//!
//! Words are linked one to one where they are the same, have the same stem, or share a synset. Of the
//! possible alignments, one is searched in one of two ways: with a beam, or exactly.

mod beam;
mod candidates;
mod joint;
mod staged;
mod words;

pub use candidates::MODULES;
pub use words::WordFacts;

use std::sync::{Mutex, PoisonError};

use super::pairs::map_pairs;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::{Layout, Per};
use crate::text::Tokens;
pub use beam::Link;
use candidates::{Candidates, exceeds};
use joint::Joint;
use staged::{Staged, TooHard};

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
/// When the two were interned separately, a pair has too many possible links or is too hard to align one
/// module after the other, or threads cannot be started.
pub fn aligned_words(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    words: &WordFacts<'_>,
    search: Search,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    check_links(hyps, refs, layout, words, MOST_LINKS)?;
    let hard = Hard::default();
    let rows = layout.count(
        ROW_WIDTH,
        Per::Reference,
        || Aligner::new(words, search),
        |aligner, segment, out| {
            let mut sorted: Vec<usize> = segment.references().collect();
            sorted.sort_unstable_by_key(|&r| refs.line(r));
            let most = sorted.iter().map(|&r| refs.line(r).len()).max();
            let rows = out.chunks_exact_mut(ROW_WIDTH * sorted.len());
            for (rows, h) in rows.zip(segment.hypotheses()) {
                aligner.start(hyps.line(h), most.unwrap_or(0));
                for &r in &sorted {
                    interrupt::poll();
                    // The first is told of, so that what comes after it need not be tried.
                    if search == Search::Staged && hard.is_after(r) {
                        continue;
                    }
                    let row =
                        &mut rows[ROW_WIDTH * (r - segment.references().start)..][..ROW_WIDTH];
                    match aligner.align(hyps.line(h), refs.line(r)) {
                        Ok(links) => {
                            row.copy_from_slice(&statistics(
                                words,
                                hyps.line(h),
                                refs.line(r),
                                links,
                            ));
                        }
                        Err(TooHard) => hard.add(r, h),
                    }
                }
            }
        },
    )?;
    match hard.first() {
        None => Ok(rows),
        Some((reference, hyp)) => Err(Error::TooHardToAlign {
            segment: layout
                .each_segment()
                .take_while(|segment| segment.references().start <= reference)
                .count(),
            hyp_words: hyps.line(hyp).len(),
            ref_words: refs.line(reference).len(),
        }),
    }
}

/// For every row and reference the links that [`aligned_words`] counts, in order of the reference.
///
/// # Errors
/// As of [`aligned_words`].
pub fn links(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    words: &WordFacts<'_>,
    search: Search,
) -> Result<Vec<Vec<Link>>> {
    check_links(hyps, refs, layout, words, MOST_LINKS)?;
    map_pairs(
        hyps,
        refs,
        layout,
        || Aligner::new(words, search),
        |aligner, segment, hyp, reference| {
            aligner.start(hyp, reference.len());
            match aligner.align(hyp, reference) {
                Ok(links) => Ok(links.to_vec()),
                Err(TooHard) => Err(Error::TooHardToAlign {
                    segment: segment + 1,
                    hyp_words: hyp.len(),
                    ref_words: reference.len(),
                }),
            }
        },
    )
}

/// The first pair of a batch that was given up, by reference and hypothesis.
#[derive(Default)]
struct Hard(Mutex<Option<(usize, usize)>>);

impl Hard {
    fn first(&self) -> Option<(usize, usize)> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_after(&self, reference: usize) -> bool {
        self.first().is_some_and(|first| first.0 < reference)
    }

    fn add(&self, reference: usize, hyp: usize) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *first = Some(first.map_or((reference, hyp), |other| other.min((reference, hyp))));
    }
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

/// Aligns one hypothesis after the other, each with one reference after the other.
struct Aligner<'a> {
    words: &'a WordFacts<'a>,
    search: Search,
    candidates: Candidates,
    joint: Joint,
    staged: Staged,
    links: Vec<Link>,
    /// How many words a reference has at most.
    most_words: usize,
}

impl<'a> Aligner<'a> {
    fn new(words: &'a WordFacts<'a>, search: Search) -> Self {
        Self {
            words,
            search,
            candidates: Candidates::default(),
            joint: Joint::default(),
            staged: Staged::default(),
            links: Vec::new(),
            most_words: 0,
        }
    }

    /// Begins with another hypothesis, beside references of so many words at most.
    fn start(&mut self, hyp: &[u32], most_words: usize) {
        self.most_words = most_words;
        self.candidates.start();
        self.joint.start(hyp.len(), most_words);
    }

    /// The links of the hypothesis with a reference, in order of the reference.
    fn align(&mut self, hyp: &[u32], reference: &[u32]) -> std::result::Result<&[Link], TooHard> {
        // The same sentence has other candidates, and components are found among those of one pair.
        let alone = hyp == reference || self.search == Search::Staged;
        if alone {
            self.start(hyp, self.most_words);
        }
        let (candidates, links) = (&mut self.candidates, &mut self.links);
        candidates.fill(self.words, hyp, reference);
        let (h, r) = (hyp.len(), reference.len());
        match self.search {
            Search::Joint => self.joint.align(candidates, r, links),
            Search::Staged => self.staged.align(candidates, h, r, links)?,
        }
        if alone {
            self.start(hyp, self.most_words);
        }
        Ok(&self.links)
    }
}

fn statistics(
    words: &WordFacts<'_>,
    hyp: &[u32],
    reference: &[u32],
    links: &[Link],
) -> [f64; ROW_WIDTH] {
    let mut row = [0.0; ROW_WIDTH];
    row[0] = hyp.len() as f64;
    row[1] = reference.len() as f64;
    row[2] = words.function_words(hyp) as f64;
    row[3] = words.function_words(reference) as f64;
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
