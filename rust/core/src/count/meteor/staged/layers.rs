//! What is to be decided about a pair, one reference word after the other.

use super::components::Component;
use super::costs::{Cost, Costs, Fixed, check_cells};
use super::matching::Matching;
use super::{MOST_STEPS, NONE, TooHard};

/// A reference word that can be linked in several ways.
pub(super) struct Layer {
    pub(super) reference: u32,
    /// Its component, and its place among the component's reference words.
    pub(super) component: usize,
    pub(super) place: usize,
    /// What lies between it and the next.
    pub(super) then: Stretch,
    /// Chunks that begin in any case, after `then`.
    pub(super) chunks_ahead: u64,
}

impl Layer {
    /// The chunks that begin at its word if it is linked to `hyp`, and up to the next layer; the word before
    /// is linked to `tail`.
    pub(super) fn chunks(&self, tail: u32, hyp: u32) -> u64 {
        u64::from(begins(tail, hyp)) + self.then.pass(hyp).0
    }
}

/// Reference words about which nothing is to be decided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    empty: bool,
    /// What the first of them is linked to, or [`NONE`].
    first: u32,
    /// Chunks that begin after the first.
    chunks: u64,
    /// What the last of them is linked to.
    last: u32,
}

impl Stretch {
    fn new(fixed: &Fixed, begin: u32, end: u32) -> Self {
        let (first, last) = if begin < end {
            (fixed.of_ref(begin), fixed.of_ref(end - 1))
        } else {
            (NONE, NONE)
        };
        let inside = begin.saturating_add(1)..end;
        let new = inside.filter(|&j| begins(fixed.of_ref(j - 1), fixed.of_ref(j)));
        Self {
            empty: begin >= end,
            first,
            chunks: new.count() as u64,
            last,
        }
    }

    /// What a chunk count grows by after a word linked to `tail`, and what the last word is linked to.
    pub(super) fn pass(&self, tail: u32) -> (u64, u32) {
        if self.empty {
            (0, tail)
        } else {
            (self.chunks + u64::from(begins(tail, self.first)), self.last)
        }
    }
}

/// Whether a chunk begins at a reference word linked to `hyp` if the one before it is linked to `tail`.
pub(super) fn begins(tail: u32, hyp: u32) -> bool {
    hyp != NONE && (tail == NONE || tail + 1 != hyp)
}

/// The open words of a pair.
pub(super) struct Problem {
    pub(super) components: Vec<Component>,
    pub(super) costs: Vec<Costs>,
    pub(super) layers: Vec<Layer>,
    /// Where each hypothesis word is: its component and its place there. Others have [`NONE`].
    pub(super) component_of: Vec<u32>,
    pub(super) place_of: Vec<u32>,
    /// The last reference word that each hypothesis word may be linked to.
    pub(super) last_of: Vec<u32>,
    /// Before the first layer.
    pub(super) start: Stretch,
}

impl Problem {
    pub(super) fn new(components: Vec<Component>, fixed: &Fixed) -> Result<Self, TooHard> {
        check_cells(&components)?;
        let open: usize = components.iter().map(|c| c.refs.len()).sum();
        if open.saturating_mul(fixed.hyp_words()) > MOST_STEPS {
            return Err(TooHard);
        }
        let before = fixed.before_refs();
        let (mut matching, mut steps) = (Matching::default(), 0);
        let mut costs = Vec::with_capacity(components.len());
        for component in &components {
            let matches = if component.is_complete() {
                0
            } else {
                matching.open(component, 0..component.hyps.len());
                matching.count(component, 0, &mut steps)?
            };
            costs.push(Costs::new(component, fixed, &before, matches));
        }
        let mut made = Self {
            costs,
            layers: Vec::with_capacity(open),
            component_of: vec![NONE; fixed.hyp_words()],
            place_of: vec![NONE; fixed.hyp_words()],
            last_of: vec![0; fixed.hyp_words()],
            start: Stretch::new(fixed, 0, 0),
            components,
        };
        made.index();
        made.order(fixed);
        Ok(made)
    }

    fn index(&mut self) {
        for (number, component) in self.components.iter().enumerate() {
            for (place, &hyp) in component.hyps.iter().enumerate() {
                self.component_of[hyp as usize] = number as u32;
                self.place_of[hyp as usize] = place as u32;
            }
            if component.is_complete() {
                let last = component.refs.last().copied().unwrap_or(0);
                for &hyp in &component.hyps {
                    self.last_of[hyp as usize] = last;
                }
            }
            for (&reference, edges) in component.refs.iter().zip(&component.edges) {
                for &edge in edges {
                    self.last_of[component.hyps[edge as usize] as usize] = reference;
                }
            }
        }
    }

    fn order(&mut self, fixed: &Fixed) {
        let components = self.components.iter().enumerate();
        let mut words: Vec<(u32, usize, usize)> = components
            .flat_map(|(number, component)| {
                let refs = component.refs.iter().enumerate();
                refs.map(move |(place, &reference)| (reference, number, place))
            })
            .collect();
        words.sort_unstable();
        let ends = words.iter().skip(1).map(|&(reference, ..)| reference);
        let ends: Vec<u32> = ends.chain([fixed.ref_words() as u32]).collect();
        for (&(reference, component, place), &end) in words.iter().zip(&ends) {
            self.layers.push(Layer {
                reference,
                component,
                place,
                then: Stretch::new(fixed, reference + 1, end),
                chunks_ahead: 0,
            });
        }
        let mut ahead = 0;
        for number in (0..self.layers.len()).rev() {
            let begins = u64::from(self.begins_chunk(number, fixed));
            let layer = &mut self.layers[number];
            layer.chunks_ahead = ahead;
            ahead += layer.then.chunks + begins;
        }
        self.start = Stretch::new(fixed, 0, words.first().map_or(0, |word| word.0));
    }

    /// Whether a chunk begins at a layer whatever is decided: its word must be linked, and cannot go on from
    /// the word before.
    fn begins_chunk(&self, number: usize, fixed: &Fixed) -> bool {
        let layer = &self.layers[number];
        let component = &self.components[layer.component];
        let linked = component.is_complete() && component.hyps.len() > component.refs.len();
        let decided = number > 0 && self.layers[number - 1].reference + 1 == layer.reference;
        let tail = layer.reference.checked_sub(1).map(|j| fixed.of_ref(j));
        linked && !decided && self.told(number, tail.unwrap_or(NONE)) == NONE
    }

    /// The least that all components cost, whatever they do to each other.
    pub(super) fn least(&self) -> Cost {
        let each = self.costs.iter().map(Costs::least);
        each.fold(Cost::default(), |sum, cost| sum + cost)
    }

    /// What the next layer may continue of a word linked to `tail`: [`NONE`] if nothing, so that what makes
    /// no difference is not told apart.
    pub(super) fn told(&self, next: usize, tail: u32) -> u32 {
        let continued = tail != NONE
            && self.layers.get(next).is_some_and(|layer| {
                let wanted = self.component_of.get(tail as usize + 1);
                wanted.is_some_and(|&component| component as usize == layer.component)
            });
        if continued { tail } else { NONE }
    }
}
