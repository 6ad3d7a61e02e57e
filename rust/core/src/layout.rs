//! Which hypothesis is measured against which references.

use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::interrupt;
use crate::memory;
use crate::parallel;

/// The shape of a batch: rows to measure, each a hypothesis against a segment's references.
///
/// One shape serves one system, many systems, an n-best list (`row_segment` repeats) and an
/// all-pairs matrix (`row_hyp` repeats). References of segment `s` are the lines
/// `ref_offsets[s]..ref_offsets[s + 1]` of the reference text.
#[derive(Debug, Clone)]
pub struct Layout {
    row_hyp: Vec<u32>,
    ref_offsets: Vec<u32>,
    /// Row numbers, grouped by segment, ascending within one.
    rows: Vec<u32>,
    /// `rows[segment_rows[s]..segment_rows[s + 1]]` belong to segment `s`.
    segment_rows: Vec<u32>,
    row_segment: Vec<u32>,
    /// Segments `shards[k]..shards[k + 1]` are counted together.
    shards: Vec<usize>,
}

/// How many output rows a measured row yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    /// One, whatever the number of references.
    Hypothesis,
    /// One for each reference of its segment.
    Reference,
}

/// One segment of a batch, as a kernel sees it.
#[derive(Debug, Clone, Copy)]
pub struct Segment<'a> {
    layout: &'a Layout,
    number: usize,
    rows: &'a [u32],
    first_reference: usize,
    end_reference: usize,
}

impl<'a> Segment<'a> {
    /// The number of the segment, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Numbers of the rows to measure here.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + 'a {
        self.rows.iter().map(|&row| row as usize)
    }

    /// Line numbers of the hypotheses to measure here, in row order.
    pub fn hypotheses(&self) -> impl Iterator<Item = usize> + Clone + 'a {
        let layout = self.layout;
        self.rows
            .iter()
            .map(move |&row| layout.row_hyp[row as usize] as usize)
    }

    /// Line numbers of the references.
    pub fn references(&self) -> std::ops::Range<usize> {
        self.first_reference..self.end_reference
    }

    /// How many numbers its output rows have, `width` each.
    fn size(&self, width: usize, per: Per) -> usize {
        match per {
            Per::Hypothesis => self.rows.len() * width,
            Per::Reference => self.rows.len() * self.references().len() * width,
        }
    }
}

/// A shard is closed once it has this many rows; borders depend on the batch alone, never on the
/// number of threads.
const SHARD_ROWS: u32 = 64;

impl Layout {
    /// Checks and indexes the arrays that describe a batch.
    ///
    /// # Errors
    /// When they contradict each other or the given numbers of lines.
    pub fn new(
        row_hyp: Vec<u32>,
        row_segment: Vec<u32>,
        ref_offsets: Vec<u32>,
        hypotheses: usize,
        references: usize,
    ) -> Result<Self> {
        let refuse = |what: String| Err(Error::Layout(what));
        if row_hyp.len() != row_segment.len() {
            return refuse(format!(
                "{} hypotheses for {} segments",
                row_hyp.len(),
                row_segment.len()
            ));
        }
        if ref_offsets.first() != Some(&0) || ref_offsets.windows(2).any(|w| w[0] > w[1]) {
            return refuse("reference offsets must start at 0 and never fall".into());
        }
        if ref_offsets
            .last()
            .is_some_and(|&end| end as usize != references)
        {
            return refuse(format!("reference offsets do not end at {references}"));
        }
        if let Some(&h) = row_hyp.iter().find(|&&h| h as usize >= hypotheses) {
            return refuse(format!("hypothesis {h} of {hypotheses}"));
        }
        let segments = ref_offsets.len() - 1;
        if let Some(&s) = row_segment.iter().find(|&&s| s as usize >= segments) {
            return refuse(format!("segment {s} of {segments}"));
        }
        let (rows, segment_rows) = group(&row_segment, segments);
        let shards = cut(&segment_rows);
        Ok(Self {
            row_hyp,
            ref_offsets,
            rows,
            segment_rows,
            row_segment,
            shards,
        })
    }

