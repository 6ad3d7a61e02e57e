//! Moses: `id ||| text ||| Name= v v Name= v ||| total [||| segmentation] [||| alignment]`, also with
//! the names of its first years, `d: v v lm: v`.

use std::borrow::Cow;

use super::bars;
use super::chunk::Rows;
use super::error::Problem;
use super::numbers::number;

/// Parses a line; `values` is a buffer.
pub fn parse(line: &str, rows: &mut Rows<'_>, values: &mut Vec<f64>) -> Result<(), Problem> {
    bars::parse(line, rows, 3..=6, without_phrases, |field, rows| {
        features(field, rows, values)
    })
}

/// Whether a token is the name of the values that follow.
pub fn is_name(token: &str) -> bool {
    token.ends_with(['=', ':'])
}

fn features(field: &str, rows: &mut Rows<'_>, values: &mut Vec<f64>) -> Result<(), Problem> {
    let mut name = None;
    values.clear();
    for token in field.split_ascii_whitespace() {
        if is_name(token) {
            if let Some(name) = name {
                rows.named(name, values)?;
            }
            name = Some(&token[..token.len() - 1]);
            values.clear();
        } else {
            let name = name.ok_or_else(|| Problem::NoName(token.to_owned()))?;
            values.push(number(token, name)?);
        }
    }
    name.map_or(Ok(()), |name| rows.named(name, values))
}

/// The words alone: on request Moses writes the source words of each phrase after it, `the hat |3-4|`.
pub fn without_phrases(text: &str) -> Cow<'_, str> {
    if !text.split(' ').any(is_phrase) {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split(' ').filter(|token| !is_phrase(token)).collect();
    Cow::Owned(words.join(" "))
}

fn is_phrase(token: &str) -> bool {
    let number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    token
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'))
        .and_then(|rest| rest.split_once('-'))
        .is_some_and(|(first, last)| number(first) && number(last))
}
