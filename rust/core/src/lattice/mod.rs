//! Word lattices: reading them, their best paths, and the path nearest to a reference.

mod error;
mod follow;
mod graph;
mod openfst;
mod oracle;
mod paths;
mod plf;
mod search_graph;
mod slf;
mod symbols;
mod table;
#[cfg(test)]
mod tests;
mod worth;

pub use error::{Error, Result};
pub use graph::{Arc, Draft, Flaw, Lattice};
pub use openfst::{Form, read_openfst};
pub use oracle::{Oracle, Words, oracle, oracles};
pub use paths::{Path, best_paths};
pub use plf::read_plf;
pub use search_graph::read_search_graphs;
pub use slf::read_slf;
pub use symbols::Symbols;
