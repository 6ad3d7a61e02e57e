//! What is known of the words of a vocabulary.

use crate::count::senses::{overlap, signature};
use crate::error::{Error, Result};

/// Stems, senses and function words by word id. Without stems or senses that module matches nothing.
#[derive(Debug, Clone)]
pub struct WordFacts<'a> {
    vocabulary: usize,
    stems: &'a [u32],
    sense_offsets: &'a [i64],
    senses: &'a [u32],
    function: &'a [bool],
    /// A bit for every sense of a word, shared by many: words without a common bit have no common sense.
    signatures: Vec<u64>,
}

impl<'a> WordFacts<'a> {
    /// Checks that there is an entry for every word of a vocabulary, or none at all. The senses of a word
    /// are ascending.
    ///
    /// # Errors
    /// When the arrays do not fit the vocabulary.
    pub fn new(
        vocabulary: usize,
        stems: &'a [u32],
        sense_offsets: &'a [i64],
        senses: &'a [u32],
        function: &'a [bool],
    ) -> Result<Self> {
        let entries = [
            stems.len(),
            sense_offsets.len().saturating_sub(1),
            function.len(),
        ];
        let complete = entries.iter().all(|&n| n == vocabulary || n == 0);
        let ascending = sense_offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        let ends = [sense_offsets.first(), sense_offsets.last()];
        let inside = ends
            .iter()
            .flatten()
            .all(|&&end| usize::try_from(end).is_ok_and(|end| end <= senses.len()));
        if !(complete && ascending && inside) {
            return Err(Error::Layout(format!(
                "facts of {entries:?} words for a vocabulary of {vocabulary}"
            )));
        }
        let mut facts = Self {
            vocabulary,
            stems,
            sense_offsets,
            senses,
            function,
            signatures: Vec::new(),
        };
        if !sense_offsets.is_empty() {
            let words = 0..vocabulary as u32;
            facts.signatures = words.map(|word| signature(facts.senses(word))).collect();
        }
        Ok(facts)
    }

    /// How many words the vocabulary has.
    pub(super) fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// How many words of a line are function words.
    pub(super) fn function_words(&self, line: &[u32]) -> usize {
        if self.function.is_empty() {
            return 0;
        }
        line.iter().filter(|&&word| self.is_function(word)).count()
    }

    pub(super) fn is_function(&self, word: u32) -> bool {
        self.function.get(word as usize).copied().unwrap_or(false)
    }

    pub(super) fn same_stem(&self, a: u32, b: u32) -> bool {
        !self.stems.is_empty() && self.stems[a as usize] == self.stems[b as usize]
    }

    fn senses(&self, word: u32) -> &[u32] {
        let at = |i: usize| {
            let end = self.sense_offsets.get(i).copied().unwrap_or(0);
            usize::try_from(end).unwrap_or(0)
        };
        let word = word as usize;
        &self.senses[at(word)..at(word + 1)]
    }

    pub(super) fn has_senses(&self, word: u32) -> bool {
        !self.senses(word).is_empty()
    }

    fn signature(&self, word: u32) -> u64 {
        self.signatures.get(word as usize).copied().unwrap_or(0)
    }

    pub(super) fn share_a_sense(&self, a: u32, b: u32) -> bool {
        self.signature(a) & self.signature(b) != 0 && overlap(self.senses(a), self.senses(b))
    }
}
