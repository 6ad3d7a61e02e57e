//! What links cost: those of a component against links that stand, and at least to its end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Add;

use super::components::Component;
use super::{NONE, TooHard};
use crate::interrupt;

/// Possible links of a pair whose costs are kept; more take too much memory. Repetitions come to as many as
/// the shorter side has words, times what the other has more.
pub(super) const MOST_CELLS: usize = 1 << 21;

/// What alignments of equally many words are ordered by, the best first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    pub(super) crossings: u64,
    pub(super) chunks: u64,
    pub(super) distance: u64,
}

/// The cost of what is out of the question; any sum of a line's costs is less.
pub(super) const OUT: Cost = Cost {
    crossings: 1 << 60,
    chunks: 0,
    distance: 0,
};

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            crossings: self.crossings + other.crossings,
            chunks: self.chunks + other.chunks,
            distance: self.distance + other.distance,
        }
    }
}

impl Cost {
    /// What is left of a sum without one of its parts.
    pub(super) fn without(self, part: Self) -> Self {
        Self {
            crossings: self.crossings - part.crossings,
            chunks: self.chunks - part.chunks,
            distance: self.distance - part.distance,
        }
    }
}

/// Links that stand.
#[derive(Clone)]
pub(super) struct Fixed {
    /// The word of the other side that each word is linked to, or [`NONE`].
    of_hyp: Vec<u32>,
    of_ref: Vec<u32>,
}

impl Fixed {
    pub(super) fn new(hyp_words: usize, ref_words: usize) -> Self {
        Self {
            of_hyp: vec![NONE; hyp_words],
            of_ref: vec![NONE; ref_words],
        }
    }

    pub(super) fn hyp_words(&self) -> usize {
        self.of_hyp.len()
    }

    pub(super) fn ref_words(&self) -> usize {
        self.of_ref.len()
    }

    pub(super) fn link(&mut self, hyp: u32, reference: u32) {
        self.of_hyp[hyp as usize] = reference;
        self.of_ref[reference as usize] = hyp;
    }

    pub(super) fn is_free(&self, hyp: u32) -> bool {
        self.of_hyp[hyp as usize] == NONE
    }

    /// The hypothesis word that a reference word is linked to.
    pub(super) fn of_ref(&self, reference: u32) -> u32 {
        self.of_ref[reference as usize]
    }

    /// The hypothesis words that all reference words are linked to.
    pub(super) fn of_refs(&self) -> &[u32] {
        &self.of_ref
    }

    /// How many links lie before each reference word.
    pub(super) fn before_refs(&self) -> Vec<u64> {
        let linked = self.of_ref.iter().map(|&hyp| u64::from(hyp != NONE));
        let sums = linked.scan(0, |sum, one| {
            let before = *sum;
            *sum += one;
            Some(before)
        });
        sums.collect()
    }

    /// The cost of linking a reference word to each of some hypothesis words in ascending order, if `before`
    /// links lie before it.
    fn costs<'a>(
        &'a self,
        reference: u32,
        before: u64,
        hyps: impl Iterator<Item = u32> + 'a,
    ) -> impl Iterator<Item = Cost> + 'a {
        // A link that is before one word and after the other is crossed.
        let mut crossings = before;
        let mut passed = 0;
        hyps.map(move |hyp| {
            for &other in &self.of_hyp[passed..hyp as usize] {
                if other != NONE && other > reference {
                    crossings += 1;
                } else if other != NONE {
                    crossings -= 1;
                }
            }
            passed = hyp as usize;
            Cost {
                crossings,
                chunks: 0,
                distance: u64::from(hyp.abs_diff(reference)),
            }
        })
    }
}

/// The costs of the links of a component.
pub(super) enum Costs {
    /// Of a complete one.
    Band(Band),
    /// Of any other, for every reference word: a cost for every edge.
    Loose {
        of_edges: Vec<Vec<Cost>>,
        /// The least that reference words from each on cost together, and a 0 at the end.
        ahead: Vec<Cost>,
    },
}

impl Costs {
    /// How many possible links a component has to keep costs of.
    pub(super) fn cells(component: &Component) -> usize {
        if component.is_complete() {
            let (h, r) = (component.hyps.len(), component.refs.len());
            h.min(r).saturating_mul(h.abs_diff(r) + 1)
        } else {
            component.edges.iter().map(Vec::len).sum()
        }
    }

    pub(super) fn new(
        component: &Component,
        fixed: &Fixed,
        before: &[u64],
        matches: usize,
    ) -> Self {
        if component.is_complete() {
            Self::Band(Band::new(component, fixed, before))
        } else {
            loose(component, fixed, before, matches)
        }
    }

