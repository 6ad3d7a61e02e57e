//! The discounts of modified Kneser-Ney smoothing.

use super::error::{Error, Result};

/// What is taken from counts of one, two, and three or more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Discounts(pub [f64; 3]);

impl Discounts {
    /// What is taken from a count.
    #[inline]
    pub fn of(&self, count: u32) -> f64 {
        match count {
            0 => 0.0,
            _ => self.0[Self::class(count)],
        }
    }

    /// Which of the three discounts a count above zero has.
    #[inline]
    pub fn class(count: u32) -> usize {
        count.min(3) as usize - 1
    }

    /// Estimates the discounts of n-grams of length `order` (Chen and Goodman 1998, equation 26):
    /// `D_j = j - (j + 1) Y n_{j+1} / n_j` with `Y = n_1 / (n_1 + 2 n_2)`.
    ///
    /// # Errors
    /// When a count of counts it divides by is zero, or a discount is negative.
    pub fn estimate(counts: &[u32], order: usize) -> Result<Self> {
        let mut n = [0_u64; 5];
        for &count in counts.iter().filter(|&&count| count < 5) {
            n[count as usize] += 1;
        }
        let refused = |problem| Error::Discount { order, problem };
        if let Some(j) = (1..=3).find(|&j| n[j] == 0) {
            return Err(refused(format!("none has an adjusted count of {j}")));
        }
        let n = n.map(|n| n as f64);
        let y = n[1] / (n[1] + 2.0 * n[2]);
        let discount = |j: usize| j as f64 - (j + 1) as f64 * y * n[j + 1] / n[j];
        let discounts = [discount(1), discount(2), discount(3)];
        match discounts.iter().position(|&d| d < 0.0) {
            None => Ok(Self(discounts)),
            Some(j) => Err(refused(format!(
                "that of adjusted count {} would be {:.6}",
                j + 1,
                discounts[j]
            ))),
        }
    }

    /// Whether these can be given instead of estimated ones.
    pub fn is_valid(&self) -> bool {
        let allowed = |(&d, j): (&f64, f64)| (0.0..=j).contains(&d);
        self.0.iter().zip([1.0, 2.0, 3.0]).all(allowed)
    }
}
