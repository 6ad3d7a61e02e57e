//! Hypotheses against the expected n-grams of their references.

use super::super::expected::{ExpectedNgrams, check_weights, weighted};
use super::units::{Alphabet, Lexicon, Units};
use super::{ChrfOptions, ngrams};
use crate::error::Result;
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};
use crate::text::Texts;
use crate::text::case::lower_into;

/// As [`count`](super::count), but one row per hypothesis: against its references as a single one
/// with expected counts.
///
/// # Errors
/// When weights are not one for each reference or threads cannot be started.
pub fn expected(
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    weights: &[f64],
    options: ChrfOptions,
) -> Result<Vec<f64>> {
    check_weights(weights, refs.len())?;
    let count = |expected: &mut Expected, segment: Segment<'_>, out: &mut [f64]| {
        expected.clear();
        for (r, weight) in weighted(segment, weights) {
            interrupt::poll();
            expected.reference(refs.line(r), weight);
        }
        expected.settle();
        for (row, h) in out.chunks_mut(options.width()).zip(segment.hypotheses()) {
            interrupt::poll();
            expected.hypothesis(hyps.line(h), row);
        }
    };
    layout.count(
        options.width(),
        Per::Hypothesis,
        || Expected::new(options),
        count,
    )
}

/// What is expected of one segment. One per thread, reused.
struct Expected {
    options: ChrfOptions,
    characters: ExpectedUnits<Alphabet>,
    words: ExpectedUnits<Lexicon>,
    lowered: String,
}

impl Expected {
    fn new(options: ChrfOptions) -> Self {
        Self {
            options,
            characters: ExpectedUnits::new(Alphabet::new(options.whitespace), options.char_order),
            words: ExpectedUnits::new(Lexicon::default(), options.word_order),
            lowered: String::new(),
        }
    }

    fn clear(&mut self) {
        self.characters.clear();
        self.words.clear();
    }

    fn settle(&mut self) {
        self.characters.ngrams.settle();
        self.words.ngrams.settle();
    }

    fn reference(&mut self, text: &str, weight: f64) {
        let text = cased(text, self.options.lowercase, &mut self.lowered);
        self.characters.reference(text, weight);
        self.words.reference(text, weight);
    }

    fn hypothesis(&mut self, text: &str, out: &mut [f64]) {
        let text = cased(text, self.options.lowercase, &mut self.lowered);
        let (characters, words) = out.split_at_mut(3 * self.options.char_order);
        self.characters.hypothesis(text, characters);
        self.words.hypothesis(text, words);
    }
}

fn cased<'a>(text: &'a str, lowercase: bool, lowered: &'a mut String) -> &'a str {
    if !lowercase {
        return text;
    }
    lowered.clear();
    lower_into(text, lowered);
    lowered
}

/// What is expected in one kind of units.
struct ExpectedUnits<U> {
    units: U,
    ngrams: ExpectedNgrams,
    /// By order: how many n-grams are expected.
    totals: Vec<f64>,
    /// By order: what a hypothesis has of them.
    matches: Vec<f64>,
    sequence: Vec<u32>,
}

impl<U: Units> ExpectedUnits<U> {
    fn new(units: U, order: usize) -> Self {
        Self {
            units,
            ngrams: ExpectedNgrams::new(order),
            totals: vec![0.0; order],
            matches: vec![0.0; order],
            sequence: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.units.clear();
        self.ngrams.clear();
        self.totals.fill(0.0);
    }

    fn reference(&mut self, text: &str, weight: f64) {
        if self.totals.is_empty() {
            return;
        }
        let sequence = &mut self.sequence;
        sequence.clear();
        self.units.add(text, sequence);
        self.ngrams.add(sequence, weight);
        for (order, total) in (1..).zip(&mut self.totals) {
            *total += weight * ngrams(sequence.len(), order) as f64;
        }
    }

    /// An order that no reference is long enough for is left out of account, as ever.
    fn hypothesis(&mut self, text: &str, out: &mut [f64]) {
        if self.totals.is_empty() {
            return;
        }
        let sequence = &mut self.sequence;
        sequence.clear();
        self.units.find(text, sequence);
        self.matches.fill(0.0);
        self.ngrams.add_matches(sequence, &mut self.matches);
        let cells = out.chunks_exact_mut(3).zip(&self.totals).zip(&self.matches);
        for (order, ((cells, &total), &matches)) in (1..).zip(cells) {
            if total > 0.0 {
                cells[0] = ngrams(sequence.len(), order) as f64;
            }
            cells[1] = total;
            cells[2] = matches;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;

    const TEXTS: [&str; 7] = [
        "the cat sat on the mat.",
        "The cat sat on a mat",
        "a a a a a a",
        "ab",
        "",
        "好的，好的。",
        "(好的)好的!",
    ];

    fn one_segment(hyps: usize, refs: usize) -> Layout {
        let rows = (0..hyps as u32).collect();
        Layout::new(rows, vec![0; hyps], vec![0, refs as u32], hyps, refs).unwrap()
    }

    #[test]
    fn one_reference_of_weight_one_is_counted_as_ever() {
        let hyps: Texts = TEXTS.iter().collect();
        for (char_order, word_order) in [(6, 0), (6, 2), (0, 2), (12, 1)] {
            for flag in [false, true] {
                let options = ChrfOptions {
                    char_order,
                    word_order,
                    whitespace: flag,
                    lowercase: flag,
                };
                for reference in TEXTS {
                    let refs: Texts = [reference].iter().collect();
                    let layout = one_segment(TEXTS.len(), 1);
                    assert_eq!(
                        expected(&hyps, &refs, &layout, &[1.0], options).unwrap(),
                        count(&hyps, &refs, &layout, options).unwrap(),
                    );
                }
            }
        }
    }

    #[test]
    fn counts_are_clipped_by_their_expectation() {
        let options = ChrfOptions {
            char_order: 2,
            word_order: 1,
            whitespace: false,
            lowercase: true,
        };
        // Expected: a 0.5·1 + 0.5·3 = 2, b 0.5, ab 0.5, aa 0.5·2 = 1; words ab 0.5, aaa 0.5.
        let hyps: Texts = ["AAAA", "AB"].iter().collect();
        let refs: Texts = ["ab", "aaa"].iter().collect();
        let rows = expected(&hyps, &refs, &one_segment(2, 2), &[0.5, 0.5], options).unwrap();
        let first = [4., 2.5, 2., 3., 1.5, 1., 1., 1., 0.];
        let second = [2., 2.5, 1.5, 1., 1.5, 0.5, 1., 1., 0.5];
        assert_eq!(rows, [first, second].concat());
    }

    #[test]
    fn an_order_counts_as_soon_as_some_reference_is_long_enough() {
        let options = ChrfOptions {
            char_order: 3,
            word_order: 0,
            whitespace: false,
            lowercase: false,
        };
        let hyps: Texts = ["abc"].iter().collect();
        let refs: Texts = ["ab", "a"].iter().collect();
        let rows = expected(&hyps, &refs, &one_segment(1, 2), &[0.5, 0.5], options).unwrap();
        assert_eq!(rows, [3., 1.5, 1.5, 2., 0.5, 0.5, 0., 0., 0.]);
        assert!(expected(&hyps, &refs, &one_segment(1, 2), &[1.0], options).is_err());
    }
}
