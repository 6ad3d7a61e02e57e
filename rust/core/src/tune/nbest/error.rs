//! What can be wrong with an n-best list.

use thiserror::Error;

use super::numbers::LARGEST;

/// Why a list is refused.
#[derive(Debug, PartialEq, Error)]
pub enum Error {
    /// A line that cannot be taken.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Problem,
    },
    /// No line at all, or only a header.
    #[error("there are no candidates")]
    Empty,
    /// A segment that no line belongs to.
    #[error("segment {0} has no candidates (segments are numbered from 0)")]
    NoCandidates(usize),
    /// Two columns would have one name.
    #[error("two features are called {0}")]
    SameName(String),
    /// More columns than a dense table should have.
    #[error("there are more than {0} features: leave the sparse ones out")]
    TooManyFeatures(usize),
    /// The list does not fit into memory.
    #[error(
        "the list is too large: memory ran out after {0} candidates, so leave some of them out"
    )]
    TooLarge(usize),
    /// The core refused.
    #[error(transparent)]
    Core(#[from] crate::error::Error),
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// No known format looks like this.
    #[error(
        "not an n-best list: expected 'id ||| text ||| features', JSON, \
         or a header with the columns segment and text"
    )]
    Unrecognised,
    /// Nothing but spaces.
    #[error("an empty line")]
    Blank,
    /// Bytes that are no text.
    #[error("invalid UTF-8 at byte {0} of the line")]
    Utf8(usize),
    /// Too few or too many fields.
    #[error("{found} fields, expected {expected}")]
    Fields {
        /// How many there are.
        found: usize,
        /// What there should be.
        expected: String,
    },
    /// The segment is no number.
    #[error("the segment must be a whole number, counted from 0, not {0:?}")]
    Segment(String),
    /// A segment that the references do not have.
    #[error("segment {segment} does not exist: there are {segments}, numbered from 0")]
    NoSuchSegment {
        /// The segment of the line.
        segment: u32,
        /// How many there are.
        segments: usize,
    },
    /// Candidates of a segment that do not stand together.
    #[error(
        "segment {segment} comes after segment {after}: candidates must stand in the order of their \
         segments (sort the list by segment; in Python, sort=True brings them into it)"
    )]
    Unsorted {
        /// The segment of the line.
        segment: u32,
        /// The segment of the line before.
        after: u32,
    },
    /// A value that cannot be read.
    #[error("{name} is {text:?}, which is not a number")]
    NotANumber {
        /// The feature.
        name: String,
        /// What stands there.
        text: String,
    },
    /// An infinite value or none at all.
    #[error("{name} is {text}, which is not a finite number")]
    NotFinite {
        /// The feature.
        name: String,
        /// What stands there.
        text: String,
    },
    /// A value that cannot be weighed.
    #[error("{name} is {text}, which is too large: numbers go up to {LARGEST:e}")]
    TooLarge {
        /// The feature.
        name: String,
        /// What stands there.
        text: String,
    },
    /// A value before any name.
    #[error("expected the name of a feature, as in 'LM0= -35.2', found {0:?}")]
    NoName(String),
    /// Not `name=value`.
    #[error("expected 'name=value', found {0:?}")]
    NoPair(String),
    /// A name without a value.
    #[error("feature {0} has no value")]
    NoValue(String),
    /// Another number of values than before.
    #[error("feature {name} has {found} values here, {expected} before")]
    Width {
        /// The feature.
        name: String,
        /// Values here.
        found: usize,
        /// Values before.
        expected: usize,
    },
    /// Another number of values than there are names.
    #[error("{found} values for {expected} features")]
    Values {
        /// Values here.
        found: usize,
        /// Names.
        expected: usize,
    },
    /// One feature twice.
    #[error("feature {0} is given twice")]
    Twice(String),
    /// A feature that the first candidate has.
    #[error(
        "feature {0} is missing, which the first candidate has (--missing-features zero, in Python \
         missing_features=\"zero\", takes it as 0)"
    )]
    Missing(String),
    /// A feature that the first candidate does not have.
    #[error(
        "feature {0} is new, the first candidate does not have it (--missing-features zero, in Python \
         missing_features=\"zero\", takes it as 0 there)"
    )]
    New(String),
    /// Names for a list that has its own.
    #[error("the list names its features itself: names are for lists of plain numbers")]
    NamesGiven,
    /// A part of a candidate that some lines have and some do not.
    #[error("{}", mixed(.what, *.here))]
    Mixed {
        /// What part.
        what: &'static str,
        /// Whether this line has it.
        here: bool,
    },
    /// Links that cannot be read.
    #[error("word alignment: {0}")]
    Links(String),
    /// A column that a table must have once.
    #[error("the header needs one column {0:?} and has {1}")]
    Column(&'static str, usize),
    /// A segment whose candidates stand in two lists.
    #[error(
        "{name} has a list of candidates already, on line {before}: all candidates of a segment \
         belong into one list"
    )]
    SecondList {
        /// What the segment is called.
        name: String,
        /// The line of the first list.
        before: usize,
    },
    /// The list does not fit into memory.
    #[error("memory ran out")]
    Memory,
    /// Not an object that describes a candidate.
    #[error("{0}")]
    Json(String),
}

fn mixed(what: &str, here: bool) -> String {
    if here {
        format!("there is a {what} here, but none on the lines before")
    } else {
        format!("there is no {what} here, but there is one on the lines before")
    }
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;
