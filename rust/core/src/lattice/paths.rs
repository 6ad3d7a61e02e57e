//! The n best paths of a lattice by their own scores.
//!
//! Jiménez and Marzal's recursive enumeration (1999), from the ends: the next best path from a node
//! is one of the best paths of its successors with an arc before it, and a successor is asked for
//! another path only when its last one was used up. Exact, and lazy: O(arcs) before the first path,
//! then O(length · log) for every further one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::graph::Lattice;
use crate::interrupt;

/// A path: its arcs and the sum of their scores, that of its end included.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// Numbers of its arcs.
    pub arcs: Vec<usize>,
    /// Summed from the last arc to the first.
    pub score: f64,
}

/// The `n` paths of highest score, or all if there are fewer.
///
/// Of equal scores, the path comes first whose arcs do, one that ends before one that goes on.
pub fn best_paths(lattice: &Lattice, n: usize) -> Vec<Path> {
    let mut search = Search::new(lattice);
    let start = lattice.start();
    while search.nodes[start].found.len() < n && !search.nodes[start].exhausted {
        interrupt::poll();
        search.find_next(start);
    }
    let found = search.nodes[start].found.len().min(n);
    let path = |rank| {
        interrupt::poll();
        search.path(rank)
    };
    (0..found).map(path).collect()
}

/// The rest of a path, from some node on.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rest {
    score: f64,
    /// The arc it begins with, and which of the best paths from there follows; none at an end.
    next: Option<(usize, usize)>,
}

impl Eq for Rest {}

impl Ord for Rest {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score.then_with(|| other.next.cmp(&self.next))
    }
}

impl PartialOrd for Rest {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What is known of the paths from a node.
#[derive(Debug, Default)]
struct Node {
    /// The best ones, in order.
    found: Vec<Rest>,
    /// Among these is the next one, unless it follows the last one found by the same arc.
    candidates: BinaryHeap<Rest>,
    exhausted: bool,
}

struct Search<'a> {
    lattice: &'a Lattice,
    nodes: Vec<Node>,
}

impl<'a> Search<'a> {
    /// With the best path from every node.
    fn new(lattice: &'a Lattice) -> Self {
        let nodes = (0..lattice.nodes()).map(|_| Node::default()).collect();
        let mut search = Self { lattice, nodes };
        for node in (0..lattice.nodes()).rev() {
            interrupt::poll();
            let end = lattice.end(node).map(|score| Rest { score, next: None });
            let arcs = lattice.leaving(node).iter();
            let rests = arcs.filter_map(|&arc| search.rest(arc, 0));
            search.nodes[node].candidates = end.into_iter().chain(rests).collect();
            search.take_best(node);
        }
        search
    }

    /// This arc, and the path of this rank behind it, if it was found.
    fn rest(&self, arc: usize, rank: usize) -> Option<Rest> {
        let to = self.lattice.arcs()[arc].to;
        let behind = self.nodes[to].found.get(rank)?;
        Some(Rest {
            score: self.lattice.arcs()[arc].score + behind.score,
            next: Some((arc, rank)),
        })
    }

    fn take_best(&mut self, node: usize) {
        let node = &mut self.nodes[node];
        match node.candidates.pop() {
            Some(best) => node.found.push(best),
            None => node.exhausted = true,
        }
    }

    /// Finds one more path from a node, or that there is none.
    fn find_next(&mut self, node: usize) {
        // A chain rather than a recursion: paths may be longer than a stack is deep.
        let mut chain = vec![node];
        while let Some(behind) = chain.last().and_then(|&node| self.asks(node)) {
            interrupt::step(chain.len());
            chain.push(behind);
        }
        while let Some(node) = chain.pop() {
            let used = self.nodes[node].found.last().and_then(|last| last.next);
            let follower = used.and_then(|(arc, rank)| self.rest(arc, rank + 1));
            self.nodes[node].candidates.extend(follower);
            self.take_best(node);
        }
    }

    /// The node that must find another path before this one can.
    fn asks(&self, node: usize) -> Option<usize> {
        let (arc, rank) = self.nodes[node].found.last()?.next?;
        let to = self.lattice.arcs()[arc].to;
        let used_up = rank + 1 == self.nodes[to].found.len();
        (used_up && !self.nodes[to].exhausted).then_some(to)
    }

    fn path(&self, rank: usize) -> Path {
        let start = self.lattice.start();
        let mut rest = self.nodes[start].found[rank];
        let score = rest.score;
        let mut arcs = Vec::new();
        while let Some((arc, rank)) = rest.next {
            arcs.push(arc);
            rest = self.nodes[self.lattice.arcs()[arc].to].found[rank];
        }
        Path { arcs, score }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Arc, Draft};
    use super::*;

    fn lattice(arcs: &[(usize, usize, f64)], ends: &[(usize, f64)]) -> Lattice {
        let mut draft = Draft::default();
        for &(from, to, score) in arcs {
            draft.push(Arc { from, to, score }, "w");
        }
        for &(node, score) in ends {
            draft.finals[node] = Some(score);
        }
        draft.finish().unwrap()
    }

    #[test]
    fn paths_come_in_order_and_end() {
        // 0 -a-> 1 -b-> 2, with a second arc each, and an end at 1 as well.
        let arcs = [(0, 1, -1.0), (0, 1, -2.0), (1, 2, 0.0), (1, 2, -3.0)];
        let lattice = lattice(&arcs, &[(1, -1.5), (2, 0.0)]);
        let all = [
            (vec![0, 2], -1.0),
            (vec![1, 2], -2.0),
            (vec![0], -2.5),
            (vec![1], -3.5),
            (vec![0, 3], -4.0),
            (vec![1, 3], -5.0),
        ];
        for n in 0..9 {
            let found = best_paths(&lattice, n);
            let pairs: Vec<_> = found.into_iter().map(|p| (p.arcs, p.score)).collect();
            assert_eq!(pairs, all[..n.min(6)]);
        }
    }

    #[test]
    fn equal_scores_follow_the_arcs() {
        let arcs = [(0, 1, 0.0), (0, 1, 0.0), (1, 2, 0.0), (1, 2, 0.0)];
        let lattice = lattice(&arcs, &[(1, 0.0), (2, 0.0)]);
        let found: Vec<_> = best_paths(&lattice, 9)
            .into_iter()
            .map(|p| p.arcs)
            .collect();
        let expected = [
            vec![0],
            vec![0, 2],
            vec![0, 3],
            vec![1],
            vec![1, 2],
            vec![1, 3],
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let arcs: Vec<_> = (0..100_000)
            .flat_map(|i| [(i, i + 1, -0.1), (i, i + 1, -0.1)])
            .collect();
        let found = best_paths(&lattice(&arcs, &[(100_000, 0.0)]), 3);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|path| path.arcs.len() == 100_000));
    }
}