    /// The least that the whole component costs.
    pub(super) fn least(&self) -> Cost {
        match self {
            Self::Band(band) => band.ahead(0, 0),
            Self::Loose { ahead, .. } => ahead[0],
        }
    }
}

/// Refuses components with too many possible links before memory is asked for.
pub(super) fn check_cells(components: &[Component]) -> Result<(), TooHard> {
    let cells = components.iter().map(Costs::cells);
    let all = cells.fold(0, usize::saturating_add);
    if all > MOST_CELLS {
        Err(TooHard)
    } else {
        Ok(())
    }
}

/// The costs of a complete component, whose smaller side is linked whole and in order: word `k` of the
/// smaller side to word `k + d` of the larger, `d` of which were left alone before.
pub(super) struct Band {
    /// How many words of the larger side are left alone in the end.
    pub(super) spare: usize,
    /// How many words the smaller side has.
    pub(super) smaller: usize,
    of_links: Vec<Cost>,
    /// The least that words `k` and after cost together, if `d` were left alone before.
    ahead: Vec<Cost>,
}

impl Band {
    fn new(component: &Component, fixed: &Fixed, before: &[u64]) -> Self {
        let (h, r) = (component.hyps.len(), component.refs.len());
        let (smaller, spare) = (h.min(r), h.abs_diff(r));
        let mut band = Self {
            spare,
            smaller,
            of_links: vec![Cost::default(); smaller * (spare + 1)],
            ahead: vec![Cost::default(); (smaller + 1) * (spare + 1)],
        };
        for (y, &reference) in component.refs.iter().enumerate() {
            interrupt::poll();
            let hyps = if h > r {
                y..y + spare + 1
            } else {
                y.saturating_sub(spare)..h.min(y + 1)
            };
            let words = component.hyps[hyps.clone()].iter().copied();
            let costs = fixed.costs(reference, before[reference as usize], words);
            for (x, cost) in hyps.zip(costs) {
                let place = band.place(x.min(y), x.abs_diff(y));
                band.of_links[place] = cost;
            }
        }
        band.look_ahead();
        band
    }

    /// Finds what is ahead anew, after links were ruled out.
    pub(super) fn look_ahead(&mut self) {
        for k in (0..self.smaller).rev() {
            let mut least = OUT;
            for d in (0..=self.spare).rev() {
                least = least.min(self.link(k, d) + self.ahead(k + 1, d));
                let place = self.place(k, d);
                self.ahead[place] = least;
            }
        }
    }

    /// The only `d` with which word `k` may be linked, if there is no other.
    pub(super) fn only(&self, k: usize) -> Option<usize> {
        let mut possible = (0..=self.spare).filter(|&d| self.link(k, d) != OUT);
        possible.next().filter(|_| possible.next().is_none())
    }

    /// Makes a link cost too much.
    pub(super) fn rule_out(&mut self, k: usize, d: usize) {
        let place = self.place(k, d);
        self.of_links[place] = OUT;
    }

    fn place(&self, k: usize, d: usize) -> usize {
        debug_assert!(k <= self.smaller && d <= self.spare);
        k * (self.spare + 1) + d
    }

    pub(super) fn link(&self, k: usize, d: usize) -> Cost {
        self.of_links[self.place(k, d)]
    }

    pub(super) fn ahead(&self, k: usize, d: usize) -> Cost {
        self.ahead[self.place(k, d)]
    }
}

fn loose(component: &Component, fixed: &Fixed, before: &[u64], matches: usize) -> Costs {
    let priced = component.refs.iter().zip(&component.edges);
    let of_edges: Vec<Vec<Cost>> = priced
        .map(|(&reference, edges)| {
            let hyps = edges.iter().map(|&x| component.hyps[x as usize]);
            let costs = fixed.costs(reference, before[reference as usize], hyps);
            costs.collect()
        })
        .collect();
    // All but so many reference words are linked, each for its least cost or more; the dearest may be left.
    let spare = component.refs.len() - matches;
    let mut dearest: BinaryHeap<Reverse<Cost>> = BinaryHeap::new();
    let mut linked = Cost::default();
    let mut ahead = vec![linked];
    for costs in of_edges.iter().rev() {
        dearest.push(Reverse(costs.iter().min().copied().unwrap_or_default()));
        if dearest.len() > spare
            && let Some(Reverse(cost)) = dearest.pop()
        {
            linked = linked + cost;
        }
        ahead.push(linked);
    }
    ahead.reverse();
    Costs::Loose { of_edges, ahead }
}
