//! Lines of a list, parsed: what the formats write into.

use crate::align::{self, Alignments};
use crate::text::Texts;

use super::columns::{Columns, Group};
use super::error::Problem;

type Result<T> = std::result::Result<T, Problem>;

/// What happens to a feature that a line does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// The line is refused.
    Refused,
    /// It is 0 there.
    Zero,
}

/// Whether lines have a part that a list may go without, and the line that said so first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Presence(pub Option<(bool, usize)>);

impl Presence {
    /// Takes note of a line; all must agree.
    pub fn note(&mut self, what: &'static str, here: bool, line: usize) -> Result<()> {
        match self.0 {
            Some((before, _)) if before != here => Err(Problem::Mixed { what, here }),
            Some(_) => Ok(()),
            None => {
                self.0 = Some((here, line));
                Ok(())
            }
        }
    }

    /// Whether there is one.
    pub fn given(self) -> bool {
        self.0.is_some_and(|(given, _)| given)
    }
}

/// A feature that the first line of the list does not have.
#[derive(Debug)]
pub struct NewGroup {
    /// The feature.
    pub group: Group,
    /// The line of the chunk that had it first, from 0.
    pub line: usize,
    /// Where it stands: line of the chunk, and where its values begin in the chunk's `rare`.
    pub entries: Vec<(usize, usize)>,
}

/// The candidates of some lines. Features of the first line of the list are dense; others, which
/// are usually rare, are kept apart until all their names are known.
#[derive(Debug, Default)]
pub struct Chunk {
    /// The segment of each candidate.
    pub segments: Vec<u32>,
    /// The texts.
    pub texts: Texts,
    /// A row of the known columns for each candidate.
    pub features: Vec<f64>,
    /// Features beyond those columns.
    pub new: Vec<NewGroup>,
    /// Their values.
    pub rare: Vec<f64>,
    /// The decoder's totals, or nothing of use.
    pub totals: Vec<f64>,
    /// The word alignments, or empty lines.
    pub links: Alignments,
    /// Whether there are totals.
    pub has_totals: Presence,
    /// Whether there are word alignments.
    pub has_links: Presence,
}

/// The word alignment of a line.
#[derive(Debug, Clone, Copy)]
pub enum Links<'a> {
    /// There is none.
    Absent,
    /// A field that is empty: no links, or nothing of another kind.
    Blank,
    /// Links `i-j`.
    Given(&'a str),
}

/// Everything of a candidate but its features.
#[derive(Debug)]
pub struct Candidate<'a> {
    /// Its segment.
    pub segment: u32,
    /// Its text.
    pub text: &'a str,
    /// The decoder's total.
    pub total: Option<f64>,
    /// Its word alignment.
    pub links: Links<'a>,
}

/// A chunk being made: a format gives the features of a line, then [`Rows::end`] closes it.
pub struct Rows<'a> {
    columns: &'a Columns,
    absent: Absent,
    chunk: Chunk,
    /// Names of `chunk.new`, and the number of each there.
    names: Columns,
    /// For every group, known or new, one more than the last line that had it.
    last: Vec<usize>,
    filled: usize,
    /// The group that comes next if this line is like the others.
    next: usize,
}

impl<'a> Rows<'a> {
    /// No lines yet.
    pub fn new(columns: &'a Columns, absent: Absent) -> Self {
        let mut rows = Self {
            columns,
            absent,
            chunk: Chunk::default(),
            names: Columns::default(),
            last: vec![0; columns.groups().len()],
            filled: 0,
            next: 0,
        };
        rows.open();
        rows
    }

    /// The columns known before.
    pub fn columns(&self) -> &'a Columns {
        self.columns
    }

    fn open(&mut self) {
        let end = self.chunk.features.len() + self.columns.width();
        self.chunk.features.resize(end, 0.0);
        self.filled = 0;
        self.next = 0;
    }

    fn line(&self) -> usize {
        self.chunk.segments.len()
    }

    /// The values of a feature on the current line.
    pub fn named(&mut self, name: &str, values: &[f64]) -> Result<()> {
        if values.is_empty() {
            return Err(Problem::NoValue(name.to_owned()));
        }
        let groups = self.columns.groups();
        let expected = groups.get(self.next).is_some_and(|g| g.name == name);
        let group = if expected {
            Some(self.next)
        } else {
            self.columns.find(name)
        };
        match group {
            Some(group) => self.known(group, values),
            None if self.absent == Absent::Refused => Err(Problem::New(name.to_owned())),
            None => self.unknown(name, values),
        }
    }

    /// The values of a group of columns on the current line.
    pub fn known(&mut self, group: usize, values: &[f64]) -> Result<()> {
        let Group { name, width } = &self.columns.groups()[group];
        check_width(name, values.len(), *width)?;
        let line = self.line() + 1;
        if self.last[group] == line {
            return Err(Problem::Twice(name.clone()));
        }
        self.last[group] = line;
        self.filled += 1;
        self.next = group + 1;
        let start = (line - 1) * self.columns.width() + self.columns.start(group);
        self.chunk.features[start..start + width].copy_from_slice(values);
        Ok(())
    }

    fn unknown(&mut self, name: &str, values: &[f64]) -> Result<()> {
        let line = self.line();
        let number = self.names.find(name).unwrap_or_else(|| {
            let group = Group {
                name: name.to_owned(),
                width: values.len(),
            };
            self.chunk.new.push(NewGroup {
                group: group.clone(),
                line,
                entries: Vec::new(),
            });
            self.names.push(group)
        });
        let new = &mut self.chunk.new[number];
        check_width(name, values.len(), new.group.width)?;
        if new.entries.last().is_some_and(|&(last, _)| last == line) {
            return Err(Problem::Twice(name.to_owned()));
        }
        new.entries.push((line, self.chunk.rare.len()));
        self.chunk.rare.extend_from_slice(values);
        Ok(())
    }

    /// Closes the current line.
    pub fn end(&mut self, candidate: &Candidate<'_>) -> Result<()> {
        let line = self.line();
        let groups = self.columns.groups();
        if self.filled < groups.len() && self.absent == Absent::Refused {
            let missing = (0..groups.len()).find(|&g| self.last[g] != line + 1);
            let name = missing.map_or_else(String::new, |g| groups[g].name.clone());
            return Err(Problem::Missing(name));
        }
        let chunk = &mut self.chunk;
        let total = candidate.total;
        chunk.has_totals.note("total", total.is_some(), line)?;
        chunk.totals.push(total.unwrap_or(0.0));
        let links = match candidate.links {
            Links::Blank => Vec::new(),
            Links::Absent => {
                chunk.has_links.note("word alignment", false, line)?;
                Vec::new()
            }
            Links::Given(text) => {
                chunk.has_links.note("word alignment", true, line)?;
                align::parse_links(text, u32::MAX, u32::MAX).map_err(Problem::Links)?
            }
        };
        chunk.links.push(links);
        chunk.texts.push(candidate.text);
        chunk.segments.push(candidate.segment);
        self.open();
        Ok(())
    }

    /// The chunk, without the line that was not closed.
    pub fn finish(mut self) -> Chunk {
        let end = self.line() * self.columns.width();
        self.chunk.features.truncate(end);
        self.chunk
    }
}

/// Whether a feature has as many values as before.
pub fn check_width(name: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Problem::Width {
        name: name.to_owned(),
        found,
        expected,
    })
}
