//! Counting kernels: tokens or text in, one row of additive statistics per hypothesis out.

pub mod cder;
pub mod chrf;
pub mod edit;
pub mod expected;
pub mod fewest;
pub mod gtm;
pub mod lepor;
pub mod meteor;
pub mod ngrams;
pub mod nist;
mod occurrences;
pub mod ordering;
mod pairs;
mod places;
pub mod positionless;
pub mod recognition;
pub mod ribes;
mod senses;
mod table;
pub mod ter;
pub mod tesla;
pub mod transport;
