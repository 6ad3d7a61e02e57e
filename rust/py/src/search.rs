//! Searching along lines in the space of weights.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pitchpipe_core::error::Result as CoreResult;
use pitchpipe_core::memory;
use pitchpipe_core::tune::lines::{Direction, Joined, Lists, Search};
use pyo3::prelude::*;

use crate::errors::{Exception, OrRaise};
use crate::kernel::run;

/// Exact search along lines, over n-best lists with the features and the statistics of each candidate.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct LineSearch(Lists);

/// The breakpoints of all lines, where the intervals of each line begin, and the statistics of each
/// interval.
type Found<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray2<f64>>,
);

#[pymethods]
impl LineSearch {
    #[new]
    #[pyo3(signature = (features, offsets, rows))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn new(
        py: Python<'_>,
        features: PyReadonlyArray2<'_, f64>,
        offsets: PyReadonlyArray1<'_, i64>,
        rows: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Self> {
        let features = features.as_array();
        let (width, features) = (features.ncols(), flat(features.iter()).or_raise(py)?);
        let rows = rows.as_array();
        let (row_width, rows) = (rows.ncols(), flat(rows.iter()).or_raise(py)?);
        let offsets = offsets.as_array();
        let offsets = offsets.iter().map(|&offset| usize::try_from(offset));
        let offsets = offsets.collect::<Result<Vec<_>, _>>();
        let offsets = offsets.map_err(|_| {
            Exception::Data.new_err(py, "offsets of candidates must not be negative")
        })?;
        let made = run(py, || {
            Lists::new(&features, width, offsets, rows, row_width)
        })?;
        made.map(Self).or_raise(py)
    }

    /// The model score of every candidate.
    #[pyo3(signature = (weights, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn totals<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_array().to_vec();
        let totals = run(py, || self.0.totals(&weights))?;
        let totals = totals.or_raise(py)?;
        Ok(PyArray1::from_vec(py, totals))
    }

    /// The candidate with the highest total of every segment, the first one in a tie.
    #[pyo3(signature = (totals, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn best<'py>(
        &self,
        py: Python<'py>,
        totals: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let totals = totals.as_slice()?;
        let best = run(py, || self.0.best(totals))?;
        let best = best.or_raise(py)?;
        Ok(PyArray1::from_vec(py, best))
    }

    /// Searches along the lines through the point with these totals, from `low` to `high` each.
    ///
    /// Gives the breakpoints of all lines, where the intervals of each line begin, and summed
    /// statistics, a row per interval.
    #[pyo3(signature = (totals, directions, low, high, resolution))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn search<'py>(
        &self,
        py: Python<'py>,
        totals: PyReadonlyArray1<'_, f64>,
        directions: PyReadonlyArray2<'_, f64>,
        low: PyReadonlyArray1<'_, f64>,
        high: PyReadonlyArray1<'_, f64>,
        resolution: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Found<'py>> {
        let totals = totals.as_slice()?;
        let width = directions.as_array().ncols();
        let directions = flat(directions.as_array().iter()).or_raise(py)?;
        let (low, high, resolution) = (low.as_slice()?, high.as_slice()?, resolution.as_slice()?);
        let lines = directions.len() / width.max(1);
        if [low.len(), high.len(), resolution.len()] != [lines; 3] {
            let message = format!("{} limits for {lines} lines", low.len());
            return Err(Exception::Data.new_err(py, message));
        }
        let limits = low.iter().zip(high).zip(resolution);
        let searches: Vec<Search<'_>> = directions
            .chunks_exact(width.max(1))
            .zip(limits)
            .map(|(vector, ((&low, &high), &resolution))| Search {
                direction: Direction::of(vector),
                low,
                high,
                resolution,
            })
            .collect();
        let rows = self.0.row_width();
        let joined = run(py, || {
            let swept = self.0.search(totals, &searches)?;
            Ok::<_, pitchpipe_core::Error>(Joined::new(&swept, rows))
        })?;
        let joined = joined.or_raise(py)?;
        let intervals = joined.intervals();
        let sums = PyArray1::from_vec(py, joined.sums).reshape([rows, intervals])?;
        Ok((
            PyArray1::from_vec(py, joined.breakpoints),
            PyArray1::from_vec(py, joined.starts),
            // Columns lie together: numpy adds up and compares whole columns much faster.
            sums.transpose()?,
        ))
    }
}

fn flat<'a>(values: impl ExactSizeIterator<Item = &'a f64>) -> CoreResult<Vec<f64>> {
    memory::copied(values, || {
        "the features and statistics of candidates".into()
    })
}
