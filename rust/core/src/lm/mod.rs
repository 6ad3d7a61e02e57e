//! N-gram language models: estimated from text, written to and read from ARPA files, and queried.

mod arpa;
mod build;
mod count;
mod discount;
mod error;
mod estimate;
mod index;
mod lookup;
mod model;
mod query;
mod read;
#[cfg(test)]
mod tests;
mod trie;
mod words;

pub use arpa::write;
pub use discount::Discounts;
pub use error::{Error, Result};
pub use estimate::{LONGEST, Options, estimate};
pub use model::Model;
pub use query::{Sentence, Word};
pub use read::Reader;
