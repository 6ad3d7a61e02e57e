//! A hypothesis against each of its references on its own: counted, or looked at.

use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::parallel;
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

/// What `see` finds in every (hypothesis, reference) pair of a batch: row by row, and in each reference by
/// reference.
///
/// `see` gets a scratch made by `init`, the number of the segment from 0, and the words of both. Of several
/// refusals that of the first row is told.
///
/// # Errors
/// When the two texts were interned separately, a pair is refused, or threads cannot be started.
pub(super) fn map_pairs<S, T: Send>(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    init: impl Fn() -> S + Sync,
    see: impl Fn(&mut S, usize, &[u32], &[u32]) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    hyps.comparable(refs)?;
    layout.check_lines(hyps.len(), refs.len())?;
    let shards = parallel::map_shards(layout.shards(), init, |scratch, shard| {
        let mut seen = Vec::new();
        for segment in layout.shard(shard) {
            for (row, h) in segment.rows().zip(segment.hypotheses()) {
                for r in segment.references() {
                    interrupt::poll();
                    let found = see(scratch, segment.number(), hyps.line(h), refs.line(r));
                    seen.push((row, found));
                }
            }
        }
        seen
    })?;
    let mut seen: Vec<_> = shards.into_iter().flatten().collect();
    // Stable: references stay in order.
    seen.sort_by_key(|&(row, _)| row);
    seen.into_iter().map(|(_, found)| found).collect()
}
