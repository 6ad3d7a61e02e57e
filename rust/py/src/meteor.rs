//! METEOR's alignment of words, and the words it is told about.

use numpy::{PyArray2, PyReadonlyArray1};
use pitchpipe_core::count::meteor;
use pyo3::prelude::*;

use crate::count::{Layout, counted};
use crate::errors::OrRaise;
use crate::text::Tokens;

/// The words behind the ids of some tokens.
#[pyfunction]
#[pyo3(signature = (tokens, /))]
pub fn vocabulary(tokens: &Tokens) -> Vec<String> {
    let words = tokens.0.vocabulary();
    (0..words.len() as u32)
        .map(|id| words.word(id).to_owned())
        .collect()
}

/// How alignments are searched.
pub fn search(staged: bool) -> meteor::Search {
    if staged {
        meteor::Search::Staged
    } else {
        meteor::Search::Joint
    }
}

/// Lengths, function words, chunks, and what every module matched; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, *, stems, sense_offsets, senses, function, staged))]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn aligned_words<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    stems: PyReadonlyArray1<'py, u32>,
    sense_offsets: PyReadonlyArray1<'py, i64>,
    senses: PyReadonlyArray1<'py, u32>,
    function: PyReadonlyArray1<'py, bool>,
    staged: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let search = search(staged);
    let facts = meteor::WordFacts::new(
        hyps.0.vocabulary().len(),
        stems.as_slice()?,
        sense_offsets.as_slice()?,
        senses.as_slice()?,
        function.as_slice()?,
    );
    let facts = facts.or_raise(py)?;
    counted(py, meteor::ROW_WIDTH, || {
        meteor::aligned_words(&hyps.0, &refs.0, &layout.0, &facts, search)
    })
}
