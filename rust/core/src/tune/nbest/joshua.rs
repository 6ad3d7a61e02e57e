//! Joshua and cdec: `id ||| text ||| name=value name=value ||| total [||| alignment]`.

use super::bars;
use super::chunk::Rows;
use super::error::Problem;
use super::numbers::number;

/// Parses a line.
pub fn parse(line: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
    bars::parse(line, rows, 3..=5, bars::unchanged, features)
}

fn features(field: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
    for token in field.split_ascii_whitespace() {
        // A name may hold the sign itself, a number never does.
        let pair = token.rsplit_once('=').filter(|(name, _)| !name.is_empty());
        let (name, value) = pair.ok_or_else(|| Problem::NoPair(token.to_owned()))?;
        rows.named(name, &[number(value, name)?])?;
    }
    Ok(())
}
