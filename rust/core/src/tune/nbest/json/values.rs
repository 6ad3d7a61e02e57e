//! Parts of a record that is JSON: numbers are read as they are written, which messages show, and
//! whatever is refused is known by its place.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::super::error::Problem;

/// What is wrong, and the byte of the record where.
#[derive(Debug)]
pub struct Fault {
    /// The place, from 0.
    pub at: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// Result of reading a part of a record.
pub type Result<T> = std::result::Result<T, Fault>;

/// A part of a record.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    record: &'a str,
    /// The part, as it is written.
    pub json: &'a str,
}

impl<'a> Value<'a> {
    /// All of a record.
    pub fn whole(record: &'a str) -> Self {
        Self {
            record,
            json: record,
        }
    }

    fn part(self, json: &'a str) -> Self {
        Self { json, ..self }
    }

    /// Where it begins in the record.
    pub fn at(self) -> usize {
        self.json.as_ptr() as usize - self.record.as_ptr() as usize
    }

    /// A problem that has its own words, here.
    pub fn fault(self, problem: Problem) -> Fault {
        let at = self.at();
        Fault { at, problem }
    }

    /// Refuses it.
    pub fn refuse<T>(self, what: &str) -> Result<T> {
        Err(self.refusal(0, what))
    }

    /// Refuses it for what its end shows to be missing.
    pub fn refuse_end<T>(self, what: &str) -> Result<T> {
        Err(self.refusal(self.json.len(), what))
    }

