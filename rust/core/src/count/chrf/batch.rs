//! chrF statistics of whole batches.

use std::ops::Range;

use super::{ChrfCounter, ChrfOptions, ChrfPairs, RowScratch};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::Layout;
use crate::memory;
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
    check_pairs(hyps.len().saturating_mul(refs.len()), width)?;
    let references = lines(refs, 0..refs.len());
    let mut out = vec![0.0; hyps.len() * refs.len() * width];
    for hypotheses in tiles(0..hyps.len()) {
        let tile = lines(hyps, hypotheses.clone());
        let pairs = ChrfPairs::new(options, &tile, &references);
        let shards = refs.len().div_ceil(SHARD_REFERENCES);
        let columns = parallel::map_shards(shards, RowScratch::default, |scratch, shard| {
            let range = shard * SHARD_REFERENCES..refs.len().min((shard + 1) * SHARD_REFERENCES);
            let mut block = vec![0.0; range.len() * tile.len() * width];
            for (j, column) in range.zip(block.chunks_mut(tile.len() * width)) {
                interrupt::poll();
                pairs.row(j, scratch, column);
            }
            block
        })?;
        let out = &mut out[hypotheses.start * refs.len() * width..];
        let columns = columns.iter().flat_map(|b| b.chunks(tile.len() * width));
        for (j, column) in columns.enumerate() {
            place(column, j, refs.len(), width, out);
        }
    }
    Ok(out)
}

/// As [`matrix`], for each group on its own, one after the other: hypotheses
/// `hyp_offsets[g]..hyp_offsets[g + 1]` with references `ref_offsets[g]..ref_offsets[g + 1]`.
///
/// # Errors
/// When the offsets contradict each other or the texts, or threads cannot be started.
pub fn matrices(
    hyps: &Texts,
    refs: &Texts,
    hyp_offsets: &[usize],
    ref_offsets: &[usize],
    options: ChrfOptions,
) -> Result<Vec<f64>> {
    let width = options.width();
    let hypotheses = ranges(hyp_offsets, hyps.len())?;
    let references = ranges(ref_offsets, refs.len())?;
    if hypotheses.len() != references.len() {
        let what = format!(
            "{} groups of hypotheses for {}",
            hypotheses.len(),
            references.len()
        );
        return Err(Error::Layout(what));
    }
    let groups = hypotheses.iter().zip(&references);
    let pairs = groups.map(|(hyps, refs)| hyps.len() * refs.len()).sum();
    check_pairs(pairs, width)?;
    let work: Vec<(Range<usize>, &Range<usize>)> = hypotheses
        .into_iter()
        .zip(&references)
        .flat_map(|(group, references)| tiles(group).map(move |tile| (tile, references)))
        .collect();
    let blocks = parallel::map_shards(work.len(), RowScratch::default, |scratch, shard| {
        let (tile, references) = &work[shard];
        let (tile, references) = (
            lines(hyps, tile.clone()),
            lines(refs, (*references).clone()),
        );
        let pairs = ChrfPairs::new(options, &tile, &references);
        let mut column = vec![0.0; tile.len() * width];
        let mut block = vec![0.0; tile.len() * references.len() * width];
        for j in 0..references.len() {
            interrupt::poll();
            pairs.row(j, scratch, &mut column);
            place(&column, j, references.len(), width, &mut block);
        }
        block
    })?;
    Ok(blocks.concat())
}

/// Refuses more pairs than there is memory for; they are counted by tile and then put in order.
fn check_pairs(pairs: usize, width: usize) -> Result<()> {
    memory::check::<[f64; 2]>(pairs.saturating_mul(width), || {
        format!(
            "the statistics of {pairs} pairs of candidates: give fewer of them for each segment"
        )
    })
}

fn lines(texts: &Texts, range: Range<usize>) -> Vec<&str> {
    range.map(|i| texts.line(i)).collect()
}

fn tiles(hypotheses: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = hypotheses.end;
    hypotheses
        .step_by(TILE)
        .map(move |begin| begin..end.min(begin + TILE))
}

/// From the statistics of all hypotheses with reference `j` to their places hypothesis by hypothesis.
fn place(column: &[f64], j: usize, references: usize, width: usize, out: &mut [f64]) {
    for (i, cells) in column.chunks(width).enumerate() {
        let at = (i * references + j) * width;
        out[at..at + width].copy_from_slice(cells);
    }
}

fn ranges(offsets: &[usize], lines: usize) -> Result<Vec<Range<usize>>> {
    let sound =
        offsets.first() == Some(&0) && offsets.last() == Some(&lines) && offsets.is_sorted();
    if !sound {
        let what = format!("offsets of groups must rise from 0 to {lines}");
        return Err(Error::Layout(what));
    }
    Ok(offsets.windows(2).map(|w| w[0]..w[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: ChrfOptions = ChrfOptions {
        char_order: 6,
        word_order: 2,
        whitespace: false,
        lowercase: false,
    };

    fn sentences() -> Vec<String> {
        (0..300)
            .map(|i| format!("word{} is {}", i % 7, i % 13))
            .collect()
    }

    #[test]
    fn matrix_agrees_with_counting_pair_by_pair() {
        let lines = sentences();
        let hyps: Texts = lines.iter().collect();
        let refs: Texts = lines.iter().skip(5).take(20).collect();
        let pairs = hyps.len() * refs.len();
        let rows = |of: fn(usize) -> usize| (0..pairs).map(|p| of(p) as u32).collect::<Vec<u32>>();
        let offsets = (0..=refs.len() as u32).collect();
        let layout = Layout::new(rows(|p| p / 20), rows(|p| p % 20), offsets, 300, 20).unwrap();
        assert_eq!(
            matrix(&hyps, &refs, OPTIONS).unwrap(),
            count(&hyps, &refs, &layout, OPTIONS).unwrap()
        );
    }

    #[test]
    fn matrices_are_one_matrix_after_the_other() {
        let lines = sentences();
        let part = |range: Range<usize>| lines[range].iter().collect::<Texts>();
        let (hyp_offsets, ref_offsets) = ([0, 270, 270, 300], [0, 3, 20, 21]);
        let mut expected = Vec::new();
        for g in 0..3 {
            let hyps = part(hyp_offsets[g]..hyp_offsets[g + 1]);
            let refs = part(ref_offsets[g]..ref_offsets[g + 1]);
            expected.extend(matrix(&hyps, &refs, OPTIONS).unwrap());
        }
        let (hyps, refs) = (part(0..300), part(0..21));
        let made = matrices(&hyps, &refs, &hyp_offsets, &ref_offsets, OPTIONS).unwrap();
        assert_eq!(made, expected);
    }

    #[test]
    fn groups_that_contradict_each_other_are_refused() {
        let lines: Texts = ["a", "b"].iter().collect();
        let made = |h: &[usize], r: &[usize]| matrices(&lines, &lines, h, r, OPTIONS);
        assert!(made(&[0, 1, 2], &[0, 2, 2]).is_ok());
        for (h, r) in [
            (&[0, 1, 2][..], &[0, 2][..]),
            (&[0, 3], &[0, 2]),
            (&[1, 2], &[0, 2]),
            (&[0, 2, 1, 2], &[0, 1, 1, 2]),
            (&[], &[]),
        ] {
            assert!(made(h, r).is_err());
        }
    }
}
