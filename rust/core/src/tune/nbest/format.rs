//! The formats, and which one a line is in.

use super::bars::Fields;
use super::{moses, tsv};

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `id ||| text ||| Name= v v ||| total`.
    Moses,
    /// `id ||| text ||| v v v`, perhaps with a total.
    ZMert,
    /// `id ||| text ||| name=value ||| total`.
    Joshua,
    /// JSON: an object for each candidate or each segment, on lines of their own or not.
    Jsonl,
    /// A table with a header.
    Tsv,
}

impl Format {
    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "moses" => Some(Self::Moses),
            "zmert" => Some(Self::ZMert),
            "joshua" => Some(Self::Joshua),
            "jsonl" => Some(Self::Jsonl),
            "tsv" => Some(Self::Tsv),
            _ => None,
        }
    }

    /// The format that the first line of a list is in.
    pub fn of(line: &str) -> Option<Self> {
        if tsv::is_header(line) {
            return Some(Self::Tsv);
        }
        if line.trim_start().starts_with(['{', '[']) {
            return Some(Self::Jsonl);
        }
        let features = Fields::of(line).get(2)?;
        let mut tokens = features.split_ascii_whitespace();
        let Some(first) = tokens.next() else {
            return Some(Self::Moses);
        };
        if moses::is_name(first) {
            Some(Self::Moses)
        } else if first.contains('=') {
            Some(Self::Joshua)
        } else {
            Some(Self::ZMert)
        }
    }
}
