//! From blocks of bytes to lists.

use crate::interrupt;
use crate::memory;
use crate::parallel;

use super::chunk::{Absent, Chunk, Rows};
use super::columns::Columns;
use super::error::{Error, Problem, Result};
use super::format::Format;
use super::json::{self, Record};
use super::lists::{Gathered, Lists};
use super::tsv::Header;
use super::{joshua, moses, zmert};

/// Bytes that are waited for before they are parsed, and bytes that are parsed together.
const WAVE: usize = 1 << 23;
const SHARD: usize = 1 << 18;

/// A problem comes with its line, from 0.
type Located<T> = std::result::Result<T, (usize, Problem)>;

/// How a list is to be read.
#[derive(Debug, Clone)]
pub struct Options {
    /// Its format; recognised by the first line if it is not given.
    pub format: Option<Format>,
    /// Names of features for lists that have only their numbers.
    pub names: Option<Vec<String>>,
    /// What happens to features that some lines do not have.
    pub absent: Absent,
    /// Whether candidates may stand in any order.
    pub sort: bool,
    /// How many segments there are; as many as the list has if it is not given.
    pub segments: Option<usize>,
    /// What of the list comes before what is read.
    pub before: Before,
}

/// What comes before a piece of a list, which begins with a segment of its own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Before {
    /// Segments that it is numbered after.
    pub segments: u32,
    /// Lines, among them the header of a table, which every piece begins with.
    pub lines: usize,
}

/// Reads a list: [`Reader::feed`] as often as there are blocks, then [`Reader::finish`].
#[derive(Debug)]
pub struct Reader {
    options: Options,
    pending: Vec<u8>,
    lines: usize,
    plan: Option<Plan>,
    /// Whether the list is JSON that is not written in lines.
    document: bool,
    gathered: Gathered,
}

/// What the first line tells about all others.
#[derive(Debug)]
struct Plan {
    format: Format,
    columns: Columns,
    header: Option<Header>,
}

impl Reader {
    /// A reader that has seen nothing.
    pub fn new(options: Options) -> Self {
        Self {
            pending: Vec::new(),
            lines: options.before.lines,
            options,
            plan: None,
            document: false,
            gathered: Gathered::default(),
        }
    }

    /// Takes the next bytes, which may end anywhere.
    ///
    /// # Errors
    /// When a line cannot be taken, the list does not fit into memory, or threads cannot be started.
    pub fn feed(&mut self, block: &[u8]) -> Result<()> {
        // A compressed block may be a thousand times as large as those that are waited for.
        block
            .chunks(WAVE)
            .try_for_each(|piece| self.feed_piece(piece))
    }

    fn feed_piece(&mut self, piece: &[u8]) -> Result<()> {
        let before = self.pending.len();
        memory::reserve(&mut self.pending, piece.len(), String::new)
            .map_err(|_| self.too_large())?;
        self.pending.extend_from_slice(piece);
        if self.document || self.pending.len() < WAVE {
            return Ok(());
        }
        // What was long enough before has no end of a line.
        let from = if before < WAVE { 0 } else { before };
        let Some(last) = self.pending[from..].iter().rposition(|&b| b == b'\n') else {
            return Ok(());
        };
        if self.plan.is_none() && self.is_document() {
            self.document = true;
            return Ok(());
        }
        let last = from + last;
        let rest = self.pending.split_off(last + 1);
        let wave = std::mem::replace(&mut self.pending, rest);
        self.parse(&wave)
    }

    /// The lists, when all bytes are there.
    ///
    /// # Errors
    /// When a line cannot be taken, there is none, or a segment has no candidates.
    pub fn finish(mut self) -> Result<Lists> {
        let document = self.document || (self.plan.is_none() && self.is_document());
        let wave = std::mem::take(&mut self.pending);
        if document {
            self.parse_document(&wave)?;
        } else {
            self.parse(&wave)?;
        }
        let columns = self.plan.map(|plan| plan.columns).unwrap_or_default();
        self.gathered.finish(&columns, &self.options)
    }

