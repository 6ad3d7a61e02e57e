//! JSON: candidates as objects, or segments as objects with lists of them.
//!
//! A candidate by itself is `{"segment": 0, "text": "...", "features": {"logprob": -3.1}}`, where they are
//! known with `"total"` and `"alignment"` (links `0-0 1-2`). A segment is
//! `{"candidates": ["...", {"text": "...", "features": {...}}]}`, perhaps with its `"segment"`; without, segments
//! are numbered as they come. `null` stands for what is absent, and any other keys are kept.

mod document;
#[cfg(test)]
mod tests;
mod unknown;
mod values;

use crate::interrupt;

use super::chunk::{Candidate, Links, Rows};
use super::error::Problem;
use super::numbers::{number, segment};
use document::Lines;
use unknown::{Unknown, quoted};
use values::{Result, Value};

pub use document::{Record, begins, records};

/// Parses a record that begins on this line; the line of what is wrong with it.
pub fn parse(
    record: &str,
    line: usize,
    rows: &mut Rows<'_>,
) -> std::result::Result<(), (usize, Problem)> {
    let whole = Value::whole(record);
    let mut known = Known::default();
    let read = known.read(whole).and_then(|()| match known.candidates {
        Some(candidates) => group(whole, candidates, &mut known, line, rows),
        None => single(whole, &mut known, line, rows),
    });
    read.map_err(|fault| (Lines::new(record, line).line(fault.at), fault.problem))
}

/// The keys of an object, known and unknown.
#[derive(Default)]
struct Known<'a> {
    segment: Option<Value<'a>>,
    text: Option<Value<'a>>,
    features: Option<Value<'a>>,
    total: Option<Value<'a>>,
    alignment: Option<Value<'a>>,
    candidates: Option<Value<'a>>,
    /// What a segment may be called; it is kept as unknown as well.
    id: Option<Value<'a>>,
    unknown: Unknown,
}

impl<'a> Known<'a> {
    fn read(&mut self, object: Value<'a>) -> Result<()> {
        object.members(|key, value| {
            let place = match key {
                "segment" => &mut self.segment,
                "text" => &mut self.text,
                "features" => &mut self.features,
                "total" => &mut self.total,
                "alignment" => &mut self.alignment,
                "candidates" => &mut self.candidates,
                _ => {
                    if key == "id" {
                        self.id = Some(value);
                    }
                    return self.unknown.add(key, value);
                }
            };
            if place.replace(value).is_some() {
                return value.refuse(&format!("the key {key:?} occurs twice"));
            }
            Ok(())
        })
    }
}

/// A candidate that names its segment.
fn single(whole: Value<'_>, known: &mut Known<'_>, line: usize, rows: &mut Rows<'_>) -> Result<()> {
    let (Some(owner), Some(_)) = (known.segment, known.text) else {
        return whole.refuse_end("a candidate needs a segment and a text");
    };
    let owner = numbered(owner)?;
    rows.place(line);
    let alone = rows.alone();
    alone.map_err(|problem| whole.fault(problem))?;
    candidate(whole, known, owner, rows)
}

/// A segment with its candidates.
fn group<'a>(
    whole: Value<'a>,
    candidates: Value<'a>,
    known: &mut Known<'a>,
    line: usize,
    rows: &mut Rows<'_>,
) -> Result<()> {
    let inner = [
        ("text", known.text),
        ("features", known.features),
        ("total", known.total),
        ("alignment", known.alignment),
    ];
    for (key, value) in inner {
        if let Some(value) = value {
            return value.refuse(&format!(
                "{key:?} stands beside \"candidates\", but belongs into each of them"
            ));
        }
    }
    if !candidates.is_list() {
        return candidates.refuse("the candidates must be a list in []");
    }
    let number = given(known.segment).map(numbered).transpose()?;
    let name = match (number, given(known.id)) {
        (Some(number), _) => Some(format!("segment {number}")),
        (None, Some(id)) if id.is_string() => Some(format!("id {}", quoted(&id.string("the id")?))),
        (None, Some(id)) => Some(format!("id {}", id.json)),
        (None, None) => None,
    };
    rows.place(line);
    let owner = rows.group(number, name, &known.unknown.take());
    let owner = owner.map_err(|problem| whole.fault(problem))?;
    let mut lines = Lines::new(whole.json, line);
    let mut empty = true;
    candidates.elements(|value| {
        interrupt::poll();
        empty = false;
        rows.place(lines.line(value.at()));
        inside(value, owner, rows)
    })?;
    if empty {
        return candidates
            .refuse("the list of candidates is empty: every segment needs at least one");
    }
    Ok(())
}

/// A candidate in the list of its segment.
fn inside(value: Value<'_>, owner: u32, rows: &mut Rows<'_>) -> Result<()> {
    let mut known = Known::default();
    if value.is_string() {
        known.text = Some(value);
        return candidate(value, &mut known, owner, rows);
    }
    if !value.is_object() {
        return value.refuse("a candidate must be a string or an object in {}");
    }
    known.read(value)?;
    for (key, found) in [("segment", known.segment), ("candidates", known.candidates)] {
        if let Some(found) = found {
            return found.refuse(&format!("a candidate in a list has no {key:?} of its own"));
        }
    }
    if known.text.is_none() {
        return value.refuse_end("a candidate needs a text");
    }
    candidate(value, &mut known, owner, rows)
}

fn candidate(
    whole: Value<'_>,
    known: &mut Known<'_>,
    segment: u32,
    rows: &mut Rows<'_>,
) -> Result<()> {
    let text = known.text.unwrap_or(whole).string("the text")?;
    let total = given(known.total).map(|value| finite(value, "the total"));
    let total = total.transpose()?;
    let alignment = given(known.alignment).map(|value| value.string("the alignment"));
    let alignment = alignment.transpose()?;
    if let Some(value) = given(known.features) {
        features(value, rows)?;
    }
    let ended = rows.end(&Candidate {
        segment,
        text: &text,
        total,
        links: alignment.as_deref().map_or(Links::Absent, Links::Given),
        kept: &known.unknown.take(),
    });
    ended.map_err(|problem| whole.fault(problem))
}

fn features(value: Value<'_>, rows: &mut Rows<'_>) -> Result<()> {
    value.members(|name, value| {
        if name.is_empty() {
            return value.refuse("a feature has an empty name");
        }
        if value.is_null() {
            return Ok(());
        }
        let number = finite(value, name)?;
        let taken = rows.named(name, &[number]);
        taken.map_err(|problem| value.fault(problem))
    })
}

/// A value that is there and does not stand for what is absent.
fn given(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.is_null())
}

fn finite(value: Value<'_>, what: &str) -> Result<f64> {
    number(value.number(what)?, what).map_err(|problem| value.fault(problem))
}

fn numbered(value: Value<'_>) -> Result<u32> {
    segment(value.number("the segment")?).map_err(|problem| value.fault(problem))
}
