//! How many words of a component can be linked at most.

use std::collections::VecDeque;

use super::components::Component;
use super::{MOST_STEPS, NONE, TooHard};

/// Scratch of the count.
#[derive(Default)]
pub(super) struct Matching {
    /// What hypothesis and reference words are linked to.
    of_hyp: Vec<u32>,
    of_ref: Vec<u32>,
    /// The reference word from which a hypothesis word was reached.
    reached: Vec<u32>,
    queue: VecDeque<u32>,
    /// Which hypothesis words may be linked.
    free: Vec<bool>,
}

impl Matching {
    /// Leaves only these hypothesis words of a component free.
    pub(super) fn open(&mut self, component: &Component, places: impl Iterator<Item = usize>) {
        self.free.clear();
        self.free.resize(component.hyps.len(), false);
        for place in places {
            self.free[place] = true;
        }
    }

    pub(super) fn close(&mut self, place: usize) {
        self.free[place] = false;
    }

    pub(super) fn reopen(&mut self, place: usize) {
        self.free[place] = true;
    }

    /// How many links the reference words from `first` on can have at most with hypothesis words that are
    /// `free`, by augmenting paths.
    pub(super) fn count(
        &mut self,
        component: &Component,
        first: usize,
        steps: &mut usize,
    ) -> Result<usize, TooHard> {
        self.of_hyp.clear();
        self.of_hyp.resize(component.hyps.len(), NONE);
        self.of_ref.clear();
        self.of_ref.resize(component.refs.len(), NONE);
        let mut found = 0;
        for start in first..component.refs.len() {
            found += usize::from(self.augment(component, start, steps)?);
        }
        Ok(found)
    }

    fn augment(
        &mut self,
        component: &Component,
        start: usize,
        steps: &mut usize,
    ) -> Result<bool, TooHard> {
        self.reached.clear();
        self.reached.resize(component.hyps.len(), NONE);
        self.queue.clear();
        self.queue.push_back(start as u32);
        while let Some(reference) = self.queue.pop_front() {
            let edges = &component.edges[reference as usize];
            *steps += edges.len();
            if *steps > MOST_STEPS {
                return Err(TooHard);
            }
            for &hyp in edges {
                let at = hyp as usize;
                if !self.free[at] || self.reached[at] != NONE {
                    continue;
                }
                self.reached[at] = reference;
                if self.of_hyp[at] != NONE {
                    self.queue.push_back(self.of_hyp[at]);
                    continue;
                }
                // Every link on the way is exchanged for the one before it.
                let mut end = hyp;
                while end != NONE {
                    let reference = self.reached[end as usize];
                    self.of_hyp[end as usize] = reference;
                    end = std::mem::replace(&mut self.of_ref[reference as usize], end);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
