//! Expected n-grams of confusion networks, and what two networks have in common.
//!
//! An n-gram counts, for each of its occurrences, the product of the probabilities of all alternatives that
//! it touches. From left to right, only the n-grams that end at the border of a segment need to be known: an
//! n-gram either lies within an alternative, or ends with the beginning of one and begins with one of these.

use rustc_hash::FxHashMap;

use super::network::Network;
use crate::interrupt;

const ROOT: u32 = 0;
const NOWHERE: u32 = u32::MAX;

/// N-grams by their labels: a tree in which every node is an n-gram.
#[derive(Debug)]
pub struct Grams {
    order: usize,
    children: FxHashMap<u64, u32>,
    /// Length of the n-gram of each node.
    lengths: Vec<u32>,
    /// Its weight in the network that made the tree, and in the one compared with it.
    weights: [Vec<f64>; 2],
    /// By length: n-grams that end at the last border, and those that end at the next.
    history: Vec<Vec<(u32, f64)>>,
    next: Vec<Vec<(u32, f64)>>,
    /// Where a node is in `next`.
    places: Vec<u32>,
    beginnings: Beginnings,
    reached: Vec<u32>,
}

/// The beginnings that the alternatives of a segment share: a tree again, parents first.
#[derive(Debug, Default)]
struct Beginnings {
    nodes: Vec<Beginning>,
    known: FxHashMap<u64, u32>,
}

#[derive(Debug, Clone, Copy)]
struct Beginning {
    parent: u32,
    label: u32,
    length: usize,
    /// Of all alternatives that begin so.
    weight: f64,
    /// Of those that end here.
    whole: f64,
    ends_here: bool,
}

fn edge(parent: u32, label: u32) -> u64 {
    u64::from(parent) << 32 | u64::from(label)
}

impl Beginnings {
    fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
    }

    /// Adds the first tokens of an alternative: their labels and weights.
    fn add(
        &mut self,
        probability: f64,
        tokens: impl ExactSizeIterator<Item = (u32, f64)>,
        most: usize,
    ) {
        let all = tokens.len();
        let mut weight = probability;
        let mut parent = NOWHERE;
        for (k, (label, factor)) in tokens.take(most).enumerate() {
            weight *= factor;
            let number = *self.known.entry(edge(parent, label)).or_insert_with(|| {
                self.nodes.push(Beginning {
                    parent,
                    label,
                    length: k + 1,
                    weight: 0.0,
                    whole: 0.0,
                    ends_here: false,
                });
                self.nodes.len() as u32 - 1
            });
            let node = &mut self.nodes[number as usize];
            node.weight += weight;
            if k + 1 == all {
                node.whole += weight;
                node.ends_here = true;
            }
            parent = number;
        }
    }
}

impl Grams {
    /// An empty tree for n-grams of at most `order` tokens.
    pub fn new(order: usize) -> Self {
        Self {
            order,
            children: FxHashMap::default(),
            lengths: Vec::new(),
            weights: [Vec::new(), Vec::new()],
            history: vec![Vec::new(); order],
            next: vec![Vec::new(); order],
            places: Vec::new(),
            beginnings: Beginnings::default(),
            reached: Vec::new(),
        }
    }

    /// Takes the n-grams of a network, by one of its labels, and forgets all others.
    pub fn fill(&mut self, network: &Network, label: usize) {
        self.children.clear();
        self.lengths.clear();
        self.lengths.push(0);
        self.places.clear();
        self.places.push(NOWHERE);
        self.weights.iter_mut().for_each(Vec::clear);
        self.weights[0].push(0.0);
        self.collect::<true>(network, label);
    }

    /// By order, Σ over the n-grams of both networks of the smaller weight.
    pub fn common(&mut self, network: &Network, label: usize, sums: &mut [f64]) {
        self.weights[1].clear();
        self.weights[1].resize(self.lengths.len(), 0.0);
        // Every beginning of an n-gram is an n-gram too: where one is missing, no longer one can be there.
        self.collect::<false>(network, label);
        sums.fill(0.0);
        let [first, second] = &self.weights;
        for node in 1..self.lengths.len() {
            let length = self.lengths[node] as usize;
            sums[length - 1] += first[node].min(second[node]);
        }
    }

