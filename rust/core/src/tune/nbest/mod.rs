//! N-best lists: the candidates of a decoder for every segment, with their features.
//!
//! Text comes in blocks of bytes ([`Reader`]), is cut into shards of whole lines, and is parsed in
//! parallel; nothing depends on where the blocks end. One file per format, each of which turns a
//! line into rows of [`chunk::Rows`]. JSON that is not written in lines is gathered first.

mod bars;
mod chunk;
mod columns;
mod distinct;
mod error;
mod format;
mod joshua;
mod json;
mod kept;
mod links;
mod lists;
mod moses;
mod numbers;
mod reader;
mod tsv;
mod zmert;

pub use chunk::Absent;
pub use distinct::{Same, distinct};
pub use error::{Error, Problem, Result};
pub use format::Format;
pub use links::stray;
pub use lists::Lists;
pub use reader::{Before, Options, Reader};

#[cfg(test)]
mod tests;
