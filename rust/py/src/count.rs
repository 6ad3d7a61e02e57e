//! The layout of batches, and the kernels that count n-grams, words and edits in them.

use std::num::NonZeroUsize;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pitchpipe_core::count::{
    cder, chrf, edit, fewest, gtm, lepor, ngrams, nist, positionless, recognition as rates, ribes,
    ter,
};
use pitchpipe_core::error::Result as CoreResult;
use pitchpipe_core::layout;
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::kernel::run;
use crate::text::{Texts, Tokens};

/// Keys and counts.
type Counts<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// Which hypothesis is measured against which references.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Layout(pub layout::Layout);

#[pymethods]
impl Layout {
    #[new]
    #[pyo3(signature = (row_hyp, row_segment, ref_offsets, hypotheses, references))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn new(
        py: Python<'_>,
        row_hyp: PyReadonlyArray1<'_, u32>,
        row_segment: PyReadonlyArray1<'_, u32>,
        ref_offsets: PyReadonlyArray1<'_, u32>,
        hypotheses: usize,
        references: usize,
    ) -> PyResult<Self> {
        let made = layout::Layout::new(
            row_hyp.as_array().to_vec(),
            row_segment.as_array().to_vec(),
            ref_offsets.as_array().to_vec(),
            hypotheses,
            references,
        );
        made.map(Self).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Number of segments.
    #[getter]
    fn segments(&self) -> usize {
        self.0.segments()
    }

    /// Where each row's statistics begin when there is one output row per reference.
    fn reference_starts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.0.reference_starts())
    }
}

/// Runs a kernel without the interpreter and shapes what it counted.
pub fn counted<F>(py: Python<'_>, width: usize, kernel: F) -> PyResult<Bound<'_, PyArray2<f64>>>
where
    F: FnOnce() -> CoreResult<Vec<f64>> + Send,
{
    let flat = run(py, kernel)?.or_raise(py)?;
    let rows = flat.len() / width.max(1);
    PyArray1::from_vec(py, flat).reshape([rows, width])
}

/// Matches of order 1.., n-grams of order 1.., hypothesis length, reference length.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, order, reference_length))]
pub fn clipped_matches<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: usize,
    reference_length: &str,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rule = ngrams::ReferenceLength::from_name(reference_length);
    let rule = rule.or_raise(py)?;
    counted(py, ngrams::row_width(order), || {
        ngrams::clipped_matches(&hyps.0, &refs.0, &layout.0, order, rule)
    })
}

/// Smallest Levenshtein distance to a reference, and the mean reference length.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn word_errors<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, fewest::ROW_WIDTH, || {
        edit::word_errors(&hyps.0, &refs.0, &layout.0)
    })
}

/// Fewest edits, shifts included, that TER's search finds, and the mean reference length.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn ter_edits<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, fewest::ROW_WIDTH, || {
        ter::best_edits(&hyps.0, &refs.0, &layout.0)
    })
}

/// What Python says about chrF, in the order it says it.
pub fn chrf_options(
    char_order: usize,
    word_order: usize,
    whitespace: bool,
    lowercase: bool,
) -> chrf::ChrfOptions {
    chrf::ChrfOptions {
        char_order,
        word_order,
        whitespace,
        lowercase,
    }
}

/// For every order [hypothesis n-grams, reference n-grams, matches]; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, char_order, word_order, whitespace, lowercase))]
#[allow(clippy::too_many_arguments)] // the metric's own options
pub fn chrf_counts<'py>(
    py: Python<'py>,
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    char_order: usize,
    word_order: usize,
    whitespace: bool,
    lowercase: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let options = chrf_options(char_order, word_order, whitespace, lowercase);
    counted(py, options.width(), || {
        chrf::count(&hyps.0, &refs.0, &layout.0, options)
    })
}

/// As [`chrf_counts`], of all pairs, hypothesis by hypothesis.
#[pyfunction]
#[pyo3(signature = (hyps, refs, char_order, word_order, whitespace, lowercase))]
pub fn chrf_matrix<'py>(
    py: Python<'py>,
    hyps: &Texts,
    refs: &Texts,
    char_order: usize,
    word_order: usize,
    whitespace: bool,
    lowercase: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let options = chrf_options(char_order, word_order, whitespace, lowercase);
    counted(py, options.width(), || {
        chrf::matrix(&hyps.0, &refs.0, options)
    })
}

