//! Keys that nobody here knows: kept as they are, if every reader of JSON would agree what they say.

use std::fmt;

use rustc_hash::FxHashSet;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::values::{Result, Text, Value};

/// Unknown keys of one object, in order, with their values as they are written.
#[derive(Debug, Default)]
pub struct Unknown {
    json: String,
    keys: FxHashSet<String>,
}

impl Unknown {
    /// Keeps a key.
    pub fn add(&mut self, key: &str, value: Value<'_>) -> Result<()> {
        if !self.keys.insert(key.to_owned()) {
            return value.refuse(&format!("the key {key:?} occurs twice"));
        }
        if let Err(error) = Sound::deserialize(&mut value.seldom()) {
            return value.misread(&error);
        }
        self.json.push(if self.json.is_empty() { '{' } else { ',' });
        self.json.push_str(&quoted(key));
        self.json.push(':');
        self.json.push_str(value.json);
        Ok(())
    }

    /// An object of them, or an empty text.
    pub fn take(&mut self) -> String {
        if !self.json.is_empty() {
            self.json.push('}');
        }
        std::mem::take(&mut self.json)
    }
}

/// A text as JSON writes it.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A value that is the same to every reader: no key twice, no number beyond 64 bits, no half of a character, and no
/// deeper than the reader of JSON goes.
struct Sound;

impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> std::result::Result<Self, D::Error> {
        reader.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Sound;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Sound, E> {
        Ok(Sound)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Sound, A::Error> {
        while list.next_element::<Sound>()?.is_some() {}
        Ok(Sound)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Sound, A::Error> {
        let mut keys = FxHashSet::default();
        while let Some((Text(key), Sound)) = map.next_entry::<Text<'de>, Sound>()? {
            if let Some(key) = keys.replace(key) {
                return Err(Error::custom(format!("the key {key:?} occurs twice")));
            }
        }
        Ok(Sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(record: &str) -> std::result::Result<String, String> {
        let mut unknown = Unknown::default();
        let read = Value::whole(record).members(|key, value| unknown.add(key, value));
        read.map_err(|fault| fault.problem.to_string())?;
        Ok(unknown.take())
    }

    #[test]
    fn values_stay_as_they_are_written() {
        assert_eq!(kept("{}").unwrap(), "");
        let record = r#"{ "z" : 1.50, "a": [ 1, {"x": null}, "\u00e9\n" ], "\u0022": 123456789012345678901234 }"#;
        assert_eq!(
            kept(record).unwrap(),
            r#"{"z":1.50,"a":[ 1, {"x": null}, "\u00e9\n" ],"\"":123456789012345678901234}"#
        );
    }

    #[test]
    fn what_readers_would_not_agree_on() {
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(500_000), "]".repeat(500_000));
        for (record, expected) in [
            (
                r#"{"a": 1, "a": 2}"#,
                r#"the key "a" occurs twice (column 15)"#,
            ),
            (
                r#"{"a": {"b": 1, "b": 2}}"#,
                r#"the key "b" occurs twice (column 2"#,
            ),
            (r#"{"a": [1e400]}"#, "number out of range (column "),
            (
                r#"{"a": "\ud800"}"#,
                "unexpected end of hex escape (column ",
            ),
            (&deep, "too deeply nested (column "),
        ] {
            let found = kept(record).unwrap_err();
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
