//! Beam-limited edit distance, a row of the matrix in one machine word.
//!
//! Neighbouring cells of an edit matrix differ by at most one (this holds inside a beam, too), so
//! a row is a number and two bits per column: up by one, down by one. Myers (1999) found how to
//! get from one row to the next with a dozen operations on whole words; the formulas here are
//! those of Hyyrö (2003). As the beam has 50 columns, a row always fits.
//!
//! What lies outside the beam must never be cheaper than what lies inside:
//!
//! - *On the left*, the column before the beam is given the cell above plus one. An insertion from
//!   there costs more than the substitution from the cell above. If the beam did not move, the cell
//!   above is outside as well; it is set to one more than its right neighbour and may not match
//!   (see [`Window::stays`]), which leaves the deletion as the only way in.
//! - *On the right*, every cell is one more than its left neighbour. A deletion from there costs
//!   more than a substitution, and where the substitution starts outside as well (`enterable`
//!   excludes it) the insertion costs no more.

use super::Matrix;
use super::beam::Beam;
use super::path::Step;
use super::reference::Reference;
use super::shift::Swap;

/// The edit matrix of a hypothesis: a window on every row.
#[derive(Default)]
pub(super) struct BitMatrix {
    windows: Vec<Window>,
    /// One more than there are windows: row 0 is the first.
    rows: Vec<Row>,
    moves: Vec<Moves>,
    distance: u32,
}

/// The window of a row after row 0. Bit `b` is column `origin + b + 1`, reached by reference
/// word `origin + b`.
#[derive(Clone, Copy)]
struct Window {
    /// The column before the first bit: 0, or the one before the beam.
    origin: usize,
    /// How far the window moved since the row above.
    advance: u32,
    /// The beam starts right of column 0, where it started in the row above.
    stays: bool,
    /// Columns in the beam.
    live: u64,
    /// Columns in the beam whose diagonal predecessor is in the beam.
    enterable: u64,
}

/// A row of the matrix, as differences between each column and the one before.
#[derive(Clone, Copy)]
struct Row {
    /// Cost at the origin of the window.
    first: u32,
    /// Columns that cost one more than the one before.
    rises: u64,
    /// Columns that cost one less than the one before.
    falls: u64,
}

/// The ways into the cells of a row: columns not listed are entered by an insertion.
#[derive(Clone, Copy)]
struct Moves {
    /// By a match or substitution.
    diagonals: u64,
    /// By a deletion, unless by one of the above.
    deletions: u64,
}

impl Row {
    const TOP: Self = Self {
        first: 0,
        rises: u64::MAX,
        falls: 0,
    };

    /// The same row seen through the window of the next.
    #[inline]
    fn through(self, window: &Window) -> Self {
        if window.stays {
            return Self {
                first: self.first + u32::from(self.falls & 1 == 0),
                rises: self.rises & !1,
                falls: self.falls | 1,
            };
        }
        if window.advance == 0 {
            return self;
        }
        Self {
            first: self.cost_after(window.advance),
            rises: (self.rises >> window.advance) | !(u64::MAX >> window.advance),
            falls: self.falls >> window.advance,
        }
    }

    /// The row below, given where its word matches, and the columns that are no dearer than their
    /// diagonal predecessor. `self` is seen through the window already.
    #[inline]
    fn below(self, matches: u64, window: &Window) -> (Self, u64) {
        let Self {
            rises,
            falls,
            first,
        } = self;
        let level = ((matches & rises).wrapping_add(rises) ^ rises) | matches | falls;
        let dearer_than_above = (falls | !(level | rises)) << 1 | 1;
        let cheaper_than_above = (rises & level) << 1;
        let below = Self {
            first: first + 1,
            rises: cheaper_than_above | !(level | dearer_than_above) | !window.live,
            falls: dearer_than_above & level & window.live,
        };
        (below, level)
    }

    /// The cost some columns after the origin.
    #[inline]
    fn cost_after(&self, columns: u32) -> u32 {
        let passed = u64::MAX.checked_shr(u64::BITS - columns).unwrap_or(0);
        self.first + (self.rises & passed).count_ones() - (self.falls & passed).count_ones()
    }

