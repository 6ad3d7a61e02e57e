//! A trained model: what it knows and how it comes to know it.

use std::ops::ControlFlow;

use super::counts::{Counts, SparseCounts};
use super::error::{Error, Result};
use super::likeness::spelling_priors;
use super::options::Options;
use super::parameters::{Parameters, Priors};
use super::table::Table;
use super::train::{self, Progress};
use crate::text::Tokens;
use crate::text::Words;

/// Sentences and their translations.
#[derive(Debug, Clone, Copy)]
pub struct Bitext<'a> {
    pub(super) sources: &'a Tokens,
    pub(super) targets: &'a Tokens,
}

impl<'a> Bitext<'a> {
    /// Pairs the lines of two texts.
    ///
    /// # Errors
    /// When the numbers of lines differ.
    pub fn new(sources: &'a Tokens, targets: &'a Tokens) -> Result<Self> {
        if sources.len() == targets.len() {
            Ok(Self { sources, targets })
        } else {
            Err(Error::Lines {
                sources: sources.len(),
                targets: targets.len(),
            })
        }
    }

    /// Number of sentence pairs.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there are no sentence pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lines neither side of which is empty or has more words than `longest`.
    pub(super) fn lines_up_to(&self, longest: usize) -> Vec<usize> {
        let fits = |tokens: &Tokens, line: usize| (1..=longest).contains(&tokens.line(line).len());
        (0..self.len())
            .filter(|&line| fits(self.sources, line) && fits(self.targets, line))
            .collect()
    }
}

/// A word alignment model of a pair of languages.
#[derive(Debug)]
pub struct Model {
    pub(super) sources: Words,
    pub(super) targets: Words,
    /// How often each target and each source word occurred.
    pub(super) frequencies: [Vec<f64>; 2],
    pub(super) priors: Priors,
    pub(super) counts: Counts,
    pub(super) parameters: Parameters,
}

impl Model {
    /// A model from its counts, which determine all of its parameters.
    pub(super) fn new(
        (sources, targets): (Words, Words),
        frequencies: [Vec<f64>; 2],
        priors: Priors,
        (table, counts): (Table, Counts),
    ) -> Result<Self> {
        let likeness = spelling_priors(&table, &sources, &targets, priors.spelling)?;
        let mut parameters = Parameters::new(table, &priors);
        parameters.estimate_translations(
            &counts.pairs,
            &likeness,
            targets.len(),
            priors.smoothing,
        )?;
        parameters.estimate_nulls(&counts, &frequencies);
        parameters.estimate_jumps(&counts);
        Ok(Self {
            sources,
            targets,
            frequencies,
            priors,
            counts,
            parameters,
        })
    }

    fn empty(priors: Priors) -> Result<Self> {
        let table = Table::new(std::iter::empty()).ok_or(Error::TooManyPairs)?;
        let counts = Counts::zero(table.places(), 0, 0);
        Self::new(
            (Words::default(), Words::default()),
            [Vec::new(), Vec::new()],
            priors,
            (table, counts),
        )
    }

    /// Trains a model. `progress` is called after each iteration and may stop the training.
    ///
    /// The result is the same for any number of threads.
    ///
    /// # Errors
    /// When an option is out of range, there is nothing to learn from, or `progress` breaks.
    pub fn train(
        bitext: &Bitext<'_>,
        options: &Options,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Self> {
        options.check()?;
        train::train(&Self::empty(options.priors())?, bitext, options, progress)
    }

    /// Trains on further text. What the model knows stays as it is and counts like text of its
    /// size; only the new text is aligned again and again.
    ///
    /// # Errors
    /// As [`Self::train`]; the model is unchanged then.
    pub fn continue_training(
        &mut self,
        bitext: &Bitext<'_>,
        options: &Options,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<()> {
        *self = train::train(self, bitext, options, progress)?;
        Ok(())
    }

    /// Number of distinct source and target words.
    pub fn words(&self) -> (usize, usize) {
        (self.sources.len(), self.targets.len())
    }

    /// Target words that a source word has been linked to.
    pub(super) fn partners(&self, source: usize) -> Vec<u32> {
        if source >= self.parameters.table.rows() {
            return Vec::new();
        }
        self.parameters
            .table
            .row(source)
            .map(|(_, target)| target)
            .collect()
    }

    /// The counts of this model by the places of a table that has all of its pairs.
    pub(super) fn counts_in(&self, table: &Table) -> SparseCounts {
        let own = &self.parameters.table;
        let pairs = (0..own.rows())
            .flat_map(|source| {
                own.row(source)
                    .map(move |(place, target)| (source, place, target))
            })
            .filter_map(|(source, place, target)| {
                Some((table.find(source as u32, target)?, self.counts.pairs[place]))
            })
            .collect();
        let listed = |nulls: &Vec<f64>| (0..).zip(nulls.iter().copied()).collect();
        SparseCounts {
            pairs,
            nulls: self.counts.nulls.each_ref().map(listed),
            jumps: self.counts.jumps,
        }
    }
}
