//! Candidates grouped by segment, laid out for searching along lines.

use std::cmp::Ordering;

use crate::error::{Error, Result};
use crate::interrupt;
use crate::parallel;

use super::envelope::{Envelope, Lines, Piece};
use super::features::Features;
use super::rows::Rows;
use super::shape::Shape;
use super::sweep::{Change, Swept, sweep};

/// Numbers beyond this have no product that is a number.
const LARGEST: f64 = 1e100;

/// Where to search from a point in the space of weights.
#[derive(Debug, Clone, Copy)]
pub enum Direction<'a> {
    /// Along one weight.
    Feature(usize),
    /// Along any vector.
    Along(&'a [f64]),
}

impl<'a> Direction<'a> {
    /// The direction of a vector: one that has a single 1 goes along a weight.
    #[allow(clippy::float_cmp)] // exactly 1 or another direction
    pub fn of(vector: &'a [f64]) -> Self {
        let mut present = (0..).zip(vector).filter(|&(_, &value)| value != 0.0);
        match (present.next(), present.next()) {
            (Some((feature, &1.0)), None) => Self::Feature(feature),
            _ => Self::Along(vector),
        }
    }
}

/// The part of a line to search, γ from `low` to `high`.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Where to.
    pub direction: Direction<'a>,
    /// −∞ where there is no limit.
    pub low: f64,
    /// ∞ where there is no limit.
    pub high: f64,
    /// Breakpoints nearer to each other than this differ by rounding only.
    pub resolution: f64,
}

/// N-best lists with the features and the statistics of every candidate.
#[derive(Debug, Clone)]
pub struct Lists {
    shape: Shape,
    features: Features,
    rows: Rows,
    /// For every candidate the first one of its segment with the same row: exchanging the two changes
    /// no score.
    alike: Vec<u32>,
}

/// Buffers of one thread.
#[derive(Default)]
struct Scratch {
    slopes: Vec<f64>,
    envelope: Envelope,
    start: Vec<u32>,
    changes: Vec<Change>,
}

impl Lists {
    /// `features` and `rows` are row by row, a row per candidate; those of segment `s` are
    /// `offsets[s]..offsets[s + 1]`.
    ///
    /// # Errors
    /// When the arrays contradict each other or hold what is no number.
    pub fn new(
        features: &[f64],
        width: usize,
        offsets: Vec<usize>,
        rows: Vec<f64>,
        row_width: usize,
    ) -> Result<Self> {
        let shape = Shape::new(offsets, width)?;
        let candidates = shape.candidates();
        if features.len() != candidates * width || rows.len() != candidates * row_width {
            return Err(Error::Layout(format!(
                "{} features and {} statistics of {candidates} candidates",
                features.len(),
                rows.len()
            )));
        }
        check(features, "features")?;
        check(&rows, "statistics")?;
        let features = Features::new(&shape, features)?;
        let rows = Rows::new(rows, row_width);
        let alike = alike(&shape, &rows);
        Ok(Self {
            shape,
            features,
            rows,
            alike,
        })
    }

    /// How many candidates and features there are.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Numbers in a row of statistics.
    pub fn row_width(&self) -> usize {
        self.rows.width()
    }

    /// The model score of every candidate.
    ///
    /// # Errors
    /// When there is not one weight per feature, or a weight is no number.
    pub fn totals(&self, weights: &[f64]) -> Result<Vec<f64>> {
        self.check_weights(weights)?;
        let mut totals = vec![0.0; self.shape.candidates()];
        for s in 0..self.shape.segments() {
            interrupt::poll();
            let candidates = self.shape.segment(s);
            let scores = &mut totals[candidates.clone()];
            self.features.score(candidates, weights, scores);
        }
        Ok(totals)
    }

    /// The candidate with the highest total of every segment, the first one in a tie.
    ///
    /// # Errors
    /// When there is not one total per candidate.
    pub fn best(&self, totals: &[f64]) -> Result<Vec<u32>> {
        self.check_totals(totals)?;
        let best = (0..self.shape.segments()).map(|s| {
            let candidates = self.shape.segment(s);
            let mut best = candidates.start;
            for h in candidates {
                if totals[h] > totals[best] {
                    best = h;
                }
            }
            best as u32
        });
        Ok(best.collect())
    }

