//! Word alignments and the models that make them.

use std::ops::ControlFlow;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pitchpipe_core::align::{self, Agreement, Bitext, Decode, Options, Stage, Symmetrisation};
use pitchpipe_core::count::ordering;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::count::{Layout, counted};
use crate::errors::{Exception, OrRaise, inside};
use crate::kernel::run;
use crate::text::Tokens;

/// The links of many sentence pairs: (source position, target position), from 0.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Alignments(pub align::Alignments);

#[pymethods]
impl Alignments {
    #[new]
    #[pyo3(signature = (lines, /))]
    fn new(lines: Vec<Vec<(u32, u32)>>) -> Self {
        Self(lines.into_iter().collect())
    }

    /// Reads lines of links `i-j` (Pharaoh), and checks them against the two texts.
    #[staticmethod]
    #[pyo3(signature = (lines, source_lengths, target_lengths))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn parse(
        lines: &Bound<'_, PyList>,
        source_lengths: PyReadonlyArray1<'_, u32>,
        target_lengths: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<Self> {
        let py = lines.py();
        let lengths = source_lengths
            .as_array()
            .into_iter()
            .zip(target_lengths.as_array());
        let mut alignments = align::Alignments::default();
        for ((number, line), (&sources, &targets)) in lines.iter().enumerate().zip(lengths) {
            let line = line.cast::<PyString>()?;
            let links = align::parse_links(line.to_str()?, sources, targets);
            let links = links.map_err(|problem| {
                Exception::Data.new_err(py, format!("line {}: {problem}", number + 1))
            })?;
            alignments.push(links);
        }
        Ok(Self(alignments))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The links of sentence pair `i`.
    #[pyo3(signature = (i, /))]
    fn line(&self, i: usize) -> PyResult<Vec<(u32, u32)>> {
        inside(i, self.0.len())?;
        Ok(self.0.line(i).to_vec())
    }

    /// Copied and pickled by content.
    fn __getnewargs__(&self) -> (Vec<&[(u32, u32)]>,) {
        (self.0.lines().collect(),)
    }

    /// The sentence pairs of several alignments, one after the other.
    #[staticmethod]
    #[pyo3(signature = (parts, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
    fn concat(parts: Vec<PyRef<'_, Alignments>>) -> Self {
        let pairs = parts.iter().map(|part| part.0.len()).sum();
        let links = parts.iter().map(|part| part.0.links()).sum();
        let mut alignments = align::Alignments::with_capacity(pairs, links);
        for part in &parts {
            alignments.append(&part.0);
        }
        Self(alignments)
    }

    /// Some of the sentence pairs, in the given order.
    #[pyo3(signature = (lines, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn select(&self, lines: PyReadonlyArray1<'_, u32>) -> PyResult<Self> {
        let lines = lines.as_array();
        (lines.iter()).try_for_each(|&i| inside(i as usize, self.0.len()))?;
        let chosen = lines.iter().map(|&i| self.0.line(i as usize).to_vec());
        Ok(Self(chosen.collect()))
    }
}

fn symmetrisation(py: Python<'_>, name: &str) -> PyResult<Symmetrisation> {
    Ok(match name {
        "intersect" => Symmetrisation::Intersect,
        "union" => Symmetrisation::Union,
        "grow" => Symmetrisation::Grow,
        "grow-diag" => Symmetrisation::GrowDiag,
        "grow-diag-final" => Symmetrisation::GrowDiagFinal,
        "grow-diag-final-and" => Symmetrisation::GrowDiagFinalAnd,
        _ => {
            let message = format!("unknown symmetrisation {name:?}");
            return Err(Exception::Parameter.new_err(py, message));
        }
    })
}

/// Combines the alignments of two directions, line by line.
#[pyfunction]
#[pyo3(signature = (forward, backward, how))]
pub fn symmetrise(
    py: Python<'_>,
    forward: &Alignments,
    backward: &Alignments,
    how: &str,
) -> PyResult<Alignments> {
    let how = symmetrisation(py, how)?;
    if forward.0.len() != backward.0.len() {
        let (a, b) = (forward.0.len(), backward.0.len());
        let message = format!("{a} lines of links one way, {b} the other");
        return Err(Exception::Data.new_err(py, message));
    }
    let combined = run(py, || {
        let lines = forward.0.lines().zip(backward.0.lines());
        lines.map(|(f, b)| align::symmetrise(f, b, how)).collect()
    })?;
    Ok(Alignments(combined))
}

/// Counts of links, sure and possible ones: (links, sure, links in sure, links in possible).
#[pyfunction]
#[pyo3(signature = (links, sure, possible))]
pub fn alignment_agreement(
    py: Python<'_>,
    links: &Alignments,
    sure: &Alignments,
    possible: &Alignments,
) -> PyResult<(f64, f64, f64, f64)> {
    let found = Agreement::of_corpus(&links.0, &sure.0, &possible.0);
    let found = found.ok_or_else(|| {
        let (a, b, c) = (links.0.len(), sure.0.len(), possible.0.len());
        let message = format!("{a} lines of links, {b} of sure and {c} of possible ones");
        Exception::Data.new_err(py, message)
    })?;
    Ok((
        found.error_rate(),
        found.precision(),
        found.recall(),
        found.f_measure(),
    ))
}

/// A word alignment model of a pair of languages.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct AlignmentModel(align::Model);

