//! Whole lists, put together from chunks as they are parsed.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::align::Alignments;
use crate::error::Result as CoreResult;
use crate::memory;
use crate::text::Texts;

use super::chunk::{Chunk, LINKS, LISTS, NUMBERS, Presence, TOTALS, check_width};
use super::columns::Columns;
use super::error::{Error, Problem, Result};
use super::kept::Kept;
use super::reader::Options;

/// Features are kept in a dense table; with more of them, somebody means sparse ones.
const MOST_FEATURES: usize = 1 << 14;

/// Candidates with their features, in the order of the file.
#[derive(Debug, Default)]
pub struct Lists {
    /// The names of the features.
    pub names: Vec<String>,
    /// A row of them for each candidate.
    pub features: Vec<f64>,
    /// The candidates.
    pub texts: Texts,
    /// The segment of each.
    pub segments: Vec<u32>,
    /// The decoder's totals.
    pub totals: Option<Vec<f64>>,
    /// The decoder's word alignments.
    pub links: Option<Alignments>,
    /// What else is said of each, JSON objects; empty lines where there is nothing.
    pub kept: Option<Texts>,
    /// What else is said of each segment.
    pub segment_kept: Option<Texts>,
}

/// Chunks in order, checked against each other. Their memory belongs to the threads that parsed
/// them, so what they hold is copied at once and they are given back.
#[derive(Debug, Default)]
pub struct Gathered {
    segments: Vec<u32>,
    texts: Texts,
    features: Vec<f64>,
    totals: Vec<f64>,
    links: Alignments,
    has_totals: Presence,
    has_links: Presence,
    /// Features beyond those of the first line.
    new: Columns,
    /// Where they stand: candidate and column of `new`, with the value.
    rare: Vec<(usize, usize, f64)>,
    has_groups: Presence,
    has_numbers: Presence,
    /// Segments whose candidates stand in lists, in the order of these.
    groups: Vec<u32>,
    /// The line of each by what it is called, from 1.
    named: HashMap<String, usize, FxBuildHasher>,
    kept: Kept,
    group_kept: Kept,
}

