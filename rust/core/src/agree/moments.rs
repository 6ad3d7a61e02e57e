//! Centred sums of squares and products, and ranks.

use crate::agree::tally::Columns;

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
