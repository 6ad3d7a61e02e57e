//! Sums of additive rows over random samples of a test set.
//!
//! Every sample has its own stream of random numbers, keyed by the seed and the number of the
//! sample: sums depend neither on the number of threads nor on how many samples are drawn at once.

mod panels;
#[cfg(test)]
mod tests;
mod whole;

use std::ops::Range;

use ndarray::Array2;

use crate::error::{Error, Result};
use crate::interrupt;
use crate::parallel::map_shards;
use crate::random::{self, Stream};
use panels::{Panels, TILE, Tile};
use whole::Whole;

/// Samples of one shard of work.
const SHARD: usize = 8 * TILE;

/// Bootstrap: sums of as many rows as there are, drawn with replacement, `[samples, width]`.
///
/// `rows` is `[segments, width]`.
///
/// # Errors
/// When rows are not of equal width, or threads cannot be started.
pub fn bootstrap_sums(
    rows: &[f64],
    width: usize,
    samples: Range<u64>,
    seed: u64,
) -> Result<Vec<f64>> {
    let segments = segments_of(rows, width)?;
    let any = random::Range::new(segments.max(1));
    drawn_sums(rows, segments, width, &samples, |number, counts| {
        let mut stream = Stream::new(seed, number);
        for _ in 0..counts.len() {
            counts[stream.below(any)] += 1.0;
        }
    })
}

/// Poisson bootstrap: sums of rows that are each drawn Poisson(1) times, `[samples, width]`.
///
/// How often a row is drawn depends on no other row, so that the rows of a corpus can be drawn block by
/// block, anywhere, and sums added: `block` is the number of the block these `rows`, `[segments, width]`,
/// are. (Hanley and `MacGibbon` 2006, *Creating non-parametric bootstrap samples using Poisson
/// frequencies*.)
///
/// # Errors
/// When rows are not of equal width, or threads cannot be started.
pub fn poisson_sums(
    rows: &[f64],
    width: usize,
    samples: Range<u64>,
    seed: u64,
    block: u64,
) -> Result<Vec<f64>> {
    let segments = segments_of(rows, width)?;
    let mut own = Stream::new(seed, block);
    let seed = own.bits();
    let chances = random::poisson_chances();
    drawn_sums(rows, segments, width, &samples, |number, counts| {
        let mut stream = Stream::new(seed, number);
        for pair in counts.chunks_mut(2) {
            let bits = stream.bits();
            for (count, half) in pair.iter_mut().zip([bits as u32, (bits >> 32) as u32]) {
                *count = random::poisson(&chances, half);
            }
        }
    })
}

/// Sums of rows that are counted so many times each, `[samples, width]`.
///
/// `rows` is `[segments, width]`, `times` is `[samples, segments]`.
///
/// # Errors
/// When rows are not of equal width, samples do not count every row, or threads cannot be started.
pub fn counted_sums(rows: &[f64], width: usize, times: &[f64]) -> Result<Vec<f64>> {
    let segments = segments_of(rows, width)?;
    if segments == 0 || times.len() % segments != 0 {
        let numbers = times.len();
        return Err(Error::Layout(format!(
            "{numbers} counts of {segments} rows"
        )));
    }
    let samples = (times.len() / segments) as u64;
    let panels = Panels::new(rows, segments, width);
    tiled_sums(&panels, 0..samples, |number, tile, sample| {
        let counts = &times[number as usize * segments..];
        for (tile, count) in tile.iter_mut().zip(counts) {
            tile[sample] = *count;
        }
    })
}

/// Approximate randomisation: for every segment the rows of all slots are dealt to the slots anew;
/// sums of each slot, `[samples, slots, width]`.
///
/// `rows` is `[slots, segments, width]`. With two slots this tosses a coin for every segment.
///
/// # Errors
/// When slots do not have as many rows of equal width, or threads cannot be started.
pub fn permuted_sums(
    rows: &[f64],
    slots: usize,
    width: usize,
    samples: Range<u64>,
    seed: u64,
) -> Result<Vec<f64>> {
    let segments = segments_of(rows, slots * width)?;
    if slots == 2 {
        let (first, second) = rows.split_at(segments * width);
        return swapped_sums(first, second, width, samples, seed);
    }
    let work = |order: &mut Vec<usize>, shard: usize| {
        shard_of(&samples, shard)
            .flat_map(|sample| dealt_sums(rows, slots, width, order, Stream::new(seed, sample)))
            .collect::<Vec<_>>()
    };
    Ok(map_shards(shards_of(&samples), Vec::new, work)?.concat())
}

/// Sums of one sample in which the rows of every segment are dealt to the slots anew.
fn dealt_sums(
    rows: &[f64],
    slots: usize,
    width: usize,
    order: &mut Vec<usize>,
    mut stream: Stream,
) -> Vec<f64> {
    let segments = rows.len() / (slots * width).max(1);
    let mut sums = vec![0.0; slots * width];
    order.clear();
    order.extend(0..slots);
    for segment in 0..segments {
        interrupt::step(segment);
        for last in (1..slots).rev() {
            order.swap(last, stream.below(random::Range::new(last + 1)));
        }
        for (slot, sums) in order.iter().zip(sums.chunks_exact_mut(width)) {
            let row = (slot * segments + segment) * width;
            for (sum, value) in sums.iter_mut().zip(&rows[row..row + width]) {
                *sum += value;
            }
        }
    }
    sums
}

