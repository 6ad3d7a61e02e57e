//! All hypotheses against all references.

use std::borrow::Cow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::text::case::lower_into;

use super::ChrfOptions;
use super::shared::Shared;
use super::units::{Alphabet, Lexicon};

/// Statistics of any pair of a hypothesis and a reference, for matrices and minimum Bayes risk.
///
/// All texts are taken apart once. What is kept for an n-gram is a bit for each hypothesis that
/// has it (and another row of bits for those that have it twice, and so on), so that a reference
/// is compared with 64 hypotheses at a time.
///
/// Memory grows with the number of hypotheses times the number of n-grams that they share with
/// references: cut matrices of unrelated sentences into tiles of some hundred hypotheses.
#[derive(Debug)]
pub struct ChrfPairs {
    options: ChrfOptions,
    texts: Texts,
    characters: Shared,
    words: Shared,
}

/// Scratch for [`ChrfPairs::row`]. One per thread, reused.
#[derive(Debug, Default)]
pub struct RowScratch {
    characters: Vec<u32>,
    words: Vec<u32>,
}

impl ChrfPairs {
    /// Takes apart all texts.
    pub fn new(options: ChrfOptions, hyps: &[&str], refs: &[&str]) -> Self {
        let hyps = cased(hyps, options.lowercase);
        let refs = cased(refs, options.lowercase);
        let (texts, distinct) = Texts::new(&hyps, &refs);
        let alphabet = Alphabet::new(options.whitespace);
        let characters = Shared::new(alphabet, options.char_order, &texts, &distinct);
        let words = Shared::new(Lexicon::default(), options.word_order, &texts, &distinct);
        Self {
            options,
            texts,
            characters,
            words,
        }
    }

    /// Number of hypotheses.
    pub fn hypotheses(&self) -> usize {
        self.texts.hypotheses.len()
    }

    /// Number of references.
    pub fn references(&self) -> usize {
        self.texts.references.len()
    }

    /// Writes the statistics of every hypothesis against reference `j`, hypothesis by hypothesis,
    /// each as [`ChrfCounter::hypothesis`](super::ChrfCounter::hypothesis) does.
    pub fn row(&self, j: usize, scratch: &mut RowScratch, out: &mut [f64]) {
        let reference = self.texts.references[j];
        self.characters
            .match_all(reference, &mut scratch.characters);
        self.words.match_all(reference, &mut scratch.words);
        let width = self.options.width();
        for (i, &hypothesis) in self.texts.hypotheses.iter().enumerate() {
            let out = &mut out[i * width..(i + 1) * width];
            let (characters, words) = out.split_at_mut(3 * self.options.char_order);
            self.characters
                .write(hypothesis, reference, &scratch.characters, characters);
            self.words
                .write(hypothesis, reference, &scratch.words, words);
        }
    }

    /// Writes the statistics of hypothesis `i` against reference `j`, as
    /// [`ChrfCounter::hypothesis`](super::ChrfCounter::hypothesis) does.
    pub fn pair(&self, i: usize, j: usize, out: &mut [f64]) {
        let (hypothesis, reference) = (self.texts.hypotheses[i], self.texts.references[j]);
        let (characters, words) = out.split_at_mut(3 * self.options.char_order);
        self.characters.write_one(hypothesis, reference, characters);
        self.words.write_one(hypothesis, reference, words);
    }
}

fn cased<'a>(lines: &[&'a str], lowercase: bool) -> Vec<Cow<'a, str>> {
    let case = |&line: &&'a str| {
        if !lowercase {
            return Cow::Borrowed(line);
        }
        let mut lowered = String::with_capacity(line.len());
        lower_into(line, &mut lowered);
        Cow::Owned(lowered)
    };
    lines.iter().map(case).collect()
}

/// Which lines are the same text: samples repeat themselves, and in minimum Bayes risk the
/// hypotheses are the references. Texts are numbered hypotheses first.
#[derive(Debug)]
pub(super) struct Texts {
    /// The text of each hypothesis.
    hypotheses: Vec<usize>,
    /// The text of each reference.
    references: Vec<usize>,
    /// Texts below this number are hypotheses; their number is their column.
    pub(super) columns: usize,
    /// By text.
    pub(super) is_reference: Vec<bool>,
}

