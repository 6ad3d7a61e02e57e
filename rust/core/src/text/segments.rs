//! From the lines of a batch to ids that are comparable within a segment.

use std::ops::Range;

use super::Texts;
use super::numbering::Numbering;
use super::tokens::{Lines, Tokens};
use super::view::{Splitter, View};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::Layout;
use crate::memory;
use crate::parallel;

/// Tokenises the hypotheses and references of a batch, and numbers the words of each segment anew.
///
/// Every hypothesis must belong to one segment: where a line is measured against several, as in a
/// matrix, ids must be those of a vocabulary ([`super::encode`]).
///
/// # Errors
/// When a hypothesis belongs to several segments, the batch is too large for 32-bit offsets, or
/// threads cannot be started.
pub fn encode_segments(
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    view: View,
) -> Result<[Tokens; 2]> {
    layout.check_lines(hyps.len(), refs.len())?;
    let bytes = hyps.as_bytes().len() + refs.as_bytes().len();
    // Every character may be a word; ids are put in order once all are there.
    memory::check::<[u32; 2]>(bytes, || "the words of a text".into())?;
    let shards = parallel::map_shards(
        layout.shards(),
        || (Splitter::new(view), Numbering::default()),
        |(splitter, numbering), shard| {
            let mut encoded = Shard::default();
            for segment in layout.shard(shard) {
                interrupt::poll();
                numbering.clear();
                encoded.begin_segment();
                for r in segment.references() {
                    let words = splitter.tokens(refs.line(r));
                    encoded.make_room(words.1.len(), numbering);
                    encoded.references.push(words, numbering);
                }
                for h in segment.hypotheses() {
                    let words = splitter.tokens(hyps.line(h));
                    encoded.make_room(words.1.len(), numbering);
                    encoded.hypotheses.push(words, numbering);
                }
                encoded.bound = encoded.bound.max(numbering.bound());
            }
            encoded
        },
    )?;
    let bound = shards.iter().map(|shard| shard.bound).max().unwrap_or(0);
    let mut references = Lines::new(refs.len());
    for shard in &shards {
        let side = &shard.references;
        references.append(&side.lengths, side.ids.iter().copied())?;
    }
    let hypotheses = in_line_order(&shards, layout, hyps.len())?;
    Ok(Tokens::of_segments([hypotheses, references], bound))
}

/// Some segments of a batch.
#[derive(Default)]
struct Shard {
    hypotheses: Side,
    references: Side,
    bound: usize,
}

impl Shard {
    fn begin_segment(&mut self) {
        for side in [&mut self.references, &mut self.hypotheses] {
            side.segment = side.ids.len();
        }
    }

    /// Makes room for so many more words in this segment.
    #[inline]
    fn make_room(&mut self, words: usize, numbering: &mut Numbering) {
        if let Some(moved) = numbering.make_room(words) {
            for side in [&mut self.references, &mut self.hypotheses] {
                for id in &mut side.ids[side.segment..] {
                    *id = moved[*id as usize];
                }
            }
        }
    }
}

/// The lines of one side, segment by segment.
#[derive(Default)]
struct Side {
    ids: Vec<u32>,
    lengths: Vec<u32>,
    /// Where the ids of this segment begin.
    segment: usize,
}

impl Side {
    /// Adds a line: a text, and where its words are.
    #[inline]
    fn push(&mut self, (text, places): (&str, &[Range<usize>]), numbering: &mut Numbering) {
        let words = places.iter().cloned();
        self.ids
            .extend(words.map(|place| numbering.number(text.as_bytes(), place)));
        self.lengths.push(places.len() as u32);
    }
}

/// The hypotheses in the order of their lines.
fn in_line_order(shards: &[Shard], layout: &Layout, lines: usize) -> Result<Lines> {
    let rows = || {
        shards.iter().flat_map(|shard| {
            let side = &shard.hypotheses;
            side.lengths.iter().scan(0_usize, |begin, &length| {
                let own: Range<usize> = *begin..*begin + length as usize;
                *begin = own.end;
                Some(&side.ids[own])
            })
        })
    };
    let mut of_line: Vec<Option<&[u32]>> = vec![None; lines];
    for (ids, line) in rows().zip(layout.lines_by_segment()) {
        if of_line[line].replace(ids).is_some() {
            let what = format!("hypothesis {line} in several segments");
            return Err(Error::Layout(what));
        }
    }
    let lengths: Vec<u32> = of_line
        .iter()
        .map(|ids| ids.map_or(0, <[u32]>::len) as u32)
        .collect();
    let total = lengths.iter().map(|&length| length as usize).sum();
    Lines::gathered(&lengths, total, of_line.into_iter().flatten())
}
