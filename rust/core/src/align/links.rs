//! Word alignments of many sentence pairs.

use crate::error::Result;
use crate::memory;

/// A link between a source and a target position, both from 0.
pub type Link = (u32, u32);

/// The links of each sentence pair, ascending, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignments {
    links: Vec<Link>,
    offsets: Vec<usize>,
}

impl Default for Alignments {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            offsets: vec![0],
        }
    }
}

impl Alignments {
    /// No sentence pairs, with room for `pairs` of them with `links` links together.
    pub fn with_capacity(pairs: usize, links: usize) -> Self {
        let mut offsets = Vec::with_capacity(pairs + 1);
        offsets.push(0);
        Self {
            links: Vec::with_capacity(links),
            offsets,
        }
    }

    /// Makes room for more.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn reserve(&mut self, pairs: usize, links: usize) -> Result<()> {
        memory::reserve(&mut self.links, links, || "word alignments".into())?;
        memory::reserve(&mut self.offsets, pairs, || "word alignments".into())
    }

    /// Number of links of all sentence pairs.
    pub fn links(&self) -> usize {
        self.links.len()
    }

    /// Number of sentence pairs.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no sentence pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The links of sentence pair `i`.
    pub fn line(&self, i: usize) -> &[Link] {
        &self.links[self.offsets[i]..self.offsets[i + 1]]
    }

    /// The links of every sentence pair in turn.
    pub fn lines(&self) -> impl Iterator<Item = &[Link]> {
        self.offsets.windows(2).map(|w| &self.links[w[0]..w[1]])
    }

    /// Appends a sentence pair.
    pub fn push(&mut self, links: impl IntoIterator<Item = Link>) {
        let mut line: Vec<Link> = links.into_iter().collect();
        line.sort_unstable();
        line.dedup();
        self.links.extend(line);
        self.offsets.push(self.links.len());
    }

    /// Appends all sentence pairs of `other`.
    pub fn append(&mut self, other: &Self) {
        let before = self.links.len();
        self.links.extend_from_slice(&other.links);
        self.offsets
            .extend(other.offsets[1..].iter().map(|end| end + before));
    }
}

impl<L: IntoIterator<Item = Link>> FromIterator<L> for Alignments {
    fn from_iter<I: IntoIterator<Item = L>>(lines: I) -> Self {
        let mut alignments = Self::default();
        for line in lines {
            alignments.push(line);
        }
        alignments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_apart_and_sorted() {
        let mut a: Alignments = [vec![(1, 0), (0, 2)], vec![]].into_iter().collect();
        a.append(&[vec![(3, 3)]].into_iter().collect());
        assert_eq!(a.len(), 3);
        assert_eq!(a.line(0), [(0, 2), (1, 0)]);
        assert!(a.line(1).is_empty());
        assert_eq!(a.lines().last(), Some([(3, 3)].as_slice()));
    }
}
