//! Texts in the words that a model knows.

use crate::text::{Tokens, Words};

/// Stands for a word that the model has never seen.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Some lines of a text in the model's ids, adding words not seen before.
pub(super) fn learn(words: &mut Words, tokens: &Tokens, lines: &[usize]) -> Lines {
    Lines::translated(tokens, lines, |word| words.intern(word))
}

/// Some lines of a text in the model's ids, with [`UNKNOWN`] for words not seen before.
pub(super) fn recognise(words: &Words, tokens: &Tokens, lines: &[usize]) -> Lines {
    Lines::translated(tokens, lines, |word| words.find(word).unwrap_or(UNKNOWN))
}

/// One side of a bitext, as word ids of a model.
#[derive(Debug)]
pub(super) struct Lines {
    ids: Vec<u32>,
    offsets: Vec<u32>,
}

impl Lines {
    /// Looks every distinct word up once, whatever else the vocabulary of the text holds.
    fn translated(tokens: &Tokens, lines: &[usize], mut id_of: impl FnMut(&str) -> u32) -> Self {
        let mut known: Vec<Option<u32>> = vec![None; tokens.vocabulary().len()];
        let mut id_of = |&id: &u32| {
            *known[id as usize].get_or_insert_with(|| id_of(tokens.vocabulary().word(id)))
        };
        let mut ids = Vec::new();
        let mut offsets = vec![0];
        for &line in lines {
            ids.extend(tokens.line(line).iter().map(&mut id_of));
            offsets.push(ids.len() as u32);
        }
        Self { ids, offsets }
    }

    /// How often each of so many words occurs, added to what was counted `before`.
    pub(super) fn frequencies(&self, before: &[f64], words: usize) -> Vec<f64> {
        let mut frequencies = before.to_vec();
        frequencies.resize(words, 0.0);
        for &id in &self.ids {
            frequencies[id as usize] += 1.0;
        }
        frequencies
    }

    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn line(&self, i: usize) -> &[u32] {
        &self.ids[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    pub(super) fn ids(&self) -> &[u32] {
        &self.ids
    }
}
