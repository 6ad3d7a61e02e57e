//! Every way the core can refuse its input.

use thiserror::Error;

/// What the core refuses, and why. Mapped to Python exceptions in one place of the bindings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A tokenizer name that is not one of ours.
    #[error("unknown tokenizer {0:?}")]
    UnknownTokenizer(String),
    /// A rule for reference lengths that is not one of ours.
    #[error("unknown reference length rule {0:?}: closest, shortest or average")]
    UnknownReferenceLength(String),
    /// Arrays that describe a batch contradict each other.
    #[error("inconsistent batch: {0}")]
    Layout(String),
    /// Token arrays interned separately cannot be compared.
    #[error("hypotheses and references were interned separately")]
    DifferentVocabularies,
    /// More text than 32-bit offsets can address.
    #[error("too much text in one batch: {0} exceed 2^32")]
    TooLarge(&'static str),
    /// Something that does not fit into memory.
    #[error("not enough memory for {what} ({size})")]
    Memory {
        /// What it is, and what would make it smaller.
        what: String,
        /// How large it would be.
        size: String,
    },
    /// A pair of lines with too many words that may be taken for each other.
    #[error(
        "segment {segment}: its {hyp_words} words match those of a reference of {ref_words} in more than \
         {most} ways, too many to align: split the line into sentences"
    )]
    TooManyLinks {
        /// The number of the segment, from 1.
        segment: usize,
        /// How long the two lines are.
        hyp_words: usize,
        /// See `hyp_words`.
        ref_words: usize,
        /// How many pairs of words are allowed.
        most: usize,
    },
    /// A pair of lines whose best alignment takes too long to find.
    #[error(
        "segment {segment}: its {hyp_words} words match those of a reference of {ref_words} in so many ways \
         that the alignment with the fewest crossings was not found: split the line into sentences, or \
         align as Meteor 1.5 does, align=1.5"
    )]
    TooHardToAlign {
        /// The number of the segment, from 1.
        segment: usize,
        /// How long the two lines are.
        hyp_words: usize,
        /// See `hyp_words`.
        ref_words: usize,
    },
    /// The environment variable for the number of threads holds no number.
    #[error("PITCHPIPE_THREADS must be a whole number from 0 to 4096, not {0:?}")]
    ThreadsVariable(String),
    /// The operating system gave no threads.
    #[error("cannot start {0} threads")]
    Threads(usize),
}

/// The core's result type.
pub type Result<T> = std::result::Result<T, Error>;
