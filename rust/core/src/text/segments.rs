//! From the lines of a batch to ids that are comparable within a segment.

use std::ops::Range;

use super::Texts;
use super::numbering::Numbering;
use super::tokens::{Lines, Tokens};
use super::view::{Splitter, View};
use crate::error::Result;
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
    let bytes = hyps.bytes() + refs.bytes();
    // Every character may be a word.
    memory::check::<u32>(bytes, || "the words of a text".into())?;
    let shards = parallel::map_shards(
        layout.shards(),
        || (Splitter::new(view), Numbering::default(), Shard::default()),
        |(splitter, numbering, encoded), shard| {
            encoded.clear();
            for segment in layout.shard(shard) {
                interrupt::poll();
                numbering.clear();
                encoded.begin_segment();
                for r in segment.references() {
                    encoded.push(REFERENCES, splitter.tokens(refs.line(r)), numbering);
                }
                for h in segment.hypotheses() {
                    encoded.push(HYPOTHESES, splitter.tokens(hyps.line(h)), numbering);
                }
                encoded.bound = encoded.bound.max(numbering.bound());
            }
            // Grown once for all shards, copied once for each: many threads that let memory grow step by
            // step wait for each other.
            encoded.clone()
        },
    )?;
    let bound = shards.iter().map(|shard| shard.bound).max().unwrap_or(0);
    let mut hypotheses = Lines::empty(hyps.len())?;
    let mut references = Lines::empty(refs.len())?;
    let (mut hyp_lines, mut ref_lines) = (layout.lines_by_segment(), 0..refs.len());
    for shard in shards {
        let [hyps, refs] = shard.sides;
        let Side { ids, lengths, .. } = hyps;
        hypotheses.add_block(
            ids,
            lengths.iter().map_while(|&n| Some((hyp_lines.next()?, n))),
        )?;
        let Side { ids, lengths, .. } = refs;
        references.add_block(
            ids,
            lengths.iter().map_while(|&n| Some((ref_lines.next()?, n))),
        )?;
    }
    Ok(Tokens::of_segments([hypotheses, references], bound))
}

/// Words that are numbered before room is made for more: a long line has far fewer different words.
const AT_ONCE: usize = 128;
/// The sides of a shard.
const HYPOTHESES: usize = 0;
const REFERENCES: usize = 1;

/// Some segments of a batch.
#[derive(Clone, Default)]
struct Shard {
    sides: [Side; 2],
    bound: usize,
}

impl Shard {
    fn clear(&mut self) {
        self.bound = 0;
        for side in &mut self.sides {
            side.ids.clear();
            side.lengths.clear();
        }
    }

    fn begin_segment(&mut self) {
        for side in &mut self.sides {
            side.segment = side.ids.len();
        }
    }

    /// Adds a line to a side: a text, and where its words are.
    #[inline]
    fn push(
        &mut self,
        side: usize,
        (text, places): (&str, &[Range<usize>]),
        numbering: &mut Numbering,
    ) {
        for places in places.chunks(AT_ONCE) {
            self.make_room(places.len(), numbering);
            let words = places.iter().cloned();
            let ids = words.map(|place| numbering.number(text.as_bytes(), place));
            self.sides[side].ids.extend(ids);
        }
        self.sides[side].lengths.push(places.len() as u32);
    }

    /// Makes room for so many more words in this segment.
    #[inline]
    fn make_room(&mut self, words: usize, numbering: &mut Numbering) {
        if let Some(moved) = numbering.make_room(words) {
            for side in &mut self.sides {
                for id in &mut side.ids[side.segment..] {
                    *id = moved[*id as usize];
                }
            }
        }
    }
}

/// The lines of one side, segment by segment.
#[derive(Clone, Default)]
struct Side {
    ids: Vec<u32>,
    lengths: Vec<u32>,
    /// Where the ids of this segment begin.
    segment: usize,
}
