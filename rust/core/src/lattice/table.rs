//! The worth of every state of lattice and automaton, from the ends to the start.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::error::{Error, Result};
use super::graph::Lattice;
use super::oracle::Words;
use super::worth::Worth;
use crate::count::recognition::Costs;
use crate::interrupt;
use crate::memory;

/// No table is larger: about 3 GB.
const MOST_STATES: usize = 1 << 27;

/// For every node and (i, m), what the best way to an end is worth.
pub(super) struct Table<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) words: Words<'a>,
    pub(super) reference: &'a [u32],
    pub(super) costs: Costs,
    /// Whether arcs with words are left out.
    silent: bool,
    /// The states of every node, (i, m) at `i * order + m`.
    worths: Vec<Worth>,
}

impl<'a> Table<'a> {
    /// The table of a lattice and a reference.
    pub(super) fn new(
        lattice: &'a Lattice,
        words: Words<'a>,
        reference: &'a [u32],
        costs: Costs,
    ) -> Result<Self> {
        // No streak is longer than the reference, so states beyond are never reached.
        let longest = NonZeroUsize::new(reference.len()).unwrap_or(NonZeroUsize::MIN);
        let order = costs.order.min(longest);
        let mut table = Self {
            lattice,
            words,
            reference,
            costs: Costs { order, ..costs },
            silent: reference.is_empty(),
            worths: Vec::new(),
        };
        let states = lattice.nodes().checked_mul(table.width());
        let states = states.filter(|&states| states <= MOST_STATES);
        let too_large = || Error::TooLarge {
            nodes: lattice.nodes(),
            words: reference.len(),
            order: order.get(),
        };
        let states = states.ok_or_else(too_large)?;
        memory::check::<Worth>(states, || {
            let (nodes, words) = (lattice.nodes(), reference.len());
            format!("a lattice of {nodes} nodes and a reference of {words} words")
        })?;
        table.worths = vec![Worth::NOTHING; states];
        table.fill();
        if table.silent && table.best().is_nothing() {
            table.silent = false;
            table.fill();
        }
        Ok(table)
    }

    /// States of a node.
    pub(super) fn width(&self) -> usize {
        (self.reference.len() + 1) * self.costs.order.get()
    }

    /// The state (i, 0).
    pub(super) fn unmatched(&self, i: usize) -> usize {
        i * self.costs.order.get()
    }

    /// The states (i, 0), (i, 1), ...
    pub(super) fn at(&self, i: usize) -> Range<usize> {
        self.unmatched(i)..self.unmatched(i + 1)
    }

    pub(super) fn node(&self, node: usize) -> &[Worth] {
        &self.worths[node * self.width()..][..self.width()]
    }

    /// The worth of the whole.
    pub(super) fn best(&self) -> Worth {
        self.node(self.lattice.start())[0]
    }

    /// Where the automaton may go from a state with a word, and what that is worth.
    pub(super) fn steps<'s>(
        &'s self,
        state: usize,
        word: u32,
        after: &'s [Worth],
    ) -> impl Iterator<Item = (usize, Worth)> + 's {
        let order = self.costs.order.get();
        let (i, m) = (state / order, state % order);
        let stay = self.unmatched(i);
        let onward = (i < self.reference.len()).then(|| self.unmatched(i + 1));
        let insertion = (stay, after[stay].inserted());
        let substitution = onward.map(|to| (to, after[to]));
        let expected = self.reference.get(i) == Some(&word);
        let streak = onward
            .filter(|_| expected)
            .map(|to| to + (m + 1).min(order - 1));
        let matching = streak.map(|to| (to, after[to].matched(m + 1)));
        matching.into_iter().chain(substitution).chain([insertion])
    }

    /// The states before a word, from those after it.
    fn before(&self, word: u32, after: &[Worth]) -> Vec<Worth> {
        let best = |state| {
            let steps = self.steps(state, word, after).map(|(_, worth)| worth);
            steps.fold(Worth::NOTHING, |a, b| a.or(b, self.costs))
        };
        let mut states = Vec::with_capacity(self.width());
        for i in 0..=self.reference.len() {
            if self.reference.get(i) == Some(&word) {
                states.extend(self.at(i).map(best));
            } else {
                // Only a match depends on the matches before it.
                states.resize(self.unmatched(i + 1), best(self.unmatched(i)));
            }
        }
        states
    }

    /// Lets reference words be deleted, from the last to the first.
    fn allow_deletions(&self, states: &mut [Worth]) {
        for i in (0..self.reference.len()).rev() {
            let deleted = states[self.unmatched(i + 1)].deleted();
            for state in &mut states[self.at(i)] {
                *state = state.or(deleted, self.costs);
            }
        }
    }

    /// The states before each word of an arc.
    pub(super) fn along(&self, arc: usize) -> Vec<Vec<Worth>> {
        let mut rows: Vec<Vec<Worth>> = Vec::new();
        for &word in self.words.of(arc).iter().rev() {
            interrupt::poll();
            let row = match rows.last_mut() {
                None => self.before(word, self.node(self.lattice.arcs()[arc].to)),
                Some(after) => {
                    self.allow_deletions(after);
                    self.before(word, after)
                }
            };
            rows.push(row);
        }
        rows.reverse();
        rows
    }

    /// The arcs that leave a node and may be used.
    pub(super) fn leaving(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let arcs = self.lattice.leaving(node).iter().copied();
        arcs.filter(|&arc| !self.silent || self.words.of(arc).is_empty())
    }

    /// Finds the worth of every state, from the last node to the first.
    fn fill(&mut self) {
        for node in (0..self.lattice.nodes()).rev() {
            let filled = self.states_of(node);
            let begin = node * self.width();
            self.worths[begin..begin + filled.len()].copy_from_slice(&filled);
        }
    }

    /// The states of a node, from those of its successors.
    fn states_of(&self, node: usize) -> Vec<Worth> {
        let mut states = vec![Worth::NOTHING; self.width()];
        if let Some(score) = self.lattice.end(node) {
            states[self.at(self.reference.len())].fill(Worth::of_end(score));
        }
        for arc in self.leaving(node) {
            interrupt::poll();
            let rows = self.along(arc);
            let arc = self.lattice.arcs()[arc];
            let through = rows.first().map_or(self.node(arc.to), Vec::as_slice);
            for (state, worth) in states.iter_mut().zip(through) {
                *state = state.or(worth.scored(arc.score), self.costs);
            }
        }
        self.allow_deletions(&mut states);
        states
    }
}
