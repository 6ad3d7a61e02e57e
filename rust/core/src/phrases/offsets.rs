//! Where the lines of a flat text begin and end.

use std::ops::Range;

use super::error::{Error, Result};

/// Checked offsets.
#[derive(Debug, Clone)]
pub struct Offsets(Vec<usize>);

impl Offsets {
    /// Offsets into so many tokens: ascending, from 0 to the end.
    pub fn new(given: &[i64], tokens: usize) -> Result<Self> {
        let converted: std::result::Result<Vec<usize>, _> = given
            .iter()
            .map(|&offset| usize::try_from(offset))
            .collect();
        match converted {
            Ok(offsets)
                if offsets.first() == Some(&0)
                    && offsets.last() == Some(&tokens)
                    && offsets.is_sorted() =>
            {
                Ok(Self(offsets))
            }
            _ => Err(Error::Mismatch(format!(
                "the {tokens} tokens do not fit their lines"
            ))),
        }
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.0.len() - 1
    }

    /// The tokens of a line.
    pub fn line(&self, i: usize) -> Range<usize> {
        self.0[i]..self.0[i + 1]
    }
}
