//! Text in: lines copied once, tokenised, interned.

pub mod case;
mod digest;
mod encode;
mod numbering;
mod segments;
mod suspects;
mod texts;
pub mod tokenize;
mod tokens;
mod view;
pub mod whitespace;
mod words;

pub use digest::digest_sum;
pub use encode::encode;
pub use segments::encode_segments;
pub use suspects::{Expected, Suspects, suspects};
pub use texts::{Lent, Texts};
pub use tokens::{Tokens, Vocabulary};
pub use view::{Case, Split, View};
pub use words::Words;
