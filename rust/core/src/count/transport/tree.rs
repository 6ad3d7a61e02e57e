//! A spanning tree with the flow along its arcs, and how another arc enters it.

/// A node, and the arc between it and its parent: out of a row, into a column.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    /// How many nodes its subtree has, itself among them.
    size: u32,
    /// The nodes after and before it in the tree's order, where every subtree is one stretch that begins
    /// with its own root. The order is a ring.
    next: u32,
    previous: u32,
    flow: f64,
    gain: f64,
}

/// An arc outside the tree.
#[derive(Debug, Clone, Copy)]
pub struct Entering {
    pub from: usize,
    pub to: usize,
    pub gain: f64,
    /// How much more a unit is worth after the arc than before it, its gain included.
    pub profit: f64,
}

/// How an arc enters.
#[derive(Debug, Clone, Copy)]
struct Exchange {
    /// What flows along the entering arc.
    amount: f64,
    /// The node whose arc to its parent loses all its flow and leaves.
    leaving: usize,
    /// The end of the entering arc that is below the leaving one.
    inner: usize,
    /// The other end.
    outer: usize,
    /// Where the ways from both ends to the root meet.
    meeting: usize,
}

/// Rows are the first nodes, then come columns, then the root. What a row does not send to columns flows to
/// the root, and what a column does not get from rows comes from there, both without gain.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// What a unit more would be worth at each node: nothing at the root, and along an arc of the tree a unit
    /// gains as much as its worth sinks.
    worth: Vec<f64>,
    rows: usize,
    /// Nodes hung from others since the beginning, children before their parents.
    hung: Vec<u32>,
}

impl Tree {
    /// Everything flows to the root and comes from there.
    pub fn begin(&mut self, supplies: &[f64], demands: &[f64]) {
        self.rows = supplies.len();
        let root = (supplies.len() + demands.len()) as u32;
        let amounts = supplies.iter().chain(demands).chain([&0.0]);
        self.nodes.clear();
        self.nodes
            .extend((0..).zip(amounts).map(|(node, &flow)| Node {
                parent: root,
                size: if node == root { root + 1 } else { 1 },
                next: if node == root { 0 } else { node + 1 },
                previous: if node == 0 { root } else { node - 1 },
                flow,
                gain: 0.0,
            }));
        self.worth.clear();
        self.worth.resize(self.nodes.len(), 0.0);
        self.hung.clear();
    }

    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// What a unit more would be worth at each node.
    pub fn worth(&self) -> &[f64] {
        &self.worth
    }

    /// The gain of all that flows.
    pub fn value(&self) -> f64 {
        let values = self.nodes.iter().map(|node| node.gain * node.flow);
        values.fold(0.0, |sum, value| sum + value)
    }

    /// Whether a row has something left to send, or a column room.
    pub fn is_open(&self, node: usize) -> bool {
        let Node { parent, flow, .. } = self.nodes[node];
        parent as usize == self.root() && flow > 0.0
    }

    /// Sends as much as possible from an open row to an open column, and hangs the one that is used up from
    /// the other. Order and worth are wrong until [`Self::settle`].
    pub fn hang(&mut self, row: usize, column: usize, gain: f64) {
        let (left, room) = (self.nodes[row].flow, self.nodes[column].flow);
        // Of equals the column hangs: the other keeps an arc without flow, which must lead to the root.
        let (child, parent) = if room <= left {
            (column, row)
        } else {
            (row, column)
        };
        let Node {
            size,
            next,
            previous,
            flow,
            ..
        } = self.nodes[child];
        self.link(previous, next);
        self.nodes[child].parent = parent as u32;
        self.nodes[child].gain = gain;
        self.nodes[parent].size += size;
        self.nodes[parent].flow -= flow;
        self.hung.push(child as u32);
    }

    /// Gives hung nodes their place in the order and their worth.
    pub fn settle(&mut self) {
        for k in (0..self.hung.len()).rev() {
            let child = self.hung[k];
            let Node { parent, gain, .. } = self.nodes[child as usize];
            self.link(child, self.nodes[parent as usize].next);
            self.link(parent, child);
            let more = if self.is_row(child as usize) {
                gain
            } else {
                -gain
            };
            self.worth[child as usize] = self.worth[parent as usize] + more;
        }
    }