    fn parse(&mut self, mut wave: &[u8]) -> Result<()> {
        if wave.is_empty() {
            return Ok(());
        }
        let plan = match self.plan.take() {
            Some(plan) => plan,
            None => self.begin(&mut wave)?,
        };
        // Whatever its text, a line has a row of features.
        #[allow(clippy::naive_bytecount)] // compilers vectorise it, and parsing takes far longer
        let lines = wave.iter().filter(|&&b| b == b'\n').count() + 1;
        let numbers = lines.saturating_mul(plan.columns.width());
        let room = numbers.saturating_add(wave.len());
        memory::check::<f64>(room, String::new).map_err(|_| self.too_large())?;
        let shards = cut(wave);
        let parsed = parallel::map_shards(shards.len(), Vec::new, |values, shard| {
            plan.parse(shards[shard], self.options.absent, values)
        })?;
        for chunk in parsed {
            self.append(chunk)?;
        }
        self.plan = Some(plan);
        Ok(())
    }

    /// Whether the first line that is waiting begins JSON which goes on over others.
    fn is_document(&self) -> bool {
        let first = lines(&self.pending).next().unwrap_or_default();
        let Ok(line) = text(first) else { return false };
        let format = self.options.format.or_else(|| Format::of(line));
        format == Some(Format::Jsonl) && json::begins(line)
    }

    fn parse_document(&mut self, document: &[u8]) -> Result<()> {
        let read = whole_text(document).and_then(json::records);
        let records = read.map_err(|fault| self.refused(fault))?;
        let Some(&first) = records.first() else {
            return Ok(());
        };
        let plan = Plan::of(first, &self.options).map_err(|fault| self.refused(fault))?;
        for shards in cut_records(&records).chunks(WAVE / SHARD) {
            let parsed = parallel::map_shards(
                shards.len(),
                || (),
                |(), shard| plan.parse_records(shards[shard], self.options.absent),
            )?;
            for chunk in parsed {
                self.append(chunk)?;
            }
        }
        self.plan = Some(plan);
        Ok(())
    }

    /// What is wrong with a line after those that were read.
    fn refused(&self, (line, problem): (usize, Problem)) -> Error {
        match problem {
            Problem::Memory => self.too_large(),
            problem => Error::Line {
                line: self.lines + line + 1,
                problem,
            },
        }
    }

    /// Plans by the first line of the list, which is not a candidate if it is a header.
    fn begin(&mut self, wave: &mut &[u8]) -> Result<Plan> {
        let end = wave.iter().position(|&b| b == b'\n');
        let (first, rest) = wave.split_at(end.map_or(wave.len(), |end| end + 1));
        let line = lines(first).next().unwrap_or_default();
        let planned = text(line).map_err(|problem| (0, problem));
        let planned = planned.and_then(|line| Plan::of((0, line), &self.options));
        let plan = planned.map_err(|fault| self.refused(fault))?;
        if plan.header.is_some() {
            *wave = rest;
            self.lines = self.lines.max(1);
        }
        Ok(plan)
    }

    fn too_large(&self) -> Error {
        Error::TooLarge(self.gathered.len())
    }

    fn append(&mut self, chunk: Located<Chunk>) -> Result<()> {
        let chunk = chunk.map_err(|fault| self.refused(fault))?;
        let room = self.gathered.reserve(&chunk);
        room.map_err(|_| self.too_large())?;
        let pushed = self.gathered.push(&chunk, self.lines, &self.options);
        pushed.map_err(|fault| self.refused(fault))?;
        self.lines += chunk.lines;
        Ok(())
    }
}

impl Plan {
    fn of((number, line): Record<'_>, options: &Options) -> Located<Self> {
        let at = |problem| (number, problem);
        if line.trim().is_empty() {
            return Err(at(Problem::Blank));
        }
        let format = options.format.or_else(|| Format::of(line));
        let format = format.ok_or_else(|| at(Problem::Unrecognised))?;
        if options.names.is_some() && format != Format::ZMert {
            return Err(at(Problem::NamesGiven));
        }
        let mut plan = Self {
            format,
            columns: Columns::default(),
            header: None,
        };
        match format {
            Format::Tsv => {
                let header = Header::read(line).map_err(at)?;
                plan.columns = header.features.clone();
                plan.header = Some(header);
            }
            Format::ZMert => plan.columns = zmert::columns(line, options.names.as_deref()),
            Format::Moses | Format::Joshua | Format::Jsonl => {
                // All features of the first candidate are new to a table without columns.
                let mut rows = Rows::new(&plan.columns, Absent::Zero);
                plan.line((number, line), &mut rows, &mut Vec::new())?;
                let found = rows.finish(1).new.into_iter();
                let first = found.filter(|new| new.line == 0);
                plan.columns = first.map(|new| new.group).collect();
            }
        }
        Ok(plan)
    }

