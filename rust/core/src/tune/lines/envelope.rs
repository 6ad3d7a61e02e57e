//! The upper envelope of straight lines: which candidate of a segment is best at every step.

use std::cmp::Ordering;

/// The model score of a candidate along a direction: `intercept + γ · slope`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Its number within the segment.
    pub candidate: u32,
    /// The score where the search begins, at γ = 0.
    pub intercept: f64,
    /// How fast the score grows.
    pub slope: f64,
}

/// A line that is on top from `from` on, until the next piece begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// Where it begins; −∞ for the first piece.
    pub from: f64,
    /// Who is on top.
    pub line: Line,
}

/// The lines of a segment, and what is known of them before a search.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    /// Where each is at γ = 0.
    pub intercepts: &'a [f64],
    /// How fast each grows.
    pub slopes: &'a [f64],
    /// The one that is highest at γ = 0, the first one in a tie.
    pub highest: usize,
    /// All of them as [`by_slope`] sorts them; `None` where nobody did.
    pub order: Option<&'a [u32]>,
}

impl Lines<'_> {
    fn get(&self, candidate: u32) -> Line {
        Line {
            candidate,
            intercept: self.intercepts[candidate as usize],
            slope: self.slopes[candidate as usize],
        }
    }

    /// One of the flattest and one of the steepest.
    fn extremes(&self) -> (u32, u32) {
        if let Some(&[first, .., last]) = self.order {
            return (first, last);
        }
        let (mut flattest, mut steepest) = (0, 0);
        for (candidate, &slope) in self.slopes.iter().enumerate() {
            if slope < self.slopes[flattest] {
                flattest = candidate;
            }
            if slope > self.slopes[steepest] {
                steepest = candidate;
            }
        }
        (flattest as u32, steepest as u32)
    }
}

/// Sorts lines by ascending slope, equally steep ones by number.
pub fn by_slope(slopes: &[f64], lines: &mut [u32]) {
    let slope = |line: u32| slopes[line as usize];
    lines.sort_unstable_by(|&x, &y| {
        let by_slope = slope(x).partial_cmp(&slope(y));
        by_slope.unwrap_or(Ordering::Equal).then(x.cmp(&y))
    });
}

/// Buffers for one envelope after the other.
#[derive(Debug, Default)]
pub struct Envelope {
    kept: Vec<u32>,
    pieces: Vec<Piece>,
}

impl Envelope {
    /// The upper envelope of a segment's lines, from left to right.
    ///
    /// Of equal lines the first one is kept. Without a line there is no piece.
    pub fn upper(&mut self, lines: &Lines<'_>) -> &[Piece] {
        self.pieces.clear();
        if lines.slopes.is_empty() {
            return &self.pieces;
        }
        let highest = lines.get(lines.highest as u32);
        let (flattest, steepest) = lines.extremes();
        let (flattest, steepest) = (lines.get(flattest), lines.get(steepest));
        if flattest.slope >= steepest.slope {
            // Many features are the same for all candidates of a segment: one is on top everywhere.
            self.pieces.push(Piece {
                from: f64::NEG_INFINITY,
                line: highest,
            });
            return &self.pieces;
        }
        let corners = [&flattest, &steepest].map(|other| Corner::of(&highest, other));
        let kept = if let Some(order) = lines.order {
            self.prune(lines, &highest, &corners, order.iter().copied())
        } else {
            let kept = self.prune(lines, &highest, &corners, 0..lines.slopes.len() as u32);
            by_slope(lines.slopes, &mut self.kept[..kept]);
            kept
        };
        let kept = self.kept[..kept].iter();
        scan(
            kept.map(|&candidate| lines.get(candidate)),
            &mut self.pieces,
        );
        &self.pieces
    }

    /// Keeps the lines that may be on top somewhere, most of which are, and says how many.
    ///
    /// Take the flattest line, the steepest, and the highest at γ = 0, which is on top there. A line
    /// that passes below both corners of these three is below one of them everywhere; two products
    /// show that, and spare it all else.
    fn prune(
        &mut self,
        lines: &Lines<'_>,
        highest: &Line,
        [left, right]: &[Corner; 2],
        candidates: impl Iterator<Item = u32>,
    ) -> usize {
        if self.kept.len() < lines.slopes.len() {
            self.kept.resize(lines.slopes.len(), 0);
        }
        // Without a branch: which lines stay follows no pattern that a processor could learn.
        let mut count = 0;
        for candidate in candidates {
            let higher = lines.intercepts[candidate as usize] - highest.intercept;
            let steeper = lines.slopes[candidate as usize] - highest.slope;
            self.kept[count] = candidate;
            count += usize::from(!left.above(higher, steeper) | !right.above(higher, steeper));
        }
        count
    }
}

/// Where the highest line meets another one. Heights are relative to the highest line, so that large
/// numbers which all lines share take no digits from their differences.
struct Corner {
    at: f64,
    height: f64,
}

impl Corner {
    fn of(highest: &Line, other: &Line) -> Self {
        let (higher, steeper) = (
            other.intercept - highest.intercept,
            other.slope - highest.slope,
        );
        let at = -higher / steeper;
        // Parallel lines, and such as meet beyond all numbers, are compared at γ = 0 instead.
        let at = if at.is_finite() { at } else { 0.0 };
        Self {
            at,
            // Rounding must not put the line below its own corner.
            height: (higher + at * steeper).min(0.0),
        }
    }

