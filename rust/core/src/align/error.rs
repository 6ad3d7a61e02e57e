//! What training, applying and reading alignment models can refuse.

use thiserror::Error;

/// Why an alignment model could not be trained, read, written or applied.
#[derive(Debug, Error)]
pub enum Error {
    /// The two sides of a bitext do not belong together.
    #[error("{sources} source lines but {targets} target lines")]
    Lines {
        /// Lines of the source side.
        sources: usize,
        /// Lines of the target side.
        targets: usize,
    },
    /// Every pair has an empty side or is too long to learn from.
    #[error("no sentence pair to learn from: each has an empty side or more than {longest} words")]
    NothingToLearn {
        /// The longest sentence that training uses.
        longest: usize,
    },
    /// An option outside its range.
    #[error("{name} is {value}, but must be {range}")]
    Option {
        /// The option.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is allowed.
        range: &'static str,
    },
    /// More distinct word pairs than a table can number.
    #[error("the text has more than 2^32 distinct word pairs: train on less")]
    TooManyPairs,
    /// A sentence whose matrices would not fit into memory.
    #[error(
        "line {line} pairs {sources} with {targets} words: split sentences of more than {longest}"
    )]
    TooLong {
        /// Line number, from 1.
        line: usize,
        /// Words of the source sentence.
        sources: usize,
        /// Words of the target sentence.
        targets: usize,
        /// The longest sentence that can be aligned.
        longest: usize,
    },
    /// The progress callback asked to stop.
    #[error("training was stopped")]
    Stopped,
    /// The file is something else.
    #[error("not an alignment model")]
    NotAModel,
    /// The file was written by another version of this format.
    #[error("alignment model of version {found}; this program reads version {expected}")]
    Version {
        /// Version in the file.
        found: u32,
        /// Version that can be read.
        expected: u32,
    },
    /// The file ends too early.
    #[error("alignment model is truncated")]
    Truncated,
    /// The file was damaged.
    #[error("alignment model is corrupt: {0}")]
    Corrupt(&'static str),
    /// The file could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The core refused.
    #[error(transparent)]
    Core(#[from] crate::error::Error),
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;
