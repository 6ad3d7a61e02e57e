//! N-grams as numbered nodes of a trie whose edges live in one hash table.

/// The empty n-gram.
pub(super) const ROOT: u32 = 0;

const SMALLEST_TABLE: usize = 256;

/// An entry of the table: the edge from a node by a word to a child.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    key: u64,
    generation: u32,
    child: u32,
}

/// A trie of n-grams.
///
/// An n-gram is walked word by word, so one whose prefix is unknown costs one look-up. Nodes are
/// numbered as they are made, and what is known about them is kept by number elsewhere.
/// Generations make clearing free: it only increments a number.
#[derive(Debug, Clone)]
pub(super) struct Trie {
    edges: Vec<Edge>,
    generation: u32,
    nodes: u32,
}

impl Trie {
    /// A trie with room for so many n-grams.
    pub(super) fn with_room(ngrams: usize) -> Self {
        let mut trie = Self {
            edges: Vec::new(),
            generation: 0,
            nodes: 0,
        };
        trie.reset(ngrams);
        trie
    }

    /// Forgets all n-grams and makes room for so many.
    pub(super) fn reset(&mut self, ngrams: usize) {
        // At most half full, so that a search is short and always ends.
        let room = (ngrams * 2).next_power_of_two().max(SMALLEST_TABLE);
        if room > self.edges.len() || self.generation == u32::MAX {
            self.edges = vec![Edge::default(); room];
            self.generation = 0;
        }
        self.generation += 1;
        self.nodes = ROOT + 1;
    }

    /// Where the edge is, or would be.
    fn slot(&self, key: u64) -> usize {
        // Fibonacci hashing: the high bits of the product are the well-mixed ones.
        let shift = 64 - self.edges.len().trailing_zeros();
        let mask = self.edges.len() - 1;
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
        while self.edges[slot].generation == self.generation && self.edges[slot].key != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn key(node: u32, word: u32) -> u64 {
        u64::from(node) << 32 | u64::from(word)
    }

    /// The n-gram of `node` and one more word, if there is one.
    pub(super) fn child(&self, node: u32, word: u32) -> Option<u32> {
        let edge = self.edges[self.slot(Self::key(node, word))];
        (edge.generation == self.generation).then_some(edge.child)
    }

    /// The n-gram of `node` and one more word, and whether it is new.
    pub(super) fn child_or_new(&mut self, node: u32, word: u32) -> (u32, bool) {
        let key = Self::key(node, word);
        let slot = self.slot(key);
        let known = self.edges[slot].generation == self.generation;
        if !known {
            self.edges[slot] = Edge {
                key,
                generation: self.generation,
                child: self.nodes,
            };
            self.nodes += 1;
        }
        (self.edges[slot].child, !known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_numbered_as_they_are_made() {
        let mut trie = Trie::with_room(2);
        assert_eq!(trie.child_or_new(ROOT, 7), (1, true));
        assert_eq!(trie.child_or_new(1, 7), (2, true));
        assert_eq!(trie.child_or_new(ROOT, 7), (1, false));
        assert_eq!(trie.child(1, 7), Some(2));
        assert_eq!(trie.child(2, 7), None);
    }

    #[test]
    fn nothing_is_remembered_after_a_reset() {
        let mut trie = Trie::with_room(1);
        trie.child_or_new(ROOT, 7);
        trie.reset(1000);
        assert_eq!(trie.child(ROOT, 7), None);
        for word in 0..1000 {
            assert_eq!(trie.child_or_new(ROOT, word), (word + 1, true));
        }
    }
}
