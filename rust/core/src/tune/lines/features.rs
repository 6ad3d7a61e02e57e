//! The features of candidates, feature by feature, and the order of candidates by each.

use std::ops::Range;

use crate::error::Result;
use crate::interrupt;
use crate::memory;

use super::envelope::by_slope;
use super::shape::Shape;

/// The values of every feature lie together, segment after segment: a search along a weight reads one
/// stretch of memory from its beginning to its end.
#[derive(Debug, Clone)]
pub struct Features {
    values: Vec<f64>,
    /// The candidates of a segment by ascending value: searches along one weight, which most are, sort
    /// nothing.
    orders: Vec<u32>,
    candidates: usize,
}

impl Features {
    /// From rows of features, one per candidate.
    ///
    /// # Errors
    /// When there is not memory enough.
    pub fn new(shape: &Shape, rows: &[f64]) -> Result<Self> {
        let (candidates, width) = (shape.candidates(), shape.features());
        memory::check::<(f64, u32)>(rows.len(), || {
            format!("the features of {candidates} candidates")
        })?;
        let mut values = Vec::with_capacity(rows.len());
        let mut orders = Vec::with_capacity(rows.len());
        for f in 0..width {
            interrupt::poll();
            values.extend(rows.iter().skip(f).step_by(width));
            for s in 0..shape.segments() {
                interrupt::poll();
                let place = place(candidates, f, shape.segment(s));
                orders.extend(0..place.len() as u32);
                by_slope(&values[place.clone()], &mut orders[place]);
            }
        }
        Ok(Self {
            values,
            orders,
            candidates,
        })
    }

    /// The values of a feature of some candidates.
    pub fn values(&self, f: usize, candidates: Range<usize>) -> &[f64] {
        &self.values[place(self.candidates, f, candidates)]
    }

    /// The candidates of a segment by ascending value of a feature, equal ones in their own order.
    pub fn order(&self, f: usize, segment: Range<usize>) -> &[u32] {
        &self.orders[place(self.candidates, f, segment)]
    }

    /// The products of a vector with the features of some candidates.
    pub fn score(&self, candidates: Range<usize>, vector: &[f64], scores: &mut [f64]) {
        scores.fill(0.0);
        for (f, &weight) in vector.iter().enumerate() {
            let values = self.values(f, candidates.clone());
            for (score, value) in scores.iter_mut().zip(values) {
                *score += weight * value;
            }
        }
    }
}

fn place(candidates: usize, f: usize, part: Range<usize>) -> Range<usize> {
    f * candidates + part.start..f * candidates + part.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_together_and_orders_are_those_of_segments() {
        let shape = Shape::new(vec![0, 2, 5], 2).unwrap();
        let rows = [3.0, 0.5, 1.0, 0.5, 2.0, 9.0, 2.0, 7.0, 1.0, 8.0];
        let features = Features::new(&shape, &rows).unwrap();
        assert_eq!(features.values(0, 0..5), [3.0, 1.0, 2.0, 2.0, 1.0]);
        assert_eq!(features.values(1, 2..5), [9.0, 7.0, 8.0]);
        assert_eq!(features.order(0, 0..2), [1, 0]);
        assert_eq!(features.order(0, 2..5), [2, 0, 1]);
        assert_eq!(features.order(1, 0..2), [0, 1]);
        assert_eq!(features.order(1, 2..5), [1, 2, 0]);
        let mut scores = [f64::NAN; 3];
        features.score(2..5, &[1.0, 0.5], &mut scores);
        assert_eq!(scores.to_vec(), [6.5, 5.5, 5.0]);
    }
}
