//! What a metric saw in one pair of lines.

use std::num::NonZeroUsize;

use pitchpipe_core::count::{lepor, recognition};
use pyo3::prelude::*;

use crate::errors::{OrRaise, inside};
use crate::kernel::run;
use crate::text::Tokens;

fn line(tokens: &Tokens, i: usize) -> PyResult<&[u32]> {
    inside(i, tokens.0.len())?;
    Ok(tokens.0.line(i))
}

/// The best path of a recognition rate, step by step.
#[pyfunction]
#[pyo3(signature = (hyps, h, refs, r, order, insertion, deletion))]
#[allow(clippy::too_many_arguments)] // two lines and the metric's own options
pub fn recognition_path(
    py: Python<'_>,
    hyps: &Tokens,
    h: usize,
    refs: &Tokens,
    r: usize,
    order: NonZeroUsize,
    insertion: f64,
    deletion: f64,
) -> PyResult<Vec<&'static str>> {
    hyps.0.comparable(&refs.0).or_raise(py)?;
    let costs = recognition::Costs {
        order,
        insertion,
        deletion,
    };
    let (hyp, reference) = (line(hyps, h)?, line(refs, r)?);
    let steps = run(py, || recognition::path(hyp, reference, costs))?.or_raise(py)?;
    let names = steps.into_iter().map(|step| match step {
        recognition::Step::Match => "match",
        recognition::Step::Substitution => "substitution",
        recognition::Step::Insertion => "insertion",
        recognition::Step::Deletion => "deletion",
    });
    Ok(names.collect())
}

/// The reference position each hypothesis word is matched to by LEPOR.
#[pyfunction]
#[pyo3(signature = (hyps, h, refs, r, context, one_to_one))]
pub fn lepor_positions(
    py: Python<'_>,
    hyps: &Tokens,
    h: usize,
    refs: &Tokens,
    r: usize,
    context: usize,
    one_to_one: bool,
) -> PyResult<Vec<Option<usize>>> {
    hyps.0.comparable(&refs.0).or_raise(py)?;
    let matching = lepor::Matching {
        context,
        one_to_one,
    };
    let (hyp, reference) = (line(hyps, h)?, line(refs, r)?);
    run(py, || lepor::positions(hyp, reference, matching))
}