    /// The intervals of every line through the point with these totals, and the summed statistics of
    /// the best candidates within each (Och 2003, section 5).
    ///
    /// # Errors
    /// When the numbers contradict the lists, or threads cannot be started.
    pub fn search(&self, totals: &[f64], searches: &[Search<'_>]) -> Result<Vec<Swept>> {
        self.check_totals(totals)?;
        for search in searches {
            let range = search.low.partial_cmp(&search.high);
            if range.is_none_or(Ordering::is_gt) {
                return Err(Error::Layout("a line needs a part to search".into()));
            }
            match search.direction {
                Direction::Feature(f) if f >= self.shape.features() => {
                    return Err(Error::Layout(format!("there is no feature {f}")));
                }
                Direction::Feature(_) => {}
                Direction::Along(vector) => self.check_weights(vector)?,
            }
        }
        let highest = self.best(totals)?;
        parallel::map_shards(searches.len(), Scratch::default, |scratch, i| {
            self.search_one(totals, &highest, &searches[i], scratch)
        })
    }

    fn search_one(
        &self,
        totals: &[f64],
        highest: &[u32],
        search: &Search<'_>,
        scratch: &mut Scratch,
    ) -> Swept {
        scratch.start.clear();
        scratch.changes.clear();
        for (s, &highest) in highest.iter().enumerate() {
            interrupt::poll();
            let candidates = self.shape.segment(s);
            let first = candidates.start;
            let (slopes, order) = match search.direction {
                Direction::Feature(f) => {
                    let order = self.features.order(f, candidates.clone());
                    (self.features.values(f, candidates.clone()), Some(order))
                }
                Direction::Along(vector) => {
                    let slopes = &mut scratch.slopes;
                    slopes.resize(candidates.len(), 0.0);
                    self.features.score(candidates.clone(), vector, slopes);
                    (slopes.as_slice(), None)
                }
            };
            let pieces = scratch.envelope.upper(&Lines {
                intercepts: &totals[candidates],
                slopes,
                highest: highest as usize - first,
                order,
            });
            let row = |piece: &Piece| self.alike[first + piece.line.candidate as usize];
            // What happens before the searched part decides only with whom it begins.
            let begun = pieces.partition_point(|piece| piece.from <= search.low);
            let mut current = row(&pieces[begun - 1]);
            scratch.start.push(current);
            for piece in &pieces[begun..] {
                if piece.from >= search.high {
                    break;
                }
                let next = row(piece);
                if next != current {
                    scratch.changes.push(Change {
                        at: piece.from,
                        from: current,
                        to: next,
                    });
                    current = next;
                }
            }
        }
        sweep(
            &self.rows,
            &scratch.start,
            &mut scratch.changes,
            search.resolution,
        )
    }

    fn check_weights(&self, weights: &[f64]) -> Result<()> {
        if weights.len() != self.shape.features() {
            return Err(Error::Layout(format!(
                "{} weights for {} features",
                weights.len(),
                self.shape.features()
            )));
        }
        check(weights, "weights")
    }

    fn check_totals(&self, totals: &[f64]) -> Result<()> {
        if totals.len() != self.shape.candidates() {
            return Err(Error::Layout(format!(
                "{} totals of {} candidates",
                totals.len(),
                self.shape.candidates()
            )));
        }
        match totals.iter().find(|total| !total.is_finite()) {
            None => Ok(()),
            Some(total) => Err(Error::Layout(format!("a total is {total}"))),
        }
    }
}

fn check(values: &[f64], what: &str) -> Result<()> {
    let usable = |value: f64| (-LARGEST..=LARGEST).contains(&value);
    match values.iter().find(|&&value| !usable(value)) {
        None => Ok(()),
        Some(value) => Err(Error::Layout(format!("{what} must be finite, not {value}"))),
    }
}

/// For every candidate the first one of its segment with the same row.
fn alike(shape: &Shape, rows: &Rows) -> Vec<u32> {
    let mut alike: Vec<u32> = (0..shape.candidates() as u32).collect();
    let mut order: Vec<u32> = Vec::new();
    for s in 0..shape.segments() {
        let candidates = shape.segment(s);
        interrupt::poll();
        order.clear();
        order.extend(candidates.start as u32..candidates.end as u32);
        order.sort_unstable_by(|&x, &y| rows.compare(x, y).then(x.cmp(&y)));
        for pair in order.windows(2) {
            if rows.compare(pair[0], pair[1]).is_eq() {
                alike[pair[1] as usize] = alike[pair[0] as usize];
            }
        }
    }
    alike
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two segments of two and three candidates, two features, rows of one number.
    fn lists() -> Lists {
        let features = [1.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0, 1.0, 1.0];
        let rows = vec![1.0, 2.0, 10.0, 20.0, 30.0];
        Lists::new(&features, 2, vec![0, 2, 5], rows, 1).unwrap()
    }

    fn along(direction: Direction<'_>) -> Search<'_> {
        Search {
            direction,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            resolution: 0.0,
        }
    }

    #[test]
    fn totals_and_the_best() {
        let totals = lists().totals(&[1.0, 0.5]).unwrap();
        assert_eq!(totals, [1.0, 0.5, 2.0, 1.5, 1.5]);
        assert_eq!(lists().best(&totals).unwrap(), [0, 2]);
        // The first one in a tie.
        assert_eq!(lists().best(&[0.0, 0.0, 1.0, 2.0, 2.0]).unwrap(), [0, 3]);
    }

    #[test]
    fn a_search_by_hand() {
        // At weights (1, γ): segment one changes at γ = 1; segment two at γ = 2/3, from its first
        // candidate to its second; the third, 1 + γ, is never on top.
        let totals = lists().totals(&[1.0, 0.0]).unwrap();
        let vector = [0.0, 1.0];
        for direction in [Direction::of(&vector), Direction::Along(&vector)] {
            let found = lists().search(&totals, &[along(direction)]).unwrap();
            assert_eq!(found[0].breakpoints, [2.0 / 3.0, 1.0]);
            assert_eq!(found[0].sums, [11.0, 21.0, 22.0]);
        }
    }

    #[test]
    fn only_the_part_that_is_asked_for() {
        let totals = lists().totals(&[1.0, 0.0]).unwrap();
        let search = |low, high| {
            let search = Search {
                low,
                high,
                ..along(Direction::Feature(1))
            };
            let found = lists().search(&totals, &[search]).unwrap();
            (found[0].breakpoints.clone(), found[0].sums.clone())
        };
        assert_eq!(search(0.7, 5.0), (vec![1.0], vec![21.0, 22.0]));
        assert_eq!(search(-1.0, 0.7), (vec![2.0 / 3.0], vec![11.0, 21.0]));
        assert_eq!(search(0.8, 0.9), (vec![], vec![21.0]));
        assert_eq!(search(2.0, 2.0), (vec![], vec![22.0]));
    }

    #[test]
    fn candidates_with_equal_statistics_are_one() {
        let rows = vec![1.0, 1.0, 10.0, 20.0, 10.0];
        let features = [1.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0, 1.0, 1.0];
        let lists = Lists::new(&features, 2, vec![0, 2, 5], rows, 1).unwrap();
        assert_eq!(lists.alike, [0, 0, 2, 3, 2]);
        let totals = lists.totals(&[1.0, 0.0]).unwrap();
        let found = lists.search(&totals, &[along(Direction::Feature(1))]);
        assert_eq!(found.unwrap()[0].breakpoints, [2.0 / 3.0]);
    }

    #[test]
    fn directions() {
        assert!(matches!(Direction::of(&[0.0, 1.0]), Direction::Feature(1)));
        for vector in [[0.0, 2.0], [1.0, 1.0], [0.0, 0.0], [-1.0, 0.0]] {
            assert!(matches!(Direction::of(&vector), Direction::Along(_)));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for bad in [f64::NAN, f64::INFINITY, -1e101] {
            assert!(Lists::new(&[bad], 1, vec![0, 1], vec![0.0], 1).is_err());
            assert!(Lists::new(&[0.0], 1, vec![0, 1], vec![bad], 1).is_err());
            assert!(lists().totals(&[bad, 0.0]).is_err());
        }
        assert!(lists().totals(&[1.0]).is_err());
        let totals = lists().totals(&[1.0, 0.0]).unwrap();
        let bad = [
            Search {
                low: f64::NAN,
                ..along(Direction::Feature(0))
            },
            Search {
                low: 1.0,
                high: 0.0,
                ..along(Direction::Feature(0))
            },
            along(Direction::Feature(2)),
            along(Direction::Along(&[1.0])),
            along(Direction::Along(&[f64::NAN, 0.0])),
        ];
        for search in bad {
            assert!(lists().search(&totals, &[search]).is_err());
        }
        assert!(lists().search(&[f64::NAN; 5], &[]).is_err());
        assert!(lists().search(&totals[1..], &[]).is_err());
    }
}
