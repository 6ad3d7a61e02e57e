//! nLEPOR and hLEPOR: lengths, common n-grams and the positions of matched words.
//!
//! Han et al. 2013, section 3.1, in two readings. [`paper_counts`] follows the paper on interned
//! words. [`perl_counts`] follows the scripts its authors released, quirks included, and begins at
//! the raw text because their way of splitting a line is one of the quirks.
//!
//! Both count every (hypothesis, reference) pair, since which reference is best depends on weights
//! that are none of the core's business.

mod by_places;
mod by_search;
mod occurrences;
mod paper;
mod perl;

pub use paper::{Matching, paper_counts, paper_row_width, positions};
pub use perl::{PERL_ROW_WIDTH, perl_counts, perl_lower, perl_split};

/// The sum over matched words of how far they are from their match, each position being divided
/// by the length of its line, and all by the hypothesis length again: the paper's equation 6.
///
/// The numerators are whole numbers, so the only rounding is that of the one division.
#[derive(Default)]
struct PositionDifference {
    numerators: f64,
}

impl PositionDifference {
    /// Adds a match between positions counted from 0 in lines of `c` and `r` words.
    fn add(&mut self, (i, c): (usize, usize), (j, r): (usize, usize)) {
        self.numerators += ((i + 1) * r).abs_diff((j + 1) * c) as f64;
    }

    fn normalised(&self, c: usize, r: usize) -> f64 {
        if self.numerators == 0.0 {
            return 0.0;
        }
        self.numerators / (c as f64 * c as f64 * r as f64)
    }
}
