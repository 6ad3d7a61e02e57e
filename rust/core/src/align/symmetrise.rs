//! From the alignments of two directions to one (Och & Ney 2003; Koehn et al. 2003, 2005).

use super::links::Link;
use crate::interrupt;
use crate::memory;

/// How the links of two directions are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetrisation {
    /// Links of both directions.
    Intersect,
    /// Links of either direction.
    Union,
    /// The intersection, grown by horizontal and vertical neighbours in the union.
    Grow,
    /// The intersection, grown by all eight neighbours in the union.
    GrowDiag,
    /// [`Self::GrowDiag`], then links of either direction with a still unaligned word.
    GrowDiagFinal,
    /// [`Self::GrowDiag`], then links of either direction with both words still unaligned.
    GrowDiagFinalAnd,
}

const STRAIGHT: [(i64, i64); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];
const DIAGONAL: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The growing alignment of one sentence pair.
struct Grid {
    columns: usize,
    linked: Vec<bool>,
    union: Vec<bool>,
    source_aligned: Vec<bool>,
    target_aligned: Vec<bool>,
}

impl Grid {
    fn new(forward: &[Link], backward: &[Link]) -> Self {
        let both = || forward.iter().chain(backward);
        let rows = both().map(|&(i, _)| i as usize + 1).max().unwrap_or(0);
        let columns = both().map(|&(_, j)| j as usize + 1).max().unwrap_or(0);
        let room = memory::check::<[bool; 3]>(rows.saturating_mul(columns), || {
            format!("the links between {rows} and {columns} words")
        });
        room.unwrap_or_else(|error| interrupt::stop(Box::new(error)));
        let mut grid = Self {
            columns,
            linked: vec![false; rows * columns],
            union: vec![false; rows * columns],
            source_aligned: vec![false; rows],
            target_aligned: vec![false; columns],
        };
        for &(i, j) in forward {
            grid.union[i as usize * columns + j as usize] = true;
        }
        let of_forward = grid.union.clone();
        for &(i, j) in backward {
            let (i, j) = (i as usize, j as usize);
            grid.union[i * columns + j] = true;
            if of_forward[i * columns + j] {
                grid.add(i, j);
            }
        }
        grid
    }

    fn add(&mut self, i: usize, j: usize) {
        self.linked[i * self.columns + j] = true;
        self.source_aligned[i] = true;
        self.target_aligned[j] = true;
    }

    /// Adds neighbours of links that align a new word, until there are none.
    fn grow(&mut self, neighbours: &[(i64, i64)]) {
        let rows = self.source_aligned.len();
        let mut grown = true;
        while grown {
            grown = false;
            for i in 0..rows {
                interrupt::step(i);
                for j in 0..self.columns {
                    if self.linked[i * self.columns + j] {
                        grown |= self.grow_around(i, j, neighbours);
                    }
                }
            }
        }
    }

    fn grow_around(&mut self, i: usize, j: usize, neighbours: &[(i64, i64)]) -> bool {
        let mut grown = false;
        for &(down, right) in neighbours {
            let (Ok(i), Ok(j)) = (
                usize::try_from(i as i64 + down),
                usize::try_from(j as i64 + right),
            ) else {
                continue;
            };
            let inside = i < self.source_aligned.len() && j < self.columns;
            if inside
                && self.union[i * self.columns + j]
                && !(self.source_aligned[i] && self.target_aligned[j])
            {
                self.add(i, j);
                grown = true;
            }
        }
        grown
    }

    /// Adds links of one direction whose words are unaligned: one of them, or both.
    fn finish(&mut self, direction: &[Link], both: bool) {
        let mut links = direction.to_vec();
        links.sort_unstable();
        for (i, j) in links {
            let (i, j) = (i as usize, j as usize);
            let aligned = (self.source_aligned[i], self.target_aligned[j]);
            let open = if both {
                aligned == (false, false)
            } else {
                aligned != (true, true)
            };
            if open {
                self.add(i, j);
            }
        }
    }