    /// Number of rows to measure.
    pub fn len(&self) -> usize {
        self.row_hyp.len()
    }

    /// Whether there is nothing to measure.
    pub fn is_empty(&self) -> bool {
        self.row_hyp.is_empty()
    }

    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.ref_offsets.len() - 1
    }

    /// Refuses a batch's lines in another form where some are missing.
    ///
    /// # Errors
    /// When there are fewer hypotheses than rows speak of, or not as many references.
    pub fn check_lines(&self, hypotheses: usize, references: usize) -> Result<()> {
        let wanted = self.row_hyp.iter().max().map_or(0, |&h| h as usize + 1);
        if hypotheses < wanted {
            let message = format!("{hypotheses} hypotheses where there are {wanted}");
            return Err(Error::Layout(message));
        }
        let wanted = self.ref_offsets.last().map_or(0, |&end| end as usize);
        if references != wanted {
            let message = format!("{references} references where there are {wanted}");
            return Err(Error::Layout(message));
        }
        Ok(())
    }

    /// Number of shards: segments that are counted together.
    pub(crate) fn shards(&self) -> usize {
        self.shards.len() - 1
    }

    /// The segments of a shard.
    pub(crate) fn shard(&self, shard: usize) -> impl Iterator<Item = Segment<'_>> {
        (self.shards[shard]..self.shards[shard + 1]).map(|s| self.segment(s))
    }

    /// Line numbers of the hypotheses, segment after segment, in row order within each.
    pub(crate) fn lines_by_segment(&self) -> impl Iterator<Item = usize> {
        self.rows
            .iter()
            .map(|&row| self.row_hyp[row as usize] as usize)
    }

    /// All segments in order, those without rows included.
    pub fn each_segment(&self) -> impl Iterator<Item = Segment<'_>> {
        (0..self.segments()).map(|s| self.segment(s))
    }

    fn segment(&self, s: usize) -> Segment<'_> {
        let rows = self.segment_rows[s] as usize..self.segment_rows[s + 1] as usize;
        Segment {
            layout: self,
            number: s,
            rows: &self.rows[rows],
            first_reference: self.ref_offsets[s] as usize,
            end_reference: self.ref_offsets[s + 1] as usize,
        }
    }

    fn references_of_row(&self, row: usize) -> usize {
        let s = self.row_segment[row] as usize;
        (self.ref_offsets[s + 1] - self.ref_offsets[s]) as usize
    }

    /// Runs `count` over every segment in parallel and gathers its statistics.
    ///
    /// `count` gets a scratch, a segment and a zeroed slice of `width` numbers for each output row
    /// of that segment: hypothesis by hypothesis, and with [`Per::Reference`] the references of
    /// the segment in order within each. The result is in row order.
    ///
    /// # Errors
    /// When there is not enough memory for the statistics, or threads cannot be started.
    pub fn count<S, I, F>(&self, width: usize, per: Per, init: I, count: F) -> Result<Vec<f64>>
    where
        I: Fn() -> S + Sync,
        F: Fn(&mut S, Segment<'_>, &mut [f64]) + Sync,
    {
        let numbers = (0..self.len()).map(|row| match per {
            Per::Hypothesis => width,
            Per::Reference => width * self.references_of_row(row),
        });
        let in_place = self.rows.is_sorted();
        // Otherwise once by shard, and once in order.
        let copies = if in_place { 1 } else { 2 };
        memory::check::<f64>(numbers.sum::<usize>().saturating_mul(copies), || {
            format!("the statistics of {} hypotheses", self.len())
        })?;
        if in_place {
            return self.count_in_place(width, per, init, count);
        }
        let counted = parallel::map_shards(self.shards(), init, |scratch, shard| {
            let mut out = vec![0.0; self.size(shard, width, per)];
            self.count_shard(shard, width, per, scratch, &count, &mut out);
            out
        })?;
        Ok(self.gather(&counted, width, per))
    }

    /// As [`Self::count`], where rows are in the order of their segments already.
    fn count_in_place<S, I, F>(&self, width: usize, per: Per, init: I, count: F) -> Result<Vec<f64>>
    where
        I: Fn() -> S + Sync,
        F: Fn(&mut S, Segment<'_>, &mut [f64]) + Sync,
    {
        let sizes: Vec<usize> = (0..self.shards())
            .map(|k| self.size(k, width, per))
            .collect();
        let mut out = vec![0.0; sizes.iter().sum()];
        let mut rest = out.as_mut_slice();
        let parts = sizes.into_iter().map(|size| {
            let (part, after) = std::mem::take(&mut rest).split_at_mut(size);
            rest = after;
            Mutex::new(part)
        });
        let parts: Vec<_> = parts.collect();
        parallel::map_shards(self.shards(), init, |scratch, shard| {
            let mut part = parts[shard].lock().unwrap_or_else(PoisonError::into_inner);
            self.count_shard(shard, width, per, scratch, &count, &mut part);
        })?;
        drop(parts);
        Ok(out)
    }

    /// As [`Self::count`] with [`Per::Reference`], pair by pair: `prepare` gets the line number of a
    /// reference, then `count` those of the hypotheses to measure against it, each with its row.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn count_pairs<S>(
        &self,
        width: usize,
        init: impl Fn() -> S + Sync,
        prepare: impl Fn(&mut S, usize) + Sync,
        count: impl Fn(&mut S, usize, &mut [f64]) + Sync,
    ) -> Result<Vec<f64>> {
        let count = |scratch: &mut S, segment: Segment<'_>, out: &mut [f64]| {
            let references = segment.references().len();
            for (k, r) in segment.references().enumerate() {
                prepare(scratch, r);
                let rows = out.chunks_mut(width).skip(k).step_by(references);
                for (row, h) in rows.zip(segment.hypotheses()) {
                    interrupt::poll();
                    count(scratch, h, row);
                }
            }
        };
        self.count(width, Per::Reference, init, count)
    }

    /// How many numbers the rows of a shard have.
    fn size(&self, shard: usize, width: usize, per: Per) -> usize {
        let segments = self.shard(shard);
        segments.map(|segment| segment.size(width, per)).sum()
    }

    fn count_shard<S, F>(
        &self,
        shard: usize,
        width: usize,
        per: Per,
        scratch: &mut S,
        count: &F,
        mut out: &mut [f64],
    ) where
        F: Fn(&mut S, Segment<'_>, &mut [f64]) + Sync,
    {
        for segment in self.shard(shard) {
            let (here, after) = out.split_at_mut(segment.size(width, per));
            if !here.is_empty() {
                interrupt::poll();
                count(scratch, segment, here);
            }
            out = after;
        }
    }

    /// From segment order, in which shards count, to row order.
    fn gather(&self, shards: &[Vec<f64>], width: usize, per: Per) -> Vec<f64> {
        let sizes = |row: usize| match per {
            Per::Hypothesis => width,
            Per::Reference => width * self.references_of_row(row),
        };
        let mut starts = Vec::with_capacity(self.len() + 1);
        let mut end = 0;
        for row in 0..self.len() {
            starts.push(end);
            end += sizes(row);
        }
        let mut out = vec![0.0; end];
        let mut rows = self.rows.iter();
        for shard in shards {
            let mut rest = shard.as_slice();
            while !rest.is_empty() {
                let Some(&row) = rows.next() else { break };
                let row = row as usize;
                let (here, after) = rest.split_at(sizes(row));
                out[starts[row]..starts[row] + here.len()].copy_from_slice(here);
                rest = after;
            }
        }
        out
    }

    /// Where each row's output begins with [`Per::Reference`], in output rows, with the end last.
    pub fn reference_starts(&self) -> Vec<i64> {
        let mut starts = Vec::with_capacity(self.len() + 1);
        let mut end = 0;
        starts.push(0);
        for row in 0..self.len() {
            end += self.references_of_row(row) as i64;
            starts.push(end);
        }
        starts
    }
}

