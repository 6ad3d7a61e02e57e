//! Which words of a segment are alike by more than their part of speech.

use super::words::Lexicon;
use crate::count::senses::overlap;
use crate::error::Result;
use crate::interrupt;
use crate::memory;

/// The words of a segment, and for each of its references those others that have its lemma or a sense of it.
#[derive(Debug, Default)]
pub(super) struct Kin {
    /// Lemma and part of speech of every word.
    words: Vec<(u32, u32)>,
    /// The kin of a reference's word i are `others[starts[i]..starts[i + 1]]`, ascending.
    starts: Vec<usize>,
    others: Vec<u32>,
}

impl Kin {
    /// Compares the words of a segment, given by their numbers in the lexicon. The first `own` of them are
    /// those of the references.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn fill(
        &mut self,
        lexicon: &Lexicon<'_>,
        numbers: &[u32],
        own: usize,
    ) -> Result<()> {
        let words = || {
            numbers
                .iter()
                .map(|&number| &lexicon.words[number as usize])
        };
        self.words.clear();
        self.words
            .extend(words().map(|word| (word.lemma, word.tag)));
        self.others.clear();
        self.starts.clear();
        self.starts.push(0);
        for (i, a) in words().take(own).enumerate() {
            interrupt::poll();
            let what = || format!("the synonyms among {} words", numbers.len());
            memory::reserve(&mut self.others, numbers.len(), what)?;
            for (j, b) in words().enumerate() {
                // Most words have no sense in common, which a few bits tell.
                let related = a.lemma == b.lemma
                    || (a.signature & b.signature != 0 && overlap(a.senses, b.senses));
                if related && i != j {
                    self.others.push(j as u32);
                }
            }
            self.starts.push(self.others.len());
        }
        Ok(())
    }

    /// The kin of a word of a reference.
    pub(super) fn of(&self, word: u32) -> &[u32] {
        &self.others[self.starts[word as usize]..self.starts[word as usize + 1]]
    }

    /// Twice the `s_ms` of a word of a reference and another: 2 with one lemma, else 1 each for a common sense and for the same
    /// part of speech.
    pub(super) fn likeness(&self, word: u32, other: u32) -> u32 {
        let ((lemma, tag), (other_lemma, other_tag)) =
            (self.words[word as usize], self.words[other as usize]);
        if lemma == other_lemma {
            return 2;
        }
        let share_a_sense = self.of(word).binary_search(&other).is_ok();
        u32::from(tag == other_tag) + u32::from(share_a_sense)
    }
}
