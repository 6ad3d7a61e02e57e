//! The path of a lattice with the best recognition rate (Chiang et al. 2008, section 4.3).
//!
//! The lattice is intersected with the automaton of the reference (see
//! [`crate::count::recognition`]): a state is a node and (i, m), i reference words behind, the last
//! m of them matched one after the other. From the ends to the start, every state gets the worth of
//! the best way to an end; then the best path is followed from the start. Exact for any sign of α
//! and β, O(arcs · |r| · order) time, O(nodes · |r| · order) memory.

use super::error::Result;
use super::graph::Lattice;
use super::paths::Path;
use super::table::Table;
use crate::count::recognition::Costs;
use crate::parallel;
use crate::text::Tokens;

/// The words of the arcs of a lattice, as a metric sees them: none, one, or several.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// Lines of which each holds the words of an arc.
    pub tokens: &'a Tokens,
    /// The line of the lattice's first arc.
    pub first: usize,
}

impl<'a> Words<'a> {
    pub(super) fn of(self, arc: usize) -> &'a [u32] {
        self.tokens.line(self.first + arc)
    }
}

/// A best path.
#[derive(Debug, Clone, PartialEq)]
pub struct Oracle {
    /// The path.
    pub path: Path,
    /// Its n-grams in common with the reference, less α for insertions and β for deletions.
    pub numerator: f64,
}

/// For every reference, the best path of the lattice that `owner` names.
///
/// `words` holds the words of all arcs of all lattices.
///
/// # Errors
/// When the arguments do not fit together or a table would be too large.
pub fn oracles(
    lattices: &[&Lattice],
    words: &Tokens,
    references: &Tokens,
    owner: &[u32],
    costs: Costs,
) -> Result<Vec<Oracle>> {
    words.comparable(references)?;
    let mut first = vec![0];
    for lattice in lattices {
        first.push(first[first.len() - 1] + lattice.arcs().len());
    }
    let owned = owner.iter().all(|&o| (o as usize) < lattices.len());
    if first[lattices.len()] != words.len() || owner.len() != references.len() || !owned {
        let problem = "arcs and references do not belong to the lattices".to_owned();
        return Err(crate::Error::Layout(problem).into());
    }
    let work = |(): &mut (), r: usize| {
        let owner = owner[r] as usize;
        let words = Words {
            tokens: words,
            first: first[owner],
        };
        oracle(lattices[owner], words, references.line(r), costs)
    };
    parallel::map_shards(owner.len(), || (), work)?
        .into_iter()
        .collect()
}

/// The path of the largest numerator; then that of the highest score; then the one whose arcs come
/// first.
///
/// Against an empty reference a path without words is best, whatever insertions cost.
///
/// # Errors
/// When the table would be too large.
pub fn oracle(lattice: &Lattice, words: Words, reference: &[u32], costs: Costs) -> Result<Oracle> {
    let table = Table::new(lattice, words, reference, costs)?;
    let best = table.best();
    Ok(Oracle {
        path: Path {
            arcs: table.follow(),
            score: best.score,
        },
        numerator: best.value(costs),
    })
}
