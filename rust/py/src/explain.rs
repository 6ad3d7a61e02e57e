//! What metrics saw in every pair of a batch.

use std::num::NonZeroUsize;

use numpy::PyReadonlyArray1;
use pitchpipe_core::count::{lepor, meteor, recognition, ter};
use pyo3::prelude::*;

use crate::count::Layout;
use crate::errors::OrRaise;
use crate::kernel::run;
use crate::meteor::search;
use crate::text::Tokens;

/// A path as letters: match, substitution, insertion (a word too many), deletion (a word that is lacking).
type Letters = String;
/// Shifts as (from, length, to), the order of words after them, and the path from there.
type Edited = (Vec<(usize, usize, usize)>, Vec<usize>, Letters);

/// The best path of a recognition rate, for every pair.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, order, insertion, deletion))]
pub fn recognition_paths(
    py: Python<'_>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    order: NonZeroUsize,
    insertion: f64,
    deletion: f64,
) -> PyResult<Vec<Letters>> {
    let costs = recognition::Costs {
        order,
        insertion,
        deletion,
    };
    let letter = |step| match step {
        recognition::Step::Match => 'm',
        recognition::Step::Substitution => 's',
        recognition::Step::Insertion => 'i',
        recognition::Step::Deletion => 'd',
    };
    let found = run(py, || {
        recognition::paths(&hyps.0, &refs.0, &layout.0, costs)
    })?;
    let paths = found.or_raise(py)?.into_iter();
    Ok(paths
        .map(|steps| steps.into_iter().map(letter).collect())
        .collect())
}

/// The reference position each hypothesis word is matched to by LEPOR, for every pair.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, context, one_to_one))]
pub fn lepor_positions(
    py: Python<'_>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    context: usize,
    one_to_one: bool,
) -> PyResult<Vec<Vec<Option<usize>>>> {
    let matching = lepor::Matching {
        context,
        one_to_one,
    };
    run(py, || {
        lepor::positions(&hyps.0, &refs.0, &layout.0, matching)
    })?
    .or_raise(py)
}

/// The shifts and edits that TER counts, for every pair.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout))]
pub fn ter_paths(
    py: Python<'_>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
) -> PyResult<Vec<Edited>> {
    let letter = |step| match step {
        ter::Step::Match => 'm',
        ter::Step::Substitute => 's',
        // What TER deletes the hypothesis has too many, and the reverse.
        ter::Step::Delete => 'i',
        ter::Step::Insert => 'd',
    };
    let found = run(py, || ter::explained(&hyps.0, &refs.0, &layout.0))?.or_raise(py)?;
    let parts = |one: ter::Explained| {
        let shifts = one.shifts.into_iter();
        (
            shifts
                .map(|shift| (shift.from, shift.length, shift.to))
                .collect(),
            one.order,
            one.steps.into_iter().map(letter).collect(),
        )
    };
    Ok(found.into_iter().map(parts).collect())
}

/// The links that METEOR counts, for every pair: places in hypothesis and reference, and the module.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, *, stems, sense_offsets, senses, staged))]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn word_links<'py>(
    py: Python<'py>,
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    stems: PyReadonlyArray1<'py, u32>,
    sense_offsets: PyReadonlyArray1<'py, i64>,
    senses: PyReadonlyArray1<'py, u32>,
    staged: bool,
) -> PyResult<Vec<Vec<(u32, u32, u8)>>> {
    let search = search(staged);
    let facts = meteor::WordFacts::new(
        hyps.0.vocabulary().len(),
        stems.as_slice()?,
        sense_offsets.as_slice()?,
        senses.as_slice()?,
        &[],
    );
    let facts = facts.or_raise(py)?;
    let found = run(py, || {
        meteor::links(&hyps.0, &refs.0, &layout.0, &facts, search)
    })?;
    let parts = |link: meteor::Link| (link.hyp, link.reference, link.module);
    let pairs = found.or_raise(py)?.into_iter();
    Ok(pairs
        .map(|links| links.into_iter().map(parts).collect())
        .collect())
}
