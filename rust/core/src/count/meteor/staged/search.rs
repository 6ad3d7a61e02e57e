//! The search itself: partial alignments from left to right in the reference, by what they leave open.
//!
//! Two that leave the same words open, with as many linked words between these, can only go on in the same
//! ways, so that the better one is kept. One that cannot become as good as an alignment that is known is
//! dropped: links that must still come cost what they do at least against links that stand, and cross those
//! that they cannot but cross.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::costs::Cost;
use super::layers::{Layer, Problem};
use super::matching::Matching;
use super::ways::{self, Open, Way};
use super::{Links, MOST_STEPS, NONE, TooHard};
use crate::interrupt;

/// Open words of all states at a reference word, and links of all states: more take too much memory.
const MOST_OPEN: usize = 1 << 23;
const MOST_NODES: usize = 1 << 22;

/// A partial alignment.
#[derive(Debug, Clone, Copy)]
struct State {
    cost: Cost,
    /// What the components cost at least from here on.
    ahead: Cost,
    /// What the whole alignment costs at least.
    bound: Cost,
    /// What the reference word before is linked to, where that matters.
    tail: u32,
    /// The hypothesis word that was linked last, if at the reference word before, and the links before.
    linked: u32,
    node: u32,
    /// Its open words are `opens[begin..end]`.
    begin: usize,
    end: usize,
    dropped: bool,
}

/// A state that may come of another.
#[derive(Debug, Clone, Copy)]
struct Proposal {
    bound: Cost,
    /// Proposals are made in order: of equals the first one is best.
    order: usize,
    parent: usize,
    way: Way,
}

/// What was found; `whole` if nothing was left out for the width's sake, so that it is the best.
pub(super) struct Found {
    pub(super) links: Links,
    pub(super) cost: Option<Cost>,
    pub(super) whole: bool,
}

/// Scratch of the search.
#[derive(Default)]
pub(super) struct Search {
    states: Vec<State>,
    opens: Vec<Open>,
    next: Vec<State>,
    next_opens: Vec<Open>,
    ways: Vec<Way>,
    proposals: Vec<Proposal>,
    same: HashTable<u32>,
    /// Links, each with the node of the link before it.
    nodes: Vec<((u32, u32), u32)>,
    /// How many links of every component still come: 0 where that is not known, [`NONE`] for all open words.
    to_come: Vec<u32>,
    left: Vec<u32>,
    matching: Matching,
    steps: usize,
}

impl Search {
    /// Keeps the `width` most promising partial alignments at every reference word, and none that must become
    /// worse than `limit`.
    pub(super) fn run(
        &mut self,
        problem: &Problem,
        width: usize,
        limit: Option<Cost>,
    ) -> Result<Found, TooHard> {
        self.start(problem);
        let mut whole = true;
        for (number, layer) in problem.layers.iter().enumerate() {
            interrupt::poll();
            let to_come = &mut self.to_come[layer.component];
            if (1..NONE).contains(to_come) {
                *to_come -= 1;
            }
            whole &= self.propose(problem, layer, width, limit)?;
            self.next.clear();
            self.next_opens.clear();
            self.same.clear();
            for p in 0..self.proposals.len() {
                interrupt::step(p);
                self.make(problem, number, self.proposals[p], limit)?;
            }
            whole &= self.advance(layer, width)?;
        }
        let best = self.states.iter().min_by_key(|state| state.cost);
        let mut node = best.map_or(NONE, |state| state.node);
        let mut links = Vec::new();
        while let Some(&(link, before)) = self.nodes.get(node as usize) {
            links.push(link);
            node = before;
        }
        Ok(Found {
            links,
            cost: best.map(|state| state.cost),
            whole,
        })
    }

    fn start(&mut self, problem: &Problem) {
        self.nodes.clear();
        self.steps = 0;
        self.to_come.clear();
        self.to_come
            .extend(problem.components.iter().map(|component| {
                match (
                    component.is_complete(),
                    component.hyps.len() > component.refs.len(),
                ) {
                    (true, true) => component.refs.len() as u32,
                    (true, false) => NONE,
                    (false, _) => 0,
                }
            }));
        let open = (0..).zip(&problem.component_of);
        let open = open.filter(|&(_, &component)| component != NONE);
        self.opens.clear();
        self.opens
            .extend(open.map(|(hyp, _)| Open { hyp, above: 0 }));
        let (chunks, tail) = problem.start.pass(NONE);
        self.states.clear();
        self.states.push(State {
            cost: Cost {
                chunks,
                ..Cost::default()
            },
            ahead: problem.least(),
            bound: Cost::default(),
            tail: problem.told(0, tail),
            linked: NONE,
            node: NONE,
            begin: 0,
            end: self.opens.len(),
            dropped: false,
        });
    }

    /// Proposes all ways to go on, or those that promise most; whether these are all.
    fn propose(
        &mut self,
        problem: &Problem,
        layer: &Layer,
        width: usize,
        limit: Option<Cost>,
    ) -> Result<bool, TooHard> {
        self.proposals.clear();
        let (mut order, mut whole) = (0, true);
        for (parent, state) in self.states.iter().enumerate() {
            interrupt::step(parent);
            let opens = &self.opens[state.begin..state.end];
            let scratch = (&mut self.matching, &mut self.steps);
            ways::find(problem, layer, opens, state.ahead, scratch, &mut self.ways)?;
            if self.steps > MOST_STEPS {
                return Err(TooHard);
            }
            for &way in &self.ways {
                let hyp = way.link.map_or(NONE, |at| opens[at as usize].hyp);
                let mut bound = state.cost + way.cost + way.ahead;
                bound.chunks += layer.chunks(state.tail, hyp) + layer.chunks_ahead;
                order += 1;
                if limit.is_none_or(|limit| bound <= limit) {
                    self.proposals.push(Proposal {
                        bound,
                        order,
                        parent,
                        way,
                    });
                }
            }
            if self.proposals.len() > 8 * width {
                whole = false;
                cut(&mut self.proposals, 2 * width);
            }
        }
        if self.proposals.len() > 2 * width {
            whole = false;
            cut(&mut self.proposals, 2 * width);
        }
        if !whole {
            self.proposals.sort_unstable_by_key(|p| p.order);
        }
        Ok(whole)
    }

