//! Weighted n-gram matching (Dahlmeier, Liu and Ng 2011, section 2; Chan and Ng 2008).
//!
//! A line is a bag of n-grams, each with a weight that function words lower. Two bags are matched by
//! the best transport of weight from one to the other, worth `s_ms` where the n-grams are alike. By part of
//! speech n-grams are the same or not, and the best match is a sum of minima.
//!
//! `s_ms` of n-grams is a multiple of 1/(2n): gains are counted in these whole units.
//!
//! `s_ms` is not transitive, so that n-grams that are the same may have to give way to each other's
//! synonyms. But where all words of an n-gram a are *plain*, like the others of both lines by their part of
//! speech at most, a is matched with itself beforehand. For if weight flows from a to b and from c to a, it
//! may as well flow from a to a and from c to b: at every place b is the word of a, or c is, or both have its
//! part of speech, so that s(a, b) + s(c, a) ≤ s(a, a) + s(c, b). Candidates of one list have little else.

mod bags;
mod kin;
mod words;

pub use words::{AnnotatedLines, Columns};

use super::transport::Transport;
use crate::error::Result;
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};
use bags::{Bags, Ngram};
use kin::Kin;
use words::Lexicon;

/// What is counted for every order: the matches by `s_ms` and by `s_pos`, and the two total weights.
pub const PER_ORDER: usize = 4;

/// Numbers in a row of [`ngram_matches`].
pub fn row_width(order: usize) -> usize {
    PER_ORDER * order
}

/// For every row and each of its references, and every order from 1: the value of the best match by
/// `s_ms`, of the best by `s_pos`, the weight of the hypothesis and that of the reference.
///
/// # Errors
/// When the lines are not those of the layout or threads cannot be started.
///
/// # Panics
/// With the error instead of a message, when there is not enough memory for the matches of two lines.
pub fn ngram_matches(
    hyps: &AnnotatedLines,
    refs: &AnnotatedLines,
    layout: &Layout,
    order: usize,
    function_weight: f64,
) -> Result<Vec<f64>> {
    layout.check_lines(hyps.len(), refs.len())?;
    let lexicon = Lexicon::new(hyps, refs);
    layout.count(
        row_width(order),
        Per::Reference,
        || Matcher::new(&lexicon, order, function_weight),
        |matcher, segment, out| {
            let matched = matcher.segment(hyps, refs, segment, out);
            matched.unwrap_or_else(|error| interrupt::stop(Box::new(error)));
        },
    )
}

/// Matches the lines of one segment after the other.
struct Matcher<'a> {
    lexicon: &'a Lexicon<'a>,
    /// The weight of n-grams by how many function words they have.
    discounts: Vec<f64>,
    /// References, then hypotheses.
    words: Bags,
    tags: Bags,
    /// The weight of all n-grams, order after order of line after line.
    totals: Vec<f64>,
    /// The line in work: which of its words are function words, and the weights of its n-grams.
    function: Vec<bool>,
    weights: Vec<Vec<f64>>,
    kin: Kin,
    /// Of reference after reference the words that have kin, and whether it has any of that kin itself.
    related: Vec<(u32, bool)>,
    ends: Vec<usize>,
    /// Which words of the reference are not plain beside the hypothesis.
    mixed: Vec<bool>,
    /// What is left to be matched.
    rows: Vec<Ngram>,
    columns: Vec<Ngram>,
    transport: Transport,
}

impl<'a> Matcher<'a> {
    fn new(lexicon: &'a Lexicon<'a>, order: usize, function_weight: f64) -> Self {
        Self {
            lexicon,
            discounts: (0..=order as i32)
                .map(|n| function_weight.powi(n))
                .collect(),
            words: Bags::new(order),
            tags: Bags::new(order),
            totals: Vec::new(),
            function: Vec::new(),
            weights: vec![Vec::new(); order],
            kin: Kin::default(),
            related: Vec::new(),
            ends: Vec::new(),
            mixed: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            transport: Transport::default(),
        }
    }

