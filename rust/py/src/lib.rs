//! Python bindings of the counting core: module `pitchpipe._core`.
//!
//! Bindings only: every function converts its arguments, releases the interpreter, calls one
//! function of the core, and hands back a numpy array. One file per module of the core.

mod agree;
mod align;
mod count;
mod errors;
mod expect;
mod explain;
mod kernel;
mod lattice;
mod lm;
mod meteor;
mod phrases;
mod resample;
mod search;
mod tesla;
mod text;
mod threads;
mod tune;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// Looks numpy up. Left to the first conversion of an array, that panics if something is raised meanwhile,
/// as Ctrl-C may.
fn find_numpy(py: Python<'_>) -> PyResult<()> {
    numpy::get_array_module(py)?;
    PyArray1::<f64>::zeros(py, 0, false).try_readonly()?;
    Ok(())
}

/// The counting core of Pitchpipe.
#[pymodule(gil_used = false)]
fn _core(m: &Bound<'_, PyModule>) -> PyResult<()> {
    find_numpy(m.py())?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<text::Texts>()?;
    m.add_class::<text::Tokens>()?;
    m.add_class::<count::Layout>()?;
    m.add_function(wrap_pyfunction!(text::encode, m)?)?;
    m.add_function(wrap_pyfunction!(text::are_texts, m)?)?;
    m.add_function(wrap_pyfunction!(text::find_surrogate, m)?)?;
    m.add_function(wrap_pyfunction!(text::suspects, m)?)?;
    m.add_function(wrap_pyfunction!(text::encode_segments, m)?)?;
    m.add_function(wrap_pyfunction!(text::tokenize, m)?)?;
    m.add_function(wrap_pyfunction!(count::clipped_matches, m)?)?;
    m.add_function(wrap_pyfunction!(count::word_errors, m)?)?;
    m.add_function(wrap_pyfunction!(count::ter_edits, m)?)?;
    m.add_function(wrap_pyfunction!(count::chrf_counts, m)?)?;
    m.add_function(wrap_pyfunction!(count::chrf_matrix, m)?)?;
    m.add_function(wrap_pyfunction!(expect::chrf_matrices, m)?)?;
    m.add_function(wrap_pyfunction!(expect::chrf_expected, m)?)?;
    m.add_function(wrap_pyfunction!(expect::expected_matches, m)?)?;
    m.add_function(wrap_pyfunction!(count::lepor_counts, m)?)?;
    m.add_function(wrap_pyfunction!(count::lepor_perl_counts, m)?)?;
    m.add_function(wrap_pyfunction!(count::positionless_errors, m)?)?;
    m.add_function(wrap_pyfunction!(count::jump_errors, m)?)?;
    m.add_function(wrap_pyfunction!(count::run_matches, m)?)?;
    m.add_function(wrap_pyfunction!(count::rank_correlations, m)?)?;
    m.add_function(wrap_pyfunction!(count::informative_matches, m)?)?;
    m.add_function(wrap_pyfunction!(count::informative_matches_among, m)?)?;
    m.add_function(wrap_pyfunction!(count::ngram_counts, m)?)?;
    m.add_function(wrap_pyfunction!(count::recognition, m)?)?;
    m.add_function(wrap_pyfunction!(explain::recognition_paths, m)?)?;
    m.add_function(wrap_pyfunction!(explain::lepor_positions, m)?)?;
    m.add_function(wrap_pyfunction!(explain::ter_paths, m)?)?;
    m.add_function(wrap_pyfunction!(explain::word_links, m)?)?;
    m.add_function(wrap_pyfunction!(meteor::vocabulary, m)?)?;
    m.add_function(wrap_pyfunction!(meteor::aligned_words, m)?)?;
    m.add_class::<tesla::AnnotatedLines>()?;
    m.add_function(wrap_pyfunction!(tesla::ngram_matches, m)?)?;
    m.add_function(wrap_pyfunction!(tesla::best_transports, m)?)?;
    m.add_class::<agree::JudgedRows>()?;
    m.add_class::<agree::JudgedPairs>()?;
    m.add_class::<agree::ScoreExchange>()?;
    m.add_function(wrap_pyfunction!(agree::exchanged_products, m)?)?;
    m.add_class::<align::Alignments>()?;
    m.add_class::<align::AlignmentModel>()?;
    m.add_function(wrap_pyfunction!(align::symmetrise, m)?)?;
    m.add_function(wrap_pyfunction!(align::alignment_agreement, m)?)?;
    m.add_function(wrap_pyfunction!(align::orderings, m)?)?;
    m.add_function(wrap_pyfunction!(align::monotonicity, m)?)?;
    m.add_function(wrap_pyfunction!(align::permutation, m)?)?;
    m.add_function(wrap_pyfunction!(resample::bootstrap_sums, m)?)?;
    m.add_function(wrap_pyfunction!(resample::poisson_sums, m)?)?;
    m.add_function(wrap_pyfunction!(resample::counted_sums, m)?)?;
    m.add_function(wrap_pyfunction!(resample::permuted_sums, m)?)?;
    m.add_class::<tune::NBestReader>()?;
    m.add_function(wrap_pyfunction!(tune::distinct_candidates, m)?)?;
    m.add_function(wrap_pyfunction!(tune::check_links, m)?)?;
    m.add_class::<search::LineSearch>()?;
    m.add_class::<lattice::Lattice>()?;
    m.add_class::<lattice::Symbols>()?;
    m.add_function(wrap_pyfunction!(lattice::read_plf, m)?)?;
    m.add_function(wrap_pyfunction!(lattice::read_openfst, m)?)?;
    m.add_function(wrap_pyfunction!(lattice::read_slf, m)?)?;
    m.add_function(wrap_pyfunction!(lattice::read_search_graphs, m)?)?;
    m.add_function(wrap_pyfunction!(lattice::lattice_oracles, m)?)?;
    m.add_class::<lm::LanguageModel>()?;
    m.add_class::<lm::ArpaReader>()?;
    m.add_class::<phrases::PhrasePairs>()?;
    m.add_class::<phrases::Translations>()?;
    m.add_class::<phrases::PhraseTable>()?;
    m.add_function(wrap_pyfunction!(threads::set_threads, m)?)?;
    m.add_function(wrap_pyfunction!(threads::threads, m)?)?;
    Ok(())
}
