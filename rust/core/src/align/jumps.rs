//! Jump distributions: how far the next link lies from the last one.

/// The longest sentence there is a model of; memory grows with the square of its words.
pub(super) const LONGEST: usize = 2000;
/// Jumps up to this length have a parameter of their own; longer ones share one by ranges.
const EXACT: usize = 6;
/// Longest jump of each further range; the last has no end.
const RANGES: [usize; 4] = [8, 12, 20, usize::MAX];
/// Parameters for jumps in one direction, without the jump to the same place.
const LENGTHS: usize = EXACT + RANGES.len();
/// Jumps back, in place and forward.
const JUMPS: usize = 2 * LENGTHS + 1;
/// The number of parameters of a direction: jumps, then first positions.
pub(super) const PARAMETERS: usize = JUMPS + LENGTHS + 1;

/// Share of every parameter that no count is needed for.
const SMOOTHING: f64 = 1e-4;

/// The range of a jump's length and how many lengths share its probability.
fn range_of(length: usize) -> (usize, f32) {
    if length <= EXACT {
        return (length, 1.0);
    }
    let range = RANGES
        .iter()
        .position(|&longest| length <= longest)
        .unwrap_or(RANGES.len() - 1);
    let begin = if range == 0 { EXACT } else { RANGES[range - 1] };
    let size = if range + 1 == RANGES.len() {
        2 * begin
    } else {
        RANGES[range] - begin
    };
    (EXACT + 1 + range, size as f32)
}

/// The parameter of the jump between two places `length` apart.
fn parameter(length: usize, back: bool) -> (usize, f32) {
    let (range, size) = range_of(length);
    let index = if back {
        LENGTHS - range
    } else {
        LENGTHS + range
    };
    (index, size)
}

/// The parameter of beginning with word `to`.
fn first_parameter(to: usize) -> (usize, f32) {
    let (range, size) = range_of(to);
    (JUMPS + range, size)
}

/// Jump probabilities of one direction, up to the length of the sentence.
#[derive(Debug, Clone)]
pub(super) struct Jumps {
    /// Weights of the jumps back from the longest, in place, and forward to the longest.
    jumps: Vec<f32>,
    /// Weights of the first positions.
    firsts: Vec<f32>,
}

impl Default for Jumps {
    /// Falls off geometrically around the monotone jump of one.
    fn default() -> Self {
        let mut weights = [0.0; PARAMETERS];
        for (index, weight) in weights.iter_mut().enumerate() {
            let off = if index < JUMPS {
                index.abs_diff(LENGTHS + 1)
            } else {
                index - JUMPS
            };
            *weight = 0.6_f32.powi(off as i32);
        }
        Self::new(&weights)
    }
}

impl Jumps {
    fn new(weights: &[f32; PARAMETERS]) -> Self {
        let weight = |(index, size): (usize, f32)| weights[index] / size;
        let back = (1..LONGEST)
            .rev()
            .map(|length| weight(parameter(length, true)));
        let ahead = (0..LONGEST).map(|length| weight(parameter(length, false)));
        Self {
            jumps: back.chain(ahead).collect(),
            firsts: (0..LONGEST).map(|to| weight(first_parameter(to))).collect(),
        }
    }

    /// Relative frequencies, a little smoothed; without counts, the default.
    pub(super) fn from_counts(counts: &[f64; PARAMETERS]) -> Self {
        let mut weights = [0.0; PARAMETERS];
        for range in [0..JUMPS, JUMPS..PARAMETERS] {
            let total: f64 = counts[range.clone()].iter().sum();
            if total == 0.0 {
                return Self::default();
            }
            for index in range {
                weights[index] = (counts[index] / total + SMOOTHING) as f32;
            }
        }
        Self::new(&weights)
    }

    /// The transition matrix of a sentence of `n` words: a row for each word and one for the start.
    pub(super) fn fill(&self, n: usize, matrix: &mut Vec<f32>) {
        matrix.clear();
        for from in 0..n {
            let place = LONGEST - 1 - from;
            matrix.extend_from_slice(&self.jumps[place..place + n]);
        }
        matrix.extend_from_slice(&self.firsts[..n]);
        for row in matrix.chunks_exact_mut(n) {
            let scale = 1.0 / row.iter().sum::<f32>();
            for p in row {
                *p *= scale;
            }
        }
    }
}

/// Adds the expected jumps of a sentence of `n` words to the counts of the parameters.
pub(super) fn count(n: usize, expected: &[f32], counts: &mut [f64; PARAMETERS]) {
    let (jumps, firsts) = expected.split_at(n * n);
    let mut by_length = vec![0.0_f32; 2 * n - 1];
    for (from, row) in jumps.chunks_exact(n).enumerate() {
        for (sum, &jump) in by_length[n - 1 - from..].iter_mut().zip(row) {
            *sum += jump;
        }
    }
    for (place, &jump) in by_length.iter().enumerate() {
        let (index, _) = parameter(place.abs_diff(n - 1), place < n - 1);
        counts[index] += f64::from(jump);
    }
    for (to, &first) in firsts.iter().enumerate() {
        counts[first_parameter(to).0] += f64::from(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transitions_are_distributions() {
        for n in [1, 2, 7, 60] {
            let mut matrix = Vec::new();
            Jumps::default().fill(n, &mut matrix);
            assert_eq!(matrix.len(), n * (n + 1));
            for row in matrix.chunks_exact(n) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn counted_jumps_become_likely() {
        let n = 30;
        let mut expected = vec![0.0; n * (n + 1)];
        for from in 3..n {
            expected[from * n + from - 3] = 1.0;
        }
        expected[n * n + 5] = 1.0;
        let mut counts = [0.0; PARAMETERS];
        count(n, &expected, &mut counts);
        let mut matrix = Vec::new();
        Jumps::from_counts(&counts).fill(n, &mut matrix);
        assert!(matrix[20 * n + 17] > 0.99);
        assert!(matrix[n * n + 5] > 0.99);
    }

    #[test]
    fn ranges_follow_each_other() {
        let ranges: Vec<usize> = (0..100).map(|length| range_of(length).0).collect();
        assert!(ranges.windows(2).all(|w| w[0] <= w[1] && w[1] <= w[0] + 1));
        assert_eq!(ranges.last(), Some(&LENGTHS));
    }
}
