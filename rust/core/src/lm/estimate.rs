//! Interpolated modified Kneser-Ney estimation (Chen and Goodman 1998), as `KenLM`'s lmplz does it
//! (Heafield et al. 2013).
//!
//! With `c` the adjusted count and `h` the context,
//! `p(w | h) = (c(h w) - D(c(h w))) / c(h ·) + γ(h) p(w | h')`,
//! where `γ(h)` is the share of `c(h ·)` that discounts and pruning took, and `h'` is `h` without its
//! first word. Unigrams are interpolated with the uniform distribution over all words but `<s>`.

use std::ops::Range;

use super::count::Counts;
use super::discount::Discounts;
use super::error::{Error, Result};
use super::model::{Model, Weights};
use super::trie::{Level, among};
use super::words::{BEGIN, RESERVED, reserved};
use crate::interrupt;
use crate::parallel;
use crate::text::Tokens;
use crate::text::Words;

/// The longest n-grams that can be asked for.
pub const LONGEST: usize = 16;
/// Parents per shard.
const SHARD: usize = 1 << 13;

/// How a model is estimated.
#[derive(Debug, Clone)]
pub struct Options {
    /// Length of the longest n-grams.
    pub order: usize,
    /// N-grams that occur at most so often are left out, by length; the last holds for those beyond.
    pub prune: Vec<u32>,
    /// Discounts for orders whose counts give none.
    pub fallback: Option<Discounts>,
}

impl Options {
    fn check(&self) -> Result<()> {
        let refused = |problem: String| Err(Error::Option(problem));
        let Self {
            order,
            prune,
            fallback,
        } = self;
        if !(1..=LONGEST).contains(order) {
            return refused(format!(
                "the order must be between 1 and {LONGEST}, not {order}"
            ));
        }
        if prune.len() > *order {
            let given = prune.len();
            return refused(format!(
                "there are {given} pruning thresholds for a model of order {order}"
            ));
        }
        if prune.first().is_some_and(|&threshold| threshold > 0) {
            return refused(
                "the first pruning threshold must be 0: single words are never pruned".into(),
            );
        }
        if !prune.is_sorted() {
            return refused("pruning thresholds must not decrease with the order".into());
        }
        if fallback.is_some_and(|discounts| !discounts.is_valid()) {
            return refused("fallback discounts must be between 0 and 1, 2, 3".into());
        }
        Ok(())
    }

    /// N-grams of level `level` are left out if they occur at most so often.
    fn threshold(&self, level: usize) -> u32 {
        let last = self.prune.last().copied().unwrap_or(0);
        self.prune.get(level).copied().unwrap_or(last)
    }
}

/// Estimates a model from the lines of a text.
///
/// # Errors
/// When an option is out of range, there is no text, the text holds a reserved word, or its counts
/// give no discounts and there is no fallback.
pub fn estimate(tokens: &Tokens, options: &Options) -> Result<Model> {
    options.check()?;
    if tokens.is_empty() {
        return Err(Error::NothingToLearn);
    }
    let words = words_of(tokens)?;
    let counts = Counts::of(tokens, options.order)?;
    let adjusted: Vec<Vec<u32>> = (0..options.order).map(|n| counts.adjusted(n)).collect();
    let discounts = discounts(&adjusted, options.fallback)?;
    let mut weights: Vec<Weights> = Vec::with_capacity(options.order);
    let mut lower = unigrams(&adjusted[0], &discounts[0]);
    weights.push(Weights::of_probabilities(&lower));
    let mut contexts = Vec::new();
    for n in 1..options.order {
        contexts = links(&counts.levels, n, &contexts)?;
        let left_out = options.threshold(n);
        let used = adjusted[n].iter().zip(&counts.raw[n]);
        let used = used.map(|(&count, &raw)| (count, raw > left_out));
        let masses = Masses::of(&contexts, used, &discounts[n], counts.levels[n - 1].len());
        weights[n - 1].backoffs = masses.backoffs();
        lower = interpolated(
            &counts.levels[n - 1],
            &contexts,
            &adjusted[n],
            &discounts[n],
            &masses,
            &lower,
        )?;
        weights.push(Weights::of_probabilities(&lower));
    }
    let model = Model::new(words, counts.levels, weights, discounts);
    if options.prune.iter().all(|&threshold| threshold == 0) {
        return Ok(model);
    }
    Ok(model
        .keeping(|level, node| level == 0 || counts.raw[level][node] > options.threshold(level)))
}

/// The words of a text after the reserved ones, which it must not contain.
fn words_of(tokens: &Tokens) -> Result<Words> {
    let vocabulary = tokens.vocabulary();
    let mut words = reserved();
    for id in 0..vocabulary.len() as u32 {
        let (place, new) = words.insert(vocabulary.word(id));
        if !new {
            let holds = |line: &usize| tokens.line(*line).contains(&id);
            let line = (0..tokens.len()).find(holds).unwrap_or(0) + 1;
            let word = RESERVED[place as usize];
            return Err(Error::Reserved { line, word });
        }
    }
    Ok(words)
}

