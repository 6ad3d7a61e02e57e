//! Words that may be linked to each other, directly or by way of others.

use super::NONE;
use super::costs::Fixed;
use crate::count::meteor::candidates::Candidates;

/// A connected component of the graph of possible links. What is linked in one does not limit the others.
#[derive(Debug, Default)]
pub(super) struct Component {
    /// Hypothesis words, ascending.
    pub(super) hyps: Vec<u32>,
    /// Reference words, ascending.
    pub(super) refs: Vec<u32>,
    /// For every reference word the hypothesis words that it may be linked to, as places in `hyps`; empty
    /// if these are all for each, as with equal words and equal stems.
    pub(super) edges: Vec<Vec<u32>>,
}

impl Component {
    /// Whether every word may be linked to every word of the other side. Then the smaller side is linked
    /// whole and in order: to exchange the ends of two links that cross takes away their crossing, and adds
    /// none with others.
    pub(super) fn is_complete(&self) -> bool {
        self.edges.is_empty()
    }

    /// Word `k` of the smaller side and word `k + d` of the larger, as words of hypothesis and reference.
    pub(super) fn words(&self, k: usize, d: usize) -> (u32, u32) {
        if self.hyps.len() > self.refs.len() {
            (self.hyps[k + d], self.refs[k])
        } else {
            (self.hyps[k], self.refs[k + d])
        }
    }

    /// Whether there is only one best way to link its words, whatever the others do.
    pub(super) fn is_certain(&self) -> bool {
        self.is_complete() && self.hyps.len() == self.refs.len()
    }
}

/// The components of the possible links of a module between words that are free.
pub(super) fn find(candidates: &Candidates, module: u8, fixed: &Fixed) -> Vec<Component> {
    // Repeated reference words share a list.
    let lists: Vec<Vec<u32>> = (0..candidates.lists())
        .map(|list| {
            let of_module = candidates.list(list).iter().filter(|c| c.module == module);
            let hyps = of_module.map(|c| c.hyp);
            hyps.filter(|&hyp| fixed.is_free(hyp)).collect()
        })
        .collect();
    let mut roots: Vec<u32> = (0..fixed.hyp_words() as u32).collect();
    let mut used = vec![false; lists.len()];
    let refs: Vec<(u32, usize)> = (0..fixed.ref_words() as u32)
        .filter(|&j| fixed.of_ref(j) == NONE)
        .map(|j| (j, candidates.list_of(j as usize)))
        .filter(|&(_, list)| !lists[list].is_empty())
        .collect();
    for &(_, list) in &refs {
        if !std::mem::replace(&mut used[list], true) {
            for pair in lists[list].windows(2) {
                join(&mut roots, pair[0], pair[1]);
            }
        }
    }
    gather(&lists, &used, &refs, &mut roots)
}

fn gather(
    lists: &[Vec<u32>],
    used: &[bool],
    refs: &[(u32, usize)],
    roots: &mut [u32],
) -> Vec<Component> {
    let mut numbers = vec![NONE; roots.len()];
    let mut places = vec![NONE; roots.len()];
    let mut found: Vec<Component> = Vec::new();
    for &(j, list) in refs {
        let root = root(roots, lists[list][0]) as usize;
        if numbers[root] == NONE {
            numbers[root] = found.len() as u32;
            found.push(Component::default());
        }
        found[numbers[root] as usize].refs.push(j);
    }
    for hyp in 0..roots.len() as u32 {
        let number = numbers[root(roots, hyp) as usize];
        if number != NONE {
            let hyps = &mut found[number as usize].hyps;
            places[hyp as usize] = hyps.len() as u32;
            hyps.push(hyp);
        }
    }
    let component_of =
        |roots: &mut [u32], list: usize| numbers[root(roots, lists[list][0]) as usize] as usize;
    let mut complete = vec![true; found.len()];
    for list in (0..lists.len()).filter(|&list| used[list]) {
        let number = component_of(roots, list);
        complete[number] &= lists[list].len() == found[number].hyps.len();
    }
    for &(_, list) in refs {
        let number = component_of(roots, list);
        if !complete[number] {
            let edges = lists[list].iter().map(|&hyp| places[hyp as usize]);
            found[number].edges.push(edges.collect());
        }
    }
    found
}

fn root(roots: &mut [u32], word: u32) -> u32 {
    let mut at = word;
    while roots[at as usize] != at {
        let above = roots[roots[at as usize] as usize];
        roots[at as usize] = above;
        at = above;
    }
    at
}

fn join(roots: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(roots, a), root(roots, b));
    // The lowest word is the root.
    roots[a.max(b) as usize] = a.min(b);
}
