//! Number of threads.

use pitchpipe_core::parallel;
use pyo3::prelude::*;

use crate::errors::OrRaise;

/// Sets the number of threads that kernels use from now on; 0 means the default.
#[pyfunction]
#[pyo3(signature = (threads, /))]
pub fn set_threads(threads: usize) {
    parallel::set_threads(threads);
}

/// The number of threads that kernels use.
#[pyfunction]
pub fn threads(py: Python<'_>) -> PyResult<usize> {
    parallel::threads().or_raise(py)
}