/// A stable counting sort of the rows by segment.
fn group(row_segment: &[u32], segments: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; segments + 1];
    for &s in row_segment {
        starts[s as usize + 1] += 1;
    }
    for s in 0..segments {
        starts[s + 1] += starts[s];
    }
    let mut next = starts.clone();
    let mut rows = vec![0_u32; row_segment.len()];
    for (row, &s) in row_segment.iter().enumerate() {
        rows[next[s as usize] as usize] = row as u32;
        next[s as usize] += 1;
    }
    (rows, starts)
}

/// Borders of the shards, from the first row of each segment.
fn cut(segment_rows: &[u32]) -> Vec<usize> {
    let mut borders = vec![0];
    let mut begin = 0;
    for (s, &row) in segment_rows.iter().enumerate().skip(1) {
        if row - begin >= SHARD_ROWS {
            borders.push(s);
            begin = row;
        }
    }
    let segments = segment_rows.len() - 1;
    if borders.last() != Some(&segments) {
        borders.push(segments);
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_systems() -> Layout {
        // Three segments with 1, 2 and 0 references; two systems, system-major.
        Layout::new(
            vec![0, 1, 2, 3, 4, 5],
            vec![0, 1, 2, 0, 1, 2],
            vec![0, 1, 3, 3],
            6,
            3,
        )
        .unwrap()
    }

    #[test]
    fn every_segment_is_seen() {
        let layout = two_systems();
        let seen = layout.each_segment().map(|segment| {
            let hypotheses: Vec<usize> = segment.hypotheses().collect();
            (segment.number(), hypotheses, segment.references())
        });
        let expected = [
            (0, vec![0, 3], 0..1),
            (1, vec![1, 4], 1..3),
            (2, vec![2, 5], 3..3),
        ];
        assert!(seen.eq(expected));
    }

    #[test]
    fn rows_come_back_in_row_order() {
        let out = two_systems()
            .count(
                2,
                Per::Hypothesis,
                || (),
                |(), segment, out| {
                    for (row, h) in out.chunks_mut(2).zip(segment.hypotheses()) {
                        row[0] = h as f64;
                        row[1] = segment.references().len() as f64;
                    }
                },
            )
            .unwrap();
        assert_eq!(
            out,
            [0., 1., 1., 2., 2., 0., 3., 1., 4., 2., 5., 0.].to_vec()
        );
    }

    #[test]
    fn per_reference_rows_follow_their_hypothesis() {
        let layout = two_systems();
        let out = layout
            .count(
                1,
                Per::Reference,
                || (),
                |(), segment, out| {
                    let pairs = segment
                        .hypotheses()
                        .flat_map(|h| segment.references().map(move |r| h * 10 + r));
                    for (cell, value) in out.iter_mut().zip(pairs) {
                        *cell = value as f64;
                    }
                },
            )
            .unwrap();
        assert_eq!(out, [0., 11., 12., 30., 41., 42.].to_vec());
        assert_eq!(layout.reference_starts(), [0, 1, 3, 3, 4, 6, 6].to_vec());
    }

    #[test]
    fn contradictions_are_refused() {
        assert!(Layout::new(vec![0], vec![0, 1], vec![0, 1], 1, 1).is_err());
        assert!(Layout::new(vec![1], vec![0], vec![0, 1], 1, 1).is_err());
        assert!(Layout::new(vec![0], vec![1], vec![0, 1], 1, 1).is_err());
        assert!(Layout::new(vec![0], vec![0], vec![0, 2], 1, 1).is_err());
        assert!(Layout::new(vec![0], vec![0], vec![], 1, 0).is_err());
        assert!(two_systems().check_lines(6, 3).is_ok());
        assert!(two_systems().check_lines(5, 3).is_err());
        assert!(two_systems().check_lines(6, 4).is_err());
    }
}
