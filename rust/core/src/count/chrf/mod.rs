//! chrF and chrF++: character and word n-grams that a hypothesis shares with a reference.
//!
//! The statistics are those of sacreBLEU 2.6.0, for Popović's chrF (2015) and chrF++ (2017): for
//! each order how many n-grams the hypothesis has, how many the reference has, and how many they
//! share, each n-gram clipped to the rarer side.
//!
//! Nothing is hashed per n-gram, except where n-grams are expected. With a short reference the places of
//! its units are the bits of a number, as for BLEU ([`super::places`]). Otherwise a text's longest n-grams
//! are packed into integers, one for each position, and sorted; two neighbours with `k` leading units in
//! common agree in their n-grams of orders 1 to `k`, so one walk over the sorted positions counts all
//! orders at once.
//!
//! * [`ChrfCounter`] counts one reference against hypotheses as they come.
//! * [`ChrfPairs`] counts all hypotheses against all references.
//! * [`count`], [`matrix`] and [`matrices`] do so for whole batches, in parallel.
//! * [`expected`] counts hypotheses against weighted references all at once.

mod batch;
mod columns;
mod counter;
mod expected;
mod groups;
mod packed;
mod pairs;
mod shared;
mod units;

pub use batch::{count, matrices, matrix};
pub use counter::ChrfCounter;
pub use expected::expected;
pub use pairs::{ChrfPairs, RowScratch};

/// What chrF counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChrfOptions {
    /// Longest character n-grams; 6 in the papers.
    pub char_order: usize,
    /// Longest word n-grams; 0 for chrF, 2 for chrF++.
    pub word_order: usize,
    /// Whether whitespace counts as characters. Words never contain any.
    pub whitespace: bool,
    /// Whether case is ignored.
    pub lowercase: bool,
}

impl ChrfOptions {
    /// How many numbers describe a pair: three for each order, characters first.
    pub fn width(&self) -> usize {
        3 * (self.char_order + self.word_order)
    }
}

/// How many n-grams of the given order `units` units have.
fn ngrams(units: usize, order: usize) -> usize {
    (units + 1).saturating_sub(order)
}

/// Fills one kind of units' part of a row: `[hypothesis, reference, matches]` for each order.
///
/// A reference too short for an order leaves it out of account: the hypothesis's n-grams of that
/// order do not count against it either.
fn write_orders(
    hypothesis_units: usize,
    reference_units: usize,
    matches: impl IntoIterator<Item = impl Into<f64>>,
    out: &mut [f64],
) {
    for ((index, cells), matches) in out.chunks_exact_mut(3).enumerate().zip(matches) {
        let in_reference = ngrams(reference_units, index + 1);
        let in_hypothesis = if in_reference == 0 {
            0
        } else {
            ngrams(hypothesis_units, index + 1)
        };
        cells[0] = in_hypothesis as f64;
        cells[1] = in_reference as f64;
        cells[2] = matches.into();
    }
}
