//! The lattice itself: an acyclic graph whose arcs bear text and a score.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::text::Texts;

/// Larger scores are refused, so that no sum of scores overflows.
const LARGEST_SCORE: f64 = 1e200;

/// An arc from node to node; its label is kept by the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// What it adds to the score of a path; the higher, the better.
    pub score: f64,
}

/// A lattice in the making: nodes in any order, nothing checked.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Where every path begins.
    pub start: usize,
    /// For every node the score of ending there, if a path may.
    pub finals: Vec<Option<f64>>,
    arcs: Vec<Arc>,
    labels: Texts,
}

/// What keeps a graph from being a lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The arc of this number lies on a cycle.
    Cycle(usize),
    /// No final node can be reached from the start.
    NoPath,
}

impl Draft {
    /// Adds an arc; the empty label is silent.
    pub fn push(&mut self, arc: Arc, label: &str) {
        let nodes = arc.from.max(arc.to) + 1;
        if self.finals.len() < nodes {
            self.finals.resize(nodes, None);
        }
        self.arcs.push(arc);
        self.labels.push(label);
    }

    /// For every node whether paths may begin there, as nothing enters it, and end, as nothing leaves it;
    /// a node that nothing links to others is neither.
    pub fn loose_ends(&self) -> Vec<(bool, bool)> {
        let (mut entered, mut left) = (
            vec![false; self.finals.len()],
            vec![false; self.finals.len()],
        );
        for arc in &self.arcs {
            entered[arc.to] = true;
            left[arc.from] = true;
        }
        let both = entered.into_iter().zip(left);
        both.map(|(entered, left)| (left && !entered, entered && !left))
            .collect()
    }

    /// The lattice, with its nodes in topological order.
    ///
    /// # Errors
    /// When the graph has a cycle or no path.
    pub fn finish(self) -> Result<Lattice, Flaw> {
        let place = places(&self.arcs, self.finals.len())?;
        let mut finals = vec![None; self.finals.len()];
        for (node, score) in self.finals.into_iter().enumerate() {
            // Minus zero would sort below zero.
            finals[place[node]] = score.map(|score| score + 0.0);
        }
        let arcs: Vec<Arc> = self
            .arcs
            .into_iter()
            .map(|arc| Arc {
                from: place[arc.from],
                to: place[arc.to],
                score: arc.score + 0.0,
            })
            .collect();
        let (offsets, leaving) = leaving(&arcs, finals.len());
        let lattice = Lattice {
            start: place[self.start],
            finals,
            arcs,
            labels: self.labels,
            offsets,
            leaving,
        };
        if lattice.has_path() {
            Ok(lattice)
        } else {
            Err(Flaw::NoPath)
        }
    }
}

/// The place of every node in a topological order, in which nodes keep their order where they can.
fn places(arcs: &[Arc], nodes: usize) -> Result<Vec<usize>, Flaw> {
    let mut entering = vec![0_usize; nodes];
    for arc in arcs {
        entering[arc.to] += 1;
    }
    let (offsets, leaving) = leaving(arcs, nodes);
    let mut free: BinaryHeap<_> = (0..nodes)
        .filter(|&node| entering[node] == 0)
        .map(Reverse)
        .collect();
    let mut place = vec![usize::MAX; nodes];
    let mut placed = 0;
    while let Some(Reverse(node)) = free.pop() {
        place[node] = placed;
        placed += 1;
        for &arc in &leaving[offsets[node]..offsets[node + 1]] {
            let to = arcs[arc].to;
            entering[to] -= 1;
            if entering[to] == 0 {
                free.push(Reverse(to));
            }
        }
    }
    match place.iter().position(|&place| place == usize::MAX) {
        None => Ok(place),
        Some(stuck) => Err(Flaw::Cycle(on_cycle(arcs, &place, stuck))),
    }
}

/// An arc on a cycle: every node without a place is entered from another one, so going back from
/// one of them as often as there are nodes ends on a cycle.
fn on_cycle(arcs: &[Arc], place: &[usize], stuck: usize) -> usize {
    let mut entered_by = vec![None; place.len()];
    for (number, arc) in arcs.iter().enumerate() {
        if place[arc.from] == usize::MAX {
            entered_by[arc.to] = Some(number);
        }
    }
    let (mut node, mut last) = (stuck, 0);
    for _ in 0..=place.len() {
        if let Some(number) = entered_by[node] {
            (node, last) = (arcs[number].from, number);
        }
    }
    last
}

