//! The best path through a filled table.

use super::table::Table;
use super::worth::Worth;
use crate::interrupt;

impl Table<'_> {
    /// The arcs of the best path. As long as several states remain possible for the arcs so far,
    /// all are followed: an earlier arc may be best for one of them only.
    pub(super) fn follow(&self) -> Vec<usize> {
        let mut arcs = Vec::new();
        let mut node = self.lattice.start();
        let mut on = self.with_deletions(vec![0], self.node(node));
        while !self.ends(node, &on) {
            interrupt::poll();
            let next = self.leaving(node).find_map(|arc| {
                let reached = self.cross(arc, &on);
                (!reached.is_empty()).then_some((arc, reached))
            });
            let Some((arc, reached)) = next else {
                break; // every state on the way is worth one of its steps
            };
            arcs.push(arc);
            node = self.lattice.arcs()[arc].to;
            on = reached;
        }
        arcs
    }

    /// Whether ending here is best for one of these states.
    fn ends(&self, node: usize, on: &[usize]) -> bool {
        let Some(score) = self.lattice.end(node) else {
            return false;
        };
        let last = self.at(self.reference.len());
        let end = Worth::of_end(score);
        let worths = self.node(node);
        on.iter()
            .any(|s| last.contains(s) && worths[*s].ties(end, self.costs))
    }

    /// The states behind an arc that are best for one of these states.
    fn cross(&self, arc: usize, on: &[usize]) -> Vec<usize> {
        let rows = self.along(arc);
        let words = self.words.of(arc);
        let arc = self.lattice.arcs()[arc];
        let behind = self.node(arc.to);
        let through = rows.first().map_or(behind, Vec::as_slice);
        let here = self.node(arc.from);
        let best = |&s: &usize| here[s].ties(through[s].scored(arc.score), self.costs);
        let mut on: Vec<usize> = on.iter().copied().filter(best).collect();
        for (k, &word) in words.iter().enumerate() {
            let after = rows.get(k + 1).map_or(behind, Vec::as_slice);
            let reached = self.reached(&on, word, &rows[k], after);
            on = self.with_deletions(reached, after);
        }
        on
    }

    /// The states that a word leads to by a best step.
    fn reached(&self, on: &[usize], word: u32, before: &[Worth], after: &[Worth]) -> Vec<usize> {
        let best_steps = |&state: &usize| {
            let steps = self.steps(state, word, after);
            let best = move |&(_, worth): &(usize, Worth)| worth.ties(before[state], self.costs);
            steps.filter(best).map(|(to, _)| to)
        };
        on.iter().flat_map(best_steps).collect()
    }

    /// These states, and those that deletions lead to where that is best; each once.
    fn with_deletions(&self, mut on: Vec<usize>, worths: &[Worth]) -> Vec<usize> {
        let mut is_on = vec![false; self.width()];
        for &state in &on {
            is_on[state] = true;
        }
        for i in 0..self.reference.len() {
            let next = self.unmatched(i + 1);
            let deleted = worths[next].deleted();
            is_on[next] |= self
                .at(i)
                .any(|s| is_on[s] && worths[s].ties(deleted, self.costs));
        }
        on.clear();
        on.extend((0..self.width()).filter(|&state| is_on[state]));
        on
    }
}
