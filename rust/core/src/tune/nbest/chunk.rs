//! Lines of a list, parsed: what the formats write into.

use crate::align::{self, Alignments};
use crate::memory;
use crate::text::Texts;

use super::columns::{Columns, Group};
use super::error::Problem;
use super::kept::Kept;

type Result<T> = std::result::Result<T, Problem>;

/// What lists may go without, as messages call it.
pub const TOTALS: &str = "total";
pub const LINKS: &str = "word alignment";
pub const LISTS: &str = "list of candidates";
pub const NUMBERS: &str = "segment number";

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
    /// The candidate of the chunk that had it first, from 0.
    pub line: usize,
    /// Where it stands: candidate of the chunk, and where its values begin in the chunk's `rare`.
    pub entries: Vec<(usize, usize)>,
}

/// A segment whose candidates stand in one list.
#[derive(Debug)]
pub struct Opened {
    /// Its number, within the chunk where lists are numbered as they come.
    pub segment: u32,
    /// What no other segment may be called.
    pub name: Option<String>,
    /// Its line, from 0.
    pub line: usize,
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
    /// How many lines they were read from.
    pub lines: usize,
    /// The line of each candidate, from 0; none where each has a line of its own.
    pub places: Vec<usize>,
    /// Whether candidates stand in lists.
    pub has_groups: Presence,
    /// Whether these name their segments.
    pub has_numbers: Presence,
    /// The segments of such lists.
    pub groups: Vec<Opened>,
    /// What is kept for candidates.
    pub kept: Kept,
    /// What is kept for `groups`.
    pub group_kept: Kept,
}

impl Chunk {
    /// The line of a candidate, from 0.
    pub fn place(&self, row: usize) -> usize {
        self.places.get(row).copied().unwrap_or(row)
    }
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
    /// What is kept of it beside, a JSON object; empty if there is nothing.
    pub kept: &'a str,
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
    /// The line of the candidate that comes next, where that is not its number.
    place: Option<usize>,
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
            place: None,
        };
        rows.open();
        rows
    }

    /// Says which line the next candidates stand on.
    pub fn place(&mut self, line: usize) {
        self.place = Some(line);
    }

    /// A candidate follows that stands by itself, in a format that also has lists of them.
    pub fn alone(&mut self) -> Result<()> {
        let first = self.line();
        self.chunk.has_groups.note(LISTS, false, first)
    }

    /// The candidates of one segment follow; its number here. Without a number, segments are counted.
    pub fn group(&mut self, number: Option<u32>, name: Option<String>, kept: &str) -> Result<u32> {
        let first = self.line();
        let chunk = &mut self.chunk;
        chunk.has_groups.note(LISTS, true, first)?;
        chunk.has_numbers.note(NUMBERS, number.is_some(), first)?;
        let count = chunk.groups.len();
        let segment = number.unwrap_or(count as u32);
        chunk.group_kept.put(count, kept);
        chunk.groups.push(Opened {
            segment,
            name,
            line: self.place.unwrap_or(first),
        });
        Ok(segment)
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
        chunk.has_totals.note(TOTALS, total.is_some(), line)?;
        chunk.totals.push(total.unwrap_or(0.0));
        let links = match candidate.links {
            Links::Blank => Vec::new(),
            Links::Absent => {
                chunk.has_links.note(LINKS, false, line)?;
                Vec::new()
            }
            Links::Given(text) => {
                chunk.has_links.note(LINKS, true, line)?;
                align::parse_links(text, u32::MAX, u32::MAX).map_err(Problem::Links)?
            }
        };
        chunk.links.push(links);
        chunk.texts.push(candidate.text);
        chunk.segments.push(candidate.segment);
        chunk.kept.put(line, candidate.kept);
        chunk.places.extend(self.place);
        // Of candidates in one list nobody knows beforehand how many there are.
        memory::reserve(&mut chunk.features, self.columns.width(), String::new)
            .map_err(|_| Problem::Memory)?;
        self.open();
        Ok(())
    }

    /// The chunk of so many lines, without what was not closed.
    pub fn finish(mut self, lines: usize) -> Chunk {
        let end = self.line() * self.columns.width();
        self.chunk.features.truncate(end);
        self.chunk.lines = lines;
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
