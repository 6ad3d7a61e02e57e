//! Word and n-gram recognition rates (Chiang et al. 2008, equations 5 and 6).
//!
//! Both are the best path of the hypothesis through an automaton built from the reference. In state
//! (i, m), i reference words lie behind, and the last m of them (capped at order − 1) were matched
//! one after the other. From there
//!
//! - a match earns m + 1, one for each n-gram it completes, and leads to (i + 1, m + 1);
//! - a substitution earns nothing and leads to (i + 1, 0);
//! - a deletion reads no word, costs β and leads to (i + 1, 0);
//! - an insertion costs α and leads to (i, 0).
//!
//! Only a match leads to m > 0, so a cell whose words differ has one live state and costs a few
//! instructions. Time is O(|c|·|r|) plus O(order) for each pair of equal words, memory O(|r|·order).
//! Nothing assumes a sign of α or β.

use std::num::NonZeroUsize;

use super::edit::distance;
use super::pairs::{count_pairs, map_pairs};
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::memory;
use crate::text::Tokens;

/// What a path through the automaton pays, and the n-grams it earns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// The longest n-gram that counts: 1 for the word recognition rate, 4 for 4-GRR.
    pub order: NonZeroUsize,
    /// α, paid for a hypothesis word without a counterpart; a reward if negative.
    pub insertion: f64,
    /// β, paid for a reference word without a counterpart; a reward if negative.
    pub deletion: f64,
}

impl Costs {
    /// Those of the word recognition rate, equation 5: its best path has M − I = |r| − errors.
    pub const WORDS: Self = Self {
        order: NonZeroUsize::MIN,
        insertion: 1.0,
        deletion: 0.0,
    };

    /// Denominator of equation 6: the n-grams of the reference, of all orders together.
    fn ngrams(self, reference: usize) -> usize {
        (0..self.order.get())
            .map(|n| reference.saturating_sub(n))
            .sum()
    }
}

/// What happens to a word on a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A hypothesis word meets an equal reference word.
    Match,
    /// A hypothesis word stands for another reference word.
    Substitution,
    /// A hypothesis word has no counterpart.
    Insertion,
    /// A reference word has no counterpart.
    Deletion,
}

/// Numbers in a row of [`recognition`].
pub const ROW_WIDTH: usize = 2;

/// For every row and each of its references: numerator and denominator of the recognition rate.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn recognition(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    costs: Costs,
) -> Result<Vec<f64>> {
    count_pairs(
        hyps,
        refs,
        layout,
        <(Row, Row)>::default,
        |rows, hyp, reference| -> [f64; ROW_WIDTH] {
            // The same number, from bit-parallel rows.
            let numerator = if costs == Costs::WORDS {
                reference.len() as f64 - distance(hyp, reference) as f64
            } else {
                pair(rows, hyp, reference, costs)
            };
            [numerator, costs.ngrams(reference.len()) as f64]
        },
    )
}

/// The value of the best path.
fn pair((now, next): &mut (Row, Row), hyp: &[u32], reference: &[u32], costs: Costs) -> f64 {
    now.start(reference.len(), costs);
    for (k, &word) in hyp.iter().enumerate() {
        interrupt::step(k);
        next.follow(now, word, reference, costs);
        std::mem::swap(now, next);
    }
    now.best[reference.len()]
}

/// The values of all states after some hypothesis words.
#[derive(Debug, Clone, Default)]
struct Row {
    /// Of the best state at each i.
    best: Vec<f64>,
    streaks: Streaks,
}

