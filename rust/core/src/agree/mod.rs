//! How far scores agree with people: sums and pair counts, from which Python's formulas make statistics.
//!
//! Cells (a system's translation of a segment) are grouped into rows: all of them in one, one row per
//! segment, or one per system ([`Rows`]). Where people compared two translations directly there are
//! units of pairs instead ([`Pairs`]). Both are bound to the judgments once and then tallied for any
//! number of scores, and for the random exchanges of two metrics' scores that a permutation test makes
//! ([`Exchange`]).
//!
//! All tables are laid out column by column, `[columns, ..., rows]`: a formula then works on whole columns.

mod abreast;
pub mod calibrate;
mod coefficient;
pub mod coins;
mod compared;
pub mod exchange;
mod knight;
mod lanes;
mod mixed;
mod moments;
mod opposite;
pub mod pairs;
mod planes;
mod presorted;
pub mod rows;
pub mod samples;
pub mod soft;
mod table;
pub mod tally;

pub use exchange::Exchange;
pub use pairs::Pairs;
pub use rows::Rows;
pub use samples::Samples;
pub use tally::Tally;