/// As [`permuted_sums`] for two slots: what a swap adds to one slot it takes from the other.
fn swapped_sums(
    first: &[f64],
    second: &[f64],
    width: usize,
    samples: Range<u64>,
    seed: u64,
) -> Result<Vec<f64>> {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| b - a).collect();
    let segments = first.len() / width.max(1);
    let moved = drawn_sums(&differences, segments, width, &samples, |number, counts| {
        let mut stream = Stream::new(seed, number);
        for coins in counts.chunks_mut(64) {
            let mut bits = stream.bits();
            for count in coins {
                *count = f32::from((bits & 1) as u8);
                bits >>= 1;
            }
        }
    })?;
    let (a, b) = (totals(first, width), totals(second, width));
    let mut sums = Vec::with_capacity(2 * moved.len());
    for moved in moved.chunks_exact(width.max(1)) {
        sums.extend(a.iter().zip(moved).map(|(total, moved)| total + moved));
        sums.extend(b.iter().zip(moved).map(|(total, moved)| total - moved));
    }
    Ok(sums)
}

/// Sums of all samples; `draw` counts the segments of the sample of a number, from zeros.
///
/// No segment is drawn 2^24 times: with one chance in as many as there are, it never is.
fn drawn_sums(
    rows: &[f64],
    segments: usize,
    width: usize,
    samples: &Range<u64>,
    draw: impl Fn(u64, &mut [f32]) + Sync,
) -> Result<Vec<f64>> {
    let Some(whole) = Whole::new(rows, width) else {
        let panels = Panels::new(rows, segments, width);
        return tiled_sums(&panels, samples.clone(), |number, tile, sample| {
            let mut counts = vec![0.0; segments];
            draw(number, &mut counts);
            for (tile, count) in tile.iter_mut().zip(counts) {
                tile[sample] = f64::from(count);
            }
        });
    };
    let work = |counts: &mut Array2<f32>, shard: usize| {
        let numbers = shard_of(samples, shard);
        let together = (numbers.end - numbers.start) as usize;
        if counts.dim() != (together, segments) {
            *counts = Array2::zeros((together, segments));
        }
        for (number, mut counts) in numbers.zip(counts.rows_mut()) {
            interrupt::poll();
            if let Some(counts) = counts.as_slice_mut() {
                counts.fill(0.0);
                draw(number, counts);
            }
        }
        whole.sums(&counts.view())
    };
    let init = || Array2::zeros((0, 0));
    Ok(map_shards(shards_of(samples), init, work)?.concat())
}

/// Sums of all samples; `fill` counts the segments of the sample of a number in a tile of zeros.
fn tiled_sums(
    panels: &Panels,
    samples: Range<u64>,
    fill: impl Fn(u64, &mut [Tile], usize) + Sync,
) -> Result<Vec<f64>> {
    let width = panels.width();
    let work = |tile: &mut Vec<Tile>, shard: usize| {
        let numbers = shard_of(&samples, shard);
        let mut sums = Vec::with_capacity(SHARD * width);
        for first in numbers.clone().step_by(TILE) {
            tile.clear();
            tile.resize(panels.segments(), [0.0; TILE]);
            let together = TILE.min((numbers.end - first) as usize);
            for sample in 0..together {
                interrupt::poll();
                fill(first + sample as u64, tile, sample);
            }
            sums.extend_from_slice(&panels.sums(tile)[..together * width]);
        }
        sums
    };
    Ok(map_shards(shards_of(&samples), Vec::new, work)?.concat())
}

/// How many shards the samples make.
fn shards_of(samples: &Range<u64>) -> usize {
    (samples.end.saturating_sub(samples.start) as usize).div_ceil(SHARD)
}

/// The numbers of the samples of a shard.
fn shard_of(samples: &Range<u64>, shard: usize) -> Range<u64> {
    let first = samples.start + (shard * SHARD) as u64;
    first..samples.end.min(first + SHARD as u64)
}

/// The sum of all rows.
fn totals(rows: &[f64], width: usize) -> Vec<f64> {
    let mut totals = vec![0.0; width];
    for row in rows.chunks_exact(width.max(1)) {
        for (total, value) in totals.iter_mut().zip(row) {
            *total += value;
        }
    }
    totals
}

/// The number of rows, where all are whole.
fn segments_of(rows: &[f64], width: usize) -> Result<usize> {
    if width == 0 || rows.len() % width != 0 {
        let numbers = rows.len();
        return Err(Error::Layout(format!(
            "{numbers} statistics in rows of {width}"
        )));
    }
    Ok(rows.len() / width)
}
