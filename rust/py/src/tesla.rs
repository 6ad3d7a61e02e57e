//! Weighted n-gram matching, and the transport problem behind it.

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pitchpipe_core::count::{tesla, transport};
use pyo3::prelude::*;

use crate::count::{Layout, counted};
use crate::errors::OrRaise;
use crate::kernel::run;

/// Lines whose tokens have a lemma, a part of speech and senses.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct AnnotatedLines(tesla::AnnotatedLines);

#[pymethods]
impl AnnotatedLines {
    #[new]
    #[pyo3(signature = (offsets, tokens, lemmas, tags, function, sense_offsets, senses))]
    #[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn new(
        py: Python<'_>,
        offsets: PyReadonlyArray1<'_, i64>,
        tokens: PyReadonlyArray1<'_, u32>,
        lemmas: PyReadonlyArray1<'_, u32>,
        tags: PyReadonlyArray1<'_, u32>,
        function: PyReadonlyArray1<'_, bool>,
        sense_offsets: PyReadonlyArray1<'_, i64>,
        senses: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<Self> {
        let columns = tesla::Columns {
            offsets: offsets.as_slice()?,
            tokens: tokens.as_slice()?,
            lemmas: lemmas.as_slice()?,
            tags: tags.as_slice()?,
            function: function.as_slice()?,
            sense_offsets: sense_offsets.as_slice()?,
            senses: senses.as_slice()?,
        };
        let made = run(py, || tesla::AnnotatedLines::new(columns))?;
        made.map(Self).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// For every order the best match by `s_ms` and by `s_pos`, and the weights of hypothesis and
/// reference; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, order, function_weight))]
pub fn ngram_matches<'py>(
    py: Python<'py>,
    hyps: &AnnotatedLines,
    refs: &AnnotatedLines,
    layout: &Layout,
    order: usize,
    function_weight: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, tesla::row_width(order), || {
        tesla::ngram_matches(&hyps.0, &refs.0, &layout.0, order, function_weight)
    })
}

/// The supplies, the demands and the gains of one problem.
type Given<'py> = (
    PyReadonlyArray1<'py, f64>,
    PyReadonlyArray1<'py, f64>,
    PyReadonlyArray2<'py, f64>,
);

/// The value of the best transport of every problem: supplies, demands, gains.
#[pyfunction]
#[pyo3(signature = (problems, /))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the list
pub fn best_transports<'py>(
    py: Python<'py>,
    problems: Vec<Given<'py>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let problems: Vec<transport::Problem> = problems
        .iter()
        .map(|(supplies, demands, gains)| transport::Problem {
            supplies: supplies.as_array().to_vec(),
            demands: demands.as_array().to_vec(),
            gains: gains.as_array().iter().copied().collect(),
        })
        .collect();
    let values = run(py, || transport::best_values(&problems))?;
    let values = values.or_raise(py)?;
    Ok(PyArray1::from_vec(py, values))
}
