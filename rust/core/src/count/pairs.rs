//! Counting a hypothesis against each of its references on its own.

use crate::error::Result;
use crate::layout::Layout;
use crate::text::Tokens;

/// One row of `WIDTH` numbers for every (hypothesis, reference) pair of a batch.
///
/// `kernel` gets a scratch made by `init`, the words of the hypothesis and those of the reference.
///
/// # Errors
/// When the two texts were interned separately or threads cannot be started.
pub(super) fn count_pairs<const WIDTH: usize, S>(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    init: impl Fn() -> S + Sync,
    kernel: impl Fn(&mut S, &[u32], &[u32]) -> [f64; WIDTH] + Sync,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    layout.count_pairs(
        WIDTH,
        || (init(), 0),
        |(_, reference), r| *reference = r,
        |(scratch, reference), h, row| {
            row.copy_from_slice(&kernel(scratch, hyps.line(h), refs.line(*reference)));
        },
    )
}
