//! One reference against hypotheses as they come.

use crate::text::case::lower_into;

use super::groups::Groups;
use super::packed::{MAX_UNITS, Packing, SENTINEL};
use super::units::{Alphabet, END, Lexicon, Units};
use super::{ChrfOptions, write_orders};

/// Counts one reference against many hypotheses. One per thread, reused; holds scratch.
#[derive(Debug)]
pub struct ChrfCounter {
    options: ChrfOptions,
    characters: Matcher<Alphabet>,
    words: Matcher<Lexicon>,
    /// The reference as it is counted, for hypotheses that do not fit the packing.
    reference: String,
    /// The hypothesis in lower case.
    hypothesis: String,
}

impl ChrfCounter {
    /// Counts with these options, against an empty reference until another one is given.
    pub fn new(options: ChrfOptions) -> Self {
        let mut counter = Self {
            options,
            characters: Matcher::new(Alphabet::new(options.whitespace), options.char_order),
            words: Matcher::new(Lexicon::default(), options.word_order),
            reference: String::new(),
            hypothesis: String::new(),
        };
        counter.reference("");
        counter
    }

    /// Takes the reference of the hypotheses to come.
    pub fn reference(&mut self, text: &str) {
        self.reference.clear();
        if self.options.lowercase {
            lower_into(text, &mut self.reference);
        } else {
            self.reference.push_str(text);
        }
        self.characters.reference(&self.reference);
        self.words.reference(&self.reference);
    }

    /// Writes `[hypothesis n-grams, reference n-grams, matches]` for each order to `out`, which
    /// holds [`ChrfOptions::width`] numbers: character orders from 1, then word orders from 1.
    pub fn hypothesis(&mut self, text: &str, out: &mut [f64]) {
        let text = if self.options.lowercase {
            self.hypothesis.clear();
            lower_into(text, &mut self.hypothesis);
            &self.hypothesis
        } else {
            text
        };
        let (characters, words) = out.split_at_mut(3 * self.options.char_order);
        self.characters
            .hypothesis(text, &self.reference, characters);
        self.words.hypothesis(text, &self.reference, words);
    }
}

/// Counts one kind of units.
#[derive(Debug)]
struct Matcher<U> {
    order: usize,
    /// Numbers of the reference's units.
    units: U,
    packing: Option<Packing>,
    /// Whether the reference fits the packing.
    packed: bool,
    /// Packed n-grams, sorted.
    reference: Vec<u64>,
    hypothesis: Vec<u64>,
    /// The units of both sides, where one of them does not fit.
    sequence: Vec<u32>,
    groups: Groups,
}

impl<U: Units> Matcher<U> {
    fn new(units: U, order: usize) -> Self {
        Self {
            order,
            units,
            packing: Packing::new(order),
            packed: false,
            reference: Vec::new(),
            hypothesis: Vec::new(),
            sequence: Vec::new(),
            groups: Groups::default(),
        }
    }

    fn reference(&mut self, text: &str) {
        if self.order == 0 {
            return;
        }
        self.units.clear();
        let Some(packing) = &self.packing else {
            self.units.add(text, |_| ());
            return;
        };
        let ngrams = &mut self.reference;
        let mut packer = packing.reference();
        ngrams.clear();
        self.units.add(text, |unit| ngrams.push(packer.push(unit)));
        self.packed = ngrams.len() <= MAX_UNITS && self.units.bound() <= packing.bound();
        if self.packed {
            ngrams.sort_unstable();
            ngrams.push(SENTINEL);
        }
    }

    fn hypothesis(&mut self, text: &str, reference: &str, out: &mut [f64]) {
        if self.order > 0 && !self.match_packed(text, out) {
            self.match_any(text, reference, out);
        }
    }

    /// Returns whether both sides fit the packing; if not, nothing is written.
    fn match_packed(&mut self, text: &str, out: &mut [f64]) -> bool {
        let Some(packing) = self.packing.as_ref().filter(|_| self.packed) else {
            return false;
        };
        let ngrams = &mut self.hypothesis;
        let mut packer = packing.hypothesis();
        ngrams.clear();
        self.units.find(text, |unit| ngrams.push(packer.push(unit)));
        if ngrams.len() > MAX_UNITS {
            return false;
        }
        ngrams.sort_unstable();
        ngrams.push(SENTINEL);
        let matches = packing.matches(&self.reference, ngrams);
        let matches = matches.into_iter().map(|count| count.unsigned_abs().into());
        write_orders(ngrams.len() - 1, self.reference.len() - 1, matches, out);
        true
    }

