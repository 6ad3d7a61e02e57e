//! chrF statistics of whole batches.

use super::{ChrfCounter, ChrfOptions, ChrfPairs, RowScratch};
use crate::error::Result;
use crate::layout::Layout;
use crate::parallel;
use crate::text::Texts;

/// For every row and each of its references, `[hypothesis, reference, matches]` for every order.
///
/// # Errors
/// When threads cannot be started.
pub fn count(
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    options: ChrfOptions,
) -> Result<Vec<f64>> {
    layout.count_pairs(
        options.width(),
        || ChrfCounter::new(options),
        |counter, r| counter.reference(refs.line(r)),
        |counter, h, row| counter.hypothesis(hyps.line(h), row),
    )
}

/// Hypotheses whose shared n-grams are kept at once; bounds the memory of unrelated sentences.
const TILE: usize = 256;
/// References a thread takes at a time.
const SHARD_REFERENCES: usize = 8;

/// Statistics of all pairs, hypothesis by hypothesis.
///
/// # Errors
/// When threads cannot be started.
pub fn matrix(hyps: &Texts, refs: &Texts, options: ChrfOptions) -> Result<Vec<f64>> {
    let width = options.width();
    let references: Vec<&str> = (0..refs.len()).map(|j| refs.line(j)).collect();
    let mut out = vec![0.0; hyps.len() * refs.len() * width];
    for begin in (0..hyps.len()).step_by(TILE) {
        let end = hyps.len().min(begin + TILE);
        let tile: Vec<&str> = (begin..end).map(|i| hyps.line(i)).collect();
        let pairs = ChrfPairs::new(options, &tile, &references);
        let shards = refs.len().div_ceil(SHARD_REFERENCES);
        let columns = parallel::map_shards(shards, RowScratch::default, |scratch, shard| {
            let range = shard * SHARD_REFERENCES..refs.len().min((shard + 1) * SHARD_REFERENCES);
            let mut block = vec![0.0; range.len() * tile.len() * width];
            for (j, column) in range.zip(block.chunks_mut(tile.len() * width)) {
                pairs.row(j, scratch, column);
            }
            block
        })?;
        let columns = columns.iter().flat_map(|b| b.chunks(tile.len() * width));
        for (j, column) in columns.enumerate() {
            for (i, cells) in column.chunks(width).enumerate() {
                let at = ((begin + i) * refs.len() + j) * width;
                out[at..at + width].copy_from_slice(cells);
            }
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_agrees_with_counting_pair_by_pair() {
        let options = ChrfOptions {
            char_order: 6,
            word_order: 2,
            whitespace: false,
            lowercase: false,
        };
        let lines: Vec<String> = (0..300)
            .map(|i| format!("word{} is {}", i % 7, i % 13))
            .collect();
        let hyps: Texts = lines.iter().collect();
        let refs: Texts = lines.iter().skip(5).take(20).collect();
        let pairs = hyps.len() * refs.len();
        let rows = |of: fn(usize) -> usize| (0..pairs).map(|p| of(p) as u32).collect::<Vec<u32>>();
        let offsets = (0..=refs.len() as u32).collect();
        let layout = Layout::new(rows(|p| p / 20), rows(|p| p % 20), offsets, 300, 20).unwrap();
        assert_eq!(
            matrix(&hyps, &refs, options).unwrap(),
            count(&hyps, &refs, &layout, options).unwrap()
        );
    }
}