    /// The most that any column costs less in the other row.
    #[inline]
    fn most_saved_by(&self, other: &Self) -> i64 {
        let mut saved = i64::from(self.first) - i64::from(other.first);
        let mut most = saved;
        let mut changed = (self.rises ^ other.rises) | (self.falls ^ other.falls);
        while changed != 0 {
            let column = changed & changed.wrapping_neg();
            saved += self.difference(column) - other.difference(column);
            most = most.max(saved);
            changed ^= column;
        }
        most
    }

    #[inline]
    fn difference(&self, column: u64) -> i64 {
        i64::from(self.rises & column != 0) - i64::from(self.falls & column != 0)
    }
}

impl BitMatrix {
    /// The next row of a hypothesis whose next word is of this kind.
    #[inline]
    fn step(row: Row, kind: u32, window: &Window, reference: &Reference) -> Row {
        let matches = reference.window(kind, window.origin) & window.enterable;
        row.through(window).below(matches, window).0
    }

    fn last_cost(&self, row: &Row, reference: &Reference) -> u32 {
        let origin = self.windows.last().map_or(0, |window| window.origin);
        row.cost_after((reference.len() - origin) as u32)
    }
}

impl Matrix for BitMatrix {
    fn shape(&mut self, beam: &Beam) {
        self.windows.clear();
        self.rows.clear();
        self.rows.push(Row::TOP);
        let mut above = beam.columns(0);
        let mut origin_above = 0;
        for row in 1..=beam.hyp_words() {
            let columns = beam.columns(row);
            let origin = columns.start.saturating_sub(1);
            let stays = columns.start > 0 && columns.start == above.start;
            let up_to = |end: usize| u64::MAX >> (65 - (end - origin).min(65));
            self.windows.push(Window {
                origin,
                advance: (origin - origin_above) as u32,
                stays,
                live: up_to(columns.end),
                enterable: up_to(columns.end.min(above.end + 1)) & !u64::from(stays),
            });
            above = columns;
            origin_above = origin;
        }
    }

    fn fill(&mut self, hyp: &[u32], reference: &Reference, from: usize) -> u32 {
        self.rows.truncate(from + 1);
        self.moves.truncate(from);
        let mut row = self.rows[from];
        for (&kind, window) in hyp.iter().zip(&self.windows).skip(from) {
            let matches = reference.window(kind, window.origin) & window.enterable;
            let above = row.through(window);
            let (below, level) = above.below(matches, window);
            self.moves.push(Moves {
                diagonals: (matches | !level) & window.enterable,
                deletions: above.falls,
            });
            self.rows.push(below);
            row = below;
        }
        self.distance = self.last_cost(&row, reference);
        self.distance
    }

    fn step_into(&self, row: usize, column: usize, hyp: &[u32], reference: &Reference) -> Step {
        let moves = &self.moves[row - 1];
        let bit = 1 << (column - 1 - self.windows[row - 1].origin);
        if moves.diagonals & bit != 0 {
            if hyp[row - 1] == reference.kinds()[column - 1] {
                Step::Match
            } else {
                Step::Substitute
            }
        } else if moves.deletions & bit != 0 {
            Step::Delete
        } else {
            Step::Insert
        }
    }

    fn distance_below(
        &mut self,
        bound: u32,
        swap: Swap,
        hyp: &[u32],
        reference: &Reference,
    ) -> Option<u32> {
        let mut row = self.rows[swap.start];
        let windows = &self.windows[swap.start..];
        for (&kind, window) in swap.words(hyp).zip(windows) {
            row = Self::step(row, kind, window, reference);
        }
        // From here on both hypotheses are the same: what has been saved can only be lost again.
        let needed = i64::from(self.distance) - i64::from(bound) + 1;
        if self.rows[swap.end].most_saved_by(&row) < needed {
            return None;
        }
        for (index, &kind) in hyp.iter().enumerate().skip(swap.end) {
            let old = &self.rows[index];
            if (row.rises, row.falls) == (old.rises, old.falls) {
                let distance = self.distance + row.first - old.first;
                return (distance < bound).then_some(distance);
            }
            row = Self::step(row, kind, &self.windows[index], reference);
        }
        let distance = self.last_cost(&row, reference);
        (distance < bound).then_some(distance)
    }
}
