//! The HMM alignment model of one direction (Vogel, Ney & Tillmann 1996), with the empty word of
//! Och & Ney (2003): a null state remembers the position that the next jump starts from.
//!
//! States are positions of the generating sentence, emissions the words of the generated one.

use crate::interrupt;

/// What the model says about one sentence pair; rows are generated words.
pub(super) struct Sentence<'a> {
    /// Number of generating words.
    pub(super) states: usize,
    /// p(generated word | generating word), a row of `states` for each generated word.
    pub(super) emissions: &'a [f32],
    /// p(generated word | empty word).
    pub(super) null_emissions: &'a [f32],
    /// Probability of a step to the empty word.
    pub(super) null: f32,
    /// p(to | from), a row of `states` for each generating word and one for the start.
    pub(super) transitions: &'a [f32],
}

impl Sentence<'_> {
    fn steps(&self) -> usize {
        self.null_emissions.len()
    }

    fn emission(&self, step: usize) -> &[f32] {
        &self.emissions[step * self.states..(step + 1) * self.states]
    }
}

/// Buffers and results of forward–backward and Viterbi.
#[derive(Default)]
pub(super) struct Hmm {
    /// Filtered probability of each state, a row for each step.
    forward: Vec<f32>,
    /// The same summed over "here" and "null after here"; the last entry of a row is the start.
    memory: Vec<f32>,
    scales: Vec<f32>,
    future: Vec<f32>,
    next_future: Vec<f32>,
    weighted: Vec<f32>,
    transposed: Vec<f32>,
    /// p(link | sentence pair), a row of states for each generated word.
    pub(super) posteriors: Vec<f32>,
    /// p(empty word | sentence pair) for each generated word.
    pub(super) null_posteriors: Vec<f32>,
    /// Expected number of jumps between positions, a row for each origin as in `transitions`.
    pub(super) jumps: Vec<f32>,
}

/// Adds `factor · row` to `sum`; a plain loop over slices of one length, which compilers vectorise.
fn add_scaled(sum: &mut [f32], factor: f32, row: &[f32]) {
    for (s, &r) in sum.iter_mut().zip(row) {
        *s += factor * r;
    }
}

fn scale_all(row: &mut [f32], factor: f32) {
    for r in row {
        *r *= factor;
    }
}

fn reset(buffer: &mut Vec<f32>, len: usize) {
    buffer.clear();
    buffer.resize(len, 0.0);
}

impl Hmm {
    /// Computes posteriors and expected jumps.
    pub(super) fn expect(&mut self, sentence: &Sentence<'_>) {
        self.forward(sentence);
        self.backward(sentence);
    }

    fn forward(&mut self, sentence: &Sentence<'_>) {
        let (n, steps) = (sentence.states, sentence.steps());
        reset(&mut self.forward, n * steps);
        reset(&mut self.memory, (n + 1) * (steps + 1));
        reset(&mut self.scales, steps);
        self.memory[n] = 1.0;
        for step in 0..steps {
            interrupt::step(step);
            let (before, after) = self.memory.split_at_mut((step + 1) * (n + 1));
            let before = &before[step * (n + 1)..];
            let after = &mut after[..=n];
            let here = &mut self.forward[step * n..(step + 1) * n];
            for (&weight, row) in before.iter().zip(sentence.transitions.chunks_exact(n)) {
                if weight > 0.0 {
                    add_scaled(here, weight, row);
                }
            }
            let stay = sentence.null * sentence.null_emissions[step];
            let mut total = 0.0;
            for (h, &e) in here.iter_mut().zip(sentence.emission(step)) {
                *h *= (1.0 - sentence.null) * e;
                total += *h;
            }
            for (a, &b) in after.iter_mut().zip(before) {
                *a = stay * b;
                total += *a;
            }
            let scale = 1.0 / total;
            self.scales[step] = scale;
            scale_all(here, scale);
            scale_all(after, scale);
            for (a, &h) in after.iter_mut().zip(here.iter()) {
                *a += h;
            }
        }
    }

    fn backward(&mut self, sentence: &Sentence<'_>) {
        let (n, steps) = (sentence.states, sentence.steps());
        self.transpose(sentence);
        reset(&mut self.posteriors, n * steps);
        reset(&mut self.null_posteriors, steps);
        reset(&mut self.jumps, n * (n + 1));
        reset(&mut self.weighted, n);
        self.future.clear();
        self.future.resize(n + 1, 1.0);
        for step in (0..steps).rev() {
            interrupt::step(step);
            let scale = self.scales[step];
            let here = &self.forward[step * n..(step + 1) * n];
            let before = &self.memory[step * (n + 1)..(step + 1) * (n + 1)];
            let posteriors = &mut self.posteriors[step * n..(step + 1) * n];
            let mut linked = 0.0;
            for ((p, &h), &f) in posteriors.iter_mut().zip(here).zip(&self.future) {
                *p = h * f;
                linked += *p;
            }
            let stay = sentence.null * sentence.null_emissions[step];
            let skipped: f32 = before.iter().zip(&self.future).map(|(&b, &f)| b * f).sum();
            let skipped = skipped * stay * scale;
            let evidence = 1.0 / (linked + skipped);
            scale_all(posteriors, evidence);
            self.null_posteriors[step] = skipped * evidence;

            let go = (1.0 - sentence.null) * scale;
            for ((w, &e), &f) in self
                .weighted
                .iter_mut()
                .zip(sentence.emission(step))
                .zip(&self.future)
            {
                *w = go * e * f;
            }
            for (&b, row) in before.iter().zip(self.jumps.chunks_exact_mut(n)) {
                if b > 1e-6 {
                    add_scaled(row, b * evidence, &self.weighted);
                }
            }
            self.next_future.clear();
            self.next_future
                .extend(self.future.iter().map(|&f| f * stay * scale));
            for (&w, row) in self
                .weighted
                .iter()
                .zip(self.transposed.chunks_exact(n + 1))
            {
                if w > 0.0 {
                    add_scaled(&mut self.next_future, w, row);
                }
            }
            std::mem::swap(&mut self.future, &mut self.next_future);
        }
        for (jump, &p) in self.jumps.iter_mut().zip(sentence.transitions) {
            *jump *= p;
        }
    }

