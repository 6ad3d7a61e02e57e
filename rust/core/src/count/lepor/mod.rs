//! nLEPOR and hLEPOR: lengths, common n-grams and the positions of matched words.
//!
//! Han et al. 2013, section 3.1, in two readings. [`paper_counts`] follows the paper on interned
//! words. [`perl_counts`] follows the scripts its authors released, quirks included, and begins at
//! the raw text because their way of splitting a line is one of the quirks.
//!
//! Both count every (hypothesis, reference) pair, since which reference is best depends on weights
//! that are none of the core's business.

mod bags;
mod occurrences;
mod paper;
mod perl;

pub use paper::{Matching, paper_counts, paper_row_width, positions};
pub use perl::{PERL_ROW_WIDTH, perl_counts, perl_lower, perl_split};

use crate::error::Result;
use crate::layout::{Layout, Per, Segment};

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

/// Counts each reference of each segment against the segment's hypotheses, in parallel.
///
/// `prepare` and `count` get a scratch and the line number of a reference or a hypothesis; the
/// hypotheses given to `count` belong to the reference prepared last.
fn count_pairs<S>(
    layout: &Layout,
    width: usize,
    init: impl Fn() -> S + Sync,
    prepare: impl Fn(&mut S, usize) + Sync,
    count: impl Fn(&mut S, usize, &mut [f64]) + Sync,
) -> Result<Vec<f64>> {
    let count = |scratch: &mut S, segment: Segment<'_>, out: &mut [f64]| {
        let references = segment.references().len();
        for (k, r) in segment.references().enumerate() {
            prepare(scratch, r);
            let rows = out.chunks_mut(width).skip(k).step_by(references);
            for (row, h) in rows.zip(segment.hypotheses()) {
                count(scratch, h, row);
            }
        }
    };
    layout.count(width, Per::Reference, init, count)
}
