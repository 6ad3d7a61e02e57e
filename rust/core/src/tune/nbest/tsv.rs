//! Tables: a header that names the columns `segment`, `text`, if known `total` and `alignment`, and
//! any others, which are features. There is no quoting.

use super::chunk::{Candidate, Links, Rows};
use super::columns::{Columns, Group};
use super::error::Problem;
use super::numbers::{number, segment};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Segment,
    Text,
    Total,
    Alignment,
    Feature(usize),
}

/// The columns of a table.
#[derive(Debug)]
pub struct Header {
    roles: Vec<Role>,
    /// Those that are features.
    pub features: Columns,
}

/// Whether a line is the header of an n-best list.
pub fn is_header(line: &str) -> bool {
    let has = |title| line.split('\t').any(|column| column == title);
    has("segment") && has("text")
}

impl Header {
    /// Reads a header.
    pub fn read(line: &str) -> Result<Self, Problem> {
        for title in ["segment", "text"] {
            let count = line.split('\t').filter(|&column| column == title).count();
            if count != 1 {
                return Err(Problem::Column(title, count));
            }
        }
        let mut features = Columns::default();
        let mut roles = Vec::new();
        for title in line.split('\t') {
            let role = match title {
                "segment" => Role::Segment,
                "text" => Role::Text,
                "total" => Role::Total,
                "alignment" => Role::Alignment,
                "" => return Err(Problem::NoName(String::new())),
                name if features.find(name).is_some() => {
                    return Err(Problem::Twice(name.to_owned()));
                }
                name => Role::Feature(features.push(Group {
                    name: name.to_owned(),
                    width: 1,
                })),
            };
            if !matches!(role, Role::Feature(_)) && roles.contains(&role) {
                return Err(Problem::Twice(title.to_owned()));
            }
            roles.push(role);
        }
        Ok(Self { roles, features })
    }

    /// Parses a line below it.
    pub fn parse(&self, line: &str, rows: &mut Rows<'_>) -> Result<(), Problem> {
        let found = line.split('\t').count();
        if found != self.roles.len() {
            return Err(Problem::Fields {
                found,
                expected: format!("{}, as in the header", self.roles.len()),
            });
        }
        let mut candidate = Candidate {
            segment: 0,
            text: "",
            total: None,
            links: Links::Absent,
            kept: "",
        };
        for (field, role) in line.split('\t').zip(&self.roles) {
            match *role {
                Role::Segment => candidate.segment = segment(field)?,
                Role::Text => candidate.text = field,
                Role::Total => candidate.total = Some(number(field, "the total")?),
                Role::Alignment => candidate.links = Links::Given(field),
                // An empty field is an absent feature, as in lists that name them on every line.
                Role::Feature(_) if field.is_empty() => {}
                Role::Feature(k) => {
                    let name = &self.features.groups()[k].name;
                    rows.known(k, &[number(field, name)?])?;
                }
            }
        }
        rows.end(&candidate)
    }
}
