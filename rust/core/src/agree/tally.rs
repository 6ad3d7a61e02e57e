//! What can be tallied of a row.

use crate::agree::abreast::Wide;
use crate::error::{Error, Result};

/// What is tallied of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Centred sums: human times score, score squared. Fixed: human squared.
    Moments,
    /// The same of ranks; ties share the mean of theirs.
    RankMoments,
    /// Pairs: concordant, discordant, tied by people and metric. Fixed: those people do not tie, and do.
    Pairs,
    /// As [`Tally::Pairs`], then the number of different scores. Fixed: also cells, different judgments.
    Classes,
}

impl Tally {
    /// By the name Python uses.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "moments" => Ok(Self::Moments),
            "rank-moments" => Ok(Self::RankMoments),
            "pairs" => Ok(Self::Pairs),
            "classes" => Ok(Self::Classes),
            _ => Err(Error::Layout(format!("no tally is called {name:?}"))),
        }
    }

    /// Number of columns of what depends on the judgments alone.
    pub fn fixed_width(self) -> usize {
        match self {
            Self::Moments | Self::RankMoments => 1,
            Self::Pairs => 2,
            Self::Classes => 4,
        }
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        match self {
            Self::Moments | Self::RankMoments => 2,
            Self::Pairs => 3,
            Self::Classes => 4,
        }
    }
}

/// The columns of a row; a tally has as many as its width says.
pub(super) type Columns = [f64; 4];
/// The same for samples abreast.
pub(super) type WideColumns = [Wide<f64>; 4];
