//! Phrase tables: phrases of a language, and what they are in another one.
//!
//! Phrase pairs are extracted from aligned text ([`consistent_pairs`]) or listed, counted and pruned
//! ([`PhrasePairs`]), and written as one array of bytes that is read where it lies ([`Store`]), so that a
//! file of them can be mapped into memory. A sentence is cut into phrases ([`segment`]); what the
//! phrases may be in the pivot language makes a confusion network, and its n-grams with their expected
//! counts stand for the sentence ([`pivot_matches`]; Dahlmeier, Liu and Ng 2011, section 3).
//!
//! For decoders the pairs are counted in both directions, with the links of the words within, and written
//! as Moses writes them ([`Translations`]).

mod counts;
mod error;
mod extract;
mod grams;
mod lexical;
mod matches;
mod moses;
mod network;
mod offsets;
mod pairs;
mod phrase_set;
mod segment;
mod store;
mod translations;
mod write;

pub use error::{Error, Result};
pub use extract::{Span, consistent_pairs};
pub use grams::expected_ngrams;
pub use matches::{Lexicon, PivotLines, pivot_matches, row_width};
pub use network::{Network, NetworkToken};
pub use pairs::{PhrasePairs, PivotText, Pruning};
pub use segment::{Segment, segment};
pub use store::{Sections, Store, UNKNOWN};
pub use translations::Translations;

#[cfg(test)]
mod tests;