    /// Lets an arc into the tree and sends along it what the tree can bring back.
    pub fn enter(&mut self, arc: &Entering) {
        let exchange = self.exchange(arc);
        let (amount, shift) = if exchange.inner == arc.from {
            (exchange.amount, arc.profit)
        } else {
            (-exchange.amount, -arc.profit)
        };
        let Node { parent, size, .. } = self.nodes[exchange.leaving];
        self.adjust(parent as usize, exchange.meeting, amount, -(size as i32));
        self.adjust(exchange.outer, exchange.meeting, -amount, size as i32);
        self.reorder(&exchange, shift);
        self.reverse(&exchange, arc.gain, amount);
    }

    /// What flows along the arc comes back up from its end to where the ways meet, and down to where it
    /// begins. Of the arcs that lose all their flow by that, the last on the round from the meeting leaves.
    fn exchange(&self, arc: &Entering) -> Exchange {
        let (mut below, mut above) = (arc.from, arc.to);
        let (mut least_below, mut least_above) = ((f64::INFINITY, below), (f64::INFINITY, above));
        while below != above {
            let (down, up) = (&self.nodes[below], &self.nodes[above]);
            // The one with the smaller subtree is not the other's ancestor.
            if down.size < up.size {
                if self.is_row(below) && down.flow < least_below.0 {
                    least_below = (down.flow, below);
                }
                below = down.parent as usize;
            } else {
                if !self.is_row(above) && up.flow <= least_above.0 {
                    least_above = (up.flow, above);
                }
                above = up.parent as usize;
            }
        }
        let ((amount, leaving), inner, outer) = if least_above.0 <= least_below.0 {
            (least_above, arc.to, arc.from)
        } else {
            (least_below, arc.from, arc.to)
        };
        Exchange {
            amount,
            leaving,
            inner,
            outer,
            meeting: below,
        }
    }

    /// From a node up to the meeting, adds to what flows into columns, takes it from what flows out of rows,
    /// and adds to the sizes.
    fn adjust(&mut self, from: usize, meeting: usize, amount: f64, size: i32) {
        let mut at = from;
        while at != meeting {
            let more = if self.is_row(at) { -amount } else { amount };
            let node = &mut self.nodes[at];
            node.flow += more;
            node.size = node.size.wrapping_add_signed(size);
            at = node.parent as usize;
        }
    }

    /// Moves the subtree of the leaving node to where it follows the outer end, and changes its worth.
    /// Its new order is the subtree of the inner end, then what else its parent's has, and so on.
    fn reorder(&mut self, exchange: &Exchange, shift: f64) {
        let Exchange {
            leaving,
            inner,
            outer,
            ..
        } = *exchange;
        let previous = self.nodes[leaving].previous;
        // The subtree that has its new order, how many nodes it has, and what came after it; none as yet.
        let (mut done, mut done_size, mut after) = (self.root() as u32, 0, self.root() as u32);
        let (mut top, mut last) = (inner as u32, inner as u32);
        loop {
            let Node { parent, size, .. } = self.nodes[top as usize];
            self.worth[top as usize] += shift;
            for _ in 1..size - done_size {
                let mut next = self.nodes[last as usize].next;
                if next == done {
                    next = after;
                    self.link(last, next);
                }
                self.worth[next as usize] += shift;
                last = next;
            }
            let next = self.nodes[last as usize].next;
            after = if next == done { after } else { next };
            if top as usize == leaving {
                break;
            }
            self.link(last, parent);
            (done, done_size) = (top, size);
            (top, last) = (parent, parent);
        }
        self.link(previous, after);
        self.link(last, self.nodes[outer].next);
        self.link(outer as u32, inner as u32);
    }