    /// Any order, any number of different units, any length.
    fn match_any(&mut self, text: &str, reference: &str, out: &mut [f64]) {
        let sequence = &mut self.sequence;
        sequence.clear();
        self.units.find(reference, |unit| sequence.push(unit));
        let in_reference = sequence.len();
        sequence.push(END);
        self.units.find(text, |unit| sequence.push(unit));
        let in_hypothesis = sequence.len() - in_reference - 1;
        sequence.push(END);

        let mut matches = vec![0; self.order];
        self.groups
            .visit(sequence, self.units.bound(), self.order, |index, group| {
                let from_reference = group.positions().filter(|&p| p < in_reference).count();
                let from_hypothesis = group.len() - from_reference;
                let shared = from_reference.min(from_hypothesis);
                matches[index] += shared as u32;
                shared > 0
            });
        write_orders(in_hypothesis, in_reference, matches, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHRF: ChrfOptions = ChrfOptions {
        char_order: 6,
        word_order: 0,
        whitespace: false,
        lowercase: false,
    };

    fn count(options: ChrfOptions, hypothesis: &str, reference: &str) -> Vec<f64> {
        let mut counter = ChrfCounter::new(options);
        let mut out = vec![f64::NAN; options.width()];
        counter.reference(reference);
        counter.hypothesis(hypothesis, &mut out);
        out
    }

    #[test]
    fn whitespace_does_not_count_unless_asked_for() {
        let options = ChrfOptions {
            char_order: 2,
            ..CHRF
        };
        // "abc" and "abd": a, b and ab are shared.
        assert_eq!(
            count(options, "a bc", "ab\u{a0}d"),
            [3., 3., 2., 2., 2., 1.]
        );
        // "a bc" and "ab<nbsp>d": a and b are shared.
        let spaced = ChrfOptions {
            whitespace: true,
            ..options
        };
        assert_eq!(count(spaced, "a bc", "ab\u{a0}d"), [4., 4., 2., 3., 3., 0.]);
    }

    #[test]
    fn orders_the_reference_is_too_short_for_do_not_count() {
        let options = ChrfOptions {
            char_order: 3,
            word_order: 2,
            ..CHRF
        };
        let expected = [3., 2., 2., 2., 1., 1., 0., 0., 0., 1., 1., 0., 0., 0., 0.];
        assert_eq!(count(options, "abc", "ab"), expected);
        assert_eq!(count(options, "abc d", ""), [0.; 15]);
        let expected = [0., 2., 0., 0., 1., 0., 0., 0., 0., 0., 1., 0., 0., 0., 0.];
        assert_eq!(count(options, " ", "ab"), expected);
    }

    #[test]
    fn words_are_matched_after_detaching_punctuation() {
        let options = ChrfOptions {
            char_order: 0,
            word_order: 2,
            ..CHRF
        };
        // "(sat)" becomes "(sat" and ")", but "(sat" becomes "(" and "sat": only "the", "cat" and
        // "the cat" are shared.
        let expected = [4., 4., 2., 3., 3., 1.];
        assert_eq!(count(options, "the cat (sat)", "the cat (sat"), expected);
    }

    #[test]
    fn case_is_ignored_on_request() {
        let options = ChrfOptions {
            char_order: 1,
            word_order: 1,
            lowercase: true,
            ..CHRF
        };
        assert_eq!(count(options, "ÄB", "äb"), [2., 2., 2., 1., 1., 1.]);
    }

    #[test]
    fn a_counter_is_as_good_as_new_after_each_text() {
        let options = ChrfOptions {
            word_order: 2,
            ..CHRF
        };
        let mut counter = ChrfCounter::new(options);
        let mut out = vec![0.; options.width()];
        for (hypothesis, reference) in [
            ("abé c", "é abc"),
            ("好的 x", "x 好"),
            ("", "a"),
            ("é", "好"),
        ] {
            counter.reference(reference);
            counter.hypothesis(hypothesis, &mut out);
            assert_eq!(out, count(options, hypothesis, reference));
        }
    }

    #[test]
    fn long_lines_and_large_alphabets_are_counted_the_general_way() {
        let all: String = ('\u{4e00}'..='\u{9000}').collect();
        let n = all.chars().count();
        let halves = format!("{all}{all}");
        let out = count(CHRF, &halves, &all);
        for (index, cells) in out.chunks(3).enumerate() {
            assert_eq!(
                cells,
                [
                    (2 * n - index) as f64,
                    (n - index) as f64,
                    (n - index) as f64
                ]
            );
        }
        let long = "a".repeat(100_000);
        let out = count(CHRF, &long, "aaa");
        assert_eq!(
            out[..12],
            [
                100_000., 3., 3., 99_999., 2., 2., 99_998., 1., 1., 0., 0., 0.
            ]
        );
    }

    #[test]
    fn the_general_way_agrees_with_the_packed_way() {
        let reference = "the cat sat on the mat, the cat";
        let hypothesis = "on the mat the cat cat sat.";
        let packed = count(CHRF, hypothesis, reference);
        let general = count(
            ChrfOptions {
                char_order: 20,
                ..CHRF
            },
            hypothesis,
            reference,
        );
        assert_eq!(packed, general[..18]);
    }
}
