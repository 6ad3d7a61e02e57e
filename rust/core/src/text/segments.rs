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
    let bytes = hyps.as_bytes().len() + refs.as_bytes().len();
    // Every character may be a word.
    memory::check::<u32>(bytes, || "the words of a text".into())?;
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
            encoded.references.ids.shrink_to_fit();
            encoded.hypotheses.ids.shrink_to_fit();
            encoded
        },
    )?;
    let bound = shards.iter().map(|shard| shard.bound).max().unwrap_or(0);
    let mut hypotheses = Lines::empty(hyps.len())?;
    let mut references = Lines::empty(refs.len())?;
    let (mut hyp_lines, mut ref_lines) = (layout.lines_by_segment(), 0..refs.len());
    for shard in shards {
        let Side { ids, lengths, .. } = shard.hypotheses;
        hypotheses.add_block(
            ids,
            lengths.iter().map_while(|&n| Some((hyp_lines.next()?, n))),
        )?;
        let Side { ids, lengths, .. } = shard.references;
        references.add_block(
            ids,
            lengths.iter().map_while(|&n| Some((ref_lines.next()?, n))),
        )?;
    }
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
