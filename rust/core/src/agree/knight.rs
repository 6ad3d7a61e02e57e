//! Counting pairs of a long row by sorting (Knight 1966).

/// Runs this short are sorted by insertion.
const RUN: usize = 16;

/// Buffers of the sort. Scores are compared as whole numbers of the same order, which takes a third of the
/// time a comparison of floating-point numbers takes, and comparisons are all the work there is.
#[derive(Default)]
pub struct Knight {
    keys: Vec<u64>,
    merged: Vec<u64>,
}

impl Knight {
    /// Concordant and discordant pairs, and ties of people that the metric ties too.
    ///
    /// `scores` are in people's order, `tied[i]` is where the cells begin that people find as good as `i`,
    /// and `ordered` is the number of pairs people do not tie.
    pub fn count(
        &mut self,
        scores: &[f64],
        tied: &[usize],
        ordered: usize,
    ) -> (usize, usize, usize) {
        self.keys.clear();
        self.keys.extend(scores.iter().map(|&score| key(score)));
        let both = sort_ties(&mut self.keys, tied);
        let discordant = self.inversions();
        let equal = equal_pairs(&self.keys);
        (ordered - (equal - both) - discordant, discordant, both)
    }

    /// Sorts, and counts the pairs that were strictly in the wrong order.
    fn inversions(&mut self) -> usize {
        let mut found: usize = self.keys.chunks_mut(RUN).map(insertion).sum();
        self.merged.resize(self.keys.len(), 0);
        let mut width = RUN;
        while width < self.keys.len() {
            let sources = self.keys.chunks(2 * width);
            for (source, target) in sources.zip(self.merged.chunks_mut(2 * width)) {
                let (left, right) = source.split_at(width.min(source.len()));
                found += merge(left, right, target);
            }
            std::mem::swap(&mut self.keys, &mut self.merged);
            width *= 2;
        }
        found
    }
}

/// A whole number in the order of the scores.
fn key(score: f64) -> u64 {
    // Adding zero makes -0 a 0: they are equal.
    let bits = (score + 0.0).to_bits();
    let negative = bits >> 63 == 1;
    if negative { !bits } else { bits | 1 << 63 }
}

/// Sorts the scores of cells that people tie, and counts the metric's ties among them.
fn sort_ties(scores: &mut [u64], tied: &[usize]) -> usize {
    let mut both = 0;
    let mut end = tied.len();
    while end > 0 {
        let begin = tied[end - 1];
        if end - begin > 1 {
            scores[begin..end].sort_unstable();
            both += equal_pairs(&scores[begin..end]);
        }
        end = begin;
    }
    both
}

/// Pairs of equal scores among sorted ones.
fn equal_pairs(sorted: &[u64]) -> usize {
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.map(|run| run.len() * (run.len() - 1) / 2).sum()
}

fn insertion(run: &mut [u64]) -> usize {
    let mut found = 0;
    for i in 1..run.len() {
        let value = run[i];
        let mut j = i;
        while j > 0 && run[j - 1] > value {
            run[j] = run[j - 1];
            j -= 1;
        }
        run[j] = value;
        found += i - j;
    }
    found
}

/// Merges two sorted halves and counts the pairs whose left one is larger. Without branches, since which
/// half is next is as good as random.
fn merge(left: &[u64], right: &[u64], target: &mut [u64]) -> usize {
    let (mut i, mut j, mut found) = (0, 0, 0);
    while i < left.len() && j < right.len() {
        let (l, r) = (left[i], right[j]);
        let from_right = usize::from(r < l);
        target[i + j] = l.min(r);
        found += (left.len() - i) & from_right.wrapping_neg();
        j += from_right;
        i += 1 - from_right;
    }
    let done = i + j;
    let rest = if i < left.len() {
        &left[i..]
    } else {
        &right[j..]
    };
    target[done..].copy_from_slice(rest);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_pair_by_pair() {
        let mut state = 1_u64;
        let mut next = |modulus: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % modulus
        };
        for n in [0_usize, 1, 2, 15, 16, 17, 33, 64, 100, 257] {
            for kinds in [1, 3, 20, 1000] {
                let mut human: Vec<u64> = (0..n).map(|_| next(kinds)).collect();
                human.sort_unstable();
                let scores: Vec<f64> = (0..n).map(|_| next(kinds) as f64 / 7.0 - 1.0).collect();
                let tied: Vec<usize> = human
                    .iter()
                    .map(|h| human.partition_point(|g| g < h))
                    .collect();
                let (mut con, mut dis, mut both, mut ordered) = (0, 0, 0, 0);
                for j in 0..n {
                    for i in 0..j {
                        let level = human[i] == human[j];
                        ordered += usize::from(!level);
                        con += usize::from(!level && scores[i] < scores[j]);
                        dis += usize::from(!level && scores[i] > scores[j]);
                        both += usize::from(level && (scores[i] - scores[j]).abs() <= 0.0);
                    }
                }
                let found = Knight::default().count(&scores, &tied, ordered);
                assert_eq!(found, (con, dis, both), "n = {n}, kinds = {kinds}");
            }
        }
    }

    #[test]
    fn keys_keep_the_order() {
        let scores = [
            f64::NEG_INFINITY,
            -2.5,
            -1e-300,
            0.0,
            1e-300,
            2.5,
            f64::INFINITY,
        ];
        assert!(scores.map(key).is_sorted_by(|a, b| a < b));
        assert_eq!(key(-0.0), key(0.0));
    }
}
