//! N-grams as a trie that is read from their last word to their first.
//!
//! Level `n` holds the n-grams in order of their last word, then the word before it, and so on; each
//! n-gram is stored as its first word only, and its parent is the n-gram without that word. This one
//! order serves everything: the number of children is the number of distinct words on the left that
//! Kneser-Ney counts, a query walks from a word to the longest context known, and the lines of
//! an ARPA file come in it.

use std::ops::Range;

/// The n-grams of one length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Level {
    /// The first word of every n-gram; words of one parent ascend.
    pub words: Vec<u32>,
    /// Where the children of every n-gram begin in the next level, with the end last; empty in the
    /// last level.
    pub first: Vec<u32>,
}

impl Level {
    /// Number of n-grams.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Where the children of a node are in the next level.
    #[inline]
    pub fn children(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        self.first[node] as usize..self.first[node + 1] as usize
    }
}

/// The node of the word `word` among sorted siblings.
#[inline]
pub fn among(words: &[u32], siblings: Range<usize>, word: u32) -> Option<u32> {
    let at = words[siblings.clone()].binary_search(&word).ok()?;
    Some((siblings.start + at) as u32)
}

/// Spells out the n-grams of one level, in order.
pub struct Spelling<'a> {
    levels: &'a [Level],
    /// The node at every level, from that of unigrams to the one spelt.
    path: Vec<u32>,
}

impl<'a> Spelling<'a> {
    /// For the n-grams of the last of these levels.
    pub fn new(levels: &'a [Level]) -> Self {
        Self {
            levels,
            path: vec![0; levels.len()],
        }
    }

    /// The words of a node, first to last. Nodes must be asked for in ascending order.
    pub fn words(&mut self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let last = self.levels.len() - 1;
        self.path[last] = node;
        for depth in (0..last).rev() {
            let child = self.path[depth + 1];
            let first = &self.levels[depth].first;
            let parent = &mut self.path[depth];
            while first[*parent as usize + 1] <= child {
                *parent += 1;
            }
        }
        let nodes = self.path.iter().zip(self.levels).rev();
        nodes.map(|(&node, level)| level.words[node as usize])
    }
}
