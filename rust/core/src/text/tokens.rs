//! Tokenised lines.

use std::sync::Arc;

use super::Texts;
use crate::error::{Error, Result};
use crate::memory;

/// Words in order of first appearance.
#[derive(Debug, Default)]
pub struct Vocabulary {
    words: Texts,
}

impl Vocabulary {
    pub(super) fn new(words: Texts) -> Self {
        Self { words }
    }

    /// Number of distinct words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no word was seen.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The id of a word.
    pub fn find(&self, word: &str) -> Option<u32> {
        (0..self.len() as u32).find(|&id| self.word(id) == word)
    }

    /// The word with this id.
    pub fn word(&self, id: u32) -> &str {
        self.words.line(id as usize)
    }
}

/// Tokenised lines as ids: of words of a vocabulary, or of a segment's words alone.
///
/// Most metrics ask only which words of a segment are equal. Then ids begin anew with every segment,
/// and there is no vocabulary, which would have to be put together from what all threads find.
#[derive(Debug, Clone)]
pub struct Tokens {
    lines: Lines,
    bound: usize,
    vocabulary: Arc<Vocabulary>,
}

impl Tokens {
    /// Lines whose ids are those of the words of a vocabulary.
    pub(super) fn new(lines: Lines, vocabulary: Arc<Vocabulary>) -> Self {
        Self {
            lines,
            bound: vocabulary.len(),
            vocabulary,
        }
    }

    /// Several texts whose ids, all below `bound`, can be compared within a segment only.
    pub(super) fn of_segments<const N: usize>(texts: [Lines; N], bound: usize) -> [Self; N] {
        let vocabulary = Arc::new(Vocabulary::default());
        texts.map(|lines| Self {
            lines,
            bound,
            vocabulary: Arc::clone(&vocabulary),
        })
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.places.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ids of line `i`.
    #[inline]
    pub fn line(&self, i: usize) -> &[u32] {
        self.lines.line(i)
    }

    /// How many words all lines have.
    pub fn words(&self) -> usize {
        self.lines
            .places
            .iter()
            .map(|place| place.length as usize)
            .sum()
    }

    /// All ids are below this.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// The words behind the ids; none where ids are those of segments.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether ids stand for the words of [`Self::vocabulary`].
    pub fn is_named(&self) -> bool {
        self.bound == self.vocabulary.len()
    }

    /// Whether ids of the two can be compared, at least within a segment.
    ///
    /// # Errors
    /// When they were interned separately.
    pub fn comparable(&self, other: &Self) -> Result<()> {
        if Arc::ptr_eq(&self.vocabulary, &other.vocabulary) {
            Ok(())
        } else {
            Err(Error::DifferentVocabularies)
        }
    }
}

/// Lines of ids, in the blocks in which they were made: nothing is copied to put them in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Lines {
    blocks: Vec<Vec<u32>>,
    places: Vec<Place>,
}

/// Where the ids of a line are.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    block: u32,
    begin: u32,
    length: u32,
}

impl Lines {
    /// So many lines, all empty.
    pub(super) fn empty(lines: usize) -> Result<Self> {
        let mut places = Vec::new();
        memory::reserve(&mut places, lines, || "the lines of a text".into())?;
        places.resize(lines, Place::default());
        Ok(Self {
            blocks: Vec::new(),
            places,
        })
    }

    /// Adds ids, of lines of these numbers and lengths.
    ///
    /// # Errors
    /// When a line has ids already, or there are too many.
    pub(super) fn add_block(
        &mut self,
        ids: Vec<u32>,
        lines: impl Iterator<Item = (usize, u32)>,
    ) -> Result<()> {
        let too_large = |_| Error::TooLarge("tokens");
        // From 1, so that lines that are still empty can be told.
        let block = u32::try_from(self.blocks.len() + 1).map_err(too_large)?;
        u32::try_from(ids.len()).map_err(too_large)?;
        let mut begin = 0;
        for (line, length) in lines {
            let place = &mut self.places[line];
            if place.block != 0 {
                let what = format!("hypothesis {line} in several segments");
                return Err(Error::Layout(what));
            }
            *place = Place {
                block,
                begin,
                length,
            };
            begin += length;
        }
        self.blocks.push(ids);
        Ok(())
    }

    #[inline]
    fn line(&self, i: usize) -> &[u32] {
        let Place {
            block,
            begin,
            length,
        } = self.places[i];
        match (block as usize).checked_sub(1) {
            Some(block) => &self.blocks[block][begin as usize..][..length as usize],
            None => &[],
        }
    }
}