    fn links(&self, cells: &[bool]) -> Vec<Link> {
        let link = |cell: usize| ((cell / self.columns) as u32, (cell % self.columns) as u32);
        (0..cells.len())
            .filter(|&cell| cells[cell])
            .map(link)
            .collect()
    }
}

/// Combines the links of both directions of a sentence pair; the result is ascending.
///
/// Both directions give links as (source, target).
///
/// # Panics
/// With the error instead of a message, when there is not enough memory for so many words.
pub fn symmetrise(forward: &[Link], backward: &[Link], how: Symmetrisation) -> Vec<Link> {
    interrupt::poll();
    let mut grid = Grid::new(forward, backward);
    let all = [STRAIGHT, DIAGONAL].concat();
    match how {
        Symmetrisation::Intersect => {}
        Symmetrisation::Union => return grid.links(&grid.union),
        Symmetrisation::Grow => grid.grow(&STRAIGHT),
        Symmetrisation::GrowDiag => grid.grow(&all),
        Symmetrisation::GrowDiagFinal | Symmetrisation::GrowDiagFinalAnd => {
            let both = how == Symmetrisation::GrowDiagFinalAnd;
            grid.grow(&all);
            grid.finish(forward, both);
            grid.finish(backward, both);
        }
    }
    grid.links(&grid.linked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Symmetrisation::{Grow, GrowDiag, GrowDiagFinal, GrowDiagFinalAnd, Intersect, Union};

    // Intersection: 0-0 and 3-3. Neighbours: 0-1 beside 0-0, 4-4 across from 3-3. Far away: 8-3,
    // whose target is aligned, and 6-5, of which nothing is.
    const FORWARD: [Link; 5] = [(0, 0), (0, 1), (3, 3), (8, 3), (6, 5)];
    const BACKWARD: [Link; 3] = [(0, 0), (4, 4), (3, 3)];

    #[test]
    fn worked_by_hand() {
        let result = |how| symmetrise(&FORWARD, &BACKWARD, how);
        assert_eq!(result(Intersect), [(0, 0), (3, 3)]);
        assert_eq!(result(Grow), [(0, 0), (0, 1), (3, 3)]);
        assert_eq!(result(GrowDiag), [(0, 0), (0, 1), (3, 3), (4, 4)]);
        assert_eq!(
            result(GrowDiagFinalAnd),
            [(0, 0), (0, 1), (3, 3), (4, 4), (6, 5)]
        );
        assert_eq!(
            result(GrowDiagFinal),
            [(0, 0), (0, 1), (3, 3), (4, 4), (6, 5), (8, 3)]
        );
        assert_eq!(result(Union).len(), 6);
    }

    #[test]
    fn growth_needs_an_unaligned_word() {
        // 1-0 and 0-1 join the diagonal 0-0, 1-1 only where a word is still free.
        let forward = [(0, 0), (1, 1), (0, 1)];
        let backward = [(0, 0), (1, 1), (1, 0)];
        assert_eq!(symmetrise(&forward, &backward, GrowDiag), [(0, 0), (1, 1)]);
    }

    #[test]
    fn nothing_comes_from_nothing() {
        assert!(symmetrise(&[], &[], GrowDiagFinalAnd).is_empty());
        assert!(symmetrise(&[(2, 1)], &[], Intersect).is_empty());
        assert_eq!(symmetrise(&[(2, 1)], &[], GrowDiagFinalAnd), [(2, 1)]);
    }

    #[test]
    fn every_way_lies_between_intersection_and_union() {
        let mut state = 7_u32;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..200 {
            let mut links = || {
                let mut all: Vec<Link> = (0..draw(9)).map(|_| (draw(6), draw(7))).collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            let (forward, backward) = (links(), links());
            let sets = [
                Intersect,
                Grow,
                GrowDiag,
                GrowDiagFinalAnd,
                GrowDiagFinal,
                Union,
            ]
            .map(|how| symmetrise(&forward, &backward, how));
            let within = |a: &[Link], b: &[Link]| a.iter().all(|link| b.contains(link));
            for set in &sets {
                assert!(within(&sets[0], set) && within(set, &sets[5]));
            }
            assert!(within(&sets[2], &sets[3]) && within(&sets[2], &sets[4]));
        }
    }
}
