//! JSON lines: `{"segment": 0, "text": "...", "features": {"logprob": -3.1}}`, and where they are
//! known `"total"` and `"alignment"` (links `0-0 1-2`). `null` stands for what is absent.

use std::borrow::Cow;

use super::chunk::{Candidate, Links, Rows};
use super::error::Problem;
use super::json::Scanner;
use super::numbers::{number, segment};

const KEYS: [&str; 5] = ["segment", "text", "features", "total", "alignment"];

/// Parses a line.
pub fn parse(line: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
    let mut scanner = Scanner::new(line);
    let mut seen = [false; KEYS.len()];
    let mut owner = None;
    let mut text = None;
    let mut total = None;
    let mut alignment: Option<Cow<'_, str>> = None;
    scanner.object(|json, key| {
        let Some(known) = KEYS.iter().position(|&k| k == key) else {
            return json.refuse(&format!(
                "unknown key {key:?}; a candidate may have {}",
                KEYS.join(", ")
            ));
        };
        if std::mem::replace(&mut seen[known], true) {
            return json.refuse(&format!("the key {key:?} occurs twice"));
        }
        match key {
            "segment" => owner = Some(segment(json.number("the segment")?)?),
            "text" => text = Some(json.string("the text")?),
            _ if json.null() => {}
            "total" => total = Some(number(json.number("the total")?, "the total")?),
            "alignment" => alignment = Some(json.string("the alignment")?),
            _ => features(json, rows)?,
        }
        Ok(())
    })?;
    scanner.end()?;
    let (Some(segment), Some(text)) = (owner, text) else {
        return scanner.refuse("a candidate needs a segment and a text");
    };
    rows.end(&Candidate {
        segment,
        text: &text,
        total,
        links: alignment.as_deref().map_or(Links::Absent, Links::Given),
    })
}

fn features(json: &mut Scanner<'_>, rows: &mut Rows<'_>) -> Result<(), Problem> {
    json.object(|json, name| {
        if name.is_empty() {
            return json.refuse("a feature has an empty name");
        }
        if json.null() {
            return Ok(());
        }
        rows.named(name, &[number(json.number(name)?, name)?])
    })
}
