//! Centred sums of squares and products, and ranks.

use crate::agree::abreast::{LANES, Wide, long_mask};
use crate::agree::rows::Rows;
use crate::agree::tally::{Columns, WideColumns};

/// Centred sums of a row: human times score, and score squared.
///
/// Something constant has a sum of exactly zero, whatever its mean rounds to.
pub(super) fn centred(human: &[f64], scores: &[f64]) -> Columns {
    if is_constant(scores) {
        return [0.0; 4];
    }
    let (human_mean, score_mean) = (mean(human), mean(scores));
    let (mut product, mut squares) = (0.0, 0.0);
    for (h, x) in human.iter().zip(scores) {
        let x = x - score_mean;
        product += (h - human_mean) * x;
        squares += x * x;
    }
    [product, squares, 0.0, 0.0]
}

/// The centred sum of squares of a row.
pub(super) fn squares(values: &[f64]) -> f64 {
    centred(values, values)[1]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[allow(clippy::float_cmp)] // constant is constant exactly
fn is_constant(values: &[f64]) -> bool {
    values.iter().all(|&x| x == values[0])
}

/// A row of two metrics' scores whose centred sums are wanted after exchanges.
pub struct Centred {
    human: Vec<f64>,
    scores: Vec<[f64; 2]>,
}

impl Centred {
    /// The scores of a row in its order.
    pub(super) fn new(rows: &Rows, row: usize, first: &[f64], second: &[f64]) -> Self {
        let human = rows.row_human(row);
        let middle = mean(human);
        // Adding zero makes -0 a 0: what is equal has equal bits then.
        let both = |&cell: &usize| [first[cell] + 0.0, second[cell] + 0.0];
        Self {
            human: human.iter().map(|h| h - middle).collect(),
            scores: rows.row_cells(row).iter().map(both).collect(),
        }
    }

    /// As [`centred`], for both sides and the samples of these coins, one byte per cell.
    pub(super) fn exchanged(&self, coins: &[u8]) -> [WideColumns; 2] {
        let none = [[0.0; LANES]; 4];
        let (Some(&scores), Some(&byte)) = (self.scores.first(), coins.first()) else {
            return [none, none];
        };
        let begin = mixture(scores, byte);
        let (mut means, mut varies) = ([[0.0; LANES]; 2], [[0; LANES]; 2]);
        self.each_mixture(coins, |_, side, lane, score| {
            means[side][lane] += score;
            varies[side][lane] |= score.to_bits() ^ begin[side][lane].to_bits();
        });
        for mean in means.as_flattened_mut() {
            *mean /= self.scores.len() as f64;
        }
        let mut columns = [none, none];
        self.each_mixture(coins, |human, side, lane, score| {
            let score = score - means[side][lane];
            columns[side][0][lane] += human * score;
            columns[side][1][lane] += score * score;
        });
        for (columns, varies) in columns.iter_mut().zip(varies) {
            for column in columns {
                for (sum, varies) in column.iter_mut().zip(varies) {
                    *sum = if varies == 0 { 0.0 } else { *sum };
                }
            }
        }
        columns
    }

    fn each_mixture(&self, coins: &[u8], mut visit: impl FnMut(f64, usize, usize, f64)) {
        for ((&scores, &human), &byte) in self.scores.iter().zip(&self.human).zip(coins) {
            let sides = mixture(scores, byte);
            for (side, scores) in sides.iter().enumerate() {
                for (lane, &score) in scores.iter().enumerate() {
                    visit(human, side, lane, score);
                }
            }
        }
    }
}

/// A cell's scores on both sides in every sample, without branches, since coins decide.
fn mixture(scores: [f64; 2], coins: u8) -> [Wide<f64>; 2] {
    let bits = scores.map(f64::to_bits);
    let unlike = long_mask(coins).map(|mask| mask & (bits[0] ^ bits[1]));
    bits.map(|bits| unlike.map(|unlike| f64::from_bits(bits ^ unlike)))
}

/// Ranks from 1; equal values share the mean of theirs.
#[derive(Default)]
pub struct Ranker {
    order: Vec<(f64, u32)>,
    ranks: Vec<f64>,
}

impl Ranker {
    /// Writes the ranks of `values`.
    pub fn rank(&mut self, values: &[f64], ranks: &mut [f64]) {
        self.order.clear();
        self.order
            .extend(values.iter().zip(0..).map(|(&value, slot)| (value, slot)));
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut begin = 0;
        #[allow(clippy::float_cmp)] // a tie is a tie exactly
        for run in self.order.chunk_by(|a, b| a.0 == b.0) {
            let mean = begin as f64 + f64::midpoint(run.len() as f64, 1.0);
            for &(_, slot) in run {
                ranks[slot as usize] = mean;
            }
            begin += run.len();
        }
    }

    /// The ranks of `values`, in a buffer of its own.
    pub fn ranked(&mut self, values: &[f64]) -> &[f64] {
        let mut ranks = std::mem::take(&mut self.ranks);
        ranks.resize(values.len(), 0.0);
        self.rank(values, &mut ranks);
        self.ranks = ranks;
        &self.ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_mean_of_their_ranks() {
        let mut ranker = Ranker::default();
        let mut twice = |values: &[f64]| -> Vec<f64> {
            ranker
                .ranked(values)
                .iter()
                .map(|rank| 2.0 * rank)
                .collect()
        };
        assert_eq!(twice(&[2.0, 1.0, 2.0, 5.0]), [5.0, 2.0, 5.0, 8.0]);
        assert_eq!(twice(&[-0.0, 0.0]), [3.0, 3.0]);
        assert!(ranker.ranked(&[]).is_empty());
    }

    #[test]
    fn what_is_constant_has_no_spread_at_all() {
        assert!(centred(&[1.0, 2.0, 3.0], &[0.1, 0.1, 0.1])[1].abs() <= 0.0);
        assert!(squares(&[]).abs() <= 0.0);
        let [product, squares, ..] = centred(&[1.0, 2.0, 3.0], &[1.0, 2.0, 6.0]);
        assert!((product - 5.0).abs() < 1e-12 && (squares - 14.0).abs() < 1e-12);
    }
}
