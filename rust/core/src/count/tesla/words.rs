//! Annotated lines: the lemma, the part of speech and the senses of every token.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::count::senses::signature;
use crate::error::{Error, Result};

/// One side of a batch. Ids of lemmas, tags and senses are those of the other side too.
#[derive(Debug, Clone)]
pub struct AnnotatedLines {
    /// Tokens `offsets[i]..offsets[i + 1]` belong to line i.
    offsets: Vec<usize>,
    /// For every token its entry.
    pub(super) tokens: Vec<u32>,
    /// For every entry its word.
    pub(super) ids: Vec<u32>,
    /// For every entry its part of speech.
    pub(super) tags: Vec<u32>,
    /// For every entry whether it is a function word.
    pub(super) function: Vec<bool>,
    words: Vec<Word>,
    senses: Vec<u32>,
}

/// What likeness depends on; entries that agree in all of it are one word.
#[derive(Debug, Clone)]
struct Word {
    lemma: u32,
    tag: u32,
    /// Its senses, sorted.
    senses: Range<usize>,
}

/// Annotated text: what is known of its different tokens, and which of them stands where.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Where lines begin, with the end last.
    pub offsets: &'a [i64],
    /// For every token its entry.
    pub tokens: &'a [u32],
    /// For every entry its lemma.
    pub lemmas: &'a [u32],
    /// Its part of speech.
    pub tags: &'a [u32],
    /// Whether it is a function word.
    pub function: &'a [bool],
    /// Where its senses begin, with the end last.
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
        let entries = columns.lemmas.len();
        if columns.tags.len() != entries || columns.function.len() != entries {
            return Err(Error::Layout(format!(
                "{entries} lemmas, {} tags and {} marks of function words",
                columns.tags.len(),
                columns.function.len()
            )));
        }
        if let Some(token) = columns
            .tokens
            .iter()
            .find(|&&token| token as usize >= entries)
        {
            return Err(Error::Layout(format!("token {token} of {entries}")));
        }
        let offsets = checked(columns.offsets, columns.tokens.len(), "lines")?;
        let sense_offsets = checked(columns.sense_offsets, columns.senses.len(), "senses")?;
        if sense_offsets.len() != entries + 1 {
            let given = sense_offsets.len() - 1;
            return Err(Error::Layout(format!(
                "senses of {given} of {entries} tokens"
            )));
        }
        let mut made = Self {
            offsets,
            tokens: columns.tokens.to_vec(),
            ids: Vec::with_capacity(entries),
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
        for entry in 0..columns.lemmas.len() {
            let senses = &columns.senses[sense_offsets[entry]..sense_offsets[entry + 1]];
            let key = (columns.lemmas[entry], columns.tags[entry], senses);
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
}

/// The words of both sides, numbered together.
#[derive(Debug)]
pub(super) struct Lexicon<'a> {
    pub(super) words: Vec<Entry<'a>>,
    /// The numbers of each side's words.
    pub(super) hyps: Vec<u32>,
    pub(super) refs: Vec<u32>,
}

/// What likeness depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) lemma: u32,
    pub(super) tag: u32,
    pub(super) senses: &'a [u32],
    /// A bit for every sense, shared by many: words without a common bit have no common sense.
    pub(super) signature: u64,
}

impl<'a> Lexicon<'a> {
    pub(super) fn new(hyps: &'a AnnotatedLines, refs: &'a AnnotatedLines) -> Self {
        let mut known = FxHashMap::default();
        let mut words = Vec::new();
        let mut number = |side: &'a AnnotatedLines| -> Vec<u32> {
            let entries = side.words.iter().map(|word| {
                let senses = &side.senses[word.senses.clone()];
                *known
                    .entry((word.lemma, word.tag, senses))
                    .or_insert_with(|| {
                        words.push(Entry {
                            lemma: word.lemma,
                            tag: word.tag,
                            senses,
                            signature: signature(senses),
                        });
                        words.len() as u32 - 1
                    })
            });
            entries.collect()
        };
        let (hyps, refs) = (number(hyps), number(refs));
        Self { words, hyps, refs }
    }
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
    use super::super::kin::Kin;
    use super::*;

    const COLUMNS: Columns<'_> = Columns {
        offsets: &[0, 2, 3],
        tokens: &[0, 1, 2],
        lemmas: &[7, 8, 9],
        tags: &[0, 0, 1],
        function: &[false, true, false],
        sense_offsets: &[0, 2, 2, 3],
        senses: &[5, 3, 5],
    };

    #[test]
    fn likeness_of_words() {
        let (hyps, refs) = (
            AnnotatedLines::new(COLUMNS).unwrap(),
            AnnotatedLines::new(COLUMNS).unwrap(),
        );
        let lexicon = Lexicon::new(&hyps, &refs);
        let mut kin = Kin::default();
        kin.fill(&lexicon, &[0, 1, 2], 3).unwrap();
        let like = |a, b| kin.likeness(a, b);
        assert_eq!(
            (like(0, 0), like(0, 1), like(0, 2), like(1, 2)),
            (2, 1, 1, 0)
        );
        assert_eq!(
            (kin.of(0), kin.of(1), kin.of(2)),
            (&[2][..], &[][..], &[0][..])
        );
        assert_eq!((hyps.len(), hyps.line(1)), (2, 2..3));
        assert_eq!((&lexicon.refs, lexicon.words.len()), (&lexicon.hyps, 3));
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
