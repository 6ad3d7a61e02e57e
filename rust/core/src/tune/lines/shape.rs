//! Which candidates belong to which segment, and how many features each has.

use std::ops::Range;

use crate::error::{Error, Result};

/// How many candidates each segment has, and how many features each candidate.
#[derive(Debug, Clone)]
pub struct Shape {
    offsets: Vec<usize>,
    features: usize,
}

impl Shape {
    /// `offsets[s]..offsets[s + 1]` are the candidates of segment `s`.
    ///
    /// # Errors
    /// When a segment has none, or there are too many.
    pub fn new(offsets: Vec<usize>, features: usize) -> Result<Self> {
        let refuse = |what: &str| Err(Error::Layout(what.into()));
        if offsets.first() != Some(&0) {
            return refuse("offsets of candidates must begin with 0");
        }
        if offsets.windows(2).any(|pair| pair[0] >= pair[1]) {
            return refuse("every segment needs a candidate");
        }
        if offsets.last().is_some_and(|&end| end >= u32::MAX as usize) {
            return Err(Error::TooLarge("candidates"));
        }
        Ok(Self { offsets, features })
    }

    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of candidates of all segments.
    pub fn candidates(&self) -> usize {
        self.offsets[self.segments()]
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The candidates of a segment.
    pub fn segment(&self, s: usize) -> Range<usize> {
        self.offsets[s]..self.offsets[s + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_of_segments() {
        let shape = Shape::new(vec![0, 2, 5], 3).unwrap();
        assert_eq!((shape.segments(), shape.candidates()), (2, 5));
        assert_eq!((shape.segment(0), shape.segment(1)), (0..2, 2..5));
        assert_eq!(shape.features(), 3);
    }

    #[test]
    fn segments_without_candidates_are_refused() {
        for offsets in [vec![], vec![1, 2], vec![0, 2, 2], vec![0, 2, 1]] {
            assert!(Shape::new(offsets, 1).is_err());
        }
    }
}