    fn refusal(self, at: usize, what: &str) -> Fault {
        let at = self.at() + at;
        let before = &self.record.as_bytes()[..at.min(self.record.len())];
        let line = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |end| end + 1);
        let characters = self.record[line..].char_indices();
        let column = characters
            .take_while(|&(place, _)| line + place < at)
            .count();
        let problem = Problem::Json(format!("{what} (column {})", column + 1));
        Fault { at, problem }
    }

    /// What the reader of JSON says, without the place: that is told within the whole record.
    pub fn misread<T>(self, error: &serde_json::Error) -> Result<T> {
        let lines = self.json.split_inclusive('\n');
        let before: usize = lines
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let at = before + error.column().saturating_sub(1);
        let text = error.to_string();
        let what = text
            .rsplit_once(" at line ")
            .map_or(&*text, |(what, _)| what);
        let what = if what == "recursion limit exceeded" {
            "too deeply nested"
        } else {
            what
        };
        Err(self.refusal(at, what))
    }

    /// Whether it stands for what is absent.
    pub fn is_null(self) -> bool {
        self.json == "null"
    }

    /// Whether it is a text.
    pub fn is_string(self) -> bool {
        self.json.starts_with('"')
    }

    /// Whether it is in `{}`.
    pub fn is_object(self) -> bool {
        self.json.starts_with('{')
    }

    /// Whether it is in `[]`.
    pub fn is_list(self) -> bool {
        self.json.starts_with('[')
    }

    /// A number, as it is written.
    pub fn number(self, what: &str) -> Result<&'a str> {
        if self
            .json
            .starts_with(|c: char| c == '-' || c.is_ascii_digit())
        {
            return Ok(self.json);
        }
        self.refuse(&format!("{what} must be a number"))
    }

    /// A text, copied only where it has escapes.
    pub fn string(self, what: &str) -> Result<Cow<'a, str>> {
        if !self.is_string() {
            return self.refuse(&format!("{what} must be a string"));
        }
        match serde_json::from_str::<Text<'a>>(self.json) {
            Ok(Text(text)) => Ok(text),
            Err(error) => self.misread(&error),
        }
    }

    /// Calls `member` for every key and value of an object, in order.
    pub fn members(self, member: impl FnMut(&str, Value<'a>) -> Result<()>) -> Result<()> {
        let mut refused = None;
        let mut reader = serde_json::Deserializer::from_str(self.json);
        let parts = Members {
            of: self,
            member,
            refused: &mut refused,
        };
        let read = reader.deserialize_map(parts).and_then(|()| reader.end());
        self.finished(read, refused)
    }

    /// Calls `element` for every value of a list, in order.
    pub fn elements(self, element: impl FnMut(Value<'a>) -> Result<()>) -> Result<()> {
        let mut refused = None;
        let mut reader = self.seldom();
        let parts = Elements {
            of: self,
            element,
            refused: &mut refused,
        };
        let read = reader.deserialize_seq(parts).and_then(|()| reader.end());
        self.finished(read, refused)
    }

    /// Calls `value` for each of several values that stand one after the other.
    pub fn each(self, mut value: impl FnMut(Value<'a>) -> Result<()>) -> Result<()> {
        let values = self.seldom().into_iter::<&'a RawValue>();
        for found in values {
            match found {
                Ok(found) => value(self.part(found.get()))?,
                Err(error) => return self.misread(&error),
            }
        }
        Ok(())
    }

    /// A reader for what ordinary lines do not have. It reads bytes: so the reader of texts has one use, members,
    /// and compilers keep it in one piece, which makes lists of lines a twentieth faster.
    pub fn seldom(self) -> serde_json::Deserializer<serde_json::de::SliceRead<'a>> {
        serde_json::Deserializer::from_slice(self.json.as_bytes())
    }

    /// What a part was refused for comes first; the reader's own error then says nothing.
    fn finished(self, read: serde_json::Result<()>, refused: Option<Fault>) -> Result<()> {
        match (refused, read) {
            (Some(fault), _) => Err(fault),
            (None, Err(error)) => self.misread(&error),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// A string, copied only where it has escapes.
#[derive(Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

struct Members<'r, 'a, F> {
    of: Value<'a>,
    member: F,
    refused: &'r mut Option<Fault>,
}

impl<'a, F: FnMut(&str, Value<'a>) -> Result<()>> Visitor<'a> for Members<'_, 'a, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object in {}")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some((Text(key), value)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
            if let Err(fault) = (self.member)(&key, self.of.part(value.get())) {
                *self.refused = Some(fault);
                return Err(serde::de::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

struct Elements<'r, 'a, F> {
    of: Value<'a>,
    element: F,
    refused: &'r mut Option<Fault>,
}

impl<'a, F: FnMut(Value<'a>) -> Result<()>> Visitor<'a> for Elements<'_, 'a, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list in []")
    }

    fn visit_seq<A: SeqAccess<'a>>(mut self, mut list: A) -> std::result::Result<(), A::Error> {
        while let Some(value) = list.next_element::<&'a RawValue>()? {
            if let Err(fault) = (self.element)(self.of.part(value.get())) {
                *self.refused = Some(fault);
                return Err(serde::de::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(json: &str) -> Result<String> {
        Value::whole(json).string("it").map(Cow::into_owned)
    }

    fn keys(record: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        Value::whole(record).members(|key, value| {
            found.push(format!("{key}={}", value.json));
            Ok(())
        })?;
        Ok(found)
    }

    fn message<T: fmt::Debug>(read: Result<T>) -> String {
        read.unwrap_err().problem.to_string()
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
            ("{\"é\":\n  1 \"b\": 2}", "expected `,` or `}` (column 5)"),
        ] {
            assert_eq!(message(keys(line)), expected);
        }
        let record = "{\"é\":\n \"é\", \"b\": [1,\n  \"x\"]}";
        let error = Value::whole(record).members(|_, value| value.number("it").map(|_| ()));
        assert_eq!(message(error), "it must be a number (column 2)");
        let error = Value::whole(record).members(|_, value| {
            if value.is_string() {
                return Ok(());
            }
            value.elements(|value| value.number("it").map(|_| ()))
        });
        assert_eq!(message(error), "it must be a number (column 3)");
    }

    #[test]
    fn deep_values_need_no_stack() {
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(500_000), "]".repeat(500_000));
        assert_eq!(keys(&deep).unwrap().len(), 1);
    }
}
