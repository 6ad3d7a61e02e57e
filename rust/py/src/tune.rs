//! N-best lists.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pitchpipe_core::tune::nbest::{self, Absent, Before, Format, Options, Same};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::align::Alignments;
use crate::errors::{Exception, OrRaise, Refusal};
use crate::kernel::run;
use crate::text::Texts;

/// Reads an n-best list: `feed` takes blocks of bytes, `finish` gives the candidates.
#[pyclass(module = "pitchpipe._core")]
pub struct NBestReader {
    name: String,
    reader: Option<nbest::Reader>,
}

/// Names, features, texts, segments, totals and word alignments; what else is said of candidates and segments.
type Lists<'py> = (
    Vec<String>,
    Bound<'py, PyArray2<f64>>,
    Texts,
    Bound<'py, PyArray1<u32>>,
    Option<Bound<'py, PyArray1<f64>>>,
    Option<Alignments>,
    Option<Texts>,
    Option<Texts>,
);

#[pymethods]
impl NBestReader {
    /// `name` is what errors call the file.
    #[new]
    #[pyo3(signature = (name, *, format=None, names=None, fill=false, sort=false, segments=None, segments_before=0, lines_before=0))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn new(
        py: Python<'_>,
        name: String,
        format: Option<&str>,
        names: Option<Vec<String>>,
        fill: bool,
        sort: bool,
        segments: Option<usize>,
        segments_before: u32,
        lines_before: usize,
    ) -> PyResult<Self> {
        let format = match format {
            None => None,
            Some(format) => Some(Format::from_name(format).ok_or_else(|| {
                Exception::Parameter.new_err(py, format!("unknown format {format:?}"))
            })?),
        };
        let options = Options {
            format,
            names,
            absent: if fill { Absent::Zero } else { Absent::Refused },
            sort,
            segments,
            before: Before {
                segments: segments_before,
                lines: lines_before,
            },
        };
        let reader = Some(nbest::Reader::new(options));
        Ok(Self { name, reader })
    }

    /// Takes the next bytes, which may end anywhere.
    #[pyo3(signature = (block, /))]
    fn feed(&mut self, py: Python<'_>, block: &[u8]) -> PyResult<()> {
        // What was stopped half way is finished, too.
        let mut reader = self.reader.take().ok_or_else(finished)?;
        run(py, || reader.feed(block))?.map_err(|error| refused(py, &self.name, &error))?;
        self.reader = Some(reader);
        Ok(())
    }

    /// All candidates, in the order of the file.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Lists<'py>> {
        let reader = self.reader.take().ok_or_else(finished)?;
        let lists =
            run(py, || reader.finish())?.map_err(|error| refused(py, &self.name, &error))?;
        let shape = [lists.segments.len(), lists.names.len()];
        Ok((
            lists.names,
            PyArray1::from_vec(py, lists.features).reshape(shape)?,
            Texts(lists.texts),
            PyArray1::from_vec(py, lists.segments),
            lists.totals.map(|totals| PyArray1::from_vec(py, totals)),
            lists.links.map(Alignments),
            lists.kept.map(Texts),
            lists.segment_kept.map(Texts),
        ))
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the list is finished")
}

/// What the reader refuses, after the name of the list.
fn refused(py: Python<'_>, name: &str, error: &nbest::Error) -> PyErr {
    let message = match error {
        nbest::Error::Core(error) => error.to_string(),
        nbest::Error::Line { .. } => format!("{name}, {error}"),
        _ => format!("{name}: {error}"),
    };
    error.exception().new_err(py, message)
}

/// The candidates that stay when equal ones of a segment become one: equal in text and features, or
/// with `totals` in text alone, where the best stays.
#[pyfunction]
#[pyo3(signature = (texts, features, offsets, totals=None))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn distinct_candidates<'py>(
    py: Python<'py>,
    texts: &Texts,
    features: PyReadonlyArray2<'_, f64>,
    offsets: PyReadonlyArray1<'_, i64>,
    totals: Option<PyReadonlyArray1<'_, f64>>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let rows = features.as_slice()?;
    let totals = totals
        .as_ref()
        .map(PyReadonlyArray1::as_slice)
        .transpose()?;
    let position = |&offset: &i64| usize::try_from(offset).unwrap_or(usize::MAX);
    let offsets: Vec<usize> = offsets.as_array().iter().map(position).collect();
    let lines = texts.0.len();
    let ordered = offsets.windows(2).all(|w| w[0] <= w[1]);
    let fitting = offsets.last().is_none_or(|&end| end <= lines)
        && features.as_array().nrows() == lines
        && totals.is_none_or(|totals| totals.len() == lines);
    if !(ordered && fitting) {
        return Err(PyValueError::new_err("arrays of different candidates"));
    }
    let same = match totals {
        Some(totals) => Same::Text(totals),
        None => Same::Features(rows, features.as_array().ncols()),
    };
    let kept = run(py, || nbest::distinct(&texts.0, &offsets, same))?;
    kept.map(|kept| PyArray1::from_vec(py, kept)).or_raise(py)
}

/// Refuses links that leave the sentences they belong to.
#[pyfunction]
#[pyo3(signature = (links, source_lengths, target_lengths))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
pub fn check_links(
    py: Python<'_>,
    links: &Alignments,
    source_lengths: PyReadonlyArray1<'_, u32>,
    target_lengths: PyReadonlyArray1<'_, u32>,
) -> PyResult<()> {
    let (sources, targets) = (source_lengths.as_slice()?, target_lengths.as_slice()?);
    let count = links.0.len();
    if sources.len() != count || targets.len() != count {
        let (s, t) = (sources.len(), targets.len());
        let message = format!("{count} lines of links for {s} sources and {t} targets");
        return Err(Exception::Data.new_err(py, message));
    }
    let Some((line, (i, j))) = nbest::stray(&links.0, sources, targets) else {
        return Ok(());
    };
    let message = format!(
        "candidate {}: link {i}-{j} leaves its sentences, which have {} and {} words",
        line + 1,
        sources[line],
        targets[line]
    );
    Err(Exception::Data.new_err(py, message))
}