fn discounts(adjusted: &[Vec<u32>], fallback: Option<Discounts>) -> Result<Vec<Discounts>> {
    let estimated = adjusted.iter().enumerate().map(|(n, counts)| {
        let estimated = Discounts::estimate(counts, n + 1);
        match fallback {
            Some(given) => Ok(estimated.unwrap_or(given)),
            None => estimated,
        }
    });
    estimated.collect()
}

/// Probabilities of single words. That of `<s>` is 1, so that scoring it changes nothing.
fn unigrams(counts: &[u32], discounts: &Discounts) -> Vec<f64> {
    let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let taken: f64 = counts.iter().map(|&count| discounts.of(count)).sum();
    let uniform = 1.0 / (counts.len() - 1) as f64;
    let probability =
        |&count: &u32| (f64::from(count) - discounts.of(count)) / total + taken / total * uniform;
    let mut probabilities: Vec<f64> = counts.iter().map(probability).collect();
    probabilities[BEGIN as usize] = 1.0;
    probabilities
}

/// The node, one level up, of every n-gram of level `n` without its last word.
///
/// An n-gram and its parent begin differently and end alike, and so do their contexts: that of the
/// n-gram is among the children of its parent's context.
fn links(levels: &[Level], n: usize, parents: &[u32]) -> Result<Vec<u32>> {
    let (words, above) = (&levels[n].words, &levels[n - 1]);
    if n == 1 {
        return Ok(words.clone());
    }
    let grandparents = &levels[n - 2];
    families(above, |parent, children, found| {
        let mut among_these = grandparents.children(parents[parent]);
        for child in children {
            let context = among(&above.words, among_these.clone(), words[child]);
            let context = context.expect("a part of an n-gram is an n-gram of the text");
            among_these.start = context as usize + 1;
            found.push(context);
        }
    })
}

/// What `family` adds for every node of a level and its children, in order.
fn families<T: Clone + Send>(
    above: &Level,
    family: impl Fn(usize, Range<usize>, &mut Vec<T>) + Sync,
) -> Result<Vec<T>> {
    let shards = above.len().div_ceil(SHARD);
    let parts = parallel::map_shards(
        shards,
        || (),
        |(), shard| {
            let mut found = Vec::new();
            for parent in shard * SHARD..above.len().min((shard + 1) * SHARD) {
                interrupt::step(parent);
                family(parent, above.children(parent as u32), &mut found);
            }
            found
        },
    )?;
    Ok(parts.concat())
}

/// What the contexts of one level have been followed by.
struct Masses {
    totals: Vec<u64>,
    /// The share of the total that goes to shorter contexts.
    gammas: Vec<f64>,
}

impl Masses {
    /// Sums adjusted counts by context; each comes with whether its n-gram is kept.
    fn of(
        contexts: &[u32],
        counts: impl Iterator<Item = (u32, bool)>,
        discounts: &Discounts,
        size: usize,
    ) -> Self {
        let mut totals = vec![0_u64; size];
        // Whole numbers until the end, so that the order of the sums does not matter.
        let mut classes = vec![[0_u32; 3]; size];
        let mut left_out = vec![0_u64; size];
        for (&context, (count, kept)) in contexts.iter().zip(counts) {
            let context = context as usize;
            totals[context] += u64::from(count);
            if kept {
                classes[context][Discounts::class(count)] += 1;
            } else {
                left_out[context] += u64::from(count);
            }
        }
        let gamma = |((&total, classes), &left_out): ((&u64, &[u32; 3]), &u64)| {
            let taken = classes.iter().zip(discounts.0);
            let taken: f64 = taken.map(|(&n, discount)| f64::from(n) * discount).sum();
            (taken + left_out as f64) / total.max(1) as f64
        };
        let gammas = totals.iter().zip(&classes).zip(&left_out).map(gamma);
        Self {
            gammas: gammas.collect(),
            totals,
        }
    }

    /// Logarithms of the shares; 0 for what is the context of nothing.
    fn backoffs(&self) -> Vec<f32> {
        let weights = self.totals.iter().zip(&self.gammas);
        weights
            .map(|(&total, gamma)| {
                if total == 0 {
                    0.0
                } else {
                    gamma.log10() as f32
                }
            })
            .collect()
    }
}

/// The probabilities of a level, given those of the level above it.
fn interpolated(
    above: &Level,
    contexts: &[u32],
    counts: &[u32],
    discounts: &Discounts,
    masses: &Masses,
    lower: &[f64],
) -> Result<Vec<f64>> {
    families(above, |parent, children, found| {
        for child in children {
            let context = contexts[child] as usize;
            let own = f64::from(counts[child]) - discounts.of(counts[child]);
            let own = own / masses.totals[context] as f64;
            found.push(own + masses.gammas[context] * lower[parent]);
        }
    })
}
