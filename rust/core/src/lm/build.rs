//! Building the trie from n-grams in any order.

use super::error::{Error, Result};
use super::model::{Model, Weights};
use super::trie::Level;
use crate::text::Words;

/// N-grams of one length, their words from last to first.
#[derive(Debug, Default)]
pub struct Table {
    length: usize,
    ids: Vec<u32>,
    weights: Weights,
    /// The lines they come from.
    lines: Vec<u32>,
}

impl Table {
    /// An empty table of n-grams of `length` words with room for `count`.
    pub fn with_capacity(length: usize, count: usize) -> Self {
        Self {
            length,
            ids: Vec::with_capacity(length * count),
            weights: Weights {
                log10: Vec::with_capacity(count),
                backoffs: Vec::with_capacity(count),
            },
            lines: Vec::with_capacity(count),
        }
    }

    /// Number of n-grams.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Adds an n-gram that was found in a line.
    pub fn push(
        &mut self,
        ids: impl IntoIterator<Item = u32>,
        log10: f32,
        backoff: f32,
        line: u64,
    ) {
        self.ids.extend(ids);
        self.weights.log10.push(log10);
        self.weights.backoffs.push(backoff);
        self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
    }

    fn words(&self, i: usize) -> &[u32] {
        &self.ids[i * self.length..(i + 1) * self.length]
    }

    fn copy(&mut self, from: &Self, i: usize) {
        let ids = from.words(i).iter().copied();
        let (log10, backoff) = (from.weights.log10[i], from.weights.backoffs[i]);
        self.push(ids, log10, backoff, from.lines[i].into());
    }

    /// The table in the order of the trie.
    fn sorted(self) -> Result<Self> {
        let ascending = |i: usize| self.words(i - 1) < self.words(i);
        if (1..self.len()).all(ascending) {
            return Ok(self);
        }
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.words(a).cmp(self.words(b)));
        let same = |pair: &&[usize]| self.words(pair[0]) == self.words(pair[1]);
        if let Some(pair) = order.windows(2).find(same) {
            let (first, line) = (self.lines[pair[0]], self.lines[pair[1]] as usize);
            let problem = format!("the n-gram of line {first} again");
            return Err(Error::Line { line, problem });
        }
        let mut sorted = Self::with_capacity(self.length, self.len());
        for i in order {
            sorted.copy(&self, i);
        }
        Ok(sorted)
    }

    /// The table with every n-gram that one of `longer` ends in. Those that pruning has removed are
    /// there without a probability, so that a query gets past them.
    fn completed(self, longer: &Self) -> Self {
        let mut absent = Self::with_capacity(self.length, 0);
        let mut next = 0;
        for i in 0..longer.len() {
            let end = &longer.words(i)[..self.length];
            while next < self.len() && self.words(next) < end {
                next += 1;
            }
            let known = next < self.len() && self.words(next) == end;
            let noticed = absent.ids.ends_with(end);
            if !known && !noticed {
                absent.push(end.iter().copied(), f32::NAN, 0.0, 0);
            }
        }
        if absent.len() == 0 {
            self
        } else {
            self.merged(&absent)
        }
    }

    fn merged(self, other: &Self) -> Self {
        let mut merged = Self::with_capacity(self.length, self.len() + other.len());
        let mut next = 0;
        for i in 0..self.len() {
            while next < other.len() && other.words(next) < self.words(i) {
                merged.copy(other, next);
                next += 1;
            }
            merged.copy(&self, i);
        }
        (next..other.len()).for_each(|i| merged.copy(other, i));
        merged
    }

    /// Where the children of every n-gram begin in the table of longer ones.
    fn first(&self, longer: &Self) -> Vec<u32> {
        let mut child = 0;
        let mut first = Vec::with_capacity(self.len() + 1);
        for i in 0..self.len() {
            first.push(child as u32);
            while child < longer.len() && &longer.words(child)[..self.length] == self.words(i) {
                child += 1;
            }
        }
        first.push(child as u32);
        first
    }
}

/// The model that has these n-grams; single words first.
///
/// # Errors
/// When an n-gram is there twice.
pub fn model(words: Words, tables: Vec<Table>) -> Result<Model> {
    let mut levels = Vec::with_capacity(tables.len());
    let mut weights = Vec::with_capacity(tables.len());
    let mut longer: Option<Table> = None;
    for table in tables.into_iter().rev() {
        let mut table = table.sorted()?;
        let mut first = Vec::new();
        match &longer {
            None => table.weights.backoffs = Vec::new(),
            Some(longer) => {
                table = table.completed(longer);
                first = table.first(longer);
            }
        }
        let ids = table.ids.chunks_exact(table.length);
        let own = ids.map(|ids| ids[table.length - 1]).collect();
        levels.push(Level { words: own, first });
        weights.push(std::mem::take(&mut table.weights));
        longer = Some(table);
    }
    levels.reverse();
    weights.reverse();
    Ok(Model::new(words, levels, weights, Vec::new()))
}
