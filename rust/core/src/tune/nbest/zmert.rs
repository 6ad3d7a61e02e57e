//! Z-MERT: `id ||| text ||| v v v`, values in the order of a file of parameters, without names. Moses
//! without its names is the same, with `||| total` and what may follow.

use super::bars::{self, Fields};
use super::chunk::Rows;
use super::columns::{Columns, Group};
use super::error::Problem;
use super::moses::without_phrases;
use super::numbers::number;

/// Columns called as given, or `f0`, `f1` and so on, as many as the line has values.
pub fn columns(line: &str, names: Option<&[String]>) -> Columns {
    let values = Fields::of(line).get(2).unwrap_or_default();
    let numbered = || (0..values.split_ascii_whitespace().count()).map(|k| format!("f{k}"));
    let names = names.map_or_else(|| numbered().collect(), <[String]>::to_vec);
    let single = |name| Group { name, width: 1 };
    names.into_iter().map(single).collect()
}

/// Parses a line.
pub fn parse(line: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
    bars::parse(line, rows, 3..=6, without_phrases, features)
}

fn features(field: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
    let groups = rows.columns().groups();
    let found = field.split_ascii_whitespace().count();
    if found != groups.len() {
        return Err(Problem::Values {
            found,
            expected: groups.len(),
        });
    }
    for (k, token) in field.split_ascii_whitespace().enumerate() {
        rows.known(k, &[number(token, &groups[k].name)?])?;
    }
    Ok(())
}