/// The states at the reference words that the last hypothesis word equals.
#[derive(Debug, Clone, Default)]
struct Streaks {
    /// The largest m at each i; all smaller ones can be reached, too. Often 0: there is one state
    /// only, and its value is the best.
    longest: Vec<u32>,
    /// The value of state (i, m) at `i * order + m`, where the largest m is not 0.
    values: Vec<f64>,
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Row {
    fn reset(&mut self, reference: usize, costs: Costs) {
        self.best.resize(reference + 1, 0.0);
        self.streaks.longest.clear();
        self.streaks.longest.resize(reference + 1, 0);
        let states = (reference + 1) * costs.order.get();
        self.streaks.values.resize(states, 0.0);
    }

    /// Before the first hypothesis word: nothing, or deletions only.
    fn start(&mut self, reference: usize, costs: Costs) {
        self.reset(reference, costs);
        let mut value = 0.0;
        for best in &mut self.best {
            *best = value;
            value -= costs.deletion;
        }
    }

    /// After one more hypothesis word than `before`.
    fn follow(&mut self, before: &Self, word: u32, reference: &[u32], costs: Costs) {
        self.reset(reference.len(), costs);
        let mut value = before.best[0] - costs.insertion;
        self.best[0] = value;
        let cells = before.best.windows(2).zip(&mut self.best[1..]);
        for (i, (&expected, (read, best))) in reference.iter().zip(cells).enumerate() {
            let unmatched = larger(read[0], read[1] - costs.insertion);
            value = larger(unmatched, value - costs.deletion);
            if word == expected {
                value = self
                    .streaks
                    .add(i + 1, value, before.states(i, costs), costs);
            }
            *best = value;
        }
    }

    /// The values of all states at i.
    fn states(&self, i: usize, costs: Costs) -> &[f64] {
        match self.streaks.longest[i] as usize {
            0 => &self.best[i..=i],
            longest => &self.streaks.values[i * costs.order.get()..][..=longest],
        }
    }

    /// The best state at i; the longest streak in a tie.
    fn best_state(&self, i: usize, costs: Costs) -> usize {
        let is_best = |&value: &f64| value >= self.best[i];
        self.states(i, costs).iter().rposition(is_best).unwrap_or(0)
    }
}

impl Streaks {
    /// Adds the states at i that a match leads to from states `from`, and gives the best value.
    ///
    /// `unmatched` is the value of state (i, 0) without a match.
    fn add(&mut self, i: usize, unmatched: f64, from: &[f64], costs: Costs) -> f64 {
        let last = costs.order.get() - 1;
        let states = &mut self.values[i * costs.order.get()..][..=last];
        states.fill(f64::NEG_INFINITY);
        states[0] = unmatched;
        let mut best = unmatched;
        for (m, value) in from.iter().enumerate() {
            let state = &mut states[(m + 1).min(last)];
            *state = larger(*state, value + (m + 1) as f64);
            best = larger(best, *state);
        }
        self.longest[i] = from.len().min(last) as u32;
        best
    }
}

/// Whether two values came from the same sum, term by term.
#[allow(clippy::float_cmp)]
fn same(a: f64, b: f64) -> bool {
    a == b
}

/// The steps of a best path, from the first word to the last.
///
/// Several paths may be best. Seen from the end of the sentences, this one prefers a match to a
/// substitution, that to a deletion, and that to an insertion. All rows are kept, O(|c|·|r|·order)
/// memory: a picture of a sentence, not of a book.
///
/// # Errors
/// When there is not enough memory for that.
pub fn path(hyp: &[u32], reference: &[u32], costs: Costs) -> Result<Vec<Step>> {
    // A state, the best of them, and the longest streak, at each place.
    let cell = size_of::<f64>() * (costs.order.get() + 1) + size_of::<u32>();
    let cells = (hyp.len() + 1).saturating_mul(reference.len() + 1);
    memory::check::<u8>(cells.saturating_mul(cell), || {
        let (h, r) = (hyp.len(), reference.len());
        format!("all paths from a line of {h} words to one of {r}")
    })?;
    let mut rows = vec![Row::default(); hyp.len() + 1];
    rows[0].start(reference.len(), costs);
    for (k, &word) in hyp.iter().enumerate() {
        interrupt::step(k);
        let (behind, ahead) = rows.split_at_mut(k + 1);
        ahead[0].follow(&behind[k], word, reference, costs);
    }

    let (mut k, mut i) = (hyp.len(), reference.len());
    let mut m = rows[k].best_state(i, costs);
    let mut steps = Vec::with_capacity(k.max(i));
    while k > 0 || i > 0 {
        let step;
        (step, m) = last_step(&rows, hyp, reference, (k, i, m), costs);
        steps.push(step);
        k -= usize::from(step != Step::Deletion);
        i -= usize::from(step != Step::Insertion);
    }
    steps.reverse();
    Ok(steps)
}

/// The best paths of every row and reference, as [`path`] gives them.
///
/// # Errors
/// When the two were interned separately, there is not enough memory, or threads cannot be started.
pub fn paths(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    costs: Costs,
) -> Result<Vec<Vec<Step>>> {
    map_pairs(
        hyps,
        refs,
        layout,
        || (),
        |(), _, hyp, reference| path(hyp, reference, costs),
    )
}

/// How state (i, m) was reached after k hypothesis words, and the m it was reached from.
fn last_step(
    rows: &[Row],
    hyp: &[u32],
    reference: &[u32],
    (k, i, m): (usize, usize, usize),
    costs: Costs,
) -> (Step, usize) {
    let value = rows[k].states(i, costs)[m];
    if k > 0 && i > 0 {
        let before = &rows[k - 1];
        if hyp[k - 1] == reference[i - 1] {
            let from = before.states(i - 1, costs);
            if let Some(from) = matched_from(from, m, value, costs) {
                return (Step::Match, from);
            }
        }
        if same(before.best[i - 1], value) {
            return (Step::Substitution, before.best_state(i - 1, costs));
        }
    }
    if k == 0 || i > 0 && same(rows[k].best[i - 1] - costs.deletion, value) {
        return (Step::Deletion, rows[k].best_state(i - 1, costs));
    }
    (Step::Insertion, rows[k - 1].best_state(i, costs))
}

/// The m from which a match leads to state m with this value; the longest streak in a tie.
fn matched_from(from: &[f64], m: usize, value: f64, costs: Costs) -> Option<usize> {
    let leads_here = |&streak: &usize| {
        let earned = from[streak] + (streak + 1) as f64;
        (streak + 1).min(costs.order.get() - 1) == m && same(earned, value)
    };
    (0..from.len()).rev().find(leads_here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grr(insertion: f64, deletion: f64) -> Costs {
        Costs {
            order: NonZeroUsize::new(4).unwrap(),
            insertion,
            deletion,
        }
    }

    fn value(hyp: &[u32], reference: &[u32], costs: Costs) -> f64 {
        pair(&mut <(Row, Row)>::default(), hyp, reference, costs)
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// Equation 6 on a given path.
    fn earned(steps: &[Step], costs: Costs) -> f64 {
        let mut streak = 0;
        let mut sum = 0.0;
        for step in steps {
            streak = if *step == Step::Match { streak + 1 } else { 0 };
            sum += streak.min(costs.order.get()) as f64;
            match step {
                Step::Insertion => sum -= costs.insertion,
                Step::Deletion => sum -= costs.deletion,
                Step::Match | Step::Substitution => {}
            }
        }
        sum
    }

    /// Every pair of sentences of up to four words over two words.
    fn small_pairs() -> impl Iterator<Item = (Vec<u32>, Vec<u32>)> {
        let sentences = (1_u32..32).map(|bits| {
            let length = bits.ilog2();
            (0..length).map(|i| bits >> i & 1).collect::<Vec<_>>()
        });
        let others: Vec<_> = sentences.clone().collect();
        sentences.flat_map(move |hyp| {
            others
                .clone()
                .into_iter()
                .map(move |reference| (hyp.clone(), reference))
        })
    }

    #[test]
    fn a_perfect_match_earns_every_ngram() {
        let words: Vec<u32> = (0..9).collect();
        for length in 0..9 {
            let costs = grr(1.0, 0.0);
            let all = costs.ngrams(length) as f64;
            assert!(close(value(&words[..length], &words[..length], costs), all));
        }
    }

    #[test]
    fn hand_worked() {
        // Two streaks of two words, 1 + 2 each; the word between them substituted.
        assert!(close(
            value(&[1, 2, 9, 4, 5], &[1, 2, 3, 4, 5], grr(1.0, 0.0)),
            6.0
        ));
        // The same with an insertion between them.
        assert!(close(
            value(&[1, 2, 9, 4, 5], &[1, 2, 4, 5], grr(1.0, 0.0)),
            5.0
        ));
        // A streak of six: 1 + 2 + 3 + 4 + 4 + 4.
        let six = [1, 2, 3, 4, 5, 6];
        assert!(close(value(&six, &six, grr(1.0, 0.0)), 18.0));
        // Rewarded insertions exceed the one n-gram of the reference.
        assert!(close(value(&[1, 2, 3], &[1], grr(-0.9, 1.0)), 2.8));
        // Nothing but deletions, nothing but insertions.
        assert!(close(value(&[], &[1, 2], grr(1.0, 0.5)), -1.0));
        assert!(close(value(&[1, 2, 3], &[], grr(0.5, 0.0)), -1.5));
    }

    #[test]
    fn words_recognised_are_reference_words_without_errors() {
        for (hyp, reference) in small_pairs() {
            let errors = distance(&hyp, &reference) as f64;
            let expected = reference.len() as f64 - errors;
            assert!(close(value(&hyp, &reference, Costs::WORDS), expected));
        }
    }

    #[test]
    fn the_path_is_worth_the_numerator() {
        for costs in [Costs::WORDS, grr(1.0, 0.0), grr(-0.9, 1.0), grr(0.3, -0.2)] {
            for (hyp, reference) in small_pairs() {
                let steps = path(&hyp, &reference, costs).unwrap();
                let count = |unwanted| steps.iter().filter(|&&s| s != unwanted).count();
                assert_eq!(count(Step::Deletion), hyp.len());
                assert_eq!(count(Step::Insertion), reference.len());
                assert!(close(earned(&steps, costs), value(&hyp, &reference, costs)));
            }
        }
    }

    #[test]
    fn ties_prefer_the_step_that_says_most() {
        use Step::{Deletion, Insertion, Match, Substitution};
        assert_eq!(
            path(&[1, 1], &[1], Costs::WORDS).unwrap(),
            [Insertion, Match]
        );
        assert_eq!(
            path(&[1], &[1, 1], Costs::WORDS).unwrap(),
            [Deletion, Match]
        );
        assert_eq!(
            path(&[9], &[1, 2], Costs::WORDS).unwrap(),
            [Deletion, Substitution]
        );
        assert_eq!(
            path(&[9, 8], &[1], Costs::WORDS).unwrap(),
            [Insertion, Substitution]
        );
        assert_eq!(path(&[], &[], Costs::WORDS).unwrap(), []);
    }
}
