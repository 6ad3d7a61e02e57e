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

/// Buffers for one envelope after the other.
#[derive(Debug, Default)]
pub struct Envelope {
    kept: Vec<u32>,
    lines: Vec<Line>,
    pieces: Vec<Piece>,
}

impl Envelope {
    /// The upper envelope of the lines `intercepts[i] + γ · slopes[i]`, from left to right.
    ///
    /// Of equal lines the first one is kept. Without a line there is no piece.
    pub fn upper(&mut self, intercepts: &[f64], slopes: &[f64]) -> &[Piece] {
        self.prune(intercepts, slopes);
        self.lines.sort_unstable_by(|x, y| {
            let by_slope = x.slope.partial_cmp(&y.slope).unwrap_or(Ordering::Equal);
            by_slope.then(x.candidate.cmp(&y.candidate))
        });
        scan(&self.lines, &mut self.pieces);
        &self.pieces
    }

    /// Keeps the lines that may be on top somewhere, most of which are.
    ///
    /// Take the flattest line, the steepest, and the highest at γ = 0, which is on top there. A line
    /// that passes below both corners of these three is below one of them everywhere; two products
    /// show that, and spare it the sorting.
    fn prune(&mut self, intercepts: &[f64], slopes: &[f64]) {
        self.lines.clear();
        if intercepts.is_empty() {
            return;
        }
        let line = |candidate: usize| Line {
            candidate: candidate as u32,
            intercept: intercepts[candidate],
            slope: slopes[candidate],
        };
        let highest = line(first(intercepts, extreme(intercepts, larger)));
        let flattest = line(first(slopes, extreme(slopes, smaller)));
        let steepest = line(first(slopes, extreme(slopes, larger)));
        let (left, right) = (
            Corner::of(&highest, &flattest),
            Corner::of(&highest, &steepest),
        );
        // Without a branch: which lines stay follows no pattern that a processor could learn.
        self.kept.resize(intercepts.len(), 0);
        let mut count = 0;
        for (candidate, (intercept, slope)) in (0..).zip(intercepts.iter().zip(slopes)) {
            let (higher, steeper) = (intercept - highest.intercept, slope - highest.slope);
            self.kept[count] = candidate;
            count += usize::from(!left.above(higher, steeper) | !right.above(higher, steeper));
        }
        let kept = self.kept[..count].iter();
        self.lines.extend(kept.map(|&kept| line(kept as usize)));
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

fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The largest or smallest value. Lanes of their own let a processor compare several at a time.
fn extreme(values: &[f64], of: impl Fn(f64, f64) -> f64) -> f64 {
    let mut lanes = [values[0]; 8];
    let chunks = values.chunks_exact(lanes.len());
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = of(*lane, value);
        }
    }
    let rest = rest.iter().copied();
    lanes.into_iter().chain(rest).fold(values[0], of)
}

#[allow(clippy::float_cmp)] // one of the values
fn first(values: &[f64], wanted: f64) -> usize {
    let found = values.iter().position(|&value| value == wanted);
    found.unwrap_or(0)
}

/// The envelope of lines by ascending slope. Every line is pushed once and popped at most once
/// (Macherey et al. 2008, Algorithm 1).
fn scan(lines: &[Line], pieces: &mut Vec<Piece>) {
    pieces.clear();
    for &line in lines {
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
        let mut envelope = Envelope::default();
        let pieces = envelope.upper(&intercepts, &slopes);
        pieces.iter().map(|p| (p.from, p.line.candidate)).collect()
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
