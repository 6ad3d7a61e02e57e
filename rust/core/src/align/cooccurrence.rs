//! Which words occur in the same sentence pairs, and where training starts from.

use super::error::{Error, Result};
use super::table::Table;
use super::words::Lines;
use crate::interrupt;
use crate::parallel;

/// Source words whose rows are counted together.
const SHARD_WORDS: usize = 256;

/// The lines in which each source word occurs, by word; a line as often as the word is in it.
struct Occurrences {
    starts: Vec<usize>,
    lines: Vec<u32>,
}

impl Occurrences {
    fn new(text: &Lines, words: usize) -> Self {
        let mut starts = vec![0; words + 1];
        for &word in text.ids() {
            starts[word as usize + 1] += 1;
        }
        for word in 0..words {
            starts[word + 1] += starts[word];
        }
        let mut next = starts.clone();
        let mut lines = vec![0; text.ids().len()];
        for line in 0..text.len() {
            for &word in text.line(line) {
                lines[next[word as usize]] = line as u32;
                next[word as usize] += 1;
            }
        }
        Self { starts, lines }
    }

    fn of(&self, word: usize) -> &[u32] {
        &self.lines[self.starts[word]..self.starts[word + 1]]
    }
}

/// One source word's partners, ascending, and the weight of each.
#[derive(Default)]
struct Row {
    targets: Vec<u32>,
    weights: Vec<f32>,
}

/// Counts the partners of one source word; `sums` is zero before and after.
fn row(occurrences: &[u32], sources: &Lines, targets: &Lines, sums: &mut [f32]) -> Row {
    let mut row = Row::default();
    for (k, &line) in occurrences.iter().enumerate() {
        interrupt::step(k);
        let words = targets.line(line as usize);
        let share = 1.0 / sources.line(line as usize).len().max(words.len()) as f32;
        for &target in words {
            let sum = &mut sums[target as usize];
            if *sum == 0.0 {
                row.targets.push(target);
            }
            *sum += share;
        }
    }
    row.targets.shrink_to_fit();
    row.targets.sort_unstable();
    row.weights = row
        .targets
        .iter()
        .map(|&target| std::mem::take(&mut sums[target as usize]))
        .collect();
    row
}

/// A table of all pairs of words that occur together, or that `known` lists for a source word,
/// with the weight of each place: its expected links if every word of a sentence were as good.
pub(super) fn cooccurrences(
    (sources, source_words): (&Lines, usize),
    (targets, target_words): (&Lines, usize),
    known: impl Fn(usize) -> Vec<u32> + Sync,
) -> Result<(Table, Vec<f32>)> {
    let occurrences = Occurrences::new(sources, source_words);
    let shards = parallel::map_shards(
        source_words.div_ceil(SHARD_WORDS),
        || vec![0.0; target_words],
        |sums, shard| {
            let words = shard * SHARD_WORDS..source_words.min((shard + 1) * SHARD_WORDS);
            words
                .map(|word| {
                    let mut row = row(occurrences.of(word), sources, targets, sums);
                    add_known(&mut row, known(word));
                    row
                })
                .collect::<Vec<Row>>()
        },
    )?;
    let rows = || shards.iter().flatten();
    let table = Table::new(rows().map(|row| row.targets.as_slice())).ok_or(Error::TooManyPairs)?;
    let mut weights = vec![0.0; table.places()];
    for (source, row) in rows().enumerate() {
        interrupt::poll();
        for (&target, &weight) in row.targets.iter().zip(&row.weights) {
            if let Some(place) = table.find(source as u32, target) {
                weights[place as usize] = weight;
            }
        }
    }
    Ok((table, weights))
}

/// Adds partners from an earlier text that this one does not have.
fn add_known(row: &mut Row, known: Vec<u32>) {
    let is_new = |target: &u32| row.targets.binary_search(target).is_err();
    let new: Vec<(u32, f32)> = known.into_iter().filter(is_new).map(|t| (t, 0.0)).collect();
    if new.is_empty() {
        return;
    }
    let own = row.targets.iter().copied().zip(row.weights.iter().copied());
    let mut all: Vec<(u32, f32)> = own.chain(new).collect();
    all.sort_unstable_by_key(|&(target, _)| target);
    (row.targets, row.weights) = all.into_iter().unzip();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_partners_join_in_order() {
        let mut row = Row {
            targets: vec![2, 5],
            weights: vec![0.5, 0.25],
        };
        add_known(&mut row, vec![7, 5, 1]);
        assert_eq!(row.targets, [1, 2, 5, 7]);
        assert_eq!(row.weights, [0.0, 0.5, 0.25, 0.0]);
    }
}
