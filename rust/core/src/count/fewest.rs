//! Error counts against the reference that is reached with the fewest errors.

use crate::error::Result;
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};
use crate::text::Tokens;

/// Numbers in a row: errors, mean reference length.
pub const ROW_WIDTH: usize = 2;

/// For every row the fewest errors against any of its references, and their mean length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn fewest_errors<S, I, F>(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    init: I,
    errors: F,
) -> Result<Vec<f64>>
where
    I: Fn() -> S + Sync,
    F: Fn(&mut S, &[u32], &[u32]) -> usize + Sync,
{
    hyps.comparable(refs)?;
    let count = |scratch: &mut S, segment: Segment<'_>, out: &mut [f64]| {
        let references = segment.references();
        let words: usize = references.clone().map(|r| refs.line(r).len()).sum();
        let length = words as f64 / references.len().max(1) as f64;
        for (row, h) in out.chunks_mut(ROW_WIDTH).zip(segment.hypotheses()) {
            interrupt::poll();
            let hyp = hyps.line(h);
            let counts = references
                .clone()
                .map(|r| errors(scratch, hyp, refs.line(r)));
            row[0] = counts.min().unwrap_or(0) as f64;
            row[1] = length;
        }
    };
    layout.count(ROW_WIDTH, Per::Hypothesis, init, count)
}