    /// Matches every hypothesis of a segment with each of its references.
    fn segment(
        &mut self,
        hyps: &AnnotatedLines,
        refs: &AnnotatedLines,
        segment: Segment<'_>,
        out: &mut [f64],
    ) -> Result<()> {
        self.words.clear();
        self.tags.clear();
        self.totals.clear();
        let (lexicon, references) = (self.lexicon, segment.references().len());
        for r in segment.references() {
            self.add(refs, &lexicon.refs, r);
        }
        let own = self.words.given().len();
        for h in segment.hypotheses() {
            self.add(hyps, &lexicon.hyps, h);
        }
        self.relate(references, own)?;
        let mut rows = out.chunks_exact_mut(row_width(self.weights.len()));
        for hyp in references..references + segment.hypotheses().count() {
            self.words.look_at(hyp);
            self.tags.look_at(hyp);
            for (reference, row) in rows.by_ref().take(references).enumerate() {
                interrupt::poll();
                self.pair(reference, hyp, row)?;
            }
        }
        Ok(())
    }

    /// Adds a line of a side whose words have these numbers in the lexicon.
    fn add(&mut self, lines: &AnnotatedLines, numbers: &[u32], i: usize) {
        interrupt::poll();
        let line = lines.line(i);
        let tokens = &lines.tokens[line];
        self.function.clear();
        let function = tokens.iter().map(|&token| lines.function[token as usize]);
        self.function.extend(function);
        for (order, weights) in (1..).zip(&mut self.weights) {
            let weight = |ngram: &[bool]| self.discounts[ngram.iter().filter(|&&f| f).count()];
            weights.clear();
            weights.extend(self.function.windows(order).map(weight));
            let total = weights.iter().fold(0.0, |sum, weight| sum + weight);
            self.totals.push(total);
        }
        let words = tokens.iter().map(|&token| lines.ids[token as usize]);
        let words = words.map(|id| numbers[id as usize]);
        self.words.push(words, &self.weights);
        let tags = tokens.iter().map(|&token| lines.tags[token as usize]);
        self.tags.push(tags, &self.weights);
    }

    /// Finds out which words are alike by more than their part of speech; the first `own` are those of the
    /// references.
    fn relate(&mut self, references: usize, own: usize) -> Result<()> {
        self.kin.fill(self.lexicon, self.words.given(), own)?;
        self.mixed.clear();
        self.mixed.resize(own, false);
        self.related.clear();
        self.ends.clear();
        for reference in 0..references {
            self.words.look_at(reference);
            let (words, kin) = (&self.words, &self.kin);
            let is_here = |other: &u32| words.find(reference, 0, *other).is_some();
            for &Ngram { id, .. } in words.bag(reference, 0) {
                let kin = kin.of(id);
                if !kin.is_empty() {
                    self.related.push((id, kin.iter().any(is_here)));
                }
            }
            self.ends.push(self.related.len());
        }
        Ok(())
    }

    /// Matches a reference with a hypothesis that is looked at.
    fn pair(&mut self, reference: usize, hyp: usize, row: &mut [f64]) -> Result<()> {
        let begin = reference.checked_sub(1).map_or(0, |k| self.ends[k]);
        for &(word, has_kin) in &self.related[begin..self.ends[reference]] {
            let is_there = |&other: &u32| self.words.find(hyp, 0, other).is_some();
            self.mixed[word as usize] = has_kin || self.kin.of(word).iter().any(is_there);
        }
        let orders = self.weights.len();
        for (k, out) in row.chunks_exact_mut(PER_ORDER).enumerate() {
            let (x, y) = (
                self.totals[reference * orders + k],
                self.totals[hyp * orders + k],
            );
            // Rounding must not make a match worth more than what there is to match.
            let most = x.min(y);
            out[0] = self
                .by_likeness(reference, hyp, k)?
                .map_or(most, |sum| sum.min(most));
            out[1] = self.by_tags(reference, hyp, k).min(most);
            out[2] = y;
            out[3] = x;
        }
        Ok(())
    }

