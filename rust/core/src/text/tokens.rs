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
        self.lines.offsets.len() - 1
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The ids of line `i`.
    #[inline]
    pub fn line(&self, i: usize) -> &[u32] {
        let offsets = &self.lines.offsets;
        &self.lines.ids[offsets[i] as usize..offsets[i + 1] as usize]
    }

    /// Every id of every line.
    pub fn ids(&self) -> &[u32] {
        &self.lines.ids
    }

    /// Where each line begins in [`Self::ids`], with the end last.
    pub fn offsets(&self) -> &[u32] {
        &self.lines.offsets
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

/// Lines of ids, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    expected: usize,
    ids: Vec<u32>,
    offsets: Vec<u32>,
}

impl Lines {
    /// No lines yet, with room for so many.
    pub(super) fn new(lines: usize) -> Self {
        let mut offsets = Vec::with_capacity(lines + 1);
        offsets.push(0);
        Self {
            expected: lines,
            ids: Vec::new(),
            offsets,
        }
    }

    /// Appends lines of these lengths.
    pub(super) fn append(
        &mut self,
        lengths: &[u32],
        ids: impl ExactSizeIterator<Item = u32>,
    ) -> Result<()> {
        if self.ids.is_empty() {
            // As many tokens per line as here, and a few more: growing would double the memory.
            let expected = ids.len() * self.expected / lengths.len().max(1);
            // If the first lines are not like the others, that may be far too much.
            let _ = self.ids.try_reserve_exact(expected + expected / 16);
        }
        memory::reserve(&mut self.ids, ids.len(), || "the words of a text".into())?;
        let mut end = self.ids.len();
        for &length in lengths {
            end += length as usize;
            let end = u32::try_from(end).map_err(|_| Error::TooLarge("tokens"))?;
            self.offsets.push(end);
        }
        self.ids.extend(ids);
        Ok(())
    }

    /// Lines of these lengths, `total` words together.
    pub(super) fn gathered<'a>(
        lengths: &[u32],
        total: usize,
        lines: impl Iterator<Item = &'a [u32]>,
    ) -> Result<Self> {
        let mut gathered = Self::new(lengths.len());
        memory::reserve(&mut gathered.ids, total, || "the words of a text".into())?;
        gathered.append(lengths, std::iter::empty())?;
        for line in lines {
            gathered.ids.extend_from_slice(line);
        }
        Ok(gathered)
    }
}
