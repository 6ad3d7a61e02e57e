//! Applying a model to text, known or new.

use super::decode::Decode;
use super::error::{Error, Result};
use super::jumps::LONGEST;
use super::links::{Alignments, Link};
use super::model::{Bitext, Model};
use super::pair::{Pair, UNSEEN};
use super::spelling::Spelling;
use super::words::{Lines, UNKNOWN, recognise};
use crate::interrupt;
use crate::parallel;
use crate::text::Tokens;

/// Sentence pairs that are aligned together.
const SHARD_LINES: usize = 256;
/// Probability of a pair of words neither of which was ever seen: better than nothing.
const BOTH_UNKNOWN: f32 = 1e-4;

impl Model {
    /// Aligns sentence pairs, known or new.
    ///
    /// # Errors
    /// When a sentence is too long, or threads cannot be started.
    pub fn align(&self, bitext: &Bitext<'_>, decode: Decode) -> Result<Alignments> {
        refuse_too_long(bitext)?;
        let all: Vec<usize> = (0..bitext.len()).collect();
        let sources = recognise(&self.sources, bitext.sources, &all);
        let targets = recognise(&self.targets, bitext.targets, &all);
        let shards = bitext.len().div_ceil(SHARD_LINES);
        let shards = parallel::map_shards(shards, Pair::default, |pair, shard| {
            let lines = shard * SHARD_LINES..bitext.len().min((shard + 1) * SHARD_LINES);
            lines
                .map(|line| {
                    interrupt::poll();
                    let words = LinePair::new(self, bitext, (&sources, &targets), line);
                    words.align(pair, decode)
                })
                .collect::<Alignments>()
        })?;
        let mut alignments = Alignments::default();
        for shard in &shards {
            alignments.append(shard);
        }
        Ok(alignments)
    }
}

fn refuse_too_long(bitext: &Bitext<'_>) -> Result<()> {
    for line in 0..bitext.len() {
        let sources = bitext.sources.line(line).len();
        let targets = bitext.targets.line(line).len();
        if sources.max(targets) > LONGEST {
            return Err(Error::TooLong {
                line: line + 1,
                sources,
                targets,
                longest: LONGEST,
            });
        }
    }
    Ok(())
}

/// A line of one side: ids of the model, and the words themselves where ids do not suffice.
struct Side<'a> {
    ids: &'a [u32],
    words: Vec<&'a str>,
    /// Only where the pair has a word that the model has never seen.
    spellings: Vec<Spelling>,
}

impl<'a> Side<'a> {
    fn new(ids: &'a [u32], tokens: &'a Tokens, line: usize) -> Self {
        let word = |&id: &u32| tokens.vocabulary().word(id);
        Self {
            ids,
            words: tokens.line(line).iter().map(word).collect(),
            spellings: Vec::new(),
        }
    }

    fn has_unknown(&self) -> bool {
        self.ids.contains(&UNKNOWN)
    }

    fn spell(&mut self) {
        self.spellings = self.words.iter().map(|word| Spelling::new(word)).collect();
    }
}

/// A sentence pair to align.
struct LinePair<'a> {
    model: &'a Model,
    source: Side<'a>,
    target: Side<'a>,
}

impl<'a> LinePair<'a> {
    fn new(
        model: &'a Model,
        bitext: &Bitext<'a>,
        (sources, targets): (&'a Lines, &'a Lines),
        line: usize,
    ) -> Self {
        let mut source = Side::new(sources.line(line), bitext.sources, line);
        let mut target = Side::new(targets.line(line), bitext.targets, line);
        if source.has_unknown() || target.has_unknown() {
            source.spell();
            target.spell();
        }
        Self {
            model,
            source,
            target,
        }
    }

    fn align(&self, pair: &mut Pair, decode: Decode) -> Vec<Link> {
        if self.source.ids.is_empty() || self.target.ids.is_empty() {
            return Vec::new();
        }
        let parameters = &self.model.parameters;
        let unseen = |i, j| self.unseen(i, j);
        pair.look_up(parameters, self.source.ids, self.target.ids, unseen);
        decode.links(pair, parameters)
    }

    /// Probabilities of a pair that the table does not have, from the spelling of its words.
    fn unseen(&self, i: usize, j: usize) -> [f32; 2] {
        let (source, target) = (self.source.ids[i], self.target.ids[j]);
        let unknown = [source, target].map(|id| id == UNKNOWN);
        let likeness = if self.source.words[i] == self.target.words[j] {
            1.0
        } else if unknown.contains(&true) {
            self.source.spellings[i].likeness(&self.target.spellings[j])
        } else {
            0.0
        };
        let least = if unknown == [true, true] {
            BOTH_UNKNOWN
        } else {
            UNSEEN
        };
        let prior = self.model.priors.spelling;
        if likeness == 0.0 || prior == 0.0 {
            return [least; 2];
        }
        // The share that the prior has in all that the generating word was seen with.
        let seen = |side: usize, id: u32| {
            self.model.frequencies[side]
                .get(id as usize)
                .map_or(0.0, |&n| n as f32)
        };
        [seen(1, source), seen(0, target)]
            .map(|seen| (likeness * prior / (prior + seen)).max(least))
    }
}
