//! One reference against hypotheses as they come.

use crate::text::case::lower_into;

use super::groups::Groups;
use super::packed::{MAX_UNITS, Packer, Packing, SENTINEL};
use super::units::{Alphabet, END, Lexicon, Units};
use super::{ChrfOptions, write_orders};
use crate::count::places::{FEW_WORDS, MOST_WORDS, Places};

/// Counts one reference against many hypotheses. One per thread, reused; holds scratch.
#[derive(Debug)]
pub struct ChrfCounter {
    options: ChrfOptions,
    characters: Matcher<Alphabet>,
    words: Matcher<Lexicon>,
    /// A text in lower case.
    lower: String,
}

impl ChrfCounter {
    /// Counts with these options, against an empty reference until another one is given.
    pub fn new(options: ChrfOptions) -> Self {
        let mut counter = Self {
            options,
            characters: Matcher::new(Alphabet::new(options.whitespace), options.char_order),
            words: Matcher::new(Lexicon::default(), options.word_order),
            lower: String::new(),
        };
        counter.reference("");
        counter
    }

    /// Takes the reference of the hypotheses to come.
    pub fn reference(&mut self, text: &str) {
        let text = lowered(text, self.options, &mut self.lower);
        self.characters.reference(text);
        self.words.reference(text);
    }

    /// Writes `[hypothesis n-grams, reference n-grams, matches]` for each order to `out`, which
    /// holds [`ChrfOptions::width`] numbers: character orders from 1, then word orders from 1.
    pub fn hypothesis(&mut self, text: &str, out: &mut [f64]) {
        let text = lowered(text, self.options, &mut self.lower);
        let (characters, words) = out.split_at_mut(3 * self.options.char_order);
        self.characters.hypothesis(text, characters);
        self.words.hypothesis(text, words);
    }
}

/// The text as it is counted.
fn lowered<'a>(text: &'a str, options: ChrfOptions, lower: &'a mut String) -> &'a str {
    if !options.lowercase {
        return text;
    }
    lower.clear();
    lower_into(text, lower);
    lower
}

/// How the hypotheses of a reference are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The places of the reference's units fit a number of 64 bits, or of 128.
    FewPlaces,
    ManyPlaces,
    /// Its longest n-grams fit numbers that can be sorted.
    Packed,
    /// Any order, any number of different units, any length.
    Any,
}

/// Counts one kind of units.
#[derive(Debug)]
struct Matcher<U> {
    /// Numbers of the reference's units.
    units: U,
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
    way: Way,
    few: Places<u64>,
    many: Places<u128>,
    packing: Option<Packing>,
    /// Packed n-grams of reference and hypothesis, sorted.
    packed: [Vec<u64>; 2],
    groups: Groups,
    /// By order.
    matches: Vec<f64>,
}

impl<U: Units> Matcher<U> {
    fn new(units: U, order: usize) -> Self {
        Self {
            units,
            reference: Vec::new(),
            hypothesis: Vec::new(),
            way: Way::Any,
            few: Places::new(0),
            many: Places::new(0),
            packing: Packing::new(order),
            packed: Default::default(),
            groups: Groups::default(),
            matches: vec![0.0; order],
        }
    }

    fn reference(&mut self, text: &str) {
        if self.matches.is_empty() {
            return;
        }
        let units = &mut self.reference;
        units.clear();
        self.units.clear();
        self.units.add(text, units);
        self.way = self.best_way();
        let bound = self.units.bound() as usize;
        match self.way {
            Way::FewPlaces => {
                self.few.make_room(bound);
                self.few.fill(&self.reference);
            }
            Way::ManyPlaces => {
                self.many.make_room(bound);
                self.many.fill(&self.reference);
            }
            Way::Packed => self.pack(),
            Way::Any => (),
        }
    }

    fn best_way(&self) -> Way {
        let fits = |packing: &Packing| self.units.bound() <= packing.bound();
        let length = self.reference.len();
        if length <= FEW_WORDS {
            Way::FewPlaces
        } else if length <= MOST_WORDS {
            Way::ManyPlaces
        } else if length <= MAX_UNITS && self.packing.as_ref().is_some_and(fits) {
            Way::Packed
        } else {
            Way::Any
        }
    }