    fn line(
        &self,
        (number, line): Record<'_>,
        rows: &mut Rows<'_>,
        values: &mut Vec<f64>,
    ) -> Located<()> {
        if line.is_empty() {
            return Err((number, Problem::Blank));
        }
        let parsed = match (self.format, &self.header) {
            (Format::Jsonl, _) => return json::parse(line, number, rows),
            (Format::Moses, _) => moses::parse(line, rows, values),
            (Format::ZMert, _) => zmert::parse(line, rows),
            (Format::Joshua, _) => joshua::parse(line, rows),
            (Format::Tsv, Some(header)) => header.parse(line, rows),
            (Format::Tsv, None) => Err(Problem::Unrecognised),
        };
        parsed.map_err(|problem| (number, problem))
    }

    /// Parses whole lines; the number of one that cannot be taken, from 0.
    fn parse(&self, shard: &[u8], absent: Absent, values: &mut Vec<f64>) -> Located<Chunk> {
        let mut rows = Rows::new(&self.columns, absent);
        let mut count = 0;
        for (number, line) in lines(shard).enumerate() {
            interrupt::poll();
            let line = text(line).map_err(|problem| (number, problem))?;
            self.line((number, line), &mut rows, values)?;
            count += 1;
        }
        Ok(rows.finish(count))
    }

    /// Parses records of a document, which know their lines in it.
    fn parse_records(&self, records: &[Record<'_>], absent: Absent) -> Located<Chunk> {
        let mut rows = Rows::new(&self.columns, absent);
        for &record in records {
            interrupt::poll();
            self.line(record, &mut rows, &mut Vec::new())?;
        }
        Ok(rows.finish(0))
    }
}

/// Shards of whole lines; where they end changes no result.
fn cut(wave: &[u8]) -> Vec<&[u8]> {
    let mut shards = Vec::new();
    let mut rest = wave;
    while !rest.is_empty() {
        let end = rest.iter().skip(SHARD).position(|&b| b == b'\n');
        let (shard, after) = rest.split_at(end.map_or(rest.len(), |end| SHARD + end + 1));
        shards.push(shard);
        rest = after;
    }
    shards
}

/// Shards of records, about as long.
fn cut_records<'r, 'a>(records: &'r [Record<'a>]) -> Vec<&'r [Record<'a>]> {
    let mut shards = Vec::new();
    let (mut begin, mut size) = (0, 0);
    for (i, (_, record)) in records.iter().enumerate() {
        size += record.len();
        if size >= SHARD || i + 1 == records.len() {
            shards.push(&records[begin..=i]);
            (begin, size) = (i + 1, 0);
        }
    }
    shards
}

/// Lines end in a line feed; a carriage return before it belongs to the end.
fn lines(shard: &[u8]) -> impl Iterator<Item = &[u8]> {
    shard.split_inclusive(|&b| b == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

fn text(line: &[u8]) -> std::result::Result<&str, Problem> {
    std::str::from_utf8(line).map_err(|error| Problem::Utf8(error.valid_up_to()))
}

/// The text of a document; the line that is none, from 0.
fn whole_text(document: &[u8]) -> Located<&str> {
    std::str::from_utf8(document).map_err(|error| {
        let before = &document[..error.valid_up_to()];
        let line = before.rsplit(|&b| b == b'\n').next().unwrap_or_default();
        #[allow(clippy::naive_bytecount)] // compilers vectorise it
        let ends = before.iter().filter(|&&b| b == b'\n').count();
        (ends, Problem::Utf8(line.len()))
    })
}
