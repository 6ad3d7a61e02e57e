//! What is certain of the best alignment once a good one is known: places of links that a bound on the
//! crossings rules out, and links of which one place is left.

use std::ops::Range;

use super::bounds::{Model, ROUNDING, ROUNDS};
use super::components::Component;
use super::costs::{Band, Cost, Costs};
use super::layers::{Problem, begins};
use super::{Links, NONE};

impl Problem {
    /// Rules out places of links by the crossings of a known alignment, after looking for a better one nearby;
    /// `probing` tries every place as well. `standing` has the hypothesis words that reference words are linked
    /// to, and `left` says how often places may still be compared.
    pub(super) fn narrow(
        &mut self,
        known: &mut (Cost, Links),
        standing: &[u32],
        probing: bool,
        left: &mut usize,
    ) {
        let Some(mut model) = Model::new(self) else {
            return;
        };
        if !model.share_all(ROUNDS, left) {
            return;
        }
        let mut links = model.descend();
        links.extend(known.1.iter().filter(|&&(hyp, _)| {
            let component = self.component_of[hyp as usize] as usize;
            !self.components[component].is_complete()
        }));
        let cost = cost(&links, standing.to_vec());
        if cost < known.0 {
            *known = (cost, links);
        }
        let most = known.0.crossings as f64 + ROUNDING;
        let mut ruled_out = model.rule_out(most);
        if probing {
            ruled_out.extend(model.probe(most, left));
        }
        for (component, k, d) in ruled_out {
            if let Costs::Band(band) = &mut self.costs[component] {
                band.rule_out(k, d);
            }
        }
        for costs in &mut self.costs {
            if let Costs::Band(band) = costs {
                band.look_ahead();
            }
        }
    }

    /// Whether links of complete components stand, because one place is left for them.
    pub(super) fn is_settled(&self) -> bool {
        self.costs.iter().any(|costs| match costs {
            Costs::Band(band) => (0..band.smaller).any(|k| band.only(k).is_some()),
            Costs::Loose { .. } => false,
        })
    }

    /// Takes the links that stand out of the components, which fall into parts where they were.
    pub(super) fn settle(self, links: &mut Links) -> Vec<Component> {
        let mut parts = Vec::new();
        for (component, costs) in self.components.into_iter().zip(&self.costs) {
            if let Costs::Band(band) = costs {
                split(&component, band, links, &mut parts);
            } else {
                parts.push(component);
            }
        }
        parts
    }
}

fn split(component: &Component, band: &Band, links: &mut Links, parts: &mut Vec<Component>) {
    let many_hyps = component.hyps.len() > component.refs.len();
    let mut part = |small: Range<usize>, large: Range<usize>| {
        let (hyps, refs) = if many_hyps {
            (large, small)
        } else {
            (small, large)
        };
        if !hyps.is_empty() && !refs.is_empty() {
            parts.push(Component {
                hyps: component.hyps[hyps].to_vec(),
                refs: component.refs[refs].to_vec(),
                edges: Vec::new(),
            });
        }
    };
    // The first words that are in no part yet.
    let (mut small, mut large) = (0, 0);
    for k in 0..band.smaller {
        if let Some(d) = band.only(k) {
            part(small..k, large..k + d);
            (small, large) = (k + 1, k + d + 1);
            links.push(component.words(k, d));
        }
    }
    part(small..band.smaller, large..band.smaller + band.spare);
}

/// What links cost with and beside those that stand; `standing` has the hypothesis word of every reference word.
pub(super) fn cost(links: &Links, mut standing: Vec<u32>) -> Cost {
    let cross = |a: (u32, u32), b: (u32, u32)| (a.0 < b.0) != (a.1 < b.1);
    let mut cost = Cost::default();
    for (k, &link) in links.iter().enumerate() {
        let others = links[..k].iter().filter(|&&other| cross(link, other));
        let fixed = (0..).zip(&standing);
        let fixed = fixed.filter(|&(j, &hyp)| hyp != NONE && cross(link, (hyp, j)));
        cost.crossings += (others.count() + fixed.count()) as u64;
        cost.distance += u64::from(link.0.abs_diff(link.1));
    }
    for &(hyp, reference) in links {
        standing[reference as usize] = hyp;
    }
    let mut tail = NONE;
    for hyp in standing {
        cost.chunks += u64::from(begins(tail, hyp));
        tail = hyp;
    }
    cost
}
