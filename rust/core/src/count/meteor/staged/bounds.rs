//! A lower bound on all crossings, and what it rules out.
//!
//! The links of complete components are a pairwise model: each has a few places where it may lie, which cost
//! what they cross of the links that stand, and two of them cross or not. A lower bound on all crossings comes
//! from sharing the crossings of each pair between its two links, over and over, so that the bound never
//! falls (MPLP: Globerson and Jaakkola 2007, "Fixing max-product"). A place with which the bound exceeds the
//! known alignment is out of the question.

use std::ops::Range;

use super::Links;
use super::components::Component;
use super::costs::{Band, Costs, OUT};
use super::layers::Problem;
use crate::interrupt;

/// How often crossings are shared anew, and when a place is tried.
pub(super) const ROUNDS: usize = 100;
const PROBING_ROUNDS: usize = 20;
/// How many places are compared with each other; more take too much memory.
const MOST_PLACES: usize = 1 << 11;
const MOST_PAIRS: usize = 1 << 16;
/// More than sums of shares can be wrong by, and less than a crossing.
pub(super) const ROUNDING: f64 = 0.01;
/// The cost of places that contradict each other or are out of the question. Any cost gives a bound, and with
/// a higher one sums are less exact.
const NEVER: f64 = 1_048_576.0;

/// A link of a complete component and where it may lie.
#[derive(Clone)]
struct Node {
    component: usize,
    k: usize,
    places: Vec<Place>,
}

#[derive(Clone)]
struct Place {
    d: usize,
    hyp: u32,
    reference: u32,
    /// What it crosses of the links that stand.
    own: f64,
    /// The same with its shares of crossings.
    cost: f64,
    is_out: bool,
}

/// Two links whose crossing depends on where they lie, and the shares of it that their places have.
#[derive(Clone)]
struct Pair {
    nodes: (usize, usize),
    shares: (Vec<f64>, Vec<f64>),
}

#[derive(Clone)]
pub(super) struct Model {
    nodes: Vec<Node>,
    pairs: Vec<Pair>,
    /// Crossings that are certain.
    constant: f64,
}

