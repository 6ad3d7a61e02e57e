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

/// A column with a label that may still become nearer.
#[derive(Debug, Clone, Copy)]
struct Open {
    distance: Distance,
    column: u32,
}

/// The labels of a search, and what must be forgotten after it.
#[derive(Debug, Default)]
pub struct Search {
    pub rows: Vec<Label>,
    pub columns: Vec<Label>,
    /// Rows with a label.
    pub reached: Vec<u32>,
    /// Columns whose label is final.
    pub settled: Vec<u32>,
    open: Vec<Open>,
    /// For every open column where it is in `open`.
    places: Vec<u32>,
}

impl Search {
    /// Nothing reached, among this many rows and columns.
    pub fn begin(&mut self, rows: usize, columns: usize) {
        self.rows.clear();
        self.rows.resize(rows, UNREACHED);
        self.columns.clear();
        self.columns.resize(columns, UNREACHED);
        self.places.resize(columns, 0);
    }

    /// Labels a column if that is nearer than before.
    pub fn label(&mut self, column: usize, distance: Distance, arc: u32) {
        let label = &mut self.columns[column];
        if !distance.is_below(label.distance) {
            return;
        }
        if label.is_set() {
            self.open[self.places[column] as usize].distance = distance;
        } else {
            self.places[column] = self.open.len() as u32;
            let column = column as u32;
            self.open.push(Open { distance, column });
        }
        *label = Label { distance, arc };
    }

    /// Settles the nearest of the open columns.
    pub fn settle_nearest(&mut self) -> Option<(usize, Distance)> {
        let mut nearest = *self.open.first()?;
        for open in &self.open[1..] {
            if open.distance.is_below(nearest.distance) {
                nearest = *open;
            }
        }
        let Open { distance, column } = nearest;
        let place = self.places[column as usize];
        self.open.swap_remove(place as usize);
        if let Some(moved) = self.open.get(place as usize) {
            self.places[moved.column as usize] = place;
        }
        self.settled.push(column);
        Some((column as usize, distance))
    }

    /// Back to where nothing is reached.
    pub fn forget(&mut self) {
        for row in self.reached.drain(..) {
            self.rows[row as usize] = UNREACHED;
        }
        let open = self.open.drain(..).map(|open| open.column);
        for column in self.settled.drain(..).chain(open) {
            self.columns[column as usize] = UNREACHED;
        }
    }
}
