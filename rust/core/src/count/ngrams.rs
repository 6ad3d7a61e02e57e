//! Clipped n-gram matches: the statistics of BLEU and its relatives.

use super::places::{FEW_WORDS, MOST_WORDS, Places};
use super::table::NgramTable;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};
use crate::text::Tokens;

/// Which reference length a hypothesis is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceLength {
    /// The length closest to the hypothesis', the shorter one in a tie.
    Closest,
    /// The shortest (NIST's BLEU).
    Shortest,
    /// The mean, a real number.
    Average,
}

impl ReferenceLength {
    /// By name.
    ///
    /// # Errors
    /// When the name is not one of ours.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "closest" => Ok(Self::Closest),
            "shortest" => Ok(Self::Shortest),
            "average" => Ok(Self::Average),
            _ => Err(Error::UnknownReferenceLength(name.to_owned())),
        }
    }

    fn choose(self, hyp: usize, refs: &[usize]) -> f64 {
        let chosen = match self {
            Self::Closest => refs.iter().min_by_key(|&&r| (r.abs_diff(hyp), r)),
            Self::Shortest => refs.iter().min(),
            Self::Average => {
                let count = refs.len().max(1) as f64;
                return refs.iter().sum::<usize>() as f64 / count;
            }
        };
        chosen.map_or(0.0, |&r| r as f64)
    }
}

/// Numbers in a row of [`clipped_matches`] and of what counts as it does.
pub fn row_width(order: usize) -> usize {
    2 * order + 2
}

/// Fills in all of a row but the matches, whose place is returned.
pub(super) fn fill(row: &mut [f64], words: usize, reference: f64) -> &mut [f64] {
    let order = row.len() / 2 - 1;
    let (matches, rest) = row.split_at_mut(order);
    let (totals, lengths) = rest.split_at_mut(order);
    for (n, total) in totals.iter_mut().enumerate() {
        *total = words.saturating_sub(n) as f64;
    }
    lengths.copy_from_slice(&[words as f64, reference]);
    matches
}

/// For every row: matches of order 1.., n-grams of order 1.., hypothesis length, reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn clipped_matches(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: usize,
    length: ReferenceLength,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    let count = |scratch: &mut Scratch, segment: Segment<'_>, out: &mut [f64]| {
        let Scratch {
            few,
            many,
            any,
            lengths,
        } = scratch;
        lengths.clear();
        lengths.extend(segment.references().map(|r| refs.line(r).len()));
        let lines = segment.hypotheses().map(|h| hyps.line(h));
        let rows = out.chunks_mut(row_width(order)).zip(lines.clone());
        let rows = rows.map(|(row, words)| {
            interrupt::poll();
            let reference = length.choose(words.len(), lengths);
            (words, fill(row, words.len(), reference))
        });
        let mut references = segment.references().map(|r| refs.line(r));
        let first = references.next().filter(|_| references.len() == 0);
        match first {
            Some(only) if only.len() <= FEW_WORDS => {
                few.fill(only);
                rows.for_each(|(words, matches)| few.count_matches(words, matches));
            }
            Some(only) if only.len() <= MOST_WORDS => {
                many.fill(only);
                rows.for_each(|(words, matches)| many.count_matches(words, matches));
            }
            _ => {
                any.fill(segment.references().map(|r| refs.line(r)), lines);
                rows.for_each(|(words, matches)| any.ngrams.count_matches(words, matches));
            }
        }
    };
    layout.count(
        row_width(order),
        Per::Hypothesis,
        || Scratch::new(order, refs.bound()),
        count,
    )
}

/// What counting keeps between segments, for a single reference of few words, of many, and for any
/// references.
struct Scratch {
    few: Places<u64>,
    many: Places<u128>,
    any: Wanted,
    lengths: Vec<usize>,
}

impl Scratch {
    fn new(order: usize, bound: usize) -> Self {
        Self {
            few: Places::new(bound),
            many: Places::new(bound),
            any: Wanted {
                ngrams: NgramTable::new(order, bound),
                words: Marks {
                    stamps: vec![0; bound],
                    stamp: 0,
                },
            },
            lengths: Vec::new(),
        }
    }
}

/// The n-grams of references that hypotheses may have.
struct Wanted {
    ngrams: NgramTable,
    words: Marks,
}

impl Wanted {
    fn fill<'a>(
        &mut self,
        references: impl Iterator<Item = &'a [u32]> + Clone,
        hypotheses: impl Iterator<Item = &'a [u32]>,
    ) {
        self.words.mark(hypotheses);
        self.ngrams
            .fill_wanted(references, |word| self.words.has(word));
    }
}

/// The words of a segment's hypotheses.
struct Marks {
    /// By word: the stamp of the last segment that has it.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    /// Marks the words of some lines, and no other.
    fn mark<'a>(&mut self, lines: impl Iterator<Item = &'a [u32]>) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        for &word in lines.flatten() {
            self.stamps[word as usize] = self.stamp;
        }
    }

    #[inline]
    fn has(&self, word: u32) -> bool {
        self.stamps[word as usize] == self.stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

    fn count(hyp: &str, refs: &[&str], order: usize, length: ReferenceLength) -> Vec<f64> {
        let view = View {
            tokenizer: Tokenizer::None,
            case: Case::Keep,
            split: Split::Ascii,
        };
        let hyps: Texts = [hyp].iter().collect();
        let references: Texts = refs.iter().collect();
        let encoded = encode(&[&hyps, &references], view).unwrap();
        let end = refs.len() as u32;
        let layout = Layout::new(vec![0], vec![0], vec![0, end], 1, refs.len()).unwrap();
        clipped_matches(&encoded[0], &encoded[1], &layout, order, length).unwrap()
    }

    #[test]
    fn papineni_example() {
        // Papineni et al. 2002, section 2.1: two of seven unigrams survive clipping.
        let row = count(
            "the the the the the the the",
            &["the cat is on the mat", "there is a cat on the mat"],
            2,
            ReferenceLength::Closest,
        );
        assert_eq!(row, [2., 0., 7., 6., 7., 7.].to_vec());
    }

    #[test]
    fn clipping_takes_the_largest_single_reference() {
        let row = count("a a a", &["a b", "a a c"], 1, ReferenceLength::Average);
        assert_eq!(row, [2., 3., 3., 2.5].to_vec());
    }

    #[test]
    fn lengths() {
        let of = |rule| count("a b c", &["a b c d", "a b", "x x x x x x"], 1, rule)[3];
        assert!((of(ReferenceLength::Closest) - 2.0).abs() < 1e-12);
        assert!((of(ReferenceLength::Shortest) - 2.0).abs() < 1e-12);
        assert!((of(ReferenceLength::Average) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn empty_sides_count_nothing() {
        assert_eq!(
            count("", &["a"], 1, ReferenceLength::Closest),
            [0., 0., 0., 1.].to_vec()
        );
        assert_eq!(
            count("a", &[""], 1, ReferenceLength::Closest),
            [0., 1., 1., 0.].to_vec()
        );
    }
}
