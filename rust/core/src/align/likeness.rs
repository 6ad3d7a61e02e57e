//! Spelling priors: pseudo-counts for the word pairs of a table that look alike.

use super::spelling::Spelling;
use super::table::Table;
use crate::error::Result;
use crate::interrupt;
use crate::parallel;
use crate::text::Words;

/// Source words that are compared together.
const SHARD_ROWS: usize = 512;

/// The spelling priors of all pairs of a table that look alike, ascending by place.
pub(super) fn spelling_priors(
    table: &Table,
    sources: &Words,
    targets: &Words,
    weight: f32,
) -> Result<Vec<(u32, f32)>> {
    if weight == 0.0 {
        return Ok(Vec::new());
    }
    let spell = |words: &Words| -> Vec<_> {
        (0..words.len() as u32)
            .map(|id| Spelling::new(words.word(id)))
            .collect()
    };
    let (of_sources, of_targets) = (spell(sources), spell(targets));
    let shards = parallel::map_shards(
        of_sources.len().div_ceil(SHARD_ROWS),
        || (),
        |(), shard| {
            let mut alike = Vec::new();
            let sources = of_sources.iter().enumerate();
            for (source, spelling) in sources.skip(shard * SHARD_ROWS).take(SHARD_ROWS) {
                for (place, target) in table.row(source) {
                    interrupt::poll();
                    let likeness = spelling.likeness(&of_targets[target as usize]);
                    if likeness > 0.0 {
                        alike.push((place as u32, weight * likeness));
                    }
                }
            }
            alike
        },
    )?;
    Ok(shards.concat())
}

/// Finds the spelling prior of places that are visited in ascending order.
pub(super) struct PriorCursor<'a> {
    rest: &'a [(u32, f32)],
}

impl<'a> PriorCursor<'a> {
    /// A cursor for places from `first` on.
    pub(super) fn new(likeness: &'a [(u32, f32)], first: usize) -> Self {
        let at = likeness.partition_point(|&(place, _)| (place as usize) < first);
        Self {
            rest: &likeness[at..],
        }
    }

    /// The prior of a place.
    pub(super) fn at(&mut self, place: usize) -> f32 {
        match self.rest.split_first() {
            Some((&(first, prior), rest)) if first as usize == place => {
                self.rest = rest;
                prior
            }
            _ => 0.0,
        }
    }
}