/// The arcs that leave each node, in their own order: those of `node` are
/// `leaving[offsets[node]..offsets[node + 1]]`.
fn leaving(arcs: &[Arc], nodes: usize) -> (Vec<usize>, Vec<usize>) {
    let mut leaving: Vec<usize> = (0..arcs.len()).collect();
    leaving.sort_by_key(|&arc| arcs[arc].from);
    let mut offsets = vec![0; nodes + 1];
    for arc in arcs {
        offsets[arc.from + 1] += 1;
    }
    for node in 0..nodes {
        offsets[node + 1] += offsets[node];
    }
    (offsets, leaving)
}

/// A word lattice. Nodes are numbered in topological order, arcs in the order of their file; there
/// is at least one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Lattice {
    start: usize,
    finals: Vec<Option<f64>>,
    arcs: Vec<Arc>,
    labels: Texts,
    offsets: Vec<usize>,
    leaving: Vec<usize>,
}

impl Lattice {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.finals.len()
    }

    /// Where every path begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The score of ending at a node, if a path may.
    pub fn end(&self, node: usize) -> Option<f64> {
        self.finals[node]
    }

    /// All arcs.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The text of an arc; empty if it is silent.
    pub fn label(&self, arc: usize) -> &str {
        self.labels.line(arc)
    }

    /// Numbers of the arcs that leave a node, in their own order.
    pub fn leaving(&self, node: usize) -> &[usize] {
        &self.leaving[self.offsets[node]..self.offsets[node + 1]]
    }

    /// The text of a path: its labels with spaces between them.
    pub fn text(&self, path: &[usize]) -> String {
        let labels = path.iter().map(|&arc| self.label(arc));
        let spoken: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
        spoken.join(" ")
    }

    fn has_path(&self) -> bool {
        let mut reached = vec![false; self.nodes()];
        reached[self.start] = true;
        for node in self.start..self.nodes() {
            if reached[node] {
                for &arc in self.leaving(node) {
                    reached[self.arcs[arc].to] = true;
                }
            }
        }
        let mut ends = reached.iter().zip(&self.finals);
        ends.any(|(&reached, end)| reached && end.is_some())
    }
}

/// A score as text, if it is a number that can be summed.
pub(super) fn score(written: &str) -> Option<f64> {
    written.parse().ok().filter(|&value| can_be_summed(value))
}

/// Whether a score is a number of which many can be summed.
pub(super) fn can_be_summed(score: f64) -> bool {
    score.abs() <= LARGEST_SCORE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(arcs: &[(usize, usize, &str)], ends: &[usize]) -> Draft {
        let mut draft = Draft::default();
        for &(from, to, label) in arcs {
            let score = 0.0;
            draft.push(Arc { from, to, score }, label);
        }
        for &node in ends {
            draft.finals[node] = Some(0.0);
        }
        draft
    }

    #[test]
    fn nodes_come_in_topological_order() {
        let mut backwards = draft(&[(3, 1, "a"), (1, 0, "b"), (3, 0, "c"), (0, 2, "")], &[2]);
        backwards.start = 3;
        let lattice = backwards.finish().unwrap();
        assert_eq!(lattice.start(), 0);
        assert!(lattice.arcs().iter().all(|arc| arc.from < arc.to));
        assert_eq!(lattice.leaving(0), [0, 2]);
        assert_eq!(lattice.text(&[0, 1, 3]), "a b");
        assert_eq!(lattice.end(3), Some(0.0));
    }

    #[test]
    fn cycles_are_found_where_they_are() {
        // Node 3 is only behind the cycle 1, 2.
        let cyclic = draft(&[(0, 1, "a"), (1, 2, "b"), (2, 1, "c"), (2, 3, "d")], &[3]);
        assert!(matches!(cyclic.finish().unwrap_err(), Flaw::Cycle(1 | 2)));
        let itself = draft(&[(0, 0, ""), (0, 1, "a")], &[1]);
        assert_eq!(itself.finish().unwrap_err(), Flaw::Cycle(0));
    }

    #[test]
    fn there_must_be_a_path() {
        assert_eq!(draft(&[(0, 1, "a")], &[]).finish(), Err(Flaw::NoPath));
        let elsewhere = draft(&[(0, 1, "a"), (2, 3, "b")], &[3]);
        assert_eq!(elsewhere.finish(), Err(Flaw::NoPath));
        // Dead ends and ends that nothing reaches do no harm beside a path.
        let mut beside = draft(&[(0, 1, "a"), (0, 2, "b"), (3, 1, "c")], &[1, 3]);
        beside.start = 0;
        assert!(beside.finish().is_ok());
    }

    #[test]
    fn scores_are_finite() {
        assert_eq!(score("-1.5e-3"), Some(-0.0015));
        for bad in ["", "x", "inf", "nan", "1e300", "1,5"] {
            assert_eq!(score(bad), None, "{bad}");
        }
    }
}