    fn above(&self, higher: f64, steeper: f64) -> bool {
        higher + self.at * steeper < self.height
    }
}

/// The envelope of lines by ascending slope. Every line is pushed once and popped at most once
/// (Macherey et al. 2008, Algorithm 1).
fn scan(lines: impl Iterator<Item = Line>, pieces: &mut Vec<Piece>) {
    for line in lines {
        let mut from = f64::NEG_INFINITY;
        while let Some(top) = pieces.last() {
            from = takes_over(&top.line, &line);
            if from > top.from {
                break;
            }
            pieces.pop();
            from = f64::NEG_INFINITY;
        }
        if from < f64::INFINITY {
            pieces.push(Piece { from, line });
        }
    }
}

/// Where `next`, which is at least as steep, rises above `top`: never (∞) below it in parallel.
fn takes_over(top: &Line, next: &Line) -> f64 {
    let (ahead, steeper) = (top.intercept - next.intercept, next.slope - top.slope);
    if steeper > 0.0 {
        ahead / steeper
    } else if ahead >= 0.0 {
        f64::INFINITY
    } else {
        f64::NEG_INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(lines: &[(f64, f64)]) -> Vec<(f64, u32)> {
        let (intercepts, slopes): (Vec<f64>, Vec<f64>) = lines.iter().copied().unzip();
        let mut highest = 0;
        for (candidate, &intercept) in intercepts.iter().enumerate() {
            if intercept > intercepts[highest] {
                highest = candidate;
            }
        }
        let mut order: Vec<u32> = (0..lines.len() as u32).collect();
        by_slope(&slopes, &mut order);
        let [sorted, unsorted] = [Some(order.as_slice()), None].map(|order| {
            let mut envelope = Envelope::default();
            let pieces = envelope.upper(&Lines {
                intercepts: &intercepts,
                slopes: &slopes,
                highest,
                order,
            });
            let pieces = pieces.iter().map(|p| (p.from, p.line.candidate));
            pieces.collect::<Vec<_>>()
        });
        assert_eq!(sorted, unsorted);
        sorted
    }

    const LEFT: f64 = f64::NEG_INFINITY;

    #[test]
    fn three_lines_by_hand() {
        // 1 - γ, 0.5 and γ: the flat one is on top between 0.5 and 0.5 only, so never.
        assert_eq!(
            envelope(&[(1.0, -1.0), (0.5, 0.0), (0.0, 1.0)]),
            [(LEFT, 0), (0.5, 2)]
        );
        assert_eq!(
            envelope(&[(1.0, -1.0), (0.75, 0.0), (0.0, 1.0)]),
            [(LEFT, 0), (0.25, 1), (0.75, 2)]
        );
    }

    #[test]
    fn equal_slopes_and_equal_lines() {
        assert_eq!(envelope(&[(1.0, 2.0), (3.0, 2.0), (2.0, 2.0)]), [(LEFT, 1)]);
        assert_eq!(envelope(&[(1.0, 2.0), (1.0, 2.0)]), [(LEFT, 0)]);
        // The higher of two parallel lines comes second and replaces a piece in the middle.
        assert_eq!(
            envelope(&[(0.0, 0.0), (-1.0, 1.0), (0.5, 1.0)]),
            [(LEFT, 0), (-0.5, 2)]
        );
    }

    #[test]
    fn a_direction_that_changes_nothing() {
        assert_eq!(envelope(&[(1.0, 0.0), (4.0, 0.0), (4.0, 0.0)]), [(LEFT, 1)]);
        assert_eq!(envelope(&[(1.0, 0.0)]), [(LEFT, 0)]);
        assert_eq!(envelope(&[]), []);
    }

    /// Pseudo-random numbers, some of which are equal.
    fn numbers(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % 64) as f64 / 8.0 - 4.0
        }
    }

    #[test]
    fn the_highest_line_everywhere() {
        let mut next = numbers(1);
        for size in 1..60 {
            let lines: Vec<(f64, f64)> = (0..size).map(|_| (next(), next())).collect();
            let pieces = envelope(&lines);
            assert!(pieces.windows(2).all(|pair| pair[0].0 < pair[1].0));
            // Breakpoints are fractions of eighths over eighths below 64, never of these primes.
            for k in -400..400 {
                let step = f64::from(k) / 67.0 + 1.0 / 7919.0;
                let at = |h: usize| lines[h].0 + step * lines[h].1;
                let mut best = 0;
                for h in 1..lines.len() {
                    if at(h) > at(best) {
                        best = h;
                    }
                }
                let piece = pieces.iter().rfind(|piece| piece.0 <= step).unwrap();
                assert_eq!(lines[piece.1 as usize], lines[best]);
                assert!(piece.1 as usize <= best);
            }
        }
    }

    #[test]
    fn numbers_that_all_lines_share_hide_no_corner() {
        let far = 1e9;
        let lines = [(1.0, -1.0), (0.75, 0.0), (0.0, 1.0)];
        let shifted = lines.map(|(intercept, slope)| (intercept, slope + far));
        assert_eq!(envelope(&lines), envelope(&shifted));
    }

    #[test]
    fn a_line_that_takes_over_beyond_all_numbers_never_does() {
        assert_eq!(envelope(&[(1e200, 0.0), (0.0, 1e-200)]), [(LEFT, 0)]);
        assert_eq!(envelope(&[(0.0, 0.0), (1e200, 1e-200)]), [(LEFT, 1)]);
    }
}
