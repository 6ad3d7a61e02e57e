//! JSON lines: `{"segment": 0, "text": "...", "features": {"logprob": -3.1}}`, and where they are
//! known `"total"` and `"alignment"` (links `0-0 1-2`). `null` stands for what is absent.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::chunk::{Candidate, Links, Rows};
use super::error::Problem;
use super::numbers::{number, segment};

type Result<T> = std::result::Result<T, Problem>;

const KEYS: [&str; 5] = ["segment", "text", "features", "total", "alignment"];

/// Parses a line.
pub fn parse(line: &str, rows: &mut Rows<'_>) -> Result<()> {
    let mut seen = [false; KEYS.len()];
    let mut owner = None;
    let mut text = None;
    let mut total = None;
    let mut alignment: Option<Cow<'_, str>> = None;
    members(line, line, |key, value| {
        let Some(known) = KEYS.iter().position(|&k| k == key) else {
            return value.refuse(&format!(
                "unknown key {key:?}; a candidate may have {}",
                KEYS.join(", ")
            ));
        };
        if std::mem::replace(&mut seen[known], true) {
            return value.refuse(&format!("the key {key:?} occurs twice"));
        }
        match key {
            "segment" => owner = Some(segment(value.number("the segment")?)?),
            "text" => text = Some(value.string("the text")?),
            _ if value.is_null() => {}
            "total" => total = Some(number(value.number("the total")?, "the total")?),
            "alignment" => alignment = Some(value.string("the alignment")?),
            _ => features(&value, rows)?,
        }
        Ok(())
    })?;
    let (Some(segment), Some(text)) = (owner, text) else {
        return Err(refusal(
            line,
            line.len(),
            "a candidate needs a segment and a text",
        ));
    };
    rows.end(&Candidate {
        segment,
        text: &text,
        total,
        links: alignment.as_deref().map_or(Links::Absent, Links::Given),
    })
}

fn features(value: &Value<'_>, rows: &mut Rows<'_>) -> Result<()> {
    members(value.line, value.json, |name, value| {
        if name.is_empty() {
            return value.refuse("a feature has an empty name");
        }
        if value.is_null() {
            return Ok(());
        }
        rows.named(name, &[number(value.number(name)?, name)?])
    })
}

/// A part of a line that is JSON: numbers are read as they are written, which messages show.
struct Value<'a> {
    line: &'a str,
    json: &'a str,
}

impl<'a> Value<'a> {
    fn refuse<T>(&self, what: &str) -> Result<T> {
        let at = self.json.as_ptr() as usize - self.line.as_ptr() as usize;
        Err(refusal(self.line, at, what))
    }

    fn is_null(&self) -> bool {
        self.json == "null"
    }

    fn number(&self, what: &str) -> Result<&'a str> {
        if self
            .json
            .starts_with(|c: char| c == '-' || c.is_ascii_digit())
        {
            return Ok(self.json);
        }
        self.refuse(&format!("{what} must be a number"))
    }

    fn string(&self, what: &str) -> Result<Cow<'a, str>> {
        if !self.json.starts_with('"') {
            return self.refuse(&format!("{what} must be a string"));
        }
        match serde_json::from_str::<Text<'a>>(self.json) {
            Ok(Text(text)) => Ok(text),
            Err(error) => self.refuse(&what_happened(&error)),
        }
    }
}

/// A string, copied only where it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Calls `member` for every key and value of an object, in order.
fn members<'a>(
    line: &'a str,
    json: &'a str,
    member: impl FnMut(&str, Value<'a>) -> Result<()>,
) -> Result<()> {
    let mut refused = None;
    let mut reader = serde_json::Deserializer::from_str(json);
    let read = reader
        .deserialize_map(Members {
            line,
            member,
            refused: &mut refused,
        })
        .and_then(|()| reader.end());
    if let Some(problem) = refused {
        return Err(problem);
    }
    read.map_err(|error| {
        let begin = json.as_ptr() as usize - line.as_ptr() as usize;
        let at = begin + error.column().saturating_sub(1);
        refusal(line, at, &what_happened(&error))
    })
}

struct Members<'r, 'a, F> {
    line: &'a str,
    member: F,
    /// What a member was refused for; the reader's own error then says nothing.
    refused: &'r mut Option<Problem>,
}

impl<'a, F: FnMut(&str, Value<'a>) -> Result<()>> Visitor<'a> for Members<'_, 'a, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object in {}")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some((Text(key), value)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
            let value = Value {
                line: self.line,
                json: value.get(),
            };
            if let Err(problem) = (self.member)(&key, value) {
                *self.refused = Some(problem);
                return Err(serde::de::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

/// What the reader says, without the place: that is told within the whole line.
fn what_happened(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ")
        .map_or(text.as_str(), |(what, _)| what)
        .to_owned()
}

fn refusal(line: &str, at: usize, what: &str) -> Problem {
    let column = line
        .char_indices()
        .take_while(|&(place, _)| place < at)
        .count()
        + 1;
    Problem::Json(format!("{what} (column {column})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(json: &str) -> Result<String> {
        Value { line: json, json }.string("it").map(Cow::into_owned)
    }

    fn keys(line: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        members(line, line, |key, value| {
            found.push(format!("{key}={}", value.json));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn strings() {
        for (written, read) in [
            (r#""""#, ""),
            (r#""é b""#, "é b"),
            (r#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u00e9x\ud83d\ude00\u0041""#, "éx😀A"),
        ] {
            assert_eq!(string(written).unwrap(), read);
        }
        for bad in [
            "a",
            "\"a",
            "\"a\tb\"",
            r#""\"#,
            r#""\x""#,
            r#""\u12""#,
            r#""\u+123""#,
            r#""\ud800""#,
            r#""\ud800\u0041""#,
            r#""\udc00""#,
            r#""\ud800x""#,
            r#""a"b"#,
            r#""\u12é""#,
        ] {
            assert!(string(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_stay_as_they_are_written() {
        let line = r#"{"a": 0, "b":-0.25e-3 , "c": 1E+2, "d": 12345678901234567890.5}"#;
        let found = keys(line).unwrap();
        assert_eq!(
            found,
            ["a=0", "b=-0.25e-3", "c=1E+2", "d=12345678901234567890.5"]
        );
        for bad in [
            "-", "+1", "01", "1.", ".5", "1e", "1e+", "NaN", "--1", "1-1", "Infinity",
        ] {
            assert!(keys(&format!("{{\"a\": {bad}}}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn refusals_tell_the_column() {
        for (line, expected) in [
            (
                "[1]",
                "invalid type: sequence, expected an object in {} (column 1)",
            ),
            (r#"{"é": 1 "b": 2}"#, "expected `,` or `}` (column 9)"),
            (r#"{"a": 1} x"#, "trailing characters (column 10)"),
            (r#"{"a": "#, "EOF while parsing a value (column 6)"),
        ] {
            assert_eq!(keys(line).unwrap_err().to_string(), expected);
        }
        let line = r#"{"é": "x"}"#;
        let error = members(line, line, |_, value| value.number("it").map(|_| ())).unwrap_err();
        assert_eq!(error.to_string(), "it must be a number (column 7)");
    }

    #[test]
    fn deep_values_need_no_stack() {
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(500_000), "]".repeat(500_000));
        assert_eq!(keys(&deep).unwrap().len(), 1);
    }
}
