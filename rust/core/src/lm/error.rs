//! What estimating, reading and querying language models can refuse.

use thiserror::Error;

/// Why a language model could not be estimated or read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// An option outside its range.
    #[error("{0}")]
    Option(String),
    /// There is no text.
    #[error("there is no sentence to estimate a language model from")]
    NothingToLearn,
    /// The text holds a word that means something else in a model.
    #[error("line {line}: {word} is a word that language models reserve: remove it from the text")]
    Reserved {
        /// Line number, from 1.
        line: usize,
        /// The word.
        word: &'static str,
    },
    /// The counts of counts allow no discounts.
    #[error(
        "the {order}-grams give no Kneser-Ney discounts: {problem}; this happens with little or \
         artificial text: add text, lower the order, or give fallback discounts"
    )]
    Discount {
        /// Length of the n-grams.
        order: usize,
        /// What is wrong with their counts.
        problem: String,
    },
    /// Something is wrong with a line of a file.
    #[error("line {line}: {problem}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        problem: String,
    },
    /// The core refused.
    #[error(transparent)]
    Core(#[from] crate::error::Error),
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;