impl Gathered {
    /// Appends a chunk that begins after so many lines; the line in it that contradicts what came
    /// before, from 0.
    pub fn push(
        &mut self,
        chunk: &Chunk,
        lines: usize,
        options: &Options,
    ) -> std::result::Result<(), (usize, Problem)> {
        let optional = [
            (LISTS, &mut self.has_groups, chunk.has_groups),
            (NUMBERS, &mut self.has_numbers, chunk.has_numbers),
            (TOTALS, &mut self.has_totals, chunk.has_totals),
            (LINKS, &mut self.has_links, chunk.has_links),
        ];
        for (what, before, here) in optional {
            if let Some((given, row)) = here.0 {
                let noted = before.note(what, given, row);
                noted.map_err(|problem| (chunk.place(row), problem))?;
            }
        }
        // Segments that lists do not name are counted, those of the chunks before first.
        let counted = self.has_groups.given() && !self.has_numbers.given();
        let before = if counted {
            options.before.segments + self.groups.len() as u32
        } else {
            0
        };
        let at = |(row, problem)| (chunk.place(row), problem);
        let order = self.check_order(&chunk.segments, before, options);
        order.map_err(at)?;
        self.push_groups(chunk, lines, before)?;
        self.push_rare(chunk).map_err(at)?;
        self.kept.append(self.len(), &chunk.kept);
        let owners = chunk.segments.iter();
        self.segments.extend(owners.map(|segment| segment + before));
        for i in 0..chunk.texts.len() {
            self.texts.push(chunk.texts.line(i));
        }
        self.features.extend_from_slice(&chunk.features);
        self.totals.extend_from_slice(&chunk.totals);
        self.links.append(&chunk.links);
        Ok(())
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Makes room for a chunk.
    pub fn reserve(&mut self, chunk: &Chunk) -> CoreResult<()> {
        let (candidates, texts) = (chunk.segments.len(), chunk.texts.as_bytes().len());
        self.texts.reserve(candidates, texts)?;
        self.links.reserve(candidates, chunk.links.links())?;
        memory::reserve(&mut self.segments, candidates, String::new)?;
        memory::reserve(&mut self.features, chunk.features.len(), String::new)?;
        memory::reserve(&mut self.totals, candidates, String::new)?;
        memory::reserve(&mut self.rare, chunk.rare.len(), String::new)?;
        self.kept.reserve(self.segments.len(), &chunk.kept)?;
        self.group_kept
            .reserve(self.groups.len(), &chunk.group_kept)
    }

    fn check_order(
        &self,
        owner: &[u32],
        before: u32,
        options: &Options,
    ) -> std::result::Result<(), (usize, Problem)> {
        let first = options.before.segments;
        let mut after = self.segments.last().copied().unwrap_or(first);
        for (line, &segment) in owner.iter().enumerate() {
            let segment = segment + before;
            if segment < first || (segment < after && !options.sort) {
                return Err((line, Problem::Unsorted { segment, after }));
            }
            let count = options.segments.map(|own| own + first as usize);
            if let Some(segments) = count.filter(|&count| segment as usize >= count) {
                return Err((line, Problem::NoSuchSegment { segment, segments }));
            }
            after = segment;
        }
        Ok(())
    }

    fn push_groups(
        &mut self,
        chunk: &Chunk,
        lines: usize,
        before: u32,
    ) -> std::result::Result<(), (usize, Problem)> {
        self.group_kept.append(self.groups.len(), &chunk.group_kept);
        for group in &chunk.groups {
            self.groups.push(group.segment + before);
            let Some(name) = &group.name else { continue };
            let line = lines + group.line + 1;
            if let Some(before) = self.named.insert(name.clone(), line) {
                let name = name.clone();
                return Err((group.line, Problem::SecondList { name, before }));
            }
        }
        Ok(())
    }

    fn push_rare(&mut self, chunk: &Chunk) -> std::result::Result<(), (usize, Problem)> {
        for new in &chunk.new {
            let known = self.new.find(&new.group.name);
            let group = known.unwrap_or_else(|| self.new.push(new.group.clone()));
            let (name, width) = (&new.group.name, new.group.width);
            check_width(name, width, self.new.groups()[group].width).map_err(|p| (new.line, p))?;
            let start = self.new.start(group);
            for &(line, first) in &new.entries {
                let values = chunk.rare[first..first + width].iter().enumerate();
                let row = self.segments.len() + line;
                self.rare
                    .extend(values.map(|(k, &value)| (row, start + k, value)));
            }
        }
        Ok(())
    }

    /// The lists; `columns` are those of the first line.
    pub fn finish(mut self, columns: &Columns, options: &Options) -> Result<Lists> {
        if self.segments.is_empty() {
            return Err(Error::Empty);
        }
        if u32::try_from(self.segments.len()).is_err() {
            return Err(crate::error::Error::TooLarge("candidates").into());
        }
        let first = options.before.segments;
        for segment in self.segments.iter_mut().chain(&mut self.groups) {
            *segment = segment.saturating_sub(first);
        }
        check_segments(&self.segments, options.segments, first)?;
        let names = checked_names(columns, &self.new)?;
        if self.new.width() > 0 {
            let width = columns.width() + self.new.width();
            memory::check::<f64>(self.len().saturating_mul(width), String::new)
                .map_err(|_| Error::TooLarge(self.len()))?;
            self.features = self.widened(columns.width());
        }
        let last = self.segments.iter().max();
        let count = last.map_or(0, |&last| last as usize + 1);
        // A field that is empty on every line holds the links of sentences without any.
        let linked = self.has_links.given() || self.has_links.0.is_none();
        let kept = self.kept.finish(self.segments.len());
        Ok(Lists {
            names,
            features: self.features,
            texts: self.texts,
            segments: self.segments,
            totals: self.has_totals.given().then_some(self.totals),
            links: linked.then_some(self.links),
            kept,
            segment_kept: self.group_kept.placed(&self.groups, count),
        })
    }

    /// The table with the columns that the first line does not have.
    fn widened(&self, known: usize) -> Vec<f64> {
        let width = known + self.new.width();
        let mut features = vec![0.0; self.segments.len() * width];
        if known > 0 {
            let rows = features.chunks_exact_mut(width);
            for (to, from) in rows.zip(self.features.chunks_exact(known)) {
                to[..known].copy_from_slice(from);
            }
        }
        for &(row, column, value) in &self.rare {
            features[row * width + known + column] = value;
        }
        features
    }
}

fn checked_names(columns: &Columns, new: &Columns) -> Result<Vec<String>> {
    if columns.width() + new.width() > MOST_FEATURES {
        return Err(Error::TooManyFeatures(MOST_FEATURES));
    }
    let mut names = columns.names();
    names.extend(new.names());
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Error::SameName(pair[0].clone())),
        None => Ok(names),
    }
}

/// Every segment up to the last, or up to `segments`, needs a candidate.
fn check_segments(owner: &[u32], segments: Option<usize>, first: u32) -> Result<()> {
    let last = owner.iter().max().map_or(0, |&last| last as usize + 1);
    let segments = segments.unwrap_or(last);
    // With fewer candidates than segments one is missing among the first, however high the last is.
    let mut seen = vec![false; segments.min(owner.len() + 1)];
    for &segment in owner {
        if let Some(seen) = seen.get_mut(segment as usize) {
            *seen = true;
        }
    }
    match seen.iter().position(|&seen| !seen) {
        Some(segment) => Err(Error::NoCandidates(segment + first as usize)),
        None => Ok(()),
    }
}
