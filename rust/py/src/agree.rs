//! Agreement of scores with human judgments.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pitchpipe_core::agree::pairs::{self, Samples};
use pitchpipe_core::agree::{Pairs, Rows, Tally, calibrate, exchange};
use pitchpipe_core::error::Result as CoreResult;
use pyo3::prelude::*;

use crate::errors::to_python;

type Floats<'py> = PyReadonlyArray1<'py, f64>;
type Indices<'py> = PyReadonlyArray1<'py, i64>;
/// `[columns, samples, 2, rows]`.
type Exchanged<'py> = Bound<'py, PyArray4<f64>>;

/// A column as the core wants it, which checks its content.
fn indices(column: &Indices<'_>) -> Vec<usize> {
    let positions = column.as_array();
    positions
        .iter()
        .map(|&i| usize::try_from(i).unwrap_or(usize::MAX))
        .collect()
}

/// Runs a kernel without the interpreter and shapes its table.
fn table<F>(py: Python<'_>, columns: usize, kernel: F) -> PyResult<Bound<'_, PyArray2<f64>>>
where
    F: FnOnce() -> CoreResult<Vec<f64>> + Send,
{
    let flat = py.detach(kernel).map_err(|e| to_python(py, &e))?;
    let rows = flat.len() / columns;
    PyArray1::from_vec(py, flat).reshape([columns, rows])
}

/// As [`table`], for the samples of a permutation test.
fn samples_table<F>(
    py: Python<'_>,
    columns: usize,
    count: usize,
    kernel: F,
) -> PyResult<Exchanged<'_>>
where
    F: FnOnce() -> CoreResult<Vec<f64>> + Send,
{
    let flat = py.detach(kernel).map_err(|e| to_python(py, &e))?;
    let rows = flat.len() / (columns * count * 2).max(1);
    PyArray1::from_vec(py, flat).reshape([columns, count, 2, rows])
}

/// Judged cells in rows.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct JudgedRows(Rows);

#[pymethods]
impl JudgedRows {
    #[new]
    #[pyo3(signature = (human, offsets, threshold))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn new(
        py: Python<'_>,
        human: Floats<'_>,
        offsets: Indices<'_>,
        threshold: f64,
    ) -> PyResult<Self> {
        let made = Rows::new(&human.as_array().to_vec(), &indices(&offsets), threshold);
        made.map(Self).map_err(|e| to_python(py, &e))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Number of pairs that count, in all rows.
    #[getter]
    fn pairs(&self) -> usize {
        self.0.pairs()
    }

    /// What depends on the judgments alone, `[columns, rows]`.
    #[pyo3(signature = (what, /))]
    fn fixed<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let what = Tally::from_name(what).map_err(|e| to_python(py, &e))?;
        let shape = [what.fixed_width(), self.0.len()];
        PyArray1::from_vec(py, self.0.fixed(what)).reshape(shape)
    }

    /// Sums or counts of every row, `[columns, rows]`.
    #[pyo3(signature = (what, scores, epsilon))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn tally<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        scores: Floats<'_>,
        epsilon: f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let what = Tally::from_name(what).map_err(|e| to_python(py, &e))?;
        let scores = scores.as_array().to_vec();
        table(py, what.width(), || self.0.tally(what, &scores, epsilon))
    }

    /// The same for two metrics after random exchanges of their scores, `[columns, samples, 2, rows]`.
    #[pyo3(signature = (what, first, second, seed, begin, count))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // pyo3 hands over the arrays
    fn exchanged<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        first: Floats<'_>,
        second: Floats<'_>,
        seed: u64,
        begin: usize,
        count: usize,
    ) -> PyResult<Exchanged<'py>> {
        let what = Tally::from_name(what).map_err(|e| to_python(py, &e))?;
        let (first, second) = (first.as_array().to_vec(), second.as_array().to_vec());
        let samples = Samples { seed, begin, count };
        samples_table(py, what.width(), count, || {
            exchange::exchanged(&self.0, what, &first, &second, samples)
        })
    }

    /// The difference up to which scores are best called a tie.
    #[pyo3(signature = (scores, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn calibrate(&self, py: Python<'_>, scores: Floats<'_>) -> PyResult<f64> {
        let scores = scores.as_array().to_vec();
        let found = py.detach(|| calibrate::epsilon(&self.0, &scores));
        found.map_err(|e| to_python(py, &e))
    }

    /// For each row the number of pairs of which one metric is right and the other is not.
    #[pyo3(signature = (first, first_epsilon, second, second_epsilon))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn unlike<'py>(
        &self,
        py: Python<'py>,
        first: Floats<'_>,
        first_epsilon: f64,
        second: Floats<'_>,
        second_epsilon: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (first, second) = (first.as_array().to_vec(), second.as_array().to_vec());
        let counts = py.detach(|| {
            calibrate::unlike(&self.0, (&first, first_epsilon), (&second, second_epsilon))
        });
        Ok(counts.map_err(|e| to_python(py, &e))?.into_pyarray(py))
    }
}

/// Compared cells in units of pairs.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct JudgedPairs(Pairs);

#[pymethods]
impl JudgedPairs {
    #[new]
    #[pyo3(signature = (worse, better, tied, offsets))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn new(
        py: Python<'_>,
        worse: Indices<'_>,
        better: Indices<'_>,
        tied: PyReadonlyArray1<'_, bool>,
        offsets: Indices<'_>,
    ) -> PyResult<Self> {
        let tied = tied.as_array().to_vec();
        let made = Pairs::new(
            &indices(&worse),
            &indices(&better),
            &tied,
            &indices(&offsets),
        );
        made.map(Self).map_err(|e| to_python(py, &e))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Pairs that people do not tie, and those they do, `[2, units]`.
    fn fixed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        PyArray1::from_vec(py, self.0.fixed()).reshape([2, self.0.len()])
    }

    /// Counts of every unit, `[columns, units]`.
    #[pyo3(signature = (scores, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn tally<'py>(
        &self,
        py: Python<'py>,
        scores: Floats<'_>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let scores = scores.as_array().to_vec();
        table(py, pairs::WIDTH, || self.0.tally(&scores))
    }

    /// The same for two metrics after random exchanges of their scores, `[columns, samples, 2, units]`;
    /// the units are summed into one if `pooled`.
    #[pyo3(signature = (first, second, seed, begin, count, pooled))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // pyo3 hands over the arrays
    fn exchanged<'py>(
        &self,
        py: Python<'py>,
        first: Floats<'_>,
        second: Floats<'_>,
        seed: u64,
        begin: usize,
        count: usize,
        pooled: bool,
    ) -> PyResult<Exchanged<'py>> {
        let (first, second) = (first.as_array().to_vec(), second.as_array().to_vec());
        let samples = Samples { seed, begin, count };
        samples_table(py, pairs::WIDTH, count, || {
            self.0.exchanged(&first, &second, samples, pooled)
        })
    }
}
