//! Word lattices.

use std::num::NonZeroUsize;

use numpy::{PyArray1, PyReadonlyArray1};
use pitchpipe_core::count::recognition::Costs;
use pitchpipe_core::lattice::{self, Form};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::errors::{Exception, OrRaise};
use crate::kernel::run;
use crate::text::Tokens;

/// A path as numbers of arcs, and its score.
type Path = (Vec<usize>, f64);

fn path(path: lattice::Path) -> Path {
    (path.arcs, path.score)
}

/// An acyclic graph of words; nodes are numbered in topological order, arcs in that of their file.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Lattice(lattice::Lattice);

#[pymethods]
impl Lattice {
    /// Number of nodes.
    #[getter]
    fn nodes(&self) -> usize {
        self.0.nodes()
    }

    /// The node where every path begins.
    #[getter]
    fn start(&self) -> usize {
        self.0.start()
    }

    /// The nodes where a path may end, each with the score of ending there.
    #[getter]
    fn ends(&self) -> Vec<(usize, f64)> {
        let scored = |node| Some((node, self.0.end(node)?));
        (0..self.0.nodes()).filter_map(scored).collect()
    }

    /// The text of every arc, empty where it is silent.
    #[getter]
    fn labels(&self) -> Vec<&str> {
        let arcs = 0..self.0.arcs().len();
        arcs.map(|arc| self.0.label(arc)).collect()
    }

    /// The node that every arc leaves.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.0.arcs().iter().map(|arc| arc.from as i64))
    }

    /// The node that every arc enters.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.0.arcs().iter().map(|arc| arc.to as i64))
    }

    /// The score of every arc.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.0.arcs().iter().map(|arc| arc.score))
    }

    /// The text of a path: the labels of its arcs with spaces between them.
    #[pyo3(signature = (arcs, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
    fn text(&self, arcs: Vec<usize>) -> PyResult<String> {
        match arcs.iter().find(|&&arc| arc >= self.0.arcs().len()) {
            Some(&arc) => Err(PyIndexError::new_err(arc)),
            None => Ok(self.0.text(&arcs)),
        }
    }

    /// The `n` paths of highest score.
    #[pyo3(signature = (n, /))]
    fn best_paths(&self, py: Python<'_>, n: usize) -> PyResult<Vec<Path>> {
        let best = run(py, || lattice::best_paths(&self.0, n))?;
        Ok(best.into_iter().map(path).collect())
    }
}

/// Words of an `OpenFst` file and their numbers.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Symbols(lattice::Symbols);

#[pymethods]
impl Symbols {
    /// Reads a symbol table, `word number` on every line.
    #[staticmethod]
    #[pyo3(signature = (lines, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
    fn read(py: Python<'_>, lines: Vec<PyBackedStr>) -> PyResult<Self> {
        let read = run(py, || {
            lattice::Symbols::read(lines.iter().map(AsRef::as_ref))
        })?;
        read.map(Self).or_raise(py)
    }
}

fn lattices(
    py: Python<'_>,
    read: Result<Vec<lattice::Lattice>, lattice::Error>,
) -> PyResult<Vec<Lattice>> {
    let read = read.or_raise(py)?;
    Ok(read.into_iter().map(Lattice).collect())
}

/// Reads a lattice in PLF, or a plain sentence, from every line.
#[pyfunction]
#[pyo3(signature = (lines, /))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn read_plf(py: Python<'_>, lines: Vec<PyBackedStr>) -> PyResult<Vec<Lattice>> {
    let read = run(py, || lattice::read_plf(lines.iter().map(AsRef::as_ref)))?;
    lattices(py, read)
}

/// Reads the lattices of a file in HTK's standard lattice format.
#[pyfunction]
#[pyo3(signature = (lines, /))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn read_slf(py: Python<'_>, lines: Vec<PyBackedStr>) -> PyResult<Vec<Lattice>> {
    let read = run(py, || lattice::read_slf(lines.iter().map(AsRef::as_ref)))?;
    lattices(py, read)
}

/// Reads the search graphs of Moses.
#[pyfunction]
#[pyo3(signature = (lines, /))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn read_search_graphs(py: Python<'_>, lines: Vec<PyBackedStr>) -> PyResult<Vec<Lattice>> {
    let read = run(py, || {
        lattice::read_search_graphs(lines.iter().map(AsRef::as_ref))
    })?;
    lattices(py, read)
}

/// Reads the lattices of an `OpenFst` text file; `form` is `acceptor`, `transducer`, or none of them.
#[pyfunction]
#[pyo3(signature = (lines, form, symbols))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn read_openfst(
    py: Python<'_>,
    lines: Vec<PyBackedStr>,
    form: Option<&str>,
    symbols: Option<&Symbols>,
) -> PyResult<Vec<Lattice>> {
    let form = match form {
        None => Form::Guess,
        Some("acceptor") => Form::Acceptor,
        Some("transducer") => Form::Transducer,
        Some(other) => {
            let message = format!("unknown form {other:?}: acceptor or transducer");
            return Err(Exception::Parameter.new_err(py, message));
        }
    };
    let symbols = symbols.map(|symbols| &symbols.0);
    let lines = lines.iter().map(AsRef::as_ref);
    let read = run(py, || lattice::read_openfst(lines, form, symbols))?;
    lattices(py, read)
}

/// For every reference, the path of its lattice with the best recognition rate.
#[pyfunction]
#[pyo3(signature = (lattices, words, refs, owner, order, insertion, deletion))]
#[allow(clippy::too_many_arguments)] // two texts and the metric's own options
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over vector and array
pub fn lattice_oracles(
    py: Python<'_>,
    lattices: Vec<PyRef<'_, Lattice>>,
    words: &Tokens,
    refs: &Tokens,
    owner: PyReadonlyArray1<'_, u32>,
    order: NonZeroUsize,
    insertion: f64,
    deletion: f64,
) -> PyResult<Vec<Path>> {
    let costs = Costs {
        order,
        insertion,
        deletion,
    };
    let graphs: Vec<&lattice::Lattice> = lattices.iter().map(|lattice| &lattice.0).collect();
    let owner = owner.as_array().to_vec();
    let found = run(py, || {
        lattice::oracles(&graphs, &words.0, &refs.0, &owner, costs)
    })?;
    let found = found.or_raise(py)?;
    Ok(found.into_iter().map(|oracle| path(oracle.path)).collect())
}
