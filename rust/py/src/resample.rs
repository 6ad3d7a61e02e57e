//! Random samples of a test set.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2, PyReadonlyArray3};
use pitchpipe_core::resample;
use pyo3::prelude::*;

use crate::count::counted;
use crate::errors::OrRaise;
use crate::kernel::run;

/// Sums of rows `[segments, k]` over bootstrap samples number `first` and on, `[samples, k]`.
#[pyfunction]
#[pyo3(signature = (rows, first, samples, seed))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn bootstrap_sums<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'py, f64>,
    first: u64,
    samples: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let width = rows.as_array().shape()[1];
    let rows = rows.as_slice()?;
    let numbers = first..first.saturating_add(samples);
    counted(py, width, || {
        resample::bootstrap_sums(rows, width, numbers, seed)
    })
}

/// Sums of rows `[segments, k]` of a block, each drawn Poisson(1) times, over samples number `first`
/// and on, `[samples, k]`.
#[pyfunction]
#[pyo3(signature = (rows, first, samples, seed, block))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn poisson_sums<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'py, f64>,
    first: u64,
    samples: u64,
    seed: u64,
    block: u64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let width = rows.as_array().shape()[1];
    let rows = rows.as_slice()?;
    let numbers = first..first.saturating_add(samples);
    counted(py, width, || {
        resample::poisson_sums(rows, width, numbers, seed, block)
    })
}

/// Sums of rows `[segments, k]` that are counted so many times each, `[samples, k]`; `times` is
/// `[samples, segments]`.
#[pyfunction]
#[pyo3(signature = (rows, times))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn counted_sums<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'py, f64>,
    times: PyReadonlyArray2<'py, f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let width = rows.as_array().shape()[1];
    let (rows, times) = (rows.as_slice()?, times.as_slice()?);
    counted(py, width, || resample::counted_sums(rows, width, times))
}

/// Sums of rows `[slots, segments, k]` dealt to the slots anew in samples number `first` and on,
/// `[samples, slots, k]`.
#[pyfunction]
#[pyo3(signature = (rows, first, samples, seed))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn permuted_sums<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray3<'py, f64>,
    first: u64,
    samples: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyArray3<f64>>> {
    let shape = rows.as_array().shape().to_vec();
    let (slots, width) = (shape[0], shape[2]);
    let rows = rows.as_slice()?;
    let numbers = first..first.saturating_add(samples);
    let flat = run(py, || {
        resample::permuted_sums(rows, slots, width, numbers, seed)
    })?
    .or_raise(py)?;
    let drawn = flat.len() / (slots * width).max(1);
    PyArray1::from_vec(py, flat).reshape([drawn, slots, width])
}
