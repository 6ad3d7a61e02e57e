//! The n-grams of one kind of units that several texts share.

use super::columns::add_columns;
use super::groups::{Group, Groups};
use super::pairs::Texts;
use super::units::{END, Units};
use super::{ngrams, write_orders};
use crate::interrupt;

/// What texts share in one kind of units.
#[derive(Debug)]
pub(super) struct Shared {
    order: usize,
    /// Units of each text.
    units: Vec<usize>,
    columns: usize,
    /// How many integers of 64 columns make a row.
    stride: usize,
    /// Row by row, the columns whose text has an n-gram, or has it once more.
    masks: Vec<u64>,
    /// The rows of a reference, order by order.
    rows: Vec<u32>,
    /// Where the rows of a reference's order are, by `text * order + index`.
    spans: Vec<Span>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Span {
    start: usize,
    end: usize,
}

impl Shared {
    /// Takes apart the distinct texts.
    pub(super) fn new(
        mut numbers: impl Units,
        order: usize,
        texts: &Texts,
        distinct: &[&str],
    ) -> Self {
        let mut shared = Self {
            order,
            units: Vec::with_capacity(distinct.len()),
            columns: texts.columns,
            stride: texts.columns.div_ceil(64),
            masks: Vec::new(),
            rows: Vec::new(),
            spans: Vec::with_capacity(distinct.len() * order),
        };
        if order == 0 {
            shared.units.resize(distinct.len(), 0);
            return shared;
        }
        let mut sequence = Vec::new();
        let mut owners = Vec::new();
        for (text, line) in distinct.iter().enumerate() {
            let start = sequence.len();
            numbers.add(line, &mut sequence);
            shared.add_text(sequence.len() - start, texts.is_reference[text]);
            sequence.push(END);
            owners.resize(sequence.len(), text);
        }
        let mut seen = vec![Seen::default(); distinct.len()];
        Groups::default().visit(&sequence, numbers.bound(), order, |index, group| {
            let matters = matters(group, &owners, texts);
            if matters {
                shared.add_group(index, group, &owners, &texts.is_reference, &mut seen);
            }
            matters
        });
        shared
    }

    /// Makes room for as many rows as the text can have.
    fn add_text(&mut self, units: usize, is_reference: bool) {
        self.units.push(units);
        for index in 0..self.order {
            let start = self.rows.len();
            self.spans.push(Span { start, end: start });
            if is_reference {
                self.rows.resize(start + ngrams(units, index + 1), 0);
            }
        }
    }

    fn add_group(
        &mut self,
        index: usize,
        group: Group<'_>,
        owners: &[usize],
        is_reference: &[bool],
        seen: &mut [Seen],
    ) {
        let first = self.masks.len() / self.stride;
        for position in group.positions() {
            let text = owners[position];
            let row = first + seen[text].again(first);
            if row * self.stride == self.masks.len() {
                self.masks.resize(self.masks.len() + self.stride, 0);
            }
            if text < self.columns {
                self.masks[row * self.stride + text / 64] |= 1 << (text % 64);
            }
            if is_reference[text] {
                let span = &mut self.spans[text * self.order + index];
                self.rows[span.end] = row as u32;
                span.end += 1;
            }
        }
    }

    /// The rows of a reference's n-grams of one order.
    fn rows(&self, reference: usize, index: usize) -> &[u32] {
        let span = self.spans[reference * self.order + index];
        &self.rows[span.start..span.end]
    }

    /// How many n-grams each column shares with a reference: all columns of the first order, then
    /// of the next.
    pub(super) fn match_all(&self, reference: usize, matches: &mut Vec<u32>) {
        matches.clear();
        matches.resize(self.order * self.columns, 0);
        if self.columns == 0 {
            return;
        }
        for (index, matches) in matches.chunks_exact_mut(self.columns).enumerate() {
            let rows = self.rows(reference, index);
            for (offset, totals) in matches.chunks_mut(64).enumerate() {
                interrupt::poll();
                add_columns(
                    rows,
                    |row| self.masks[row as usize * self.stride + offset],
                    totals,
                );
            }
        }
    }

    /// Writes the statistics of one column, given what [`Shared::match_all`] found.
    pub(super) fn write(
        &self,
        hypothesis: usize,
        reference: usize,
        matches: &[u32],
        out: &mut [f64],
    ) {
        let matches = matches
            .iter()
            .skip(hypothesis)
            .step_by(self.columns)
            .copied();
        self.write_matches(hypothesis, reference, matches, out);
    }

    /// Writes the statistics of one pair.
    pub(super) fn write_one(&self, hypothesis: usize, reference: usize, out: &mut [f64]) {
        let (offset, bit) = (hypothesis / 64, hypothesis % 64);
        let matches = (0..self.order).map(|index| {
            let mask = |&row: &u32| self.masks[row as usize * self.stride + offset];
            let set = |row| (mask(row) >> bit & 1) as u32;
            self.rows(reference, index).iter().map(set).sum()
        });
        self.write_matches(hypothesis, reference, matches, out);
    }

    /// N-grams that only one text has are in no row, so a text is not matched with itself by rows.
    fn write_matches(
        &self,
        hypothesis: usize,
        reference: usize,
        matches: impl Iterator<Item = u32>,
        out: &mut [f64],
    ) {
        let (h, r) = (self.units[hypothesis], self.units[reference]);
        if hypothesis == reference {
            let all = (1..=self.order).map(|order| ngrams(h, order) as u32);
            write_orders(h, r, all, out);
        } else {
            write_orders(h, r, matches, out);
        }
    }
}

/// How often a text has come up in a group.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// The group's first row, plus one so that no group is the default.
    group: usize,
    times: usize,
}

impl Seen {
    /// How often the text has come up in this group before.
    fn again(&mut self, first_row: usize) -> usize {
        if self.group != first_row + 1 {
            *self = Self {
                group: first_row + 1,
                times: 0,
            };
        }
        self.times += 1;
        self.times - 1
    }
}

/// Whether an n-gram is in a hypothesis and in a reference that is another text.
fn matters(group: Group<'_>, owners: &[usize], texts: &Texts) -> bool {
    let mut first = None;
    let (mut several, mut in_hypothesis, mut in_reference) = (false, false, false);
    for position in group.positions() {
        let text = owners[position];
        several |= *first.get_or_insert(text) != text;
        in_hypothesis |= text < texts.columns;
        in_reference |= texts.is_reference[text];
        if several && in_hypothesis && in_reference {
            return true;
        }
    }
    false
}
