//! Phrase pairs of a whole text.

use super::counts::{self, Counted};
use super::error::{Error, Result};
use super::extract::consistent_pairs;
use super::offsets::Offsets;
use super::phrase_set::PhraseSet;
use crate::align::{Alignments, Link};
use crate::interrupt;
use crate::text::Tokens;

/// Lines of pivot tokens; an id stands for a form with its lemma and part of speech.
#[derive(Debug, Clone)]
pub struct PivotText<'a> {
    offsets: Offsets,
    ids: &'a [u32],
}

impl<'a> PivotText<'a> {
    /// Lines that begin at the given offsets, with the end last.
    ///
    /// # Errors
    /// When the offsets are not those of the ids.
    pub fn new(offsets: &[i64], ids: &'a [u32]) -> Result<Self> {
        let offsets = Offsets::new(offsets, ids.len())?;
        Ok(Self { offsets, ids })
    }

    fn len(&self) -> usize {
        self.offsets.lines()
    }

    fn line(&self, i: usize) -> &'a [u32] {
        &self.ids[self.offsets.line(i)]
    }
}

/// What is left out of a table.
#[derive(Debug, Clone, Copy)]
pub struct Pruning {
    /// Pairs that were seen less often are left out.
    pub min_count: f64,
    /// Of each phrase so many pivot phrases are kept.
    pub top: usize,
}

/// Counted phrase pairs.
#[derive(Debug)]
pub struct PhrasePairs {
    /// The words of phrases.
    pub(super) words: Tokens,
    pub(super) targets: PhraseSet,
    pub(super) pivots: PhraseSet,
    /// Sorted by phrase.
    pub(super) pairs: Vec<Counted>,
}

impl PhrasePairs {
    /// Extracts phrases of at most `longest` words from text with word links.
    ///
    /// # Errors
    /// When the texts do not fit together, a link leaves its sentences, or there are too many phrases.
    pub fn extract(
        targets: &Tokens,
        pivots: &PivotText<'_>,
        links: &Alignments,
        longest: usize,
    ) -> Result<Self> {
        if targets.len() != pivots.len() || targets.len() != links.len() {
            return Err(Error::Mismatch(format!(
                "{} lines, {} in the pivot language, and links of {}",
                targets.len(),
                pivots.len(),
                links.len()
            )));
        }
        let (mut target_set, mut pivot_set) = (PhraseSet::default(), PhraseSet::default());
        let mut keys = Vec::new();
        let mut full = false;
        for i in 0..targets.len() {
            interrupt::poll();
            let (target, pivot, here) = (targets.line(i), pivots.line(i), links.line(i));
            let outside = |&(s, t): &Link| s as usize >= target.len() || t as usize >= pivot.len();
            if here.iter().any(outside) {
                let message = format!("line {}: a link leaves its sentences", i + 1);
                return Err(Error::Mismatch(message));
            }
            consistent_pairs(here, target.len(), pivot.len(), longest, |s, t| {
                match (target_set.intern(&target[s]), pivot_set.intern(&pivot[t])) {
                    (Some(s), Some(t)) => keys.push(counts::key(s, t)),
                    _ => full = true,
                }
            });
        }
        if full {
            return Err(Error::TooMany("phrases"));
        }
        Ok(Self {
            words: targets.clone(),
            targets: target_set,
            pivots: pivot_set,
            pairs: counts::tally(keys),
        })
    }

    /// Pairs that somebody else counted: phrase `targets[i]` with pivot phrase `pivots[i]`.
    ///
    /// # Errors
    /// When the lists do not fit together, or there are too many phrases.
    pub fn listed(targets: &Tokens, pivots: &PivotText<'_>, counted: &[f64]) -> Result<Self> {
        if targets.len() != pivots.len() || targets.len() != counted.len() {
            return Err(Error::Mismatch(format!(
                "{} phrases, {} pivot phrases and {} counts",
                targets.len(),
                pivots.len(),
                counted.len()
            )));
        }
        let (mut target_set, mut pivot_set) = (PhraseSet::default(), PhraseSet::default());
        let mut listed = Vec::new();
        for (i, &count) in counted.iter().enumerate() {
            interrupt::poll();
            let (target, pivot) = (targets.line(i), pivots.line(i));
            if target.is_empty() || pivot.is_empty() || !(count > 0.0 && count.is_finite()) {
                let message = format!("phrase pair {} has no words or no count", i + 1);
                return Err(Error::Mismatch(message));
            }
            let numbers = (target_set.intern(target), pivot_set.intern(pivot));
            let (Some(target), Some(pivot)) = numbers else {
                return Err(Error::TooMany("phrases"));
            };
            listed.push((counts::key(target, pivot), count));
        }
        Ok(Self {
            words: targets.clone(),
            targets: target_set,
            pivots: pivot_set,
            pairs: counts::sum(listed),
        })
    }

    /// Leaves out what is rare.
    pub fn prune(&mut self, pruning: Pruning) {
        self.pairs = counts::prune(&self.pairs, pruning.min_count, pruning.top);
    }

    /// Number of different pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}
