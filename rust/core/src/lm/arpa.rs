//! Writing models as ARPA files.

use std::io::{self, Write};

use super::model::Model;
use super::trie::Spelling;

/// Writes a model: the numbers as short as they can be to be read again exactly, the n-grams in the
/// order of the trie, which is that of lmplz.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(model: &Model, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\\data\\")?;
    for (n, count) in model.counts().into_iter().enumerate() {
        writeln!(out, "ngram {}={count}", n + 1)?;
    }
    for n in 0..model.order() {
        writeln!(out, "\n\\{}-grams:", n + 1)?;
        write_level(model, n, out)?;
    }
    writeln!(out, "\n\\end\\")
}

fn write_level(model: &Model, n: usize, out: &mut impl Write) -> io::Result<()> {
    let weights = &model.weights()[n];
    let mut spelling = Spelling::new(&model.levels()[..=n]);
    for (node, log10) in weights.log10.iter().enumerate() {
        if log10.is_nan() {
            continue;
        }
        write!(out, "{log10}")?;
        let mut separator = '\t';
        for id in spelling.words(node as u32) {
            write!(out, "{separator}{}", model.words().word(id))?;
            separator = ' ';
        }
        match weights.backoffs.get(node) {
            Some(backoff) => writeln!(out, "\t{backoff}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
