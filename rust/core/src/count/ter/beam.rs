//! The part of the edit matrix that is searched.

use std::ops::Range;

/// Columns searched on either side of the pseudo-diagonal.
const WIDTH: usize = 25;

/// A band around the straight line from corner to corner of the edit matrix.
///
/// Row `i` stands for the first `i` words of the hypothesis, column `j` for the first `j` words of
/// the reference. Only the cells in the band exist; a path that leaves it is never found, so the
/// distance can exceed Levenshtein's.
///
/// Tercom walks its matrix with a beam of 20 along the main diagonal. The beam here is sacreBLEU's:
/// 25, along the *pseudo*-diagonal, whose slope is the ratio of the lengths.
#[derive(Clone, Copy, Default)]
pub(super) struct Beam {
    hyp_words: usize,
    ref_words: usize,
    slope: f64,
    width: usize,
}

impl Beam {
    /// The beam for two lines of these lengths; neither is empty.
    pub(super) fn new(hyp_words: usize, ref_words: usize) -> Self {
        let slope = ref_words as f64 / hyp_words as f64;
        // Rows of a steeper beam of the usual width would not touch each other.
        let width = if slope / 2.0 > WIDTH as f64 {
            to_count((slope / 2.0 + WIDTH as f64).ceil())
        } else {
            WIDTH
        };
        Self {
            hyp_words,
            ref_words,
            slope,
            width,
        }
    }

    /// Number of rows after row 0.
    pub(super) fn hyp_words(&self) -> usize {
        self.hyp_words
    }

    /// Whether the hypothesis is so short that the beam had to be widened.
    pub(super) fn is_widened(&self) -> bool {
        self.width > WIDTH
    }

    /// The columns of a row. Row 0 is complete; neither bound decreases from one later row to the
    /// next.
    pub(super) fn columns(&self, row: usize) -> Range<usize> {
        let all = self.ref_words + 1;
        if row == 0 {
            return 0..all;
        }
        let diagonal = to_count(row as f64 * self.slope);
        let end = if row == self.hyp_words {
            all
        } else {
            all.min(diagonal + self.width)
        };
        diagonal.saturating_sub(self.width)..end
    }

    /// Whether a distance found inside the beam is Levenshtein's for certain.
    ///
    /// A path strays from the pseudo-diagonal by no more columns than it costs. So everything
    /// that is cheaper than the beam's width is inside, with one column to spare for rounding.
    pub(super) fn is_exact(&self, distance: u32) -> bool {
        self.ref_words < WIDTH || (distance as usize) < WIDTH
    }
}

/// The whole part of a number that is not negative.
#[allow(clippy::cast_sign_loss)]
fn to_count(number: f64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_searched_completely() {
        let beam = Beam::new(20, 24);
        for row in 0..=20 {
            assert_eq!(beam.columns(row), 0..25);
        }
    }

    #[test]
    fn the_beam_follows_the_ratio_of_the_lengths() {
        let beam = Beam::new(100, 150);
        assert_eq!(beam.columns(0), 0..151);
        assert_eq!(beam.columns(1), 0..26);
        assert_eq!(beam.columns(50), 50..100);
        assert_eq!(beam.columns(51), 51..101);
        assert_eq!(beam.columns(100), 125..151);
    }

    #[test]
    fn a_steep_beam_is_widened_until_its_rows_overlap() {
        assert!(!Beam::new(2, 100).is_widened());
        let beam = Beam::new(2, 102);
        assert!(beam.is_widened());
        assert_eq!(beam.columns(1), 0..102);
        assert_eq!(beam.columns(2), 51..103);
    }
}