    /// Σ over the n-grams of both lines of the smaller weight.
    fn by_tags(&self, reference: usize, hyp: usize, k: usize) -> f64 {
        let there = self.tags.bag(hyp, k);
        let smaller = self.tags.bag(reference, k).iter().map(|ngram| {
            let found = self.tags.find(hyp, k, ngram.id);
            found.map_or(0.0, |place| ngram.weight.min(there[place].weight))
        });
        smaller.fold(0.0, |sum, weight| sum + weight)
    }

    /// The value of the best match by `s_ms`; none if one line finds all it has in the other.
    fn by_likeness(&mut self, reference: usize, hyp: usize, k: usize) -> Result<Option<f64>> {
        let words = &self.words;
        self.columns.clear();
        self.columns.extend_from_slice(words.bag(hyp, k));
        self.rows.clear();
        let mut same = 0.0;
        for &Ngram { id, mut weight } in words.bag(reference, k) {
            let is_plain = || {
                !words
                    .spelt(id, k)
                    .iter()
                    .any(|&word| self.mixed[word as usize])
            };
            if let Some(place) = words.find(hyp, k, id).filter(|_| is_plain()) {
                let column = &mut self.columns[place].weight;
                let smaller = weight.min(*column);
                same += smaller;
                weight -= smaller;
                *column -= smaller;
            }
            if weight > 0.0 {
                self.rows.push(Ngram { id, weight });
            }
        }
        self.columns.retain(|column| column.weight > 0.0);
        if self.rows.is_empty() || self.columns.is_empty() {
            return Ok(None);
        }
        self.transport
            .begin(self.columns.iter().map(|column| column.weight));
        for (i, row) in self.rows.iter().enumerate() {
            interrupt::step(i);
            self.transport.reserve()?;
            let x = words.spelt(row.id, k);
            for (place, column) in self.columns.iter().enumerate() {
                let gain = gain(&self.kin, x, words.spelt(column.id, k));
                self.transport.arc(place, f64::from(gain));
            }
            self.transport.end_row(row.weight);
        }
        // In units of which there are two for each word.
        Ok(Some(same + self.transport.solve() / (2.0 * (k + 1) as f64)))
    }
}

