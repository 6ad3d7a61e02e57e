//! The paths of an alignment search: the best few at every reference word.

use std::cmp::Reverse;

/// How many paths survive every reference word, as in Meteor.
const WIDTH: usize = 40;
/// No node, or no word.
pub(super) const NONE: u32 = u32::MAX;

/// Two words taken for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) hyp: u32,
    pub(super) reference: u32,
    pub(super) module: u8,
}

impl Link {
    /// How far apart the two positions are.
    pub(super) fn distance(self) -> u64 {
        u64::from(self.hyp.abs_diff(self.reference))
    }
}

/// What paths are ordered by, the best first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) matches: Reverse<u32>,
    /// Chunks.
    pub(super) breaks: u32,
    pub(super) distance: u64,
}

/// A way to align the reference words up to the current one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path {
    pub(super) rank: Rank,
    /// The hypothesis position after the last link, or [`NONE`] if the last word was left alone.
    pub(super) tail: u32,
    node: u32,
}

struct Proposal {
    path: Path,
    parent: usize,
    link: Option<Link>,
}

/// The paths at one reference word, in order of rank; of equals the one proposed first comes first.
#[derive(Default)]
pub(super) struct Beam {
    paths: Vec<Path>,
    proposals: Vec<Proposal>,
    /// A bit for every hypothesis word of every path.
    used: Vec<u64>,
    next_used: Vec<u64>,
    stride: usize,
    /// Links, each with the node of the link before it.
    nodes: Vec<(Link, u32)>,
}

impl Beam {
    /// One path without links.
    pub(super) fn start(&mut self, hyp_words: usize) {
        self.stride = hyp_words.div_ceil(64);
        self.used.clear();
        self.used.resize(self.stride, 0);
        self.nodes.clear();
        self.proposals.clear();
        self.paths.clear();
        self.paths.push(Path {
            rank: Rank::default(),
            tail: NONE,
            node: NONE,
        });
    }

    pub(super) fn paths(&self) -> &[Path] {
        &self.paths
    }

    fn used(&self, path: usize) -> &[u64] {
        &self.used[path * self.stride..(path + 1) * self.stride]
    }

    /// Whether a path has a link to this hypothesis word.
    pub(super) fn is_used(&self, path: usize, hyp: u32) -> bool {
        self.used(path)[hyp as usize / 64] >> (hyp % 64) & 1 == 1
    }

    /// Proposes to go on from a path; it is kept if it is among the best so far.
    pub(super) fn propose(&mut self, parent: usize, rank: Rank, tail: u32, link: Option<Link>) {
        let full = self.proposals.len() == WIDTH;
        if full && self.proposals[WIDTH - 1].path.rank <= rank {
            return;
        }
        let place = self.proposals.partition_point(|p| p.path.rank <= rank);
        if full {
            self.proposals.pop();
        }
        let node = self.paths[parent].node;
        let path = Path { rank, tail, node };
        self.proposals
            .insert(place, Proposal { path, parent, link });
    }

    /// Goes on to the next reference word with what was proposed.
    pub(super) fn advance(&mut self) {
        self.next_used.clear();
        self.paths.clear();
        for proposal in self.proposals.drain(..) {
            let begin = self.next_used.len();
            let parent = proposal.parent * self.stride;
            self.next_used
                .extend_from_slice(&self.used[parent..parent + self.stride]);
            let mut path = proposal.path;
            if let Some(link) = proposal.link {
                self.next_used[begin + link.hyp as usize / 64] |= 1 << (link.hyp % 64);
                self.nodes.push((link, path.node));
                path.node = self.nodes.len() as u32 - 1;
            }
            self.paths.push(path);
        }
        std::mem::swap(&mut self.used, &mut self.next_used);
    }

    /// The links of a path, the last one first.
    pub(super) fn links(&self, path: Path) -> impl Iterator<Item = Link> + '_ {
        let mut node = path.node;
        std::iter::from_fn(move || {
            let &(link, before) = self.nodes.get(node as usize)?;
            node = before;
            Some(link)
        })
    }
}
