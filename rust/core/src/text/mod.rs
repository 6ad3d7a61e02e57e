//! Text in: lines copied once, tokenised, interned.

pub mod case;
mod encode;
mod texts;
pub mod tokenize;
pub mod whitespace;
mod words;

pub use encode::{Case, Split, Tokens, View, Vocabulary, encode};
pub use texts::Texts;
pub use words::Words;
