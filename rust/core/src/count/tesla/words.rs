//! Annotated lines: the lemma, the part of speech and the senses of every token.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::error::{Error, Result};

/// One side of a batch. Ids of lemmas, tags and senses are those of the other side too.
#[derive(Debug, Clone)]
pub struct AnnotatedLines {
    /// Tokens `offsets[i]..offsets[i + 1]` belong to line i.
    offsets: Vec<usize>,
    /// For every token its word.
    pub(super) ids: Vec<u32>,
    /// For every token its part of speech.
    pub(super) tags: Vec<u32>,
    /// For every token whether it is a function word.
    pub(super) function: Vec<bool>,
    words: Vec<Word>,
    senses: Vec<u32>,
}

/// What likeness depends on; tokens that agree in all of it are one word.
#[derive(Debug, Clone)]
struct Word {
    lemma: u32,
    tag: u32,
    /// Its senses, sorted.
    senses: Range<usize>,
}

/// The columns of annotated text, one entry for each token.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Where lines begin, with the end last.
    pub offsets: &'a [i64],
    /// Lemmas.
    pub lemmas: &'a [u32],
    /// Parts of speech.
    pub tags: &'a [u32],
    /// Function words.
    pub function: &'a [bool],
    /// Where the senses of tokens begin, with the end last.
    pub sense_offsets: &'a [i64],
    /// The senses, in any order.
    pub senses: &'a [u32],
}

impl AnnotatedLines {
    /// Checks the columns and finds the different words.
    ///
    /// # Errors
    /// When the columns do not fit together.
    pub fn new(columns: Columns<'_>) -> Result<Self> {
        let tokens = columns.lemmas.len();
        if columns.tags.len() != tokens || columns.function.len() != tokens {
            return Err(Error::Layout(format!(
                "{tokens} lemmas, {} tags and {} marks of function words",
                columns.tags.len(),
                columns.function.len()
            )));
        }
        let offsets = checked(columns.offsets, tokens, "lines")?;
        let sense_offsets = checked(columns.sense_offsets, columns.senses.len(), "senses")?;
        if sense_offsets.len() != tokens + 1 {
            let given = sense_offsets.len() - 1;
            return Err(Error::Layout(format!(
                "senses of {given} of {tokens} tokens"
            )));
        }
        let mut made = Self {
            offsets,
            ids: Vec::with_capacity(tokens),
            tags: columns.tags.to_vec(),
            function: columns.function.to_vec(),
            words: Vec::new(),
            senses: Vec::new(),
        };
        made.intern(columns, &sense_offsets);
        Ok(made)
    }

    fn intern(&mut self, columns: Columns<'_>, sense_offsets: &[usize]) {
        let mut known = FxHashMap::default();
        for token in 0..columns.lemmas.len() {
            let senses = &columns.senses[sense_offsets[token]..sense_offsets[token + 1]];
            let key = (columns.lemmas[token], columns.tags[token], senses);
            let id = *known.entry(key).or_insert_with(|| {
                let begin = self.senses.len();
                self.senses.extend_from_slice(senses);
                self.senses[begin..].sort_unstable();
                self.words.push(Word {
                    lemma: key.0,
                    tag: key.1,
                    senses: begin..self.senses.len(),
                });
                self.words.len() as u32 - 1
            });
            self.ids.push(id);
        }
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of a line.
    pub(super) fn line(&self, i: usize) -> Range<usize> {
        self.offsets[i]..self.offsets[i + 1]
    }

    /// Twice the `s_ms` of two words: 2 with one lemma, else 1 each for a common sense and for the same
    /// part of speech.
    pub(super) fn likeness(&self, word: u32, other: &Self, other_word: u32) -> u8 {
        let (a, b) = (
            &self.words[word as usize],
            &other.words[other_word as usize],
        );
        if a.lemma == b.lemma {
            return 2;
        }
        let senses = (
            &self.senses[a.senses.clone()],
            &other.senses[b.senses.clone()],
        );
        u8::from(a.tag == b.tag) + u8::from(overlap(senses.0, senses.1))
    }
}

/// Whether two sorted lists have an element in common.
fn overlap(mut a: &[u32], mut b: &[u32]) -> bool {
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if x == y {
            return true;
        }
        if x < y {
            a = rest_a;
        } else {
            b = rest_b;
        }
    }
    false
}

/// Offsets as sizes, if they rise from 0 to the end.
fn checked(offsets: &[i64], end: usize, what: &str) -> Result<Vec<usize>> {
    let sizes: Vec<usize> = offsets
        .iter()
        .flat_map(|&offset| usize::try_from(offset))
        .collect();
    let rising = sizes.len() == offsets.len() && sizes.is_sorted();
    if !rising || sizes.first() != Some(&0) || sizes.last() != Some(&end) {
        let message = format!("offsets of {what} must rise from 0 to {end}");
        return Err(Error::Layout(message));
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns<'_> = Columns {
        offsets: &[0, 2, 3],
        lemmas: &[7, 8, 9],
        tags: &[0, 0, 1],
        function: &[false, true, false],
        sense_offsets: &[0, 2, 2, 3],
        senses: &[5, 3, 5],
    };

    #[test]
    fn likeness_of_words() {
        let lines = AnnotatedLines::new(COLUMNS).unwrap();
        let like = |a, b| lines.likeness(a, &lines, b);
        assert_eq!(
            (like(0, 0), like(0, 1), like(0, 2), like(1, 2)),
            (2, 1, 1, 0)
        );
        assert_eq!((lines.len(), lines.line(1)), (2, 2..3));
    }

    #[test]
    fn overlaps() {
        assert!(overlap(&[1, 4, 9], &[2, 9]));
        assert!(!overlap(&[1, 4, 9], &[2, 8]));
        assert!(!overlap(&[], &[2]));
    }

    #[test]
    fn columns_must_fit_together() {
        let refused = |columns| AnnotatedLines::new(columns).is_err();
        assert!(refused(Columns {
            tags: &[0],
            ..COLUMNS
        }));
        assert!(refused(Columns {
            function: &[],
            ..COLUMNS
        }));
        assert!(refused(Columns {
            offsets: &[0, 2],
            ..COLUMNS
        }));
        assert!(refused(Columns {
            offsets: &[0, 3, 2, 3],
            ..COLUMNS
        }));
        assert!(refused(Columns {
            offsets: &[],
            ..COLUMNS
        }));
        assert!(refused(Columns {
            sense_offsets: &[0, 3],
            ..COLUMNS
        }));
    }
}
