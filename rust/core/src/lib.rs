//! The counting core of Pitchpipe.
//!
//! Pure Rust, no Python: text is copied in once ([`text::Texts`]), interned per view
//! ([`text::Tokens`]), and counted into additive statistics, one row per hypothesis
//! ([`count`]). Formulas with tunable parameters live in Python; nothing here knows them.

pub mod agree;
pub mod align;
pub mod count;
pub mod error;
pub mod interrupt;
pub mod lattice;
pub mod layout;
pub mod lm;
pub mod memory;
pub mod parallel;
pub mod phrases;
mod random;
pub mod resample;
pub mod text;
pub mod tune;

pub use error::Error;
