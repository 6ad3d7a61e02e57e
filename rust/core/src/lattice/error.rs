//! What reading and searching lattices can refuse.

use thiserror::Error;

/// Why a lattice could not be read or searched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// Something is wrong with a line of a file.
    #[error("line {line}{place}: {problem}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// Where in the line, where that is known.
        place: String,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// A search whose table would not fit into memory.
    #[error(
        "a lattice of {nodes} nodes is too large for a reference of {words} words and n-grams up \
         to {order}: prune the lattice"
    )]
    TooLarge {
        /// Nodes of the lattice.
        nodes: usize,
        /// Words of the reference.
        words: usize,
        /// The longest n-gram.
        order: usize,
    },
    /// The core refused.
    #[error(transparent)]
    Core(#[from] crate::error::Error),
}

impl Error {
    /// A problem with line `line`, counted from 1.
    pub fn at_line(line: usize, problem: impl Into<String>) -> Self {
        Self::Line {
            line,
            place: String::new(),
            problem: problem.into(),
        }
    }
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;
