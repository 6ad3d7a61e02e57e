//! The most valuable transport between two sets of weighted nodes.
//!
//! Maximises Σ gain·flow where no row sends more than its supply and no column takes more than its
//! demand; neither need be used up. The optimum is exact: a network simplex (Dantzig 1951) from the row
//! maximum on, with the best arc of one row after the other (Glover, Karney, Klingman and Napier 1974).
//! What is not transported flows through a root, so that there is a spanning tree to begin with:
//!
//! - all that flows, flows along the tree, and a node's worth is the gain on its way to the root;
//! - an arc of the tree without flow leads towards the root (Cunningham 1976), so that even degenerate
//!   problems never come back to the same tree.
//!
//! Whole-numbered gains keep the worth exact. Otherwise an arc whose profit may be rounding is left out.

mod solver;
mod tree;

pub use solver::Transport;

use crate::error::{Error, Result};
use crate::parallel;

/// A problem with all its gains: row by row, one for every column.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What each row has.
    pub supplies: Vec<f64>,
    /// What each column can take.
    pub demands: Vec<f64>,
    /// `gains[i * demands.len() + j]` is the gain from row i to column j; below 0 is as good as 0.
    pub gains: Vec<f64>,
}

impl Problem {
    fn check(&self) -> Result<()> {
        let refuse = |what: &str| Err(Error::Layout(format!("transport: {what}")));
        if self.gains.len() != self.supplies.len() * self.demands.len() {
            return refuse("there must be a gain for every row and column");
        }
        let mut amounts = self.supplies.iter().chain(&self.demands);
        if amounts.any(|amount| !(amount.is_finite() && *amount >= 0.0)) {
            return refuse("supplies and demands must be finite and not negative");
        }
        if !self.gains.iter().all(|gain| gain.abs() <= LARGEST_GAIN) {
            return refuse("gains must be finite, and so must their sums");
        }
        Ok(())
    }

    fn solve(&self, transport: &mut Transport) -> Result<f64> {
        transport.begin(self.demands.iter().copied());
        let columns = self.demands.len();
        for (row, &supply) in self.supplies.iter().enumerate() {
            transport.reserve()?;
            for (column, &gain) in self.gains[row * columns..][..columns].iter().enumerate() {
                transport.arc(column, gain);
            }
            transport.end_row(supply);
        }
        Ok(transport.solve())
    }
}

/// As many as there can be nodes do not add up to infinity.
const LARGEST_GAIN: f64 = f64::MAX / u32::MAX as f64;
/// Problems solved by one thread before it takes others.
const SHARD: usize = 16;

/// The value of the best transport of every problem.
///
/// # Errors
/// When a problem has numbers that are not finite or do not fit together, there is not enough memory, or
/// threads cannot be started.
pub fn best_values(problems: &[Problem]) -> Result<Vec<f64>> {
    problems.iter().try_for_each(Problem::check)?;
    let shards: Vec<_> = problems.chunks(SHARD).collect();
    let solved = parallel::map_shards(shards.len(), Transport::default, |transport, shard| {
        let values = shards[shard].iter().map(|problem| problem.solve(transport));
        values.collect::<Result<Vec<f64>>>()
    })?;
    let solved = solved.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(solved.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(supplies: &[f64], demands: &[f64], gains: &[f64]) -> f64 {
        let problem = Problem {
            supplies: supplies.to_vec(),
            demands: demands.to_vec(),
            gains: gains.to_vec(),
        };
        best_values(&[problem]).unwrap()[0]
    }

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }

    #[test]
    fn the_greedy_match_gives_way() {
        // The first row would take the first column, which is all the second row can use.
        close(best(&[1., 1.], &[1., 1.], &[1., 1., 1., 0.]), 2.0);
        // Half of the first row's supply gives way, and is worth less elsewhere.
        close(
            best(&[1., 0.5], &[1., 1.], &[1., 0.4, 0.9, 0.]),
            0.5 + 0.2 + 0.45,
        );
        // Giving way altogether: nowhere else to go, and the other is worth more.
        close(best(&[1., 1.], &[1.], &[0.5, 0.75]), 0.75);
        close(best(&[1., 1.], &[1.5], &[0.5, 0.75]), 0.75 + 0.25);
    }

    #[test]
    fn nothing_need_be_used_up() {
        close(best(&[2.0], &[0.25, 0.5], &[1.0, 0.0]), 0.25);
        close(best(&[2.0], &[0.25, 0.5], &[-1.0, -2.0]), 0.0);
        close(best(&[], &[1.0], &[]), 0.0);
        close(best(&[1.0], &[], &[]), 0.0);
        close(best(&[0.0, 0.0], &[0.0], &[1.0, 1.0]), 0.0);
    }

    #[test]
    fn long_detours() {
        // A staircase: every row prefers the column that the next one needs.
        let n = 40;
        let mut gains = vec![0.0; n * n];
        for i in 0..n {
            gains[i * n + i] = 1.0;
            gains[i * n + (i + 1) % n] = 1.0;
        }
        gains[(n - 1) * n + n - 1] = 0.0;
        close(best(&vec![0.1; n], &vec![0.1; n], &gains), 0.1 * n as f64);
    }

    #[test]
    fn absurd_numbers_are_refused() {
        let problem = |supply, demand, gain| Problem {
            supplies: vec![supply],
            demands: vec![demand],
            gains: vec![gain],
        };
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(best_values(&[problem(bad, 1.0, 1.0)]).is_err());
            assert!(best_values(&[problem(1.0, bad, 1.0)]).is_err());
            assert!(best_values(&[problem(1.0, 1.0, bad)]).is_err());
        }
        assert!(best_values(&[problem(1.0, 1.0, f64::MAX)]).is_err());
        assert!(best_values(&[problem(-1.0, 1.0, 1.0)]).is_err());
        let few = Problem {
            gains: vec![],
            ..problem(1.0, 1.0, 1.0)
        };
        assert!(best_values(&[few]).is_err());
    }
}
