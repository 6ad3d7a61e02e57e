//! Training: expectation maximisation over Model 1, then over the HMM.
//!
//! Both directions are trained together. With agreement, a link counts in either direction as much
//! as both believe in it (Liang, Taskar & Klein 2006). Their count is the product of the two
//! posteriors; ours is halfway between that and the geometric mean, which trusts rare words more.

use std::ops::ControlFlow;

use super::cooccurrence::cooccurrences;
use super::counts::{Counts, SparseCounts};
use super::error::{Error, Result};
use super::jumps::{self, Jumps};
use super::likeness::spelling_priors;
use super::model::{Bitext, Model};
use super::options::Options;
use super::pair::{NO_PLACE, Pair, UNSEEN};
use super::parameters::Parameters;
use super::table::Table;
use super::words::{Lines, learn};
use crate::interrupt;
use crate::parallel;

/// Sentence pairs whose expectations are computed together.
const SHARD_LINES: usize = 512;
/// Shards whose counts are held in memory together.
const WAVE_SHARDS: usize = 64;
/// Expected counts below this are not worth adding.
const NEGLIGIBLE: f32 = 1e-3;
/// Word pairs that are linked less often than this are dropped when training ends.
const RARELY_LINKED: f32 = 1e-2;

/// Which model an iteration trains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// IBM Model 1.
    Model1,
    /// The HMM alignment model.
    Hmm,
}

/// What training tells after each iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The model being trained.
    pub stage: Stage,
    /// Iterations done, of both models together.
    pub done: usize,
    /// Iterations there will be.
    pub iterations: usize,
}

/// The counts of a link in both directions, from its posteriors.
fn agree([forward, backward]: [f32; 2]) -> [f32; 2] {
    let product = forward * backward;
    [0.5 * (product + product.sqrt()); 2]
}

/// The E-step of one shard.
fn expect(
    (sources, targets): (&Lines, &Lines),
    lines: std::ops::Range<usize>,
    (stage, joint): (Stage, bool),
    parameters: &Parameters,
    pair: &mut Pair,
) -> SparseCounts {
    let mut counts = SparseCounts::default();
    for line in lines {
        interrupt::poll();
        let (source, target) = (sources.line(line), targets.line(line));
        pair.look_up(parameters, source, target, |_, _| [UNSEEN; 2]);
        match stage {
            Stage::Model1 => pair.expect_model1(parameters.null),
            Stage::Hmm => pair.expect_hmm(parameters),
        }
        let mut cell = 0;
        pair.each_link(|_, _, posteriors| {
            let count = if joint { agree(posteriors) } else { posteriors };
            let place = pair.places[cell];
            cell += 1;
            if count[0].max(count[1]) > NEGLIGIBLE && place != NO_PLACE {
                counts.pairs.push((place, count));
            }
        });
        for (side, words) in [target, source].into_iter().enumerate() {
            for (&word, &posterior) in words.iter().zip(pair.null_posteriors(side)) {
                if posterior > NEGLIGIBLE {
                    counts.nulls[side].push((word, posterior.into()));
                }
            }
            if stage == Stage::Hmm {
                let (n, expected) = pair.jumps(side);
                jumps::count(n, expected, &mut counts.jumps[side]);
            }
        }
    }
    counts
}

/// Everything training keeps at hand.
struct Training<'a> {
    options: &'a Options,
    sources: Lines,
    targets: Lines,
    /// Counts of earlier texts, which every M-step adds.
    known: SparseCounts,
    /// Spelling priors by place.
    likeness: Vec<(u32, f32)>,
    /// How often each target and each source word occurs.
    frequencies: [Vec<f64>; 2],
    parameters: Parameters,
}