impl Texts {
    fn new<'a>(hyps: &'a [Cow<str>], refs: &'a [Cow<str>]) -> (Self, Vec<&'a str>) {
        let mut numbers: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
        let mut distinct = Vec::new();
        let mut number = |line: &'a Cow<str>| {
            *numbers.entry(line).or_insert_with(|| {
                distinct.push(&**line);
                distinct.len() - 1
            })
        };
        let hypotheses: Vec<usize> = hyps.iter().map(&mut number).collect();
        let references: Vec<usize> = refs.iter().map(&mut number).collect();
        let mut is_reference = vec![false; distinct.len()];
        for &text in &references {
            is_reference[text] = true;
        }
        let columns = hypotheses.iter().max().map_or(0, |last| last + 1);
        let texts = Self {
            hypotheses,
            references,
            columns,
            is_reference,
        };
        (texts, distinct)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChrfCounter;
    use super::*;

    fn agree(options: ChrfOptions, hyps: &[&str], refs: &[&str]) {
        let pairs = ChrfPairs::new(options, hyps, refs);
        let mut counter = ChrfCounter::new(options);
        let mut scratch = RowScratch::default();
        let width = options.width();
        for (j, reference) in refs.iter().enumerate() {
            let mut row = vec![f64::NAN; hyps.len() * width];
            pairs.row(j, &mut scratch, &mut row);
            counter.reference(reference);
            for (i, hypothesis) in hyps.iter().enumerate() {
                let mut expected = vec![f64::NAN; width];
                counter.hypothesis(hypothesis, &mut expected);
                assert_eq!(
                    row[i * width..(i + 1) * width],
                    expected,
                    "{hypothesis} {reference}"
                );
                let mut single = vec![f64::NAN; width];
                pairs.pair(i, j, &mut single);
                assert_eq!(single, expected, "{hypothesis} {reference}");
            }
        }
    }

    const TEXTS: [&str; 9] = [
        "the cat sat on the mat.",
        "The cat sat on a mat",
        "the cat sat on the mat.",
        "a a a a a a",
        "aaaa",
        "",
        " ",
        "好的，好的。",
        "(好的)好的!",
    ];

    #[test]
    fn pairs_are_counted_like_one_by_one() {
        for (char_order, word_order) in [(6, 0), (6, 2), (0, 2), (0, 0), (1, 3), (30, 9)] {
            for flag in [false, true] {
                let options = ChrfOptions {
                    char_order,
                    word_order,
                    whitespace: flag,
                    lowercase: flag,
                };
                agree(options, &TEXTS, &TEXTS);
                agree(options, &TEXTS[..4], &TEXTS[3..]);
                agree(options, &TEXTS, &[]);
                agree(options, &[], &TEXTS);
            }
        }
    }

    #[test]
    fn more_hypotheses_than_bits_in_a_word() {
        let hyps: Vec<String> = (0..150)
            .map(|n| format!("{n} cats sat on {} mats", n * 7))
            .collect();
        let hyps: Vec<&str> = hyps.iter().map(String::as_str).collect();
        let options = ChrfOptions {
            char_order: 6,
            word_order: 2,
            whitespace: false,
            lowercase: false,
        };
        agree(options, &hyps, &hyps[100..120]);
    }

    #[test]
    fn counts_beyond_a_byte_add_up() {
        let many = "ab".repeat(1000);
        let options = ChrfOptions {
            char_order: 2,
            word_order: 0,
            whitespace: false,
            lowercase: false,
        };
        let pairs = ChrfPairs::new(options, &[many.as_str()], &[&many[1..]]);
        let mut out = vec![0.; 6];
        pairs.pair(0, 0, &mut out);
        assert_eq!(out, [2000., 1999., 1999., 1999., 1998., 1998.]);
        pairs.row(0, &mut RowScratch::default(), &mut out);
        assert_eq!(out, [2000., 1999., 1999., 1999., 1998., 1998.]);
    }
}
