//! What phrase tables can refuse.

use thiserror::Error;

/// Why a phrase table could not be made, read or used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// Texts, links and numbers of tokens do not belong together.
    #[error("{0}")]
    Mismatch(String),
    /// Nothing was extracted, or nothing survived pruning.
    #[error("no phrase pair is left: give more text, or prune less")]
    Empty,
    /// More phrases than 32 bits can number.
    #[error("there are more than 2^32 {0}: give less text, or prune more")]
    TooMany(&'static str),
    /// The bytes are no table.
    #[error("the phrase table is damaged: {0}")]
    Corrupt(&'static str),
    /// The core refused.
    #[error(transparent)]
    Core(#[from] crate::error::Error),
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;