/// Trains without the interpreter, which is taken back to tell it of each iteration; what it raises
/// then stops the training.
fn training<T: Send>(
    py: Python<'_>,
    (sources, targets): (&Tokens, &Tokens),
    progress: Option<&Bound<'_, PyAny>>,
    train: impl FnOnce(
        &Bitext<'_>,
        &mut dyn FnMut(align::Progress) -> ControlFlow<()>,
    ) -> align::Result<T>
    + Send,
) -> PyResult<T> {
    let progress = progress.map(|f| f.clone().unbind());
    let mut raised = None;
    let mut tell = |at: align::Progress| {
        let stage = match at.stage {
            Stage::Model1 => "Model 1",
            Stage::Hmm => "HMM",
        };
        let told = match &progress {
            Some(f) => Python::attach(|py| f.call1(py, (stage, at.done, at.iterations)).map(drop)),
            None => Ok(()),
        };
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                raised = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let trained = run(py, || {
        let bitext = Bitext::new(&sources.0, &targets.0)?;
        train(&bitext, &mut tell)
    })?;
    match raised {
        Some(error) => Err(error),
        None => trained.or_raise(py),
    }
}

fn options(model1_iterations: usize, hmm_iterations: usize, joint: bool) -> Options {
    Options {
        model1_iterations,
        hmm_iterations,
        joint,
        ..Options::default()
    }
}

#[pymethods]
impl AlignmentModel {
    /// Trains a model; `progress(stage, done, iterations)` hears of each iteration.
    #[staticmethod]
    #[pyo3(signature = (sources, targets, model1_iterations, hmm_iterations, joint, progress=None))]
    fn train(
        py: Python<'_>,
        sources: &Tokens,
        targets: &Tokens,
        model1_iterations: usize,
        hmm_iterations: usize,
        joint: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let options = options(model1_iterations, hmm_iterations, joint);
        let model = training(py, (sources, targets), progress, |bitext, tell| {
            align::Model::train(bitext, &options, tell)
        })?;
        Ok(Self(model))
    }

    /// A model trained further, on additional text.
    #[pyo3(signature = (sources, targets, model1_iterations, hmm_iterations, joint, progress=None))]
    #[allow(clippy::too_many_arguments)] // a bitext and the options of training
    fn trained_on(
        &self,
        py: Python<'_>,
        sources: &Tokens,
        targets: &Tokens,
        model1_iterations: usize,
        hmm_iterations: usize,
        joint: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let options = options(model1_iterations, hmm_iterations, joint);
        let mut model = self.copy(py)?;
        training(py, (sources, targets), progress, |bitext, tell| {
            model.continue_training(bitext, &options, tell)
        })?;
        Ok(Self(model))
    }

    /// Aligns sentence pairs by agreeing posteriors, or by `viterbi` or `posterior` links of each
    /// direction, symmetrised.
    #[pyo3(signature = (sources, targets, decode, threshold, how))]
    fn align(
        &self,
        py: Python<'_>,
        sources: &Tokens,
        targets: &Tokens,
        decode: &str,
        threshold: f32,
        how: &str,
    ) -> PyResult<Alignments> {
        let symmetrisation = symmetrisation(py, how)?;
        let decode = match decode {
            "agreement" => Decode::Agreement { threshold },
            "posterior" => Decode::Posterior {
                threshold,
                symmetrisation,
            },
            "viterbi" => Decode::Viterbi { symmetrisation },
            _ => {
                let message = format!("unknown decoding {decode:?}");
                return Err(Exception::Parameter.new_err(py, message));
            }
        };
        let aligned = run(py, || {
            let bitext = Bitext::new(&sources.0, &targets.0)?;
            self.0.align(&bitext, decode)
        })?;
        aligned.map(Alignments).or_raise(py)
    }

    /// The model as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        self.0.save(&mut bytes).or_raise(py)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The model behind bytes.
    #[staticmethod]
    #[pyo3(signature = (data, /))]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        align::Model::load(data).map(Self).or_raise(py)
    }

    /// Numbers of distinct source and target words.
    #[getter]
    fn words(&self) -> (usize, usize) {
        self.0.words()
    }
}

impl AlignmentModel {
    fn copy(&self, py: Python<'_>) -> PyResult<align::Model> {
        let mut bytes = Vec::new();
        self.0
            .save(&mut bytes)
            .and_then(|()| align::Model::load(bytes.as_slice()))
            .or_raise(py)
    }
}

/// Source length and five ordering similarities; one row per reference.
#[pyfunction]
#[pyo3(signature = (source_lengths, hyps, refs, layout))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn orderings<'py>(
    py: Python<'py>,
    source_lengths: PyReadonlyArray1<'_, u32>,
    hyps: &Alignments,
    refs: &Alignments,
    layout: &Layout,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let lengths = source_lengths.as_array().to_vec();
    counted(py, ordering::ROW_WIDTH, || {
        ordering::orderings(&lengths, &hyps.0, &refs.0, &layout.0)
    })
}

/// How monotone each line is: Kendall similarity of the identity and its source ranks.
#[pyfunction]
#[pyo3(signature = (source_lengths, alignments))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
pub fn monotonicity<'py>(
    py: Python<'py>,
    source_lengths: PyReadonlyArray1<'_, u32>,
    alignments: &Alignments,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let lengths = source_lengths.as_array().to_vec();
    let found = run(py, || ordering::monotonicity(&lengths, &alignments.0))?;
    let found = found.or_raise(py)?;
    Ok(PyArray1::from_vec(py, found))
}

/// The order in which a line says its source words, and the rank of each.
#[pyfunction]
#[pyo3(signature = (links, source_length))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the links
pub fn permutation(
    py: Python<'_>,
    links: Vec<(u32, u32)>,
    source_length: usize,
) -> PyResult<(Vec<u32>, Vec<u32>)> {
    let outside = || Exception::Data.new_err(py, "a link leaves the source sentence");
    let order = align::permutation::order(&links, source_length).ok_or_else(outside)?;
    let ranks = align::permutation::ranks(&links, source_length).ok_or_else(outside)?;
    Ok((order, ranks))
}
