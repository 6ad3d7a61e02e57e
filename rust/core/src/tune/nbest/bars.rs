//! What the formats with `|||` between fields share: `id ||| text ||| features ||| total ||| ...`.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::chunk::{Candidate, Links, Rows};
use super::error::Problem;
use super::numbers::{number, segment};

const BARS: &str = "|||";
/// No format has more fields.
const MOST: usize = 6;

/// The fields of a line, without the spaces around them.
#[derive(Debug, Default)]
pub struct Fields<'a> {
    fields: [&'a str; MOST],
    /// How many there are, even if they are too many.
    pub found: usize,
}

impl<'a> Fields<'a> {
    /// Splits a line.
    pub fn of(line: &'a str) -> Self {
        let mut fields = Self::default();
        for field in line.split(BARS) {
            if fields.found < MOST {
                fields.fields[fields.found] = field.trim_matches(' ');
            }
            fields.found += 1;
        }
        fields
    }

    /// Field `i`, if there is one.
    pub fn get(&self, i: usize) -> Option<&'a str> {
        self.fields[..self.found.min(MOST)].get(i).copied()
    }
}

/// Parses a line; `features` reads the third field.
pub fn parse(
    line: &str,
    rows: &mut Rows<'_>,
    allowed: RangeInclusive<usize>,
    clean: fn(&str) -> Cow<'_, str>,
    features: impl FnOnce(&str, &mut Rows<'_>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let fields = Fields::of(line);
    if !allowed.contains(&fields.found) {
        return Err(Problem::Fields {
            found: fields.found,
            expected: expected(&allowed),
        });
    }
    let [id, text, values, ..] = fields.fields;
    let segment = segment(id)?;
    features(values, rows)?;
    let total = fields.get(3).map(|text| number(text, "the total"));
    rows.end(&Candidate {
        segment,
        text: &clean(text),
        total: total.transpose()?,
        links: links(&fields),
        kept: "",
    })
}

fn expected(allowed: &RangeInclusive<usize>) -> String {
    let (least, most) = (allowed.start(), allowed.end());
    if least == most {
        format!("{least} with ||| between them")
    } else {
        format!("{least} to {most} with ||| between them")
    }
}

/// The last field after the total. A segmentation (`0-1=0-2`), which may stand before the links or
/// in their place, says which phrases were used; it is not kept.
fn links<'a>(fields: &Fields<'a>) -> Links<'a> {
    match fields.get(5).or(fields.get(4)) {
        None => Links::Absent,
        Some("") => Links::Blank,
        Some(field) if fields.found == 5 && field.contains('=') => Links::Absent,
        Some(field) => Links::Given(field),
    }
}

/// A text as it stands.
pub fn unchanged(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}