impl Training<'_> {
    /// The counts of earlier texts.
    fn known(&self) -> Counts {
        let [target_words, source_words] = self.frequencies.each_ref().map(Vec::len);
        let mut counts = Counts::zero(self.parameters.table.places(), source_words, target_words);
        counts.add(&self.known);
        counts
    }

    /// Known counts plus those expected in this text.
    fn expect(&self, stage: Stage) -> Result<Counts> {
        let mut counts = self.known();
        let shards = self.sources.len().div_ceil(SHARD_LINES);
        for wave in (0..shards).step_by(WAVE_SHARDS) {
            let size = WAVE_SHARDS.min(shards - wave);
            let found = parallel::map_shards(size, Pair::default, |pair, shard| {
                let first = (wave + shard) * SHARD_LINES;
                let lines = first..self.sources.len().min(first + SHARD_LINES);
                expect(
                    (&self.sources, &self.targets),
                    lines,
                    (stage, self.options.joint),
                    &self.parameters,
                    pair,
                )
            })?;
            for shard in &found {
                interrupt::poll();
                counts.add(shard);
            }
        }
        Ok(counts)
    }

    /// Estimates the parameters from counts.
    fn maximise(&mut self, counts: &Counts, stage: Stage, smoothing: f32) -> Result<()> {
        let target_words = self.frequencies[0].len();
        self.parameters.estimate_translations(
            &counts.pairs,
            &self.likeness,
            target_words,
            smoothing,
        )?;
        self.parameters.estimate_nulls(counts, &self.frequencies);
        if stage == Stage::Hmm {
            self.parameters.estimate_jumps(counts);
        }
        Ok(())
    }

    /// Estimates the parameters to start from: what is known, and who occurs with whom.
    fn start(&mut self, weights: &[f32], jumps: &[Jumps; 2]) -> Result<()> {
        let mut counts = self.known();
        for (count, weight) in counts.pairs.iter_mut().zip(weights) {
            *count = count.map(|count| count + weight);
        }
        self.parameters.jumps.clone_from(jumps);
        self.maximise(&counts, Stage::Model1, 0.0)
    }

    /// Runs all iterations and gives the counts of the last.
    fn run(&mut self, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<Counts> {
        let Options {
            model1_iterations,
            hmm_iterations,
            smoothing,
            ..
        } = *self.options;
        let iterations = model1_iterations + hmm_iterations;
        let mut counts = self.known();
        for done in 1..=iterations {
            let stage = if done <= model1_iterations {
                Stage::Model1
            } else {
                Stage::Hmm
            };
            counts = self.expect(stage)?;
            // Model 1 starts flat, and with a prior it would stay so.
            let smoothing = if done < model1_iterations {
                0.0
            } else {
                smoothing
            };
            self.maximise(&counts, stage, smoothing)?;
            let told = Progress {
                stage,
                done,
                iterations,
            };
            if progress(told).is_break() {
                return Err(Error::Stopped);
            }
        }
        Ok(counts)
    }
}

/// Trains on a text, starting from what `model` knows.
pub(super) fn train(
    model: &Model,
    bitext: &Bitext<'_>,
    options: &Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Model> {
    options.check()?;
    let (mut source_words, mut target_words) = (model.sources.clone(), model.targets.clone());
    let usable = bitext.lines_up_to(options.longest);
    if usable.is_empty() {
        return Err(Error::NothingToLearn {
            longest: options.longest,
        });
    }
    let sources = learn(&mut source_words, bitext.sources, &usable);
    let targets = learn(&mut target_words, bitext.targets, &usable);
    let (table, weights) = cooccurrences(
        (&sources, source_words.len()),
        (&targets, target_words.len()),
        |word| model.partners(word),
    )?;
    let known = model.counts_in(&table);
    let likeness = spelling_priors(&table, &source_words, &target_words, options.spelling)?;
    let mut training = Training {
        options,
        frequencies: [
            targets.frequencies(&model.frequencies[0], target_words.len()),
            sources.frequencies(&model.frequencies[1], source_words.len()),
        ],
        sources,
        targets,
        known,
        likeness,
        parameters: Parameters::new(table, &options.priors()),
    };
    training.start(&weights, &model.parameters.jumps)?;
    drop(weights);
    let counts = training.run(progress)?;
    Model::new(
        (source_words, target_words),
        training.frequencies,
        options.priors(),
        compact(&training.parameters.table, counts, &training.likeness)?,
    )
}

/// Drops the pairs that training found to be no translations.
fn compact(table: &Table, counts: Counts, likeness: &[(u32, f32)]) -> Result<(Table, Counts)> {
    let is_alike = |place: usize| {
        likeness
            .binary_search_by_key(&(place as u32), |&(p, _)| p)
            .is_ok()
    };
    let rows: Vec<Vec<u32>> = (0..table.rows())
        .map(|source| {
            let mut row: Vec<u32> = table
                .row(source)
                .filter(|&(place, _)| {
                    let [forward, backward] = counts.pairs[place];
                    forward.max(backward) >= RARELY_LINKED || is_alike(place)
                })
                .map(|(_, target)| target)
                .collect();
            row.sort_unstable();
            row
        })
        .collect();
    let kept = Table::new(rows.iter().map(Vec::as_slice)).ok_or(Error::TooManyPairs)?;
    let mut pairs = vec![[0.0; 2]; kept.places()];
    for source in 0..kept.rows() {
        for (place, target) in kept.row(source) {
            if let Some(old) = table.find(source as u32, target) {
                pairs[place] = counts.pairs[old as usize];
            }
        }
    }
    Ok((kept, Counts { pairs, ..counts }))
}