    fn child<const GROW: bool>(&mut self, parent: u32, label: u32) -> u32 {
        if !GROW {
            let found = self.children.get(&edge(parent, label));
            return found.copied().unwrap_or(NOWHERE);
        }
        let new = self.lengths.len() as u32;
        let child = *self.children.entry(edge(parent, label)).or_insert(new);
        if child == new {
            self.lengths.push(self.lengths[parent as usize] + 1);
            self.weights[0].push(0.0);
            self.places.push(NOWHERE);
        }
        child
    }

    fn add<const GROW: bool>(&mut self, node: u32, weight: f64) {
        self.weights[usize::from(!GROW)][node as usize] += weight;
    }

    /// Remembers an n-gram that ends at the border of the segment.
    fn remember(&mut self, node: u32, weight: f64) {
        let length = self.lengths[node as usize] as usize;
        if length == self.order {
            return;
        }
        let ending = &mut self.next[length - 1];
        let place = &mut self.places[node as usize];
        if *place == NOWHERE {
            *place = ending.len() as u32;
            ending.push((node, weight));
        } else {
            ending[*place as usize].1 += weight;
        }
    }

    fn collect<const GROW: bool>(&mut self, network: &Network, label: usize) {
        self.history.iter_mut().for_each(Vec::clear);
        for alternatives in network.segments() {
            interrupt::poll();
            self.beginnings.clear();
            for alternative in alternatives {
                let tokens = network.tokens(alternative);
                let labelled = tokens
                    .iter()
                    .map(|token| (token.labels[label], token.weight));
                let probability = alternative.probability;
                for begin in 0..tokens.len() {
                    self.within::<GROW>(probability, labelled.clone().skip(begin));
                }
                self.beginnings.add(probability, labelled, self.order - 1);
            }
            self.across::<GROW>();
            std::mem::swap(&mut self.history, &mut self.next);
            self.next.iter_mut().for_each(Vec::clear);
            for &(node, _) in self.history.iter().flatten() {
                self.places[node as usize] = NOWHERE;
            }
        }
    }

    /// The n-grams at the beginning of what is left of an alternative.
    fn within<const GROW: bool>(
        &mut self,
        probability: f64,
        tokens: impl ExactSizeIterator<Item = (u32, f64)>,
    ) {
        let all = tokens.len();
        let mut weight = probability;
        let mut node = ROOT;
        for (k, (label, factor)) in tokens.take(self.order).enumerate() {
            weight *= factor;
            node = self.child::<GROW>(node, label);
            if node == NOWHERE {
                return;
            }
            self.add::<GROW>(node, weight);
            if k + 1 == all {
                self.remember(node, weight);
            }
        }
    }

    /// The n-grams that begin before the segment and end in it.
    fn across<const GROW: bool>(&mut self) {
        let history = std::mem::take(&mut self.history);
        let beginnings = std::mem::take(&mut self.beginnings);
        let mut reached = std::mem::take(&mut self.reached);
        for (before, ending) in (1..self.order).zip(&history) {
            for &(start, start_weight) in ending {
                interrupt::poll();
                reached.clear();
                for beginning in &beginnings.nodes {
                    let parent = match beginning.parent {
                        NOWHERE => start,
                        parent => reached[parent as usize],
                    };
                    if parent == NOWHERE || before + beginning.length > self.order {
                        reached.push(NOWHERE);
                        continue;
                    }
                    let node = self.child::<GROW>(parent, beginning.label);
                    reached.push(node);
                    if node == NOWHERE {
                        continue;
                    }
                    self.add::<GROW>(node, start_weight * beginning.weight);
                    if beginning.ends_here {
                        self.remember(node, start_weight * beginning.whole);
                    }
                }
            }
        }
        self.history = history;
        self.beginnings = beginnings;
        self.reached = reached;
    }
}

/// The n-grams of a network, by one of its labels, with their weights.
pub fn expected_ngrams(network: &Network, label: usize, order: usize) -> Vec<(Vec<u32>, f64)> {
    let mut grams = Grams::new(order);
    grams.fill(network, label);
    let mut ngrams = vec![Vec::new(); grams.lengths.len()];
    let mut edges: Vec<(u32, u64)> = grams
        .children
        .iter()
        .map(|(&e, &child)| (child, e))
        .collect();
    // A node is made after its parent.
    edges.sort_unstable();
    for (child, edge) in edges {
        let mut ngram: Vec<u32> = ngrams[(edge >> 32) as usize].clone();
        ngram.push(edge as u32);
        ngrams[child as usize] = ngram;
    }
    ngrams
        .into_iter()
        .zip(grams.weights[0].iter().copied())
        .skip(1)
        .collect()
}
