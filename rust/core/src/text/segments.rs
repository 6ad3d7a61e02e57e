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
                for r in segment.references() {
                    encoded.references.push(refs.line(r), splitter, numbering);
                }
                for h in segment.hypotheses() {
                    encoded.hypotheses.push(hyps.line(h), splitter, numbering);
                }
                encoded.bound = encoded.bound.max(numbering.count());
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

/// The lines of one side, segment by segment.
#[derive(Default)]
struct Side {
    ids: Vec<u32>,
    lengths: Vec<u32>,
}

impl Side {
    #[inline]
    fn push(&mut self, line: &str, splitter: &mut Splitter, numbering: &mut Numbering) {
        let before = self.ids.len();
        splitter.tokens(line, |text, at| {
            self.ids.push(numbering.number(text.as_bytes(), at));
        });
        self.lengths.push((self.ids.len() - before) as u32);
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
