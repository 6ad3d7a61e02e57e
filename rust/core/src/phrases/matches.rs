//! Sentences matched by their n-grams in the pivot language (Dahlmeier, Liu and Ng 2011, section 3.3).

use super::error::{Error, Result};
use super::grams::Grams;
use super::network::{Network, NetworkToken};
use super::offsets::Offsets;
use super::segment::{Segment, segment};
use super::store::Store;
use crate::layout::Layout;

/// What is counted for every order: matches by lemma and by part of speech, and the two total weights.
const PER_ORDER: usize = 4;

/// Numbers in a row of [`pivot_matches`].
pub fn row_width(order: usize) -> usize {
    PER_ORDER * order
}

/// Lemma, part of speech and function words of tokens, as ids that texts and table share.
#[derive(Debug, Clone, Copy)]
pub struct Lexicon<'a> {
    /// Lemmas.
    pub lemmas: &'a [u32],
    /// Parts of speech.
    pub tags: &'a [u32],
    /// Function words.
    pub function: &'a [bool],
}

impl Lexicon<'_> {
    fn check(&self, tokens: usize) -> Result<()> {
        let lengths = [self.lemmas.len(), self.tags.len(), self.function.len()];
        if lengths == [tokens; 3] {
            Ok(())
        } else {
            let message =
                format!("lemmas, tags and function words of {lengths:?} of {tokens} tokens");
            Err(Error::Mismatch(message))
        }
    }

    fn token(&self, i: usize, function_weight: f64) -> NetworkToken {
        NetworkToken {
            labels: [self.lemmas[i], self.tags[i]],
            weight: if self.function[i] {
                function_weight
            } else {
                1.0
            },
        }
    }
}

/// Lines in words of a table, with what each word is where the table does not have it.
#[derive(Debug, Clone)]
pub struct PivotLines<'a> {
    offsets: Offsets,
    words: &'a [u32],
    lexicon: Lexicon<'a>,
}

impl<'a> PivotLines<'a> {
    /// Lines that begin at the given offsets, with the end last; `words` are numbers of the table, and
    /// `lexicon` what they are in their own language.
    ///
    /// # Errors
    /// When the columns do not fit together.
    pub fn new(offsets: &[i64], words: &'a [u32], lexicon: Lexicon<'a>) -> Result<Self> {
        lexicon.check(words.len())?;
        let offsets = Offsets::new(offsets, words.len())?;
        Ok(Self {
            offsets,
            words,
            lexicon,
        })
    }
}

/// For every row and each of its references, and every order from 1: the matches by lemma and by part of
/// speech, the weight of the hypothesis and that of the reference.
///
/// # Errors
/// When the lines are not those of the layout, tokens lack something, or threads cannot be started.
pub fn pivot_matches(
    store: &Store<'_>,
    lexicon: Lexicon<'_>,
    (hyps, refs): (&PivotLines<'_>, &PivotLines<'_>),
    layout: &Layout,
    order: usize,
    function_weight: f64,
) -> Result<Vec<f64>> {
    if order == 0 {
        return Err(Error::Mismatch("there are no n-grams of 0 words".into()));
    }
    lexicon.check(store.tokens())?;
    layout.check_lines(hyps.offsets.lines(), refs.offsets.lines())?;
    let table = Table {
        store,
        lexicon,
        function_weight,
    };
    let rows = layout.count_pairs(
        row_width(order),
        || Matcher::new(order),
        |matcher, r| matcher.prepare(&table, refs, r),
        |matcher, h, row| matcher.count(&table, hyps, h, row),
    )?;
    Ok(rows)
}

/// A table and what its tokens are.
struct Table<'a> {
    store: &'a Store<'a>,
    lexicon: Lexicon<'a>,
    function_weight: f64,
}

/// Compares hypotheses with one reference after the other.
struct Matcher {
    segments: Vec<Segment>,
    network: Network,
    /// By lemma and by part of speech.
    grams: [Grams; 2],
    reference: Vec<f64>,
    hypothesis: Vec<f64>,
    common: Vec<f64>,
}

impl Matcher {
    fn new(order: usize) -> Self {
        Self {
            segments: Vec::new(),
            network: Network::default(),
            grams: [Grams::new(order), Grams::new(order)],
            reference: vec![0.0; order],
            hypothesis: vec![0.0; order],
            common: vec![0.0; order],
        }
    }

    fn read(&mut self, table: &Table<'_>, lines: &PivotLines<'_>, i: usize) {
        let line = lines.offsets.line(i);
        segment(table.store, &lines.words[line.clone()], &mut self.segments);
        let weight = table.function_weight;
        self.network.fill(
            table.store,
            &self.segments,
            |token| table.lexicon.token(token as usize, weight),
            |word| lines.lexicon.token(line.start + word, weight),
        );
    }

    fn prepare(&mut self, table: &Table<'_>, refs: &PivotLines<'_>, r: usize) {
        self.read(table, refs, r);
        self.network.totals(&mut self.reference);
        for (label, grams) in self.grams.iter_mut().enumerate() {
            grams.fill(&self.network, label);
        }
    }

    fn count(&mut self, table: &Table<'_>, hyps: &PivotLines<'_>, h: usize, row: &mut [f64]) {
        self.read(table, hyps, h);
        self.network.totals(&mut self.hypothesis);
        for (label, grams) in self.grams.iter_mut().enumerate() {
            grams.common(&self.network, label, &mut self.common);
            for (n, out) in row.chunks_exact_mut(PER_ORDER).enumerate() {
                let (y, x) = (self.hypothesis[n], self.reference[n]);
                // Rounding must not make a match worth more than what there is to match.
                out[label] = self.common[n].min(x).min(y);
                out[2] = y;
                out[3] = x;
            }
        }
    }
}