    fn transpose(&mut self, sentence: &Sentence<'_>) {
        let n = sentence.states;
        reset(&mut self.transposed, n * (n + 1));
        for (from, row) in sentence.transitions.chunks_exact(n).enumerate() {
            for (to, &p) in row.iter().enumerate() {
                self.transposed[to * (n + 1) + from] = p;
            }
        }
    }
}

impl Sentence<'_> {
    /// The likeliest alignment, as (state, step) of each step that is not the empty word's.
    pub(super) fn best_path(&self) -> Vec<(u32, u32)> {
        let (n, steps) = (self.states, self.steps());
        // Best probability of "here or null after here", as `memory`, and where it came from:
        // the state before a link, or `n + 1` for the empty word.
        let mut best = vec![0.0_f32; n + 1];
        best[n] = 1.0;
        let mut origins: Vec<u32> = Vec::with_capacity((n + 1) * steps);
        let mut next = vec![0.0_f32; n + 1];
        let empty = n as u32 + 1;
        for step in 0..steps {
            interrupt::step(step);
            let stay = self.null * self.null_emissions[step];
            let first = origins.len();
            for (next, &best) in next.iter_mut().zip(&best) {
                *next = stay * best;
            }
            origins.resize(first + n + 1, empty);
            for (to, &emission) in self.emission(step).iter().enumerate() {
                let go = (1.0 - self.null) * emission;
                for (from, &b) in best.iter().enumerate() {
                    let p = b * self.transitions[from * n + to] * go;
                    if p > next[to] {
                        next[to] = p;
                        origins[first + to] = from as u32;
                    }
                }
            }
            let scale = 1.0 / next.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            for (best, &next) in best.iter_mut().zip(&next) {
                *best = next * scale;
            }
        }
        let mut state = (0..=n).fold(0, |at, i| if best[i] > best[at] { i } else { at });
        let mut path = Vec::new();
        for step in (0..steps).rev() {
            let origin = origins[step * (n + 1) + state];
            if origin != empty {
                path.push((state as u32, step as u32));
                state = origin as usize;
            }
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATES: usize = 3;
    const NULL: f32 = 0.2;
    const EMISSIONS: [f32; 12] = [0.5, 0.1, 0.2, 0.05, 0.3, 0.4, 0.2, 0.2, 0.6, 0.7, 0.1, 0.1];
    const NULLS: [f32; 4] = [0.1, 0.3, 0.05, 0.2];
    const TRANSITIONS: [f32; 12] = [0.3, 0.5, 0.2, 0.2, 0.3, 0.5, 0.4, 0.3, 0.3, 0.7, 0.2, 0.1];

    fn sentence() -> Sentence<'static> {
        Sentence {
            states: STATES,
            emissions: &EMISSIONS,
            null_emissions: &NULLS,
            null: NULL,
            transitions: &TRANSITIONS,
        }
    }

    /// Every alignment of the four words with its probability; state 3 is the empty word.
    fn enumerate() -> Vec<([usize; 4], f64)> {
        let mut all = Vec::new();
        for code in 0..256_usize {
            let path = [0, 1, 2, 3].map(|step| code >> (2 * step) & 3);
            let mut last = STATES;
            let mut p = 1.0;
            for (step, &state) in path.iter().enumerate() {
                p *= if state == STATES {
                    f64::from(NULL * NULLS[step])
                } else {
                    let jump = TRANSITIONS[last * STATES + state];
                    last = state;
                    f64::from((1.0 - NULL) * jump * EMISSIONS[step * STATES + state])
                };
            }
            all.push((path, p));
        }
        all
    }

    #[test]
    fn posteriors_are_those_of_all_alignments() {
        let all = enumerate();
        let total: f64 = all.iter().map(|(_, p)| p).sum();
        let mut hmm = Hmm::default();
        hmm.expect(&sentence());
        for step in 0..4 {
            for state in 0..=STATES {
                let expected: f64 = all
                    .iter()
                    .filter(|(path, _)| path[step] == state)
                    .map(|(_, p)| p)
                    .sum();
                let found = if state == STATES {
                    hmm.null_posteriors[step]
                } else {
                    hmm.posteriors[step * STATES + state]
                };
                assert!((expected / total - f64::from(found)).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn jumps_are_those_of_all_alignments() {
        let all = enumerate();
        let total: f64 = all.iter().map(|(_, p)| p).sum();
        let mut expected = [0.0; 12];
        for (path, p) in &all {
            let mut last = STATES;
            for &state in path.iter().filter(|&&state| state < STATES) {
                expected[last * STATES + state] += p / total;
                last = state;
            }
        }
        let mut hmm = Hmm::default();
        hmm.expect(&sentence());
        for (found, expected) in hmm.jumps.iter().zip(expected) {
            assert!((f64::from(*found) - expected).abs() < 1e-5);
        }
    }

    #[test]
    fn the_best_path_is_the_best_of_all() {
        let all = enumerate();
        let best = all.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        let expected: Vec<(u32, u32)> = best
            .iter()
            .enumerate()
            .filter(|&(_, &state)| state < STATES)
            .map(|(step, &state)| (state as u32, step as u32))
            .collect();
        assert_eq!(sentence().best_path(), expected);
    }
}