impl Model {
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let mut nodes = Vec::new();
        let mut constant = 0.0;
        let mut places = 0;
        for (number, costs) in problem.costs.iter().enumerate() {
            match costs {
                Costs::Loose { ahead, .. } => constant += ahead[0].crossings as f64,
                Costs::Band(band) => {
                    places += band.smaller * (band.spare + 1);
                    if places > MOST_PLACES {
                        return None;
                    }
                    let component = &problem.components[number];
                    nodes.extend((0..band.smaller).map(|k| node(number, component, band, k)));
                }
            }
        }
        let mut model = Self {
            nodes,
            pairs: Vec::new(),
            constant,
        };
        for j in 0..model.nodes.len() {
            interrupt::poll();
            for i in 0..j {
                model.add_pair(i, j);
            }
            if model.pairs.len() > MOST_PAIRS {
                return None;
            }
        }
        Some(model)
    }

    fn add_pair(&mut self, i: usize, j: usize) {
        let (a, b) = (&self.nodes[i], &self.nodes[j]);
        let all = || {
            a.places
                .iter()
                .flat_map(|x| b.places.iter().map(|y| between(a, x, b, y)))
        };
        let (low, high) = (lowest(all()), -lowest(all().map(|cost| -cost)));
        if low < high {
            let shares = (vec![0.0; a.places.len()], vec![0.0; b.places.len()]);
            self.pairs.push(Pair {
                nodes: (i, j),
                shares,
            });
        } else if a.places.len() * b.places.len() > 0 {
            self.constant += low;
        }
    }

    /// Shares the crossings of all pairs so often, unless that takes more comparisons than are left.
    pub(super) fn share_all(&mut self, rounds: usize, left: &mut usize) -> bool {
        let sizes = self
            .pairs
            .iter()
            .map(|pair| pair.shares.0.len() * pair.shares.1.len());
        let comparisons = sizes.sum::<usize>() * rounds;
        let Some(rest) = left.checked_sub(comparisons) else {
            return false;
        };
        *left = rest;
        for _ in 0..rounds {
            for pair in 0..self.pairs.len() {
                interrupt::step(pair);
                self.share(pair);
            }
        }
        self.sum_up();
        true
    }

    /// Adds up shares anew: taking them away and adding them over and over is not exact.
    fn sum_up(&mut self) {
        for place in self.nodes.iter_mut().flat_map(|node| &mut node.places) {
            place.cost = place.own + if place.is_out { NEVER } else { 0.0 };
        }
        for Pair { nodes, shares } in &self.pairs {
            for (node, shares) in [(nodes.0, &shares.0), (nodes.1, &shares.1)] {
                for (place, share) in self.nodes[node].places.iter_mut().zip(shares) {
                    place.cost += share;
                }
            }
        }
    }

    /// Takes away the places with which there are more crossings than `most`: component, `k` and `d`.
    pub(super) fn rule_out(&mut self, most: f64) -> Vec<(usize, usize, usize)> {
        let least = self.least();
        let mut found = Vec::new();
        for node in &mut self.nodes {
            let best = lowest(node.places.iter().map(|place| place.cost));
            for place in node.places.iter_mut().filter(|place| !place.is_out) {
                if least - best + place.cost > most {
                    place.is_out = true;
                    found.push((node.component, node.k, place.d));
                }
            }
        }
        self.sum_up();
        found
    }

    /// Tries every place: without the others of its link, there may be more crossings than `most`.
    pub(super) fn probe(&mut self, most: f64, left: &mut usize) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        for i in 0..self.nodes.len() {
            for at in 0..self.nodes[i].places.len() {
                let open = self.nodes[i].places.iter().filter(|place| !place.is_out);
                if open.count() < 2 || self.nodes[i].places[at].is_out {
                    continue;
                }
                let mut model = self.clone();
                for (other, place) in model.nodes[i].places.iter_mut().enumerate() {
                    place.is_out |= other != at;
                }
                model.sum_up();
                if !model.share_all(PROBING_ROUNDS, left) {
                    return found;
                }
                if model.least() > most {
                    let node = &mut self.nodes[i];
                    node.places[at].is_out = true;
                    found.push((node.component, node.k, node.places[at].d));
                    self.sum_up();
                }
            }
        }
        found
    }

    /// Shares the crossing of a pair between its links so that both know of it equally.
    fn share(&mut self, number: usize) {
        let Pair {
            nodes: (i, j),
            shares,
        } = &mut self.pairs[number];
        let (before, after) = self.nodes.split_at_mut(*j);
        let (a, b) = (&mut before[*i], &mut after[0]);
        for (place, share) in a.places.iter_mut().zip(&shares.0) {
            place.cost -= share;
        }
        for (place, share) in b.places.iter_mut().zip(&shares.1) {
            place.cost -= share;
        }
        for (x, share) in a.places.iter().zip(&mut shares.0) {
            let best = lowest(b.places.iter().map(|y| between(a, x, b, y) + y.cost));
            *share = (best - x.cost) / 2.0;
        }
        for (y, share) in b.places.iter().zip(&mut shares.1) {
            let best = lowest(a.places.iter().map(|x| between(a, x, b, y) + x.cost));
            *share = (best - y.cost) / 2.0;
        }
        for (place, share) in a.places.iter_mut().zip(&shares.0) {
            place.cost += share;
        }
        for (place, share) in b.places.iter_mut().zip(&shares.1) {
            place.cost += share;
        }
    }

    /// An alignment that no component alone can better: first each at its best with what was shared, then
    /// with the others as they are.
    pub(super) fn descend(&self) -> Links {
        let mut chosen: Vec<usize> = vec![0; self.nodes.len()];
        for part in self.chains() {
            self.choose(part, &mut chosen, |i, place| {
                self.nodes[i].places[place].cost
            });
        }
        for _ in 0..ROUNDS {
            let before = chosen.clone();
            for part in self.chains() {
                let others = chosen.clone();
                self.choose(part, &mut chosen, |i, place| {
                    let (node, at) = (&self.nodes[i], &self.nodes[i].places[place]);
                    let nodes = self.nodes.iter().zip(&others);
                    let nodes = nodes.filter(|(other, _)| other.component != node.component);
                    let crossed = nodes.map(|(b, &y)| between(node, at, b, &b.places[y]));
                    at.own + crossed.sum::<f64>()
                });
            }
            if chosen == before {
                break;
            }
        }
        let places = self.nodes.iter().zip(&chosen);
        let places = places.map(|(node, &place)| &node.places[place]);
        places.map(|place| (place.hyp, place.reference)).collect()
    }

    /// The nodes of every component.
    fn chains(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut begin = 0;
        let chunks = self.nodes.chunk_by(|a, b| a.component == b.component);
        chunks.map(move |chunk| {
            begin += chunk.len();
            begin - chunk.len()..begin
        })
    }

    /// Chooses the places of a component's links that cost least together and are in order.
    fn choose(&self, part: Range<usize>, chosen: &mut [usize], cost: impl Fn(usize, usize) -> f64) {
        // For every link and place the least cost of all up to it, and the place before.
        let mut least: Vec<Vec<(f64, usize)>> = Vec::new();
        for i in part.clone() {
            interrupt::poll();
            let before = least.last();
            let places = self.nodes[i].places.iter().enumerate();
            let found = places.map(|(number, place)| {
                let best = before.map_or((0.0, 0), |before| {
                    let earlier = self.nodes[i - 1].places.iter().zip(before).enumerate();
                    let earlier = earlier.filter(|(_, (other, _))| other.d <= place.d);
                    earlier
                        .map(|(at, (_, sum))| (sum.0, at))
                        .fold((f64::INFINITY, 0), |a, b| if b.0 < a.0 { b } else { a })
                });
                (best.0 + cost(i, number), best.1)
            });
            let found = found.collect();
            least.push(found);
        }
        let Some(last) = least.last() else { return };
        let ends = last.iter().enumerate();
        let (mut at, _) = ends.fold((0, f64::INFINITY), |best, (at, &(sum, _))| {
            if sum < best.1 { (at, sum) } else { best }
        });
        for i in part.clone().rev() {
            chosen[i] = at;
            at = least[i - part.start][at].1;
        }
    }

    /// The bound: each link at its best place, and what shares leave of each pair.
    fn least(&self) -> f64 {
        let nodes = self.nodes.iter();
        let own: f64 = nodes
            .map(|node| lowest(node.places.iter().map(|place| place.cost)))
            .sum();
        let pairs = self.pairs.iter().map(|pair| {
            let (a, b) = (&self.nodes[pair.nodes.0], &self.nodes[pair.nodes.1]);
            lowest(a.places.iter().zip(&pair.shares.0).flat_map(|(x, s)| {
                let others = b.places.iter().zip(&pair.shares.1);
                others.map(move |(y, t)| between(a, x, b, y) - s - t)
            }))
        });
        own + pairs.sum::<f64>() + self.constant
    }
}

fn node(number: usize, component: &Component, band: &Band, k: usize) -> Node {
    let possible = (0..=band.spare).filter(|&d| band.link(k, d) != OUT);
    let places = possible.map(|d| {
        let (hyp, reference) = component.words(k, d);
        Place {
            d,
            hyp,
            reference,
            own: band.link(k, d).crossings as f64,
            cost: band.link(k, d).crossings as f64,
            is_out: false,
        }
    });
    Node {
        component: number,
        k,
        places: places.collect(),
    }
}

/// What two places cost together. Links of one component do not cross; `a` comes first.
fn between(a: &Node, x: &Place, b: &Node, y: &Place) -> f64 {
    if a.component == b.component {
        if x.d > y.d { NEVER } else { 0.0 }
    } else {
        f64::from(u8::from((x.hyp < y.hyp) != (x.reference < y.reference)))
    }
}

fn lowest(costs: impl Iterator<Item = f64>) -> f64 {
    costs.fold(f64::INFINITY, f64::min)
}
