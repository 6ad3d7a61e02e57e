//! Rows of whole numbers, as most statistics are, summed for many samples at once.
//!
//! The sums of samples are a product of matrices: how often each sample has each segment, times the rows.
//! Sums of whole numbers below 2^24 are exact in single precision, in whatever order they are added, so
//! they are the same to the last bit as those in double precision, and a processor takes twice as many
//! at a time.

use ndarray::{Array2, ArrayView2, Axis, s};

use crate::interrupt;

/// Segments that are summed in single precision.
const CHUNK: usize = 1024;
/// Whole numbers up to this are exact in single precision.
const MOST: f32 = (1 << f32::MANTISSA_DIGITS) as f32;

/// Rows of whole numbers, `[segments, width]`.
pub(super) struct Whole {
    largest: f32,
    values: Array2<f32>,
}

impl Whole {
    /// Packs rows `[segments, width]`; `None` where a number is not whole, or too large.
    pub(super) fn new(rows: &[f64], width: usize) -> Option<Self> {
        let mut largest = 0_i16;
        let mut values = Vec::with_capacity(rows.len());
        for &value in rows {
            let whole = value as i16;
            if f64::from(whole).to_bits() != value.to_bits() {
                return None;
            }
            largest = largest.max(whole.saturating_abs());
            values.push(f32::from(whole));
        }
        let segments = rows.len() / width.max(1);
        let values = Array2::from_shape_vec((segments, width), values).ok()?;
        Some(Self {
            largest: f32::from(largest),
            values,
        })
    }

    /// The sums of samples, `[samples, width]`, in which each segment counts so often,
    /// `[samples, segments]`.
    pub(super) fn sums(&self, counts: &ArrayView2<'_, f32>) -> Vec<f64> {
        let mut sums = Array2::<f64>::zeros((counts.nrows(), self.values.ncols()));
        for begin in (0..self.values.nrows()).step_by(CHUNK) {
            interrupt::poll();
            let end = self.values.nrows().min(begin + CHUNK);
            let counts = counts.slice(s![.., begin..end]);
            let values = self.values.slice(s![begin..end, ..]);
            let drawn = counts.sum_axis(Axis(1)).into_iter().fold(0.0, f32::max);
            if drawn * self.largest <= MOST {
                sums += &counts.dot(&values).mapv(f64::from);
            } else {
                sums += &counts.mapv(f64::from).dot(&values.mapv(f64::from));
            }
        }
        sums.into_raw_vec_and_offset().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(whole: &Whole, counts: &[f32]) -> Vec<f64> {
        let segments = whole.values.nrows();
        let shape = (counts.len() / segments, segments);
        whole.sums(&ArrayView2::from_shape(shape, counts).unwrap())
    }

    #[test]
    fn only_whole_numbers_that_fit() {
        assert!(Whole::new(&[1.0, -2.0, 32_767.0, 0.0], 2).is_some());
        for odd in [0.5, -0.0, 32_768.0, -40_000.0, f64::NAN, f64::INFINITY] {
            assert!(Whole::new(&[1.0, odd], 2).is_none(), "{odd}");
        }
    }

    #[test]
    fn sums_by_hand() {
        let whole = Whole::new(&[1.0, 10.0, 2.0, -20.0, 3.0, 30.0], 2).unwrap();
        let counts = [1.0, 1.0, 1.0, 0.0, 2.0, 0.0];
        assert_eq!(sums(&whole, &counts), [6.0, 20.0, 4.0, -40.0]);
    }

    #[test]
    fn chunks_are_added_up_and_large_sums_are_exact() {
        let rows: Vec<f64> = (0..5000).map(|i| f64::from(i % 7) * 4000.0 + 1.0).collect();
        let whole = Whole::new(&rows, 2).unwrap();
        for count in [1.0, 301.0] {
            let expected = |column: usize| {
                let values = rows.iter().skip(column).step_by(2);
                values.sum::<f64>() * f64::from(count)
            };
            assert_eq!(
                sums(&whole, &vec![count; 2500]),
                [expected(0), expected(1)],
                "{count}"
            );
        }
    }
}