    /// Makes a state of a proposal, unless it is too bad or no better than another.
    fn make(
        &mut self,
        problem: &Problem,
        number: usize,
        proposal: Proposal,
        limit: Option<Cost>,
    ) -> Result<(), TooHard> {
        let (layer, state, way) = (
            &problem.layers[number],
            self.states[proposal.parent],
            proposal.way,
        );
        let begin = self.next_opens.len();
        self.steps += state.end - state.begin + 1;
        if self.steps > MOST_STEPS || begin > MOST_OPEN {
            return Err(TooHard);
        }
        self.reopen(problem, layer, state, way.link);
        let mut bound = proposal.bound;
        bound.crossings += self.unavoidable(problem, begin);
        if limit.is_some_and(|limit| limit < bound) {
            self.next_opens.truncate(begin);
            return Ok(());
        }
        let linked = way
            .link
            .map_or(NONE, |at| self.opens[state.begin + at as usize].hyp);
        let mut cost = state.cost + way.cost;
        cost.chunks += layer.chunks(state.tail, linked);
        let tail = layer.then.pass(linked).1;
        self.insert(State {
            cost,
            ahead: way.ahead,
            bound,
            tail: problem.told(number + 1, tail),
            linked,
            node: state.node,
            begin,
            end: self.next_opens.len(),
            dropped: false,
        });
        Ok(())
    }

    /// Writes the words that stay open after a layer.
    fn reopen(&mut self, problem: &Problem, layer: &Layer, state: State, link: Option<u32>) {
        let begin = self.next_opens.len();
        let in_order = problem.components[layer.component].is_complete();
        for (at, open) in (0..).zip(&self.opens[state.begin..state.end]) {
            let hyp = open.hyp as usize;
            let own = problem.component_of[hyp] as usize == layer.component;
            let passed = in_order && own && link.is_some_and(|link| at < link);
            if link != Some(at) && !passed && problem.last_of[hyp] > layer.reference {
                self.next_opens.push(*open);
            } else if self.next_opens.len() > begin
                && let Some(before) = self.next_opens.last_mut()
            {
                before.above += open.above + u32::from(link == Some(at));
            }
        }
    }

    /// How often links that still come must cross those that are there.
    fn unavoidable(&mut self, problem: &Problem, begin: usize) -> u64 {
        self.left.clone_from(&self.to_come);
        let (mut above, mut sum) = (0, 0);
        for open in self.next_opens[begin..].iter().rev() {
            above += u64::from(open.above);
            let left = &mut self.left[problem.component_of[open.hyp as usize] as usize];
            if *left > 0 {
                *left -= 1;
                sum += above;
            }
        }
        sum
    }

    /// Adds a state whose open words are the last that were written.
    fn insert(&mut self, mut made: State) {
        let (next, opens) = (&self.next, &self.next_opens);
        let key = |state: &State| {
            let mut hasher = FxHasher::default();
            state.tail.hash(&mut hasher);
            opens[state.begin..state.end].hash(&mut hasher);
            hasher.finish()
        };
        let equal = |&other: &u32| {
            let other = &next[other as usize];
            other.tail == made.tail && opens[other.begin..other.end] == opens[made.begin..made.end]
        };
        let (number, hash) = (next.len() as u32, key(&made));
        if let Some(place) = self.same.find_mut(hash, equal) {
            let other = *place as usize;
            let own = made.begin;
            if next[other].cost > made.cost {
                // It comes later in order, even if it takes another's place.
                *place = number;
                (made.begin, made.end) = (next[other].begin, next[other].end);
                self.next[other].dropped = true;
                self.next.push(made);
            }
            self.next_opens.truncate(own);
        } else {
            self.same
                .insert_unique(hash, number, |&other| key(&next[other as usize]));
            self.next.push(made);
        }
    }

    /// Goes on with the most promising states, in order; whether these are all.
    fn advance(&mut self, layer: &Layer, width: usize) -> Result<bool, TooHard> {
        self.next.retain(|state| !state.dropped);
        let whole = self.next.len() <= width;
        if !whole {
            let bounds = self.next.iter().map(|state| state.bound);
            let mut bounds: Vec<(Cost, usize)> = bounds.zip(0..).collect();
            let (_, &mut last, _) = bounds.select_nth_unstable(width - 1);
            let mut numbers = 0..;
            self.next
                .retain(|state| numbers.next().is_some_and(|n| (state.bound, n) <= last));
        }
        for state in &mut self.next {
            if state.linked != NONE {
                self.nodes
                    .push(((state.linked, layer.reference), state.node));
                state.node = self.nodes.len() as u32 - 1;
            }
        }
        if self.nodes.len() > MOST_NODES {
            return Err(TooHard);
        }
        std::mem::swap(&mut self.states, &mut self.next);
        std::mem::swap(&mut self.opens, &mut self.next_opens);
        Ok(whole)
    }
}

/// Leaves the most promising proposals, in any order.
fn cut(proposals: &mut Vec<Proposal>, number: usize) {
    proposals.select_nth_unstable_by_key(number - 1, |p| (p.bound, p.order));
    proposals.truncate(number);
}
