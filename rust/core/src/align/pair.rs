//! One sentence pair under both directions: look-up, posteriors, best paths.

use super::hmm::{Hmm, Sentence};
use super::jumps::Jumps;
use super::links::Link;
use super::model1;
use super::parameters::Parameters;
use crate::interrupt;

/// Probability of a pair of words that never occurred together.
pub(super) const UNSEEN: f32 = 1e-7;
/// Stands for a pair of words that has no place in the table.
pub(super) const NO_PLACE: u32 = u32::MAX;

/// Buffers for one sentence pair at a time; of two things, the first is source → target.
#[derive(Default)]
pub(super) struct Pair {
    sources: usize,
    targets: usize,
    /// Places in the table, by source word, then target word.
    pub(super) places: Vec<u32>,
    /// A row of generating words for each generated word.
    emissions: [Vec<f32>; 2],
    null_emissions: [Vec<f32>; 2],
    transitions: Vec<f32>,
    hmm: [Hmm; 2],
}

impl Pair {
    /// Fetches all probabilities of a pair of sentences, neither of them empty.
    ///
    /// `unseen` gives those of the words at positions (i, j) that have no place in the table.
    pub(super) fn look_up(
        &mut self,
        parameters: &Parameters,
        source: &[u32],
        target: &[u32],
        unseen: impl Fn(usize, usize) -> [f32; 2],
    ) {
        (self.sources, self.targets) = (source.len(), target.len());
        self.places.clear();
        let [forward, backward] = &mut self.emissions;
        forward.clear();
        forward.resize(source.len() * target.len(), 0.0);
        backward.clear();
        for (i, &e) in source.iter().enumerate() {
            interrupt::step(i);
            for (j, &f) in target.iter().enumerate() {
                let place = parameters.table.find(e, f);
                let p =
                    place.map_or_else(|| unseen(i, j), |place| parameters.table.probability(place));
                self.places.push(place.unwrap_or(NO_PLACE));
                forward[j * source.len() + i] = p[0].max(UNSEEN);
                backward.push(p[1].max(UNSEEN));
            }
        }
        for (side, words) in [target, source].into_iter().enumerate() {
            let known = &parameters.null_emissions[side];
            let emission =
                |&word: &u32| known.get(word as usize).copied().unwrap_or(0.0).max(UNSEEN);
            self.null_emissions[side].clear();
            self.null_emissions[side].extend(words.iter().map(emission));
        }
    }

    fn states(&self, side: usize) -> usize {
        [self.sources, self.targets][side]
    }

    /// Computes posteriors under Model 1.
    pub(super) fn expect_model1(&mut self, null: f32) {
        for side in 0..2 {
            let states = self.states(side);
            let hmm = &mut self.hmm[side];
            model1::expect(
                states,
                &self.emissions[side],
                null,
                &self.null_emissions[side],
                (&mut hmm.posteriors, &mut hmm.null_posteriors),
            );
        }
    }

    /// Computes posteriors and expected jumps under the HMM.
    pub(super) fn expect_hmm(&mut self, parameters: &Parameters) {
        for side in 0..2 {
            self.with_sentence(parameters, side, Hmm::expect);
        }
    }

    /// The likeliest alignment of each direction under the HMM.
    pub(super) fn best_paths(&mut self, parameters: &Parameters) -> [Vec<Link>; 2] {
        [0, 1].map(|side| {
            let path = self.with_sentence(parameters, side, |_, sentence| sentence.best_path());
            path.into_iter()
                .map(|(state, step)| {
                    if side == 0 {
                        (state, step)
                    } else {
                        (step, state)
                    }
                })
                .collect()
        })
    }

    fn with_sentence<T>(
        &mut self,
        parameters: &Parameters,
        side: usize,
        run: impl Fn(&mut Hmm, &Sentence<'_>) -> T,
    ) -> T {
        let states = self.states(side);
        let jumps: &Jumps = &parameters.jumps[side];
        jumps.fill(states, &mut self.transitions);
        let sentence = Sentence {
            states,
            emissions: &self.emissions[side],
            null_emissions: &self.null_emissions[side],
            null: parameters.null,
            transitions: &self.transitions,
        };
        run(&mut self.hmm[side], &sentence)
    }

    /// Calls `each` with every link and its posteriors in both directions, by source position.
    pub(super) fn each_link(&self, mut each: impl FnMut(usize, usize, [f32; 2])) {
        for i in 0..self.sources {
            for j in 0..self.targets {
                let forward = self.hmm[0].posteriors[j * self.sources + i];
                let backward = self.hmm[1].posteriors[i * self.targets + j];
                each(i, j, [forward, backward]);
            }
        }
    }

    /// p(empty word) of each generated word.
    pub(super) fn null_posteriors(&self, side: usize) -> &[f32] {
        &self.hmm[side].null_posteriors
    }

    /// Expected jumps of one direction and the number of words they are between.
    pub(super) fn jumps(&self, side: usize) -> (usize, &[f32]) {
        (self.states(side), &self.hmm[side].jumps)
    }
}
