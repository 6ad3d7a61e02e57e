//! Tuning: n-best lists and what is searched on them.

pub mod lines;
pub mod nbest;