    fn pack(&mut self) {
        if let Some(packing) = &self.packing {
            sort_packed(&self.reference, packing.reference(), &mut self.packed[0]);
        }
    }

    fn hypothesis(&mut self, text: &str, out: &mut [f64]) {
        if self.matches.is_empty() {
            return;
        }
        let units = &mut self.hypothesis;
        units.clear();
        self.units.find(text, units);
        let in_hypothesis = units.len();
        self.matches.fill(0.0);
        match self.way {
            Way::FewPlaces => self.few.count_matches(units, &mut self.matches),
            Way::ManyPlaces => self.many.count_matches(units, &mut self.matches),
            Way::Packed if units.len() <= MAX_UNITS => self.match_packed(),
            Way::Packed | Way::Any => self.match_any(),
        }
        let matches = self.matches.iter().copied();
        write_orders(in_hypothesis, self.reference.len(), matches, out);
    }

    fn match_packed(&mut self) {
        let Some(packing) = &self.packing else {
            return;
        };
        let [reference, hypothesis] = &mut self.packed;
        sort_packed(&self.hypothesis, packing.hypothesis(), hypothesis);
        let matches = packing.matches(reference, hypothesis);
        for (sum, matches) in self.matches.iter_mut().zip(matches) {
            *sum = matches.into();
        }
    }

    fn match_any(&mut self) {
        let in_hypothesis = self.hypothesis.len();
        let both = &mut self.hypothesis;
        both.push(END);
        both.extend_from_slice(&self.reference);
        both.push(END);
        let (order, matches) = (self.matches.len(), &mut self.matches);
        self.groups
            .visit(both, self.units.bound(), order, |index, group| {
                let from_hypothesis = group.positions().filter(|&p| p < in_hypothesis).count();
                let shared = from_hypothesis.min(group.len() - from_hypothesis);
                matches[index] += shared as f64;
                shared > 0
            });
    }
}

/// Packs the n-grams of a text, and sorts them.
fn sort_packed(units: &[u32], mut packer: Packer, ngrams: &mut Vec<u64>) {
    ngrams.clear();
    ngrams.extend(units.iter().map(|&unit| packer.push(unit)));
    ngrams.sort_unstable();
    ngrams.push(SENTINEL);
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
    fn all_ways_agree() {
        use crate::random::{Range, Stream};

        let mut random = Stream::new(11, 0);
        let mut line = |longest: usize, letters: &[char]| -> String {
            let length = random.below(Range::new(longest + 1));
            let letters = (0..length).map(|_| letters[random.below(Range::new(letters.len()))]);
            letters.collect()
        };
        let mut matcher = Matcher::new(Alphabet::new(false), 6);
        let letters: Vec<char> = "ab好éあ".chars().collect();
        for longest in [0, 1, 5, 20, 64, 100, 140, 400] {
            for letters in [&letters[..1], &letters[..2], &letters] {
                let (reference, hypothesis) = (line(longest, letters), line(2 * longest, letters));
                let mut count = |way: Option<Way>| {
                    matcher.reference(&reference);
                    matcher.pack();
                    matcher.way = way.unwrap_or(matcher.way);
                    let mut out = vec![f64::NAN; 18];
                    matcher.hypothesis(&hypothesis, &mut out);
                    out
                };
                let any = count(Some(Way::Any));
                assert_eq!(count(None), any, "{hypothesis} {reference}");
                assert_eq!(count(Some(Way::Packed)), any, "{hypothesis} {reference}");
            }
        }
    }

    #[test]
    fn orders_beyond_the_reference_are_empty() {
        let line = "ab".repeat(32);
        let long = ChrfOptions {
            char_order: 200,
            ..CHRF
        };
        let out = count(long, &line, &line);
        let matches: Vec<f64> = out.chunks(3).map(|cells| cells[2]).collect();
        let expected: Vec<f64> = (0..200_usize)
            .map(|n| 64_usize.saturating_sub(n) as f64)
            .collect();
        assert_eq!(matches, expected);
    }
}
