//! Agreement of scores with human judgments.

use std::sync::Arc;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
};
use pitchpipe_core::agree::{Exchange, Pairs, Rows, Samples, Tally, calibrate, pairs, soft};
use pitchpipe_core::error::Result as CoreResult;
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::kernel::run;

type Floats<'py> = PyReadonlyArray1<'py, f64>;
type Indices<'py> = PyReadonlyArray1<'py, i64>;
type Table<'py> = Bound<'py, PyArray2<f64>>;

/// A column as the core wants it, which checks its content.
fn indices(column: &Indices<'_>) -> Vec<usize> {
    let positions = column.as_array();
    positions
        .iter()
        .map(|&i| usize::try_from(i).unwrap_or(usize::MAX))
        .collect()
}

/// Runs a kernel without the interpreter and shapes its table.
fn table<F>(py: Python<'_>, columns: usize, kernel: F) -> PyResult<Table<'_>>
where
    F: FnOnce() -> CoreResult<Vec<f64>> + Send,
{
    let flat = run(py, kernel)?.or_raise(py)?;
    let rows = flat.len() / columns;
    PyArray1::from_vec(py, flat).reshape([columns, rows])
}

/// Judged cells in rows.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct JudgedRows(Arc<Rows>);

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
        made.map(|rows| Self(Arc::new(rows))).or_raise(py)
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
    fn fixed<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Table<'py>> {
        let what = Tally::from_name(what).or_raise(py)?;
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
    ) -> PyResult<Table<'py>> {
        let what = Tally::from_name(what).or_raise(py)?;
        let scores = scores.as_array().to_vec();
        table(py, what.width(), || self.0.tally(what, &scores, epsilon))
    }

    /// Two metrics whose scores are to be exchanged.
    #[pyo3(signature = (what, first, second))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn exchange(
        &self,
        py: Python<'_>,
        what: &str,
        first: Floats<'_>,
        second: Floats<'_>,
    ) -> PyResult<ScoreExchange> {
        let what = Tally::from_name(what).or_raise(py)?;
        let (first, second) = (first.as_array().to_vec(), second.as_array().to_vec());
        let made = run(py, || Exchange::of_rows(&self.0, what, &first, &second))?;
        made.map(ScoreExchange).or_raise(py)
    }

    /// The difference up to which scores are best called a tie.
    #[pyo3(signature = (scores, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn calibrate(&self, py: Python<'_>, scores: Floats<'_>) -> PyResult<f64> {
        let scores = scores.as_array().to_vec();
        let found = run(py, || calibrate::epsilon(&self.0, &scores))?;
        found.or_raise(py)
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
        let counts = run(py, || {
            calibrate::unlike(&self.0, (&first, first_epsilon), (&second, second_epsilon))
        })?;
        Ok(counts.or_raise(py)?.into_pyarray(py))
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
        made.map(Self).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Pairs that people do not tie, and those they do, `[2, units]`.
    fn fixed<'py>(&self, py: Python<'py>) -> PyResult<Table<'py>> {
        PyArray1::from_vec(py, self.0.fixed()).reshape([2, self.0.len()])
    }

    /// Counts of every unit, `[columns, units]`.
    #[pyo3(signature = (scores, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn tally<'py>(&self, py: Python<'py>, scores: Floats<'_>) -> PyResult<Table<'py>> {
        let scores = scores.as_array().to_vec();
        table(py, pairs::WIDTH, || self.0.tally(&scores))
    }

    /// Two metrics whose scores are to be exchanged.
    #[pyo3(signature = (first, second, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn exchange(
        &self,
        py: Python<'_>,
        first: Floats<'_>,
        second: Floats<'_>,
    ) -> PyResult<ScoreExchange> {
        let (first, second) = (first.as_array().to_vec(), second.as_array().to_vec());
        let made = run(py, || Exchange::of_pairs(&self.0, &first, &second))?;
        made.map(ScoreExchange).or_raise(py)
    }
}

/// Two metrics whose scores are exchanged at random in a permutation test.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct ScoreExchange(Exchange);

#[pymethods]
impl ScoreExchange {
    /// Tallies of both metrics, `[columns, samples, 2, rows]`; the rows are summed into one if `pooled`.
    #[pyo3(signature = (seed, begin, count, pooled))]
    fn tallies<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        begin: usize,
        count: usize,
        pooled: bool,
    ) -> PyResult<Bound<'py, PyArray4<f64>>> {
        let samples = Samples { seed, begin, count };
        let found = run(py, || self.0.tallies(samples, pooled))?;
        let flat = found.or_raise(py)?;
        let columns = self.0.width();
        let rows = flat.len() / (columns * count * 2).max(1);
        PyArray1::from_vec(py, flat).reshape([columns, count, 2, rows])
    }

    /// The mean of the rows' coefficients of both metrics, `[samples, 2]`.
    #[pyo3(signature = (seed, begin, count))]
    fn means<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        begin: usize,
        count: usize,
    ) -> PyResult<Table<'py>> {
        let samples = Samples { seed, begin, count };
        let found = run(py, || self.0.means(samples))?;
        let flat = found.or_raise(py)?;
        PyArray1::from_vec(py, flat).reshape([count, 2])
    }
}

/// Sums of systems' scores and of their products after random exchanges, `[samples, 2, 1 + systems, systems]`.
#[pyfunction]
#[pyo3(signature = (first, second, seed, begin, count))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn exchanged_products<'py>(
    py: Python<'py>,
    first: PyReadonlyArray2<'_, f64>,
    second: PyReadonlyArray2<'_, f64>,
    seed: u64,
    begin: usize,
    count: usize,
) -> PyResult<Bound<'py, PyArray4<f64>>> {
    let systems = first.as_array().nrows();
    let flat = |scores: &PyReadonlyArray2<'_, f64>| -> Vec<f64> {
        scores.as_array().iter().copied().collect()
    };
    let (first, second) = (flat(&first), flat(&second));
    let samples = Samples { seed, begin, count };
    let found = run(py, || soft::exchanged(&first, &second, systems, samples))?;
    let table = PyArray1::from_vec(py, found.or_raise(py)?);
    table.reshape([count, 2, systems + 1, systems])
}
