//! What the rest of a path is worth: a recognition rate's numerator, then the path's own score.

use crate::count::recognition::Costs;

/// What a way to an end earns. Counted rather than summed up, so that equal ways are equal however
/// their costs are rounded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    ngrams: f64,
    insertions: u32,
    deletions: u32,
    /// The sum of the arcs' own scores.
    pub(super) score: f64,
}

impl Worth {
    /// That of a state from which no end can be reached.
    pub(super) const NOTHING: Self = Self {
        ngrams: f64::NEG_INFINITY,
        insertions: 0,
        deletions: 0,
        score: f64::NEG_INFINITY,
    };

    pub(super) fn of_end(score: f64) -> Self {
        Self {
            ngrams: 0.0,
            score,
            ..Self::NOTHING
        }
    }

    pub(super) fn is_nothing(self) -> bool {
        self.ngrams == f64::NEG_INFINITY
    }

    pub(super) fn value(self, costs: Costs) -> f64 {
        let insertions = costs.insertion * f64::from(self.insertions);
        self.ngrams - insertions - costs.deletion * f64::from(self.deletions)
    }

    pub(super) fn matched(self, ngrams: usize) -> Self {
        Self {
            ngrams: self.ngrams + ngrams as f64,
            ..self
        }
    }

    pub(super) fn inserted(self) -> Self {
        Self {
            insertions: self.insertions + 1,
            ..self
        }
    }

    pub(super) fn deleted(self) -> Self {
        Self {
            deletions: self.deletions + 1,
            ..self
        }
    }

    pub(super) fn scored(self, score: f64) -> Self {
        Self {
            score: score + self.score,
            ..self
        }
    }

    fn rank(self, costs: Costs) -> (f64, f64) {
        (self.value(costs), self.score)
    }

    /// The better one of two.
    pub(super) fn or(self, other: Self, costs: Costs) -> Self {
        if other.rank(costs) > self.rank(costs) {
            other
        } else {
            self
        }
    }

    /// Whether two are worth the same.
    #[allow(clippy::float_cmp)] // the same terms were summed in the same order
    pub(super) fn ties(self, other: Self, costs: Costs) -> bool {
        !self.is_nothing() && self.rank(costs) == other.rank(costs)
    }
}
