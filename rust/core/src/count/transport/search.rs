//! The search for a shortest path: which nodes it has reached, and how far they are.

/// Nothing leads here.
pub const NONE: u32 = u32::MAX;

/// How far a node is from the row that is being sent.
#[derive(Debug, Clone, Copy)]
pub struct Distance {
    pub price: f64,
    pub arcs: u32,
}

impl Distance {
    /// One arc farther.
    pub fn plus(self, price: f64) -> Self {
        Self {
            price: self.price + price,
            arcs: self.arcs + 1,
        }
    }

    /// By price, and by the number of arcs where that is the same.
    pub fn is_below(self, other: Self) -> bool {
        self.price < other.price || (self.price <= other.price && self.arcs < other.arcs)
    }
}

/// Where a node was reached from, and how far it is.
#[derive(Debug, Clone, Copy)]
pub struct Label {
    pub distance: Distance,
    /// The arc that leads here; [`NONE`] where the search begins.
    pub arc: u32,
}

impl Label {
    /// Whether the search has come here.
    pub fn is_set(&self) -> bool {
        self.distance.arcs != u32::MAX
    }
}

/// The label of a node before the search.
pub const UNREACHED: Label = Label {
    distance: Distance {
        price: f64::INFINITY,
        arcs: u32::MAX,
    },
    arc: NONE,
};

/// The labels of a search, and what must be forgotten after it.
#[derive(Debug, Default)]
pub struct Search {
    pub rows: Vec<Label>,
    pub columns: Vec<Label>,
    /// Rows with a label.
    pub reached: Vec<u32>,
    /// Columns with a label, those before `settled` for good.
    pub labelled: Vec<u32>,
    pub settled: usize,
}

impl Search {
    /// Labels a column if that is nearer than before.
    pub fn label(&mut self, column: usize, distance: Distance, arc: u32) {
        let label = &mut self.columns[column];
        if distance.is_below(label.distance) {
            if !label.is_set() {
                self.labelled.push(column as u32);
            }
            *label = Label { distance, arc };
        }
    }

    /// Settles the nearest column that is labelled and not settled.
    pub fn settle_nearest(&mut self) -> Option<(usize, Distance)> {
        let distance = |&column: &u32| self.columns[column as usize].distance;
        let mut open = self.labelled[self.settled..].iter().enumerate();
        let (mut place, mut nearest) = open.next().map(|(k, column)| (k, distance(column)))?;
        for (k, column) in open {
            let here = distance(column);
            if here.is_below(nearest) {
                (place, nearest) = (k, here);
            }
        }
        self.labelled.swap(self.settled, self.settled + place);
        let column = self.labelled[self.settled] as usize;
        self.settled += 1;
        Some((column, nearest))
    }

    /// Back to where nothing is reached.
    pub fn forget(&mut self) {
        for row in self.reached.drain(..) {
            self.rows[row as usize] = UNREACHED;
        }
        for column in self.labelled.drain(..) {
            self.columns[column as usize] = UNREACHED;
        }
        self.settled = 0;
    }
}
