//! Counting kernels: tokens or text in, one row of additive statistics per hypothesis out.

pub mod chrf;
pub mod edit;
pub mod fewest;
pub mod lepor;
pub mod ngrams;
pub mod ter;
