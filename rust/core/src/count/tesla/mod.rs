//! Weighted n-gram matching (Dahlmeier, Liu and Ng 2011, section 2; Chan and Ng 2008).
//!
//! A line is a bag of n-grams, each with a weight that function words lower. Two bags are matched by
//! the best transport of weight from one to the other, worth `s_ms` where the n-grams are alike. `s_ms` is
//! not transitive, so that nothing may be matched beforehand, not even n-grams that are the same. By
//! part of speech n-grams are the same or not, and the best match is a sum of minima.
//!
//! `s_ms` of n-grams is a multiple of 1/(2n): gains are counted in these whole units.

mod bag;
mod words;

pub use words::{AnnotatedLines, Columns};

use super::transport::Transport;
use crate::error::Result;
use crate::layout::Layout;
use bag::Bag;

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
pub fn ngram_matches(
    hyps: &AnnotatedLines,
    refs: &AnnotatedLines,
    layout: &Layout,
    order: usize,
    function_weight: f64,
) -> Result<Vec<f64>> {
    layout.check_lines(hyps.len(), refs.len())?;
    layout.count_pairs(
        row_width(order),
        || Matcher {
            reference: Side::new(order),
            hypothesis: Side::new(order),
            likeness: Vec::new(),
            transport: Transport::default(),
        },
        |matcher, r| matcher.reference.fill(refs, r, function_weight),
        |matcher, h, row| {
            matcher.hypothesis.fill(hyps, h, function_weight);
            matcher.pair(refs, hyps, row);
        },
    )
}

/// A line and its bags.
struct Side {
    words: Vec<u32>,
    tags: Vec<u32>,
    by_order: Vec<Bags>,
    weights: Vec<f64>,
}

/// The n-grams of one order.
#[derive(Default)]
struct Bags {
    words: Bag,
    tags: Bag,
    total: f64,
}

impl Side {
    fn new(order: usize) -> Self {
        Self {
            words: Vec::new(),
            tags: Vec::new(),
            by_order: (0..order).map(|_| Bags::default()).collect(),
            weights: Vec::new(),
        }
    }

    fn fill(&mut self, lines: &AnnotatedLines, i: usize, function_weight: f64) {
        let line = lines.line(i);
        self.words.clear();
        self.words.extend_from_slice(&lines.ids[line.clone()]);
        self.tags.clear();
        self.tags.extend_from_slice(&lines.tags[line.clone()]);
        let function = &lines.function[line];
        for (order, bags) in (1..).zip(&mut self.by_order) {
            let weight = |ngram: &[bool]| {
                let discounts = ngram.iter().filter(|&&function| function).count();
                function_weight.powi(discounts as i32)
            };
            self.weights.clear();
            self.weights.extend(function.windows(order).map(weight));
            bags.total = self.weights.iter().fold(0.0, |sum, weight| sum + weight);
            bags.words.fill(&self.words, order, &self.weights);
            bags.tags.fill(&self.tags, order, &self.weights);
        }
    }
}

/// Matches one pair after the other.
struct Matcher {
    reference: Side,
    hypothesis: Side,
    /// Twice `s_ms` of every reference word with every hypothesis word.
    likeness: Vec<u8>,
    transport: Transport,
}

impl Matcher {
    fn pair(&mut self, refs: &AnnotatedLines, hyps: &AnnotatedLines, row: &mut [f64]) {
        self.compare_words(refs, hyps);
        for (k, out) in row.chunks_exact_mut(PER_ORDER).enumerate() {
            let (x, y) = (&self.reference.by_order[k], &self.hypothesis.by_order[k]);
            let common = x
                .tags
                .common(&self.reference.tags, &y.tags, &self.hypothesis.tags);
            let (x_total, y_total) = (x.total, y.total);
            // Rounding must not make a match worth more than what there is to match.
            let most = x_total.min(y_total);
            out[0] = self.best_match(k + 1).min(most);
            out[1] = common.min(most);
            out[2] = y_total;
            out[3] = x_total;
        }
    }

    fn compare_words(&mut self, refs: &AnnotatedLines, hyps: &AnnotatedLines) {
        self.likeness.clear();
        for &r in &self.reference.words {
            let row = self.hypothesis.words.iter();
            self.likeness
                .extend(row.map(|&h| refs.likeness(r, hyps, h)));
        }
    }

    /// The value of the best match by `s_ms`.
    fn best_match(&mut self, order: usize) -> f64 {
        let (x, y) = (
            &self.reference.by_order[order - 1].words,
            &self.hypothesis.by_order[order - 1].words,
        );
        let width = self.hypothesis.words.len();
        self.transport.begin(y.weights.iter().copied());
        for (&r, &weight) in x.firsts.iter().zip(&x.weights) {
            for (column, &h) in y.firsts.iter().enumerate() {
                let corner = r as usize * width + h as usize;
                let diagonal = self.likeness[corner..]
                    .iter()
                    .step_by(width + 1)
                    .take(order);
                let gain = if diagonal.clone().all(|&unit| unit > 0) {
                    diagonal.map(|&unit| u32::from(unit)).sum()
                } else {
                    0
                };
                self.transport.arc(column, f64::from(gain));
            }
            self.transport.end_row(weight);
        }
        self.transport.solve() / (2.0 * order as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lemmas: &[u32], tags: &[u32], function: &[bool]) -> AnnotatedLines {
        AnnotatedLines::new(Columns {
            offsets: &[0, lemmas.len() as i64],
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

    #[test]
    fn lines_must_be_those_of_the_layout() {
        let one = lines(&[0], &[0], &[false]);
        let layout = Layout::new(vec![0], vec![0], vec![0, 2], 1, 2).unwrap();
        assert!(ngram_matches(&one, &one, &layout, 3, 0.1).is_err());
    }
}
