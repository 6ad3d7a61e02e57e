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
use crate::interrupt;
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
    layout.count_pairs(
        row_width(order),
        || Matcher {
            reference: Side::new(order),
            hypothesis: Side::new(order),
            likeness: Vec::new(),
            corners: Vec::new(),
            transports: (0..order).map(|_| Transport::default()).collect(),
        },
        |matcher, r| matcher.reference.fill(refs, r, function_weight),
        |matcher, h, row| {
            matcher.hypothesis.fill(hyps, h, function_weight);
            let matched = matcher.pair(refs, hyps, row);
            matched.unwrap_or_else(|error| interrupt::stop(Box::new(error)));
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
    /// Twice `s_ms` of every hypothesis word with each of the last reference words, as many as the longest
    /// n-gram has: a table of all would grow with the square of the lines.
    likeness: Vec<u8>,
    /// Where the words of an n-gram begin in it.
    corners: Vec<usize>,
    /// One for every order.
    transports: Vec<Transport>,
}

impl Matcher {
    fn pair(
        &mut self,
        refs: &AnnotatedLines,
        hyps: &AnnotatedLines,
        row: &mut [f64],
    ) -> Result<()> {
        self.compare(refs, hyps)?;
        for (k, out) in row.chunks_exact_mut(PER_ORDER).enumerate() {
            let (x, y) = (&self.reference.by_order[k], &self.hypothesis.by_order[k]);
            let common = x
                .tags
                .common(&self.reference.tags, &y.tags, &self.hypothesis.tags);
            let (x_total, y_total) = (x.total, y.total);
            // Rounding must not make a match worth more than what there is to match.
            let most = x_total.min(y_total);
            // In units of which there are two for each word.
            let matched = self.transports[k].solve() / (2.0 * (k + 1) as f64);
            out[0] = matched.min(most);
            out[1] = common.min(most);
            out[2] = y_total;
            out[3] = x_total;
        }
        Ok(())
    }

    /// Poses the problems of all orders: which n-grams are alike, and how much.
    fn compare(&mut self, refs: &AnnotatedLines, hyps: &AnnotatedLines) -> Result<()> {
        let (x, y) = (&self.reference, &self.hypothesis);
        let (orders, width) = (self.transports.len(), y.words.len());
        self.likeness.clear();
        self.likeness.resize(orders * width, 0);
        for (transport, bags) in self.transports.iter_mut().zip(&y.by_order) {
            transport.begin(bags.words.weights.iter().copied());
        }
        for (last, &r) in x.words.iter().enumerate() {
            interrupt::step(last);
            let row = &mut self.likeness[last % orders * width..][..width];
            for (likeness, &h) in row.iter_mut().zip(&y.words) {
                *likeness = refs.likeness(r, hyps, h);
            }
            // The n-grams that end here, of every order.
            for (k, transport) in self.transports.iter_mut().enumerate().take(last + 1) {
                let first = last - k;
                let Some(weight) = x.by_order[k].words.weight_from(first) else {
                    continue;
                };
                self.corners.clear();
                let corner = |place: usize| (first + place) % orders * width + place;
                self.corners.extend((0..=k).map(corner));
                transport.reserve()?;
                for (column, &h) in y.by_order[k].words.firsts.iter().enumerate() {
                    let gain = gain(&self.likeness[h as usize..], &self.corners);
                    transport.arc(column, f64::from(gain));
                }
                transport.end_row(weight);
            }
        }
        Ok(())
    }
}

/// The units that n-grams have in common: those of all their words, or none if two words have none.
fn gain(likeness: &[u8], corners: &[usize]) -> u32 {
    let mut sum = 0;
    for &corner in corners {
        match likeness[corner] {
            0 => return 0,
            units => sum += u32::from(units),
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
