//! Candidates that occur more than once.

use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::error::Result;
use crate::interrupt;
use crate::parallel;
use crate::text::Texts;

/// Segments whose candidates are compared in one go.
const SHARD: usize = 64;

/// What makes two candidates of a segment the same.
#[derive(Debug, Clone, Copy)]
pub enum Same<'a> {
    /// Their texts and their features, a row of so many for each candidate; the first one stays.
    Features(&'a [f64], usize),
    /// Their texts; the one with the best total stays, the first in a tie.
    Text(&'a [f64]),
}

impl Same<'_> {
    fn row(&self, i: usize) -> &[f64] {
        match self {
            Self::Features(features, width) => &features[i * width..(i + 1) * width],
            Self::Text(_) => &[],
        }
    }

    fn better(&self, i: usize, than: usize) -> bool {
        match self {
            Self::Features(..) => false,
            Self::Text(totals) => totals[i] > totals[than],
        }
    }
}

/// The candidates that stay when equal ones of a segment become one, in order. Those of segment `s`
/// are `offsets[s]..offsets[s + 1]`.
///
/// # Errors
/// When threads cannot be started.
pub fn distinct(texts: &Texts, offsets: &[usize], same: Same<'_>) -> Result<Vec<u32>> {
    let segments = offsets.len().saturating_sub(1);
    let kept = parallel::map_shards(segments.div_ceil(SHARD), HashTable::new, |table, shard| {
        let mut kept = Vec::new();
        for s in shard * SHARD..segments.min((shard + 1) * SHARD) {
            table.clear();
            let before = kept.len();
            for i in offsets[s]..offsets[s + 1] {
                interrupt::poll();
                keep(table, &mut kept, i, texts, same);
            }
            kept[before..].sort_unstable();
        }
        kept
    })?;
    Ok(kept.concat())
}

/// Keeps a candidate that is new, or better than the same one before; the table holds places in `kept`.
fn keep(
    table: &mut HashTable<usize>,
    kept: &mut Vec<u32>,
    i: usize,
    texts: &Texts,
    same: Same<'_>,
) {
    let hash = |i: usize| {
        let mut hasher = FxBuildHasher.build_hasher();
        hasher.write(texts.line(i).as_bytes());
        for value in same.row(i) {
            // 0 and -0 are equal, so they must hash alike.
            hasher.write_u64((value + 0.0).to_bits());
        }
        hasher.finish()
    };
    let equal = |place: &usize| {
        let other = kept[*place] as usize;
        texts.line(other) == texts.line(i) && same.row(other) == same.row(i)
    };
    match table.find(hash(i), equal) {
        Some(&place) if same.better(i, kept[place] as usize) => kept[place] = i as u32,
        Some(_) => {}
        None => {
            table.insert_unique(hash(i), kept.len(), |&place| hash(kept[place] as usize));
            kept.push(i as u32);
        }
    }
}
