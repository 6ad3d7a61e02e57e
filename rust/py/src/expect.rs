//! Kernels of minimum Bayes risk: expected counts, and all pairs within groups.

use numpy::{PyArray2, PyReadonlyArray1};
use pitchpipe_core::count::{chrf, expected, ngrams};
use pyo3::prelude::*;

use crate::count::{Layout, chrf_options, counted};
use crate::text::{Texts, Tokens};

/// As `clipped_matches`, against the expected n-grams and length of each segment's references.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, weights, order))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn expected_matches<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    weights: PyReadonlyArray1<'py, f64>,
    order: usize,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let weights = weights.as_slice()?;
    counted(py, ngrams::row_width(order), || {
        expected::expected_matches(&hyps.0, &refs.0, &layout.0, weights, order)
    })
}

/// As `chrf_counts`, but one row per hypothesis: against its references' expected n-grams.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, weights, char_order, word_order, whitespace, lowercase))]
#[allow(clippy::too_many_arguments)] // the metric's own options
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn chrf_expected<'py>(
    py: Python<'py>,
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    weights: PyReadonlyArray1<'py, f64>,
    char_order: usize,
    word_order: usize,
    whitespace: bool,
    lowercase: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let options = chrf_options(char_order, word_order, whitespace, lowercase);
    let weights = weights.as_slice()?;
    counted(py, options.width(), || {
        chrf::expected(&hyps.0, &refs.0, &layout.0, weights, options)
    })
}

/// As `chrf_matrix`, for each group of hypotheses and references on its own, one after the other.
#[pyfunction]
#[pyo3(signature = (hyps, refs, hyp_offsets, ref_offsets, char_order, word_order, whitespace, lowercase))]
#[allow(clippy::too_many_arguments)] // the metric's own options
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn chrf_matrices<'py>(
    py: Python<'py>,
    hyps: &Texts,
    refs: &Texts,
    hyp_offsets: PyReadonlyArray1<'py, u32>,
    ref_offsets: PyReadonlyArray1<'py, u32>,
    char_order: usize,
    word_order: usize,
    whitespace: bool,
    lowercase: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let options = chrf_options(char_order, word_order, whitespace, lowercase);
    let sizes = |offsets: &[u32]| offsets.iter().map(|&o| o as usize).collect::<Vec<_>>();
    let (hyp_offsets, ref_offsets) = (
        sizes(hyp_offsets.as_slice()?),
        sizes(ref_offsets.as_slice()?),
    );
    counted(py, options.width(), || {
        chrf::matrices(&hyps.0, &refs.0, &hyp_offsets, &ref_offsets, options)
    })
}
