//! How a partial alignment can go on at a reference word.

use super::TooHard;
use super::components::Component;
use super::costs::{Band, Cost, Costs};
use super::layers::{Layer, Problem};
use super::matching::Matching;

/// A hypothesis word that may still be linked, and how many linked ones lie between it and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Open {
    pub(super) hyp: u32,
    pub(super) above: u32,
}

/// A way to go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// The place among the open words of the one that is linked, or none.
    pub(super) link: Option<u32>,
    pub(super) cost: Cost,
    /// What the components cost at least from there on.
    pub(super) ahead: Cost,
}

impl Way {
    fn without(ahead: Cost) -> Self {
        Self {
            link: None,
            cost: Cost::default(),
            ahead,
        }
    }
}

/// An open word of the component in question.
struct Own {
    at: u32,
    /// Its place in the component.
    place: usize,
    /// How many linked words lie above it, which a link to it crosses.
    crossed: u64,
}

impl Own {
    fn way(&self, cost: Cost, ahead: Cost) -> Way {
        let crossings = cost.crossings + self.crossed;
        Way {
            link: Some(self.at),
            cost: Cost { crossings, ..cost },
            ahead,
        }
    }
}

/// Finds all ways to go on at a layer: links from left to right, then none. `ahead` is what the components
/// cost at least before it.
pub(super) fn find(
    problem: &Problem,
    layer: &Layer,
    opens: &[Open],
    ahead: Cost,
    (matching, steps): (&mut Matching, &mut usize),
    ways: &mut Vec<Way>,
) -> Result<(), TooHard> {
    ways.clear();
    *steps += opens.len() + 1;
    let component = &problem.components[layer.component];
    let mut above: u64 = opens.iter().map(|open| u64::from(open.above)).sum();
    let own = (0..).zip(opens).filter_map(|(at, open)| {
        let crossed = above;
        above -= u64::from(open.above);
        let own = problem.component_of[open.hyp as usize] as usize == layer.component;
        own.then(|| Own {
            at,
            place: problem.place_of[open.hyp as usize] as usize,
            crossed,
        })
    });
    match &problem.costs[layer.component] {
        Costs::Band(band) if component.hyps.len() > component.refs.len() => {
            any_of(band, layer.place, ahead, own, ways);
        }
        Costs::Band(band) => next_of(band, layer.place, ahead, own, ways),
        Costs::Loose {
            of_edges,
            ahead: least,
        } => {
            let ahead = ahead.without(least[layer.place]) + least[layer.place + 1];
            let costs = &of_edges[layer.place];
            let own: Vec<Own> = own.collect();
            loose(
                component,
                layer.place,
                &own,
                (matching, steps),
                |own| match own {
                    Some((own, edge)) => ways.push(own.way(costs[edge], ahead)),
                    None => ways.push(Way::without(ahead)),
                },
            )?;
        }
    }
    Ok(())
}

/// Reference word `k` is linked to any of the words that are left.
fn any_of(band: &Band, k: usize, ahead: Cost, own: impl Iterator<Item = Own>, ways: &mut Vec<Way>) {
    let mut others = None;
    for own in own {
        let d = own.place - k;
        if d > band.spare {
            break;
        }
        let others = *others.get_or_insert_with(|| ahead.without(band.ahead(k, d)));
        ways.push(own.way(band.link(k, d), others + band.ahead(k + 1, d)));
    }
}

/// A reference word is linked to the first of the words that are left, or to none.
fn next_of(
    band: &Band,
    reference: usize,
    ahead: Cost,
    mut own: impl Iterator<Item = Own>,
    ways: &mut Vec<Way>,
) {
    let Some(own) = own.next() else {
        ways.push(Way::without(ahead));
        return;
    };
    let k = own.place;
    let d = reference - k;
    let others = ahead.without(band.ahead(k, d));
    ways.push(own.way(band.link(k, d), others + band.ahead(k + 1, d)));
    if d < band.spare {
        ways.push(Way::without(others + band.ahead(k, d + 1)));
    }
}

/// Calls `found` with every word (and the number of its edge), and with none, if as many words as possible
/// can still be linked after it.
fn loose(
    component: &Component,
    reference: usize,
    own: &[Own],
    (matching, steps): (&mut Matching, &mut usize),
    mut found: impl FnMut(Option<(&Own, usize)>),
) -> Result<(), TooHard> {
    let edges = &component.edges[reference];
    matching.open(component, own.iter().map(|own| own.place));
    let most = matching.count(component, reference, steps)?;
    for own in own {
        if let Ok(edge) = edges.binary_search(&(own.place as u32)) {
            matching.close(own.place);
            let rest = matching.count(component, reference + 1, steps)?;
            matching.reopen(own.place);
            if rest + 1 == most {
                found(Some((own, edge)));
            }
        }
    }
    if matching.count(component, reference + 1, steps)? == most {
        found(None);
    }
    Ok(())
}
