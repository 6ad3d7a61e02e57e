//! How a model is trained.

use super::error::{Error, Result};
use super::jumps::LONGEST;
use super::parameters::Priors;

/// Settings of training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Iterations of Model 1, which find out what words translate to.
    pub model1_iterations: usize,
    /// Iterations of the HMM, which also learns where translations stand; at least one.
    pub hmm_iterations: usize,
    /// Whether the two directions are trained to agree (Liang, Taskar & Klein 2006).
    pub joint: bool,
    /// Probability of the empty word.
    pub null: f32,
    /// Pseudo-count of every word pair.
    pub smoothing: f32,
    /// Pseudo-count of a pair of equal words; less for words that are spelt less alike.
    pub spelling: f32,
    /// Sentences with more words are not learnt from.
    pub longest: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            model1_iterations: 4,
            hmm_iterations: 5,
            joint: true,
            null: 0.2,
            smoothing: 0.1,
            spelling: 0.5,
            longest: 150,
        }
    }
}

impl Options {
    pub(super) fn priors(&self) -> Priors {
        Priors {
            smoothing: self.smoothing,
            spelling: self.spelling,
            null: self.null,
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        let refuse = |name, value: f64, range| Err(Error::Option { name, value, range });
        for (name, value) in [("smoothing", self.smoothing), ("spelling", self.spelling)] {
            if !(0.0..=1000.0).contains(&value) {
                return refuse(name, value.into(), "between 0 and 1000");
            }
        }
        if !(self.null > 0.0 && self.null < 1.0) {
            return refuse("null", self.null.into(), "between 0 and 1");
        }
        if self.longest > LONGEST {
            return refuse("longest", self.longest as f64, "at most 2000");
        }
        if self.hmm_iterations == 0 {
            return refuse("hmm_iterations", 0.0, "at least 1");
        }
        Ok(())
    }
}
