//! Word alignment: unsupervised models, symmetrisation, evaluation, permutations.
//!
//! A [`Model`] is trained on a [`Bitext`] by expectation maximisation over IBM Model 1 (Brown et
//! al. 1993) and the HMM alignment model (Vogel, Ney & Tillmann 1996), both directions together
//! and in agreement (Liang, Taskar & Klein 2006). It owns its words, so it can be saved, loaded,
//! applied to new text and trained further.
//!
//! Training and aligning run in fixed shards whose counts are added in order: the result does
//! not depend on the number of threads.

mod apply;
mod cooccurrence;
mod counts;
mod decode;
mod error;
mod evaluate;
mod file;
mod hmm;
mod jumps;
mod likeness;
mod links;
mod model;
mod model1;
mod options;
mod pair;
mod parameters;
pub mod permutation;
mod pharaoh;
mod spelling;
mod symmetrise;
mod table;
mod train;
mod translations;
mod words;

pub use decode::Decode;
pub use error::{Error, Result};
pub use evaluate::Agreement;
pub use links::{Alignments, Link};
pub use model::{Bitext, Model};
pub use options::Options;
pub use pharaoh::parse_links;
pub use symmetrise::{Symmetrisation, symmetrise};
pub use train::{Progress, Stage};

#[cfg(test)]
mod tests;