/// Lengths c and r, normalised position difference, common n-grams; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, order, context, one_to_one))]
pub fn lepor_counts<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: usize,
    context: usize,
    one_to_one: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let matching = lepor::Matching {
        context,
        one_to_one,
    };
    counted(py, lepor::paper_row_width(order), || {
        lepor::paper_counts(&hyps.0, &refs.0, &layout.0, order, matching)
    })
}

/// As the released Perl scripts: lengths, common words, position difference; per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn lepor_perl_counts<'py>(
    py: Python<'py>,
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, lepor::PERL_ROW_WIDTH, || {
        lepor::perl_counts(&hyps.0, &refs.0, &layout.0)
    })
}

/// Position-independent errors and reference length; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn positionless_errors<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, positionless::ROW_WIDTH, || {
        positionless::positionless_errors(&hyps.0, &refs.0, &layout.0)
    })
}

/// Errors with block moves and reference length; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn jump_errors<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, cder::ROW_WIDTH, || {
        cder::jump_errors(&hyps.0, &refs.0, &layout.0)
    })
}

/// Rank correlation, unigram precision and the two lengths; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn rank_correlations<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, ribes::ROW_WIDTH, || {
        ribes::rank_correlations(&hyps.0, &refs.0, &layout.0)
    })
}

/// Size of the greedy match with exponent `e`, and the two lengths; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, e))]
pub fn run_matches<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    e: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, gtm::ROW_WIDTH, || {
        gtm::run_matches(&hyps.0, &refs.0, &layout.0, e)
    })
}

/// Matched information of order 1.., n-grams of order 1.., and the two lengths; the information is
/// estimated on the lines of `known`.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, known, order, mteval_zero))]
pub fn informative_matches<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    known: &Tokens,
    order: usize,
    mteval_zero: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    counted(py, ngrams::row_width(order), || {
        hyps.0.comparable(&known.0)?;
        let zero = if mteval_zero {
            known.0.vocabulary().find("0")
        } else {
            None
        };
        let information = nist::information(&known.0, order, zero);
        let own = std::ptr::eq(refs, known);
        nist::informative_matches(&hyps.0, &refs.0, &layout.0, &information, own)
    })
}

/// The same, with information by how often n-grams occur in a text of so many words that has all of
/// `refs`; those that are not among the sorted `keys` occur once.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, words, keys, counts, order, mteval_zero))]
#[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // pyo3 hands over the arrays
pub fn informative_matches_among<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    words: u64,
    keys: PyReadonlyArray1<'_, u64>,
    counts: PyReadonlyArray1<'_, u64>,
    order: usize,
    mteval_zero: bool,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (keys, counts) = (keys.as_slice()?, counts.as_slice()?);
    counted(py, ngrams::row_width(order), || {
        let text = nist::NgramCounts::new(words, keys, counts)?;
        let zero = if mteval_zero {
            refs.0.vocabulary().find("0")
        } else {
            None
        };
        let information = nist::information_among(&refs.0, order, zero, &text);
        nist::informative_matches(&hyps.0, &refs.0, &layout.0, &information, true)
    })
}

/// The n-grams of lines up to an order: sorted keys, the same wherever they are made, and their counts.
#[pyfunction]
#[pyo3(signature = (refs, order, /))]
pub fn ngram_counts<'py>(py: Python<'py>, refs: &Tokens, order: usize) -> PyResult<Counts<'py>> {
    let (keys, counts) = run(py, || nist::ngram_counts(&refs.0, order))?.or_raise(py)?;
    Ok((PyArray1::from_vec(py, keys), PyArray1::from_vec(py, counts)))
}

/// Numerator and denominator of the n-gram recognition rate; one row per reference.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, order, insertion, deletion))]
pub fn recognition<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: NonZeroUsize,
    insertion: f64,
    deletion: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let costs = rates::Costs {
        order,
        insertion,
        deletion,
    };
    counted(py, rates::ROW_WIDTH, || {
        rates::recognition(&hyps.0, &refs.0, &layout.0, costs)
    })
}
