//! From posteriors and best paths to links.

use super::links::Link;
use super::pair::Pair;
use super::parameters::Parameters;
use super::symmetrise::{Symmetrisation, symmetrise};

/// How links are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decode {
    /// Links whose posterior, averaged over both directions, exceeds a threshold.
    Agreement {
        /// Between 0 and 1; lower finds more links.
        threshold: f32,
    },
    /// Links whose posterior exceeds a threshold, in each direction; then symmetrised.
    Posterior {
        /// Between 0 and 1; lower finds more links.
        threshold: f32,
        /// How the directions are combined.
        symmetrisation: Symmetrisation,
    },
    /// The likeliest alignment of each direction; then symmetrised.
    Viterbi {
        /// How the directions are combined.
        symmetrisation: Symmetrisation,
    },
}

impl Default for Decode {
    fn default() -> Self {
        // Low enough to find words that moved far.
        Self::Agreement { threshold: 0.3 }
    }
}

impl Decode {
    /// The links of a sentence pair that has been looked up.
    pub(super) fn links(self, pair: &mut Pair, parameters: &Parameters) -> Vec<Link> {
        match self {
            Self::Agreement { threshold } => {
                pair.expect_hmm(parameters);
                let mut links = Vec::new();
                pair.each_link(|i, j, [forward, backward]| {
                    if forward + backward > 2.0 * threshold {
                        links.push((i as u32, j as u32));
                    }
                });
                links
            }
            Self::Posterior {
                threshold,
                symmetrisation,
            } => {
                pair.expect_hmm(parameters);
                let mut links = [Vec::new(), Vec::new()];
                pair.each_link(|i, j, posteriors| {
                    for (links, posterior) in links.iter_mut().zip(posteriors) {
                        if posterior > threshold {
                            links.push((i as u32, j as u32));
                        }
                    }
                });
                symmetrise(&links[0], &links[1], symmetrisation)
            }
            Self::Viterbi { symmetrisation } => {
                let [forward, backward] = pair.best_paths(parameters);
                symmetrise(&forward, &backward, symmetrisation)
            }
        }
    }
}