    /// On the way from the inner end up to the leaving node, hangs every node from the one below it.
    fn reverse(&mut self, exchange: &Exchange, gain: f64, amount: f64) {
        let Exchange {
            leaving,
            inner,
            outer,
            ..
        } = *exchange;
        let whole = self.nodes[leaving].size;
        let mut at = inner;
        let (mut parent, mut flow, mut gain, mut lost) = (outer as u32, exchange.amount, gain, 0);
        loop {
            let old = self.nodes[at];
            self.nodes[at] = Node {
                parent,
                size: whole - lost,
                flow,
                gain,
                ..old
            };
            if at == leaving {
                break;
            }
            let more = if self.is_row(at) { -amount } else { amount };
            (parent, flow, gain, lost) = (at as u32, old.flow + more, old.gain, old.size);
            at = old.parent as usize;
        }
    }

    fn is_row(&self, node: usize) -> bool {
        node < self.rows
    }

    fn link(&mut self, node: u32, next: u32) {
        self.nodes[node as usize].next = next;
        self.nodes[next as usize].previous = node;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 6;

    /// Order, sizes, worth and flow are those of a tree where arcs without flow lead towards the root.
    fn check(tree: &Tree, amounts: &[f64]) {
        let root = tree.root();
        let mut order = vec![root];
        while tree.nodes[order[order.len() - 1]].next as usize != root {
            let last = order[order.len() - 1];
            let next = tree.nodes[last].next as usize;
            assert_eq!(tree.nodes[next].previous as usize, last);
            order.push(next);
            assert!(order.len() <= root + 1);
        }
        let mut sizes = vec![1; root + 1];
        let mut sums = vec![0.0; root + 1];
        for (place, &at) in order.iter().enumerate().skip(1).rev() {
            let Node {
                parent,
                size,
                flow,
                gain,
                ..
            } = tree.nodes[at];
            let parent = parent as usize;
            let above = order.iter().position(|&node| node == parent).unwrap();
            assert!(
                above < place && place + size as usize <= above + tree.nodes[parent].size as usize
            );
            assert_eq!(size, sizes[at]);
            assert!(parent == root || tree.is_row(parent) != tree.is_row(at));
            let sign = if tree.is_row(at) { 1.0 } else { -1.0 };
            assert!((tree.worth[at] - tree.worth[parent] - sign * gain).abs() < 1e-12);
            assert!(flow > 0.0 || (tree.is_row(at) && flow == 0.0));
            sizes[parent] += sizes[at];
            sums[at] += flow;
            sums[parent] += flow;
        }
        assert_eq!(sizes[root] as usize, root + 1);
        for (sum, amount) in sums.iter().zip(amounts) {
            assert!((sum - amount).abs() < 1e-12);
        }
    }

    /// The first arc with a profit, the root's among them.
    fn profitable(tree: &Tree, gains: &[f64]) -> Option<Entering> {
        let root = tree.root();
        let row_to_column = (0..SIDE * SIDE).map(|k| (k / SIDE, SIDE + k % SIDE, gains[k]));
        let row_to_root = (0..SIDE).map(|row| (row, root, 0.0));
        let root_to_column = (SIDE..root).map(|column| (root, column, 0.0));
        let mut arcs = row_to_column.chain(row_to_root).chain(root_to_column);
        arcs.find_map(|(from, to, gain)| {
            let profit = gain + tree.worth[to] - tree.worth[from];
            (profit > 1e-9).then_some(Entering {
                from,
                to,
                gain,
                profit,
            })
        })
    }

    #[test]
    fn entering_arcs_leave_a_tree() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut entered = 0;
        let mut tree = Tree::default();
        for problem in 0..300 {
            let kinds = [1, 2, 1000][problem % 3];
            let amounts: Vec<f64> = (0..2 * SIDE)
                .map(|_| 0.1 * (1 + draw(kinds)) as f64)
                .collect();
            let gains: Vec<f64> = (0..SIDE * SIDE).map(|_| draw(4) as f64 / 3.0).collect();
            tree.begin(&amounts[..SIDE], &amounts[SIDE..]);
            for row in 0..problem % SIDE {
                if tree.is_open(row) && tree.is_open(SIDE) {
                    tree.hang(row, SIDE, gains[row * SIDE]);
                }
            }
            tree.settle();
            check(&tree, &amounts);
            while let Some(arc) = profitable(&tree, &gains) {
                tree.enter(&arc);
                check(&tree, &amounts);
                entered += 1;
            }
        }
        assert!(entered > 1000, "{entered}");
    }
}