/// The units that n-grams have in common: those of all their words, or none if two words have none.
fn gain(kin: &Kin, x: &[u32], y: &[u32]) -> u32 {
    let mut sum = 0;
    for (&a, &b) in x.iter().zip(y) {
        match kin.likeness(a, b) {
            0 => return 0,
            units => sum += units,
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lemmas: &[u32], tags: &[u32], function: &[bool]) -> AnnotatedLines {
        AnnotatedLines::new(Columns {
            offsets: &[0, lemmas.len() as i64],
            tokens: &(0..lemmas.len() as u32).collect::<Vec<_>>(),
            lemmas,
            tags,
            function,
            sense_offsets: &vec![0; lemmas.len() + 1],
            senses: &[],
        })
        .unwrap()
    }

    #[test]
    fn rows_by_hand() {
        // "the dog" against "dog a": one noun that is the same, and determiners of one tag.
        let hyp = lines(&[0, 1], &[0, 1], &[true, false]);
        let reference = lines(&[1, 2], &[1, 0], &[false, true]);
        let layout = Layout::new(vec![0], vec![0], vec![0, 1], 1, 1).unwrap();
        let row = ngram_matches(&hyp, &reference, &layout, 3, 0.25).unwrap();
        let first = [1.0 + 0.5 * 0.25, 1.25, 1.25, 1.25];
        let second = [0.0, 0.0, 0.25, 0.25];
        assert_eq!(row, [first, second, [0.0; 4]].concat());
    }

    /// The value of the best match of all n-grams, with nothing matched beforehand.
    fn whole(hyps: &AnnotatedLines, refs: &AnnotatedLines, h: usize, r: usize, k: usize) -> f64 {
        let lexicon = Lexicon::new(hyps, refs);
        let mut kin = Kin::default();
        let all: Vec<u32> = (0..lexicon.words.len() as u32).collect();
        kin.fill(&lexicon, &all, all.len()).unwrap();
        let ngrams = |lines: &AnnotatedLines, numbers: &[u32], i: usize| -> Vec<(Vec<u32>, f64)> {
            let line = lines.line(i);
            let words = lines.ids[line.clone()]
                .iter()
                .map(|&id| numbers[id as usize]);
            let words: Vec<u32> = words.collect();
            let weights = lines.function[line].windows(k + 1).map(|ngram| {
                let discounts = ngram.iter().filter(|&&function| function).count();
                0.1_f64.powi(discounts as i32)
            });
            words
                .windows(k + 1)
                .map(<[u32]>::to_vec)
                .zip(weights)
                .collect()
        };
        let (x, y) = (
            ngrams(refs, &lexicon.refs, r),
            ngrams(hyps, &lexicon.hyps, h),
        );
        let mut transport = Transport::default();
        transport.begin(y.iter().map(|ngram| ngram.1));
        for (ngram, weight) in &x {
            transport.reserve().unwrap();
            for (column, (other, _)) in y.iter().enumerate() {
                transport.arc(column, f64::from(gain(&kin, ngram, other)));
            }
            transport.end_row(*weight);
        }
        transport.solve() / (2.0 * (k + 1) as f64)
    }

    #[test]
    fn what_is_matched_beforehand_takes_nothing_away() {
        let mut state = 3_u64;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % below) as u32
        };
        for round in 0..200 {
            let lemmas = 3 + round % 12;
            let mut side = |lines: usize| {
                let mut offsets = vec![0];
                let (mut words, mut senses, mut ends) = (Vec::new(), Vec::new(), vec![0]);
                for _ in 0..lines {
                    for _ in 0..draw(9) {
                        let lemma = draw(lemmas);
                        words.push((lemma, (lemma + draw(5) / 4) % 3, draw(4) == 0));
                        if round % 4 > 0 {
                            senses.extend((0..draw(3)).map(|sense| 2 * lemma + 3 * sense));
                        }
                        ends.push(senses.len() as i64);
                    }
                    offsets.push(words.len() as i64);
                }
                AnnotatedLines::new(Columns {
                    offsets: &offsets,
                    tokens: &(0..words.len() as u32).collect::<Vec<_>>(),
                    lemmas: &words.iter().map(|word| word.0).collect::<Vec<_>>(),
                    tags: &words.iter().map(|word| word.1).collect::<Vec<_>>(),
                    function: &words.iter().map(|word| word.2).collect::<Vec<_>>(),
                    sense_offsets: &ends,
                    senses: &senses,
                })
                .unwrap()
            };
            let (hyps, refs) = (side(4), side(3));
            let layout = Layout::new(vec![0, 1, 2, 3], vec![0; 4], vec![0, 3], 4, 3).unwrap();
            let rows = ngram_matches(&hyps, &refs, &layout, 3, 0.1).unwrap();
            for (pair, row) in rows.chunks_exact(row_width(3)).enumerate() {
                for k in 0..3 {
                    let wanted = whole(&hyps, &refs, pair / 3, pair % 3, k);
                    assert!(
                        (row[PER_ORDER * k] - wanted).abs() < 1e-12,
                        "{round} {pair} {k}"
                    );
                }
            }
        }
    }

    #[test]
    fn lines_must_be_those_of_the_layout() {
        let one = lines(&[0], &[0], &[false]);
        let layout = Layout::new(vec![0], vec![0], vec![0, 2], 1, 2).unwrap();
        assert!(ngram_matches(&one, &one, &layout, 3, 0.1).is_err());
    }
}
