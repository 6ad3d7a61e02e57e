//! Language models.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pitchpipe_core::lm::{self, Discounts, Options, Sentence};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{OrRaise, inside};
use crate::kernel::run;
use crate::text::Tokens;

/// An n-gram language model.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct LanguageModel(lm::Model);

#[pymethods]
impl LanguageModel {
    /// Estimates a model from a text; n-grams that occur at most `prune` times are left out, and
    /// `fallback` are the discounts of orders whose counts give none.
    #[staticmethod]
    #[pyo3(signature = (tokens, order, prune, fallback))]
    fn estimate(
        py: Python<'_>,
        tokens: &Tokens,
        order: usize,
        prune: Vec<u32>,
        fallback: Option<[f64; 3]>,
    ) -> PyResult<Self> {
        let options = Options {
            order,
            prune,
            fallback: fallback.map(Discounts),
        };
        let model = run(py, || lm::estimate(&tokens.0, &options))?;
        model.map(Self).or_raise(py)
    }

    /// Length of the longest n-grams.
    #[getter]
    fn order(&self) -> usize {
        self.0.order()
    }

    /// Number of n-grams of every order.
    #[getter]
    fn counts(&self) -> Vec<usize> {
        self.0.counts()
    }

    /// The discounts of every order, for counts of 1, 2 and more; none where the model was read.
    #[getter]
    fn discounts(&self) -> Vec<[f64; 3]> {
        self.0.discounts().iter().map(|given| given.0).collect()
    }

    /// The model as an ARPA file.
    fn to_arpa<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::new();
        run(py, || lm::write(&self.0, &mut out))??;
        Ok(PyBytes::new(py, &out))
    }

    /// Of every line: log10 of its probability, the part of it due to known words, the number of
    /// words with `</s>`, and the number of unknown words.
    #[pyo3(signature = (tokens, /))]
    fn sentences<'py>(
        &self,
        py: Python<'py>,
        tokens: &Tokens,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let row = |s: &Sentence| [s.log10, s.known_log10, s.words as f64, s.unknown as f64];
        let rows = run(py, || self.0.sentences(&tokens.0))?;
        let rows = rows.or_raise(py)?;
        let flat = PyArray1::from_iter(py, rows.iter().flat_map(row));
        flat.reshape([rows.len(), 4])
    }

    /// Of every word of a line, `</s>` last: log10 of its probability, the length of the n-gram
    /// found, and whether it is unknown.
    #[pyo3(signature = (tokens, line, /))]
    fn words(
        &self,
        py: Python<'_>,
        tokens: &Tokens,
        line: usize,
    ) -> PyResult<Vec<(f64, usize, bool)>> {
        inside(line, tokens.0.len())?;
        let words = run(py, || self.0.words_of(&tokens.0, line))?;
        let words = words.or_raise(py)?.into_iter();
        Ok(words.map(|w| (w.log10, w.matched, w.unknown)).collect())
    }
}

/// Reads an ARPA file: `feed` takes blocks of bytes, `finish` gives the model.
#[pyclass(module = "pitchpipe._core")]
pub struct ArpaReader(Option<lm::Reader>);

#[pymethods]
impl ArpaReader {
    #[new]
    fn new() -> Self {
        Self(Some(lm::Reader::default()))
    }

    /// Takes the next bytes, which may end anywhere.
    #[pyo3(signature = (block, /))]
    fn feed(&mut self, py: Python<'_>, block: &[u8]) -> PyResult<()> {
        // What was stopped half way is finished, too.
        let mut reader = self.0.take().ok_or_else(finished)?;
        run(py, || reader.feed(block))?.or_raise(py)?;
        self.0 = Some(reader);
        Ok(())
    }

    /// The model.
    fn finish(&mut self, py: Python<'_>) -> PyResult<LanguageModel> {
        let reader = self.0.take().ok_or_else(finished)?;
        let model = run(py, || reader.finish())?;
        model.map(LanguageModel).or_raise(py)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the file is finished")
}
