//! The paths of an alignment search: the best few after every reference word.

/// How many paths survive every reference word, as in Meteor.
const WIDTH: usize = 40;
/// No node, or no word.
pub(super) const NONE: u32 = u32::MAX;
/// Paths of more than so many numbers are not kept to go back to, but only those after the last two words.
const MOST_KEPT: usize = 1 << 12;

/// Two words taken for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The place of the word of the hypothesis.
    pub hyp: u32,
    /// The place of that of the reference.
    pub reference: u32,
    /// Which module found it, from 0.
    pub module: u8,
}

impl Link {
    /// How far apart the two positions are.
    pub(super) fn distance(self) -> u64 {
        u64::from(self.hyp.abs_diff(self.reference))
    }
}

/// What paths are ordered by, the best first: most matches, then fewest breaks (chunks), then the least
/// distance. One number, which is quickly compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u128);

impl Rank {
    const MATCH: u128 = 1 << 96;
    const BREAK: u128 = 1 << 64;
    /// Without matches, breaks and distance.
    const START: Self = Self((u32::MAX as u128) << 96);

    pub(super) fn with_match(self) -> Self {
        Self(self.0 - Self::MATCH)
    }

    pub(super) fn with_break(self) -> Self {
        Self(self.0 + Self::BREAK)
    }

    pub(super) fn with_distance(self, distance: u64) -> Self {
        Self(self.0 + u128::from(distance))
    }
}

/// A way to align the reference words up to the current one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path {
    pub(super) rank: Rank,
    /// The hypothesis position after the last link, or [`NONE`] if the last word was left alone.
    pub(super) tail: u32,
    node: u32,
}

#[derive(Debug, Clone, Copy)]
struct Proposal {
    rank: Rank,
    parent: u32,
    link: Option<Link>,
}

/// The paths after one reference word, in order of rank; of equals the one proposed first comes first.
#[derive(Debug, Default)]
struct Level {
    paths: Vec<Path>,
    /// A bit for every hypothesis word of every path.
    used: Vec<u64>,
    /// How many nodes there are.
    nodes: usize,
}

/// The paths after every reference word, or after the last two.
#[derive(Debug, Default)]
pub(super) struct Beam {
    levels: Vec<Level>,
    /// How many reference words are aligned.
    depth: usize,
    keeps_all: bool,
    proposals: Vec<Proposal>,
    stride: usize,
    /// Links, each with the node of the link before it.
    nodes: Vec<(Link, u32)>,
}

impl Beam {
    /// One path without links, for references of so many words.
    pub(super) fn start(&mut self, hyp_words: usize, ref_words: usize) {
        self.stride = hyp_words.div_ceil(64);
        self.keeps_all = ref_words.saturating_mul(self.stride.max(1)) <= MOST_KEPT;
        let levels = if self.keeps_all { ref_words + 1 } else { 2 };
        if self.levels.len() < levels {
            self.levels.resize_with(levels, Level::default);
        }
        self.go_back(0);
    }

    /// Whether there is a way back to any word.
    pub(super) fn keeps_all(&self) -> bool {
        self.keeps_all
    }

    /// Goes back to when so many reference words were aligned: to the start, if no others are kept.
    pub(super) fn go_back(&mut self, depth: usize) {
        self.depth = depth;
        if depth == 0 {
            let level = &mut self.levels[0];
            level.used.clear();
            level.used.resize(self.stride, 0);
            level.paths.clear();
            level.paths.push(Path {
                rank: Rank::START,
                tail: NONE,
                node: NONE,
            });
            level.nodes = 0;
        }
        let nodes = self.level().nodes;
        self.nodes.truncate(nodes);
    }

    fn place(&self, depth: usize) -> usize {
        if self.keeps_all { depth } else { depth % 2 }
    }

    fn level(&self) -> &Level {
        &self.levels[self.place(self.depth)]
    }

    pub(super) fn paths(&self) -> &[Path] {
        &self.level().paths
    }

    /// Whether a path has a link to this hypothesis word.
    pub(super) fn is_used(&self, path: usize, hyp: u32) -> bool {
        let used = &self.level().used[path * self.stride..];
        used[hyp as usize / 64] >> (hyp % 64) & 1 == 1
    }

    /// Whether what has this rank would be kept.
    pub(super) fn accepts(&self, rank: Rank) -> bool {
        self.proposals.len() < WIDTH || rank < self.proposals[WIDTH - 1].rank
    }

    /// Proposes to go on from a path; it is kept if it is among the best so far.
    pub(super) fn propose(&mut self, parent: usize, rank: Rank, link: Option<Link>) {
        if !self.accepts(rank) {
            return;
        }
        let proposal = Proposal {
            rank,
            parent: parent as u32,
            link,
        };
        if self.proposals.len() == WIDTH {
            self.proposals.pop();
        }
        // Paths are in order, so that most proposals belong near the end.
        let worse = self.proposals.iter().rev().take_while(|p| p.rank > rank);
        let place = self.proposals.len() - worse.count();
        self.proposals.insert(place, proposal);
    }

    /// Goes on to the next reference word with what was proposed.
    pub(super) fn advance(&mut self) {
        let (here, next) = (self.place(self.depth), self.place(self.depth + 1));
        let mut level = std::mem::take(&mut self.levels[next]);
        level.used.clear();
        level.paths.clear();
        let before = &self.levels[here];
        for proposal in self.proposals.drain(..) {
            let parent = proposal.parent as usize;
            let begin = level.used.len();
            let used = &before.used[parent * self.stride..][..self.stride];
            level.used.extend_from_slice(used);
            let mut node = before.paths[parent].node;
            if let Some(link) = proposal.link {
                level.used[begin + link.hyp as usize / 64] |= 1 << (link.hyp % 64);
                self.nodes.push((link, node));
                node = self.nodes.len() as u32 - 1;
            }
            level.paths.push(Path {
                rank: proposal.rank,
                tail: proposal.link.map_or(NONE, |link| link.hyp + 1),
                node,
            });
        }
        level.nodes = self.nodes.len();
        self.levels[next] = level;
        self.depth += 1;
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
