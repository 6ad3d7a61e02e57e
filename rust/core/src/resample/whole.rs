//! Rows of whole numbers, as most statistics are, packed so that many are summed at once.
//!
//! Counts of words fit into 16 bits. A processor multiplies eight of these at a time and adds them up
//! in 32 bits, where it takes two numbers of floating point. Sums of whole numbers are exact either
//! way, so they are the same to the last bit.

use crate::interrupt;

/// Segments whose statistics stay in the nearest cache while all columns are summed.
const CHUNK: usize = 1024;
/// Rows of whole numbers, column by column within chunks of segments.
pub(super) struct Whole {
    width: usize,
    largest: i64,
    values: Vec<i16>,
}

impl Whole {
    /// Packs rows `[segments, width]`; `None` where a number is not whole, or too large.
    pub(super) fn new(rows: &[f64], width: usize) -> Option<Self> {
        let mut largest = 0;
        let mut values = Vec::with_capacity(rows.len());
        for chunk in rows.chunks(CHUNK * width.max(1)) {
            for column in 0..width {
                for &value in chunk.iter().skip(column).step_by(width) {
                    let whole = value as i16;
                    if f64::from(whole).to_bits() != value.to_bits() {
                        return None;
                    }
                    largest = largest.max(i64::from(whole).abs());
                    values.push(whole);
                }
            }
        }
        Some(Self {
            width,
            largest,
            values,
        })
    }

    /// The sums of a sample in which each segment counts so often.
    pub(super) fn sums(&self, counts: &[i16]) -> Vec<f64> {
        let mut sums = vec![0_i64; self.width];
        let chunks = self.values.chunks(CHUNK * self.width.max(1));
        for (counts, values) in counts.chunks(CHUNK).zip(chunks) {
            interrupt::poll();
            let drawn: i64 = counts.iter().map(|&count| i64::from(count)).sum();
            let fits = drawn * self.largest <= i64::from(i32::MAX);
            for (column, sum) in values.chunks_exact(counts.len()).zip(&mut sums) {
                *sum += if fits {
                    i64::from(dot(counts, column))
                } else {
                    long_dot(counts, column)
                };
            }
        }
        sums.into_iter().map(|sum| sum as f64).collect()
    }
}

/// Counts times values, where the sum is known to fit.
#[inline]
fn dot(counts: &[i16], values: &[i16]) -> i32 {
    let products = counts.iter().zip(values);
    products.fold(0, |sum: i32, (&count, &value)| {
        sum.wrapping_add(i32::from(count) * i32::from(value))
    })
}

#[cold]
fn long_dot(counts: &[i16], values: &[i16]) -> i64 {
    let products = counts.iter().zip(values);
    products
        .map(|(&count, &value)| i64::from(count) * i64::from(value))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(whole.sums(&[1, 1, 1]), [6.0, 20.0]);
        assert_eq!(whole.sums(&[0, 2, 0]), [4.0, -40.0]);
    }

    #[test]
    fn chunks_are_added_up_and_large_sums_are_exact() {
        let rows: Vec<f64> = (0..5000).map(|i| f64::from(i % 7) * 4000.0).collect();
        let whole = Whole::new(&rows, 2).unwrap();
        let counts = vec![300_i16; 2500];
        let expected = |column: usize| {
            let values = rows.iter().skip(column).step_by(2);
            values.sum::<f64>() * 300.0
        };
        assert_eq!(whole.sums(&counts), [expected(0), expected(1)]);
    }
}
