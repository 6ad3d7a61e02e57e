//! Text and tokens.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pitchpipe_core::text::tokenize::{LineTokenizer, TercomOptions, Tokenizer};
use pitchpipe_core::text::{self, Case, Expected, Lent, Split, Suspects, View};
use pitchpipe_core::{Error, parallel};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString};

use crate::count::Layout;
use crate::errors::{Exception, OrRaise, inside};
use crate::kernel::run;

/// Lines of text; kernels read them without the interpreter.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Texts(pub text::Texts);

/// Strings of Python, which stay where they are as long as somebody has them.
struct Strings(Vec<PyBackedStr>);

impl Lent for Strings {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn line(&self, i: usize) -> &str {
        &self.0[i]
    }
}

#[pymethods]
impl Texts {
    #[new]
    #[pyo3(signature = (lines, /))]
    fn new(lines: &Bound<'_, PyList>) -> PyResult<Self> {
        let mut strings = Vec::with_capacity(lines.len());
        for (i, line) in lines.iter().enumerate() {
            let text = PyBackedStr::try_from(line.cast_into::<PyString>()?);
            strings.push(text.map_err(|_| not_unicode(lines.py(), i))?);
        }
        let strings = Strings(strings);
        Ok(Self(text::Texts::lent(Arc::new(strings))))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// All lines as strings.
    fn list(&self) -> Vec<&str> {
        (0..self.0.len()).map(|i| self.0.line(i)).collect()
    }

    /// Copied and pickled by content.
    fn __getnewargs__(&self) -> (Vec<&str>,) {
        (self.list(),)
    }

    /// Some of the lines, in the given order.
    #[pyo3(signature = (lines, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn select(&self, py: Python<'_>, lines: PyReadonlyArray1<'_, u32>) -> PyResult<Self> {
        let lines = lines.as_array();
        (lines.iter()).try_for_each(|&i| inside(i as usize, self.0.len()))?;
        let chosen = || lines.iter().map(|&i| self.0.line(i as usize));
        let bytes = chosen().map(str::len).sum();
        let mut texts = text::Texts::with_room(lines.len(), bytes).or_raise(py)?;
        chosen().for_each(|line| texts.push(line));
        Ok(Self(texts))
    }

    /// The lines of several texts, one after the other.
    #[staticmethod]
    #[pyo3(signature = (parts, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
    fn concat(py: Python<'_>, parts: Vec<PyRef<'_, Texts>>) -> PyResult<Self> {
        let lines = parts.iter().map(|part| part.0.len()).sum();
        let bytes = parts.iter().map(|part| part.0.bytes()).sum();
        let mut texts = text::Texts::with_room(lines, bytes).or_raise(py)?;
        for part in &parts {
            (0..part.0.len()).for_each(|i| texts.push(part.0.line(i)));
        }
        Ok(Self(texts))
    }

    /// Whether letters of ASCII are more than characters from U+0800 on.
    #[getter]
    fn is_mostly_ascii(&self) -> bool {
        self.0.is_mostly_ascii()
    }

    /// Bytes of text.
    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// A number that stands for the lines in any order; those of parts add up to that of the whole, modulo
    /// 2¹²⁸.
    fn digest_sum(&self, py: Python<'_>) -> PyResult<u128> {
        run(py, || text::digest_sum(&self.0))?.or_raise(py)
    }
}

/// Whether all elements of a list are strings.
#[pyfunction]
#[pyo3(signature = (lines, /))]
pub fn are_texts(lines: &Bound<'_, PyList>) -> bool {
    lines
        .iter()
        .all(|line| line.is_exact_instance_of::<PyString>())
}

/// The first of some lines that is no text, since it holds a lone surrogate; `None` is a missing line.
#[pyfunction]
#[pyo3(signature = (lines, /))]
pub fn find_surrogate(lines: &Bound<'_, PyList>) -> Option<usize> {
    lines.iter().position(|line| {
        line.cast::<PyString>()
            .is_ok_and(|text| text.to_str().is_err())
    })
}

/// Numbers of lines, of four kinds.
type Lines4 = (Vec<u32>, Vec<u32>, Vec<u32>, Vec<u32>);

/// Lines of each text that may be a mistake: empty ones, copies of the source, those with other letters than
/// `letters`, and equal ones of at least `long` bytes. The latter two are to be looked at again.
#[pyfunction]
#[pyo3(signature = (texts, source, letters, long))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn suspects(
    py: Python<'_>,
    texts: Vec<PyRef<'_, Texts>>,
    source: Option<&Texts>,
    letters: &str,
    long: usize,
) -> PyResult<Vec<Lines4>> {
    let expected = Expected::new(source.map(|source| &source.0), letters, long);
    let inner: Vec<&text::Texts> = texts.iter().map(|t| &t.0).collect();
    let found = run(py, || text::suspects(&inner, &expected))?.or_raise(py)?;
    let lists = |one: Suspects| (one.empty, one.copies, one.other_letters, one.repeated);
    Ok(found.into_iter().map(lists).collect())
}

fn not_unicode(py: Python<'_>, line: usize) -> PyErr {
    let number = line + 1;
    let message = format!("line {number} is not valid Unicode text: it holds a lone surrogate");
    Exception::Data.new_err(py, message)
}

/// Tokenised lines as ids into a vocabulary shared by all texts encoded together.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Tokens(pub text::Tokens);

#[pymethods]
impl Tokens {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The words of line `i`.
    #[pyo3(signature = (i, /))]
    fn words(&self, py: Python<'_>, i: usize) -> PyResult<Vec<&str>> {
        inside(i, self.0.len())?;
        if !self.0.is_named() {
            let message = "ids of segments stand for no words: encode the lines together";
            return Err(Exception::Data.new_err(py, message.to_owned()));
        }
        let vocabulary = self.0.vocabulary();
        let ids = self.0.line(i).iter();
        Ok(ids.map(|&id| vocabulary.word(id)).collect())
    }

    /// Every id of every line.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let lines = (0..self.0.len()).map(|i| self.0.line(i));
        PyArray1::from_vec(py, lines.flatten().copied().collect())
    }

    /// How many words each line has.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let lengths = (0..self.0.len()).map(|i| self.0.line(i).len() as u32);
        PyArray1::from_vec(py, lengths.collect())
    }
}

/// `tercom` takes its switches in brackets: `tercom[normalized,no_punct]`.
fn tokenizer_by_name(name: &str) -> Result<Tokenizer, Error> {
    let unknown = || Error::UnknownTokenizer(name.to_owned());
    let Some(switches) = name
        .strip_prefix("tercom[")
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return Tokenizer::from_name(name).ok_or_else(unknown);
    };
    let mut options = TercomOptions {
        normalized: false,
        no_punct: false,
        asian_support: false,
        case_sensitive: false,
    };
    for switch in switches.split(',').filter(|s| !s.is_empty()) {
        match switch {
            "normalized" => options.normalized = true,
            "no_punct" => options.no_punct = true,
            "asian_support" => options.asian_support = true,
            "case_sensitive" => options.case_sensitive = true,
            _ => return Err(unknown()),
        }
    }
    Ok(Tokenizer::Tercom(options))
}

fn split_by_name(name: &str) -> Result<Split, Error> {
    match name {
        "ascii" => Ok(Split::Ascii),
        "unicode" => Ok(Split::Unicode),
        "newline" => Ok(Split::Newline),
        "characters" => Ok(Split::Characters),
        _ => Err(Error::UnknownTokenizer(format!("split by {name}"))),
    }
}

fn case_by_name(name: &str) -> Result<Case, Error> {
    match name {
        "keep" => Ok(Case::Keep),
        "lower" => Ok(Case::Lower),
        "lower-ascii" => Ok(Case::LowerAscii),
        _ => Err(Error::UnknownTokenizer(format!("case {name}"))),
    }
}

fn view_by_names(tokenizer: &str, case: &str, split: &str) -> Result<View, Error> {
    Ok(View {
        tokenizer: tokenizer_by_name(tokenizer)?,
        case: case_by_name(case)?,
        split: split_by_name(split)?,
    })
}

/// Tokenises the lines of a batch whose hypotheses belong to one segment each, and numbers the words
/// of every segment anew.
#[pyfunction]
#[pyo3(signature = (hyps, refs, layout, tokenizer, case, split))]
pub fn encode_segments(
    py: Python<'_>,
    hyps: &Texts,
    refs: &Texts,
    layout: &Layout,
    tokenizer: &str,
    case: &str,
    split: &str,
) -> PyResult<(Tokens, Tokens)> {
    let view = view_by_names(tokenizer, case, split).or_raise(py)?;
    let encoded = run(py, || {
        text::encode_segments(&hyps.0, &refs.0, &layout.0, view)
    })?;
    let [hyps, refs] = encoded.or_raise(py)?;
    Ok((Tokens(hyps), Tokens(refs)))
}

/// Tokenises and interns several texts into one vocabulary.
#[pyfunction]
#[pyo3(signature = (texts, tokenizer, case, split))]
#[allow(clippy::needless_pass_by_value)] // pyo3 hands over the vector
pub fn encode(
    py: Python<'_>,
    texts: Vec<PyRef<'_, Texts>>,
    tokenizer: &str,
    case: &str,
    split: &str,
) -> PyResult<Vec<Tokens>> {
    let view = view_by_names(tokenizer, case, split).or_raise(py)?;
    let inner: Vec<&text::Texts> = texts.iter().map(|t| &t.0).collect();
    let encoded = run(py, || text::encode(&inner, view))?;
    let encoded = encoded.or_raise(py)?;
    Ok(encoded.into_iter().map(Tokens).collect())
}

/// Tokenises lines: each becomes its tokens, as the tokenizer writes them.
#[pyfunction]
#[pyo3(signature = (texts, tokenizer))]
pub fn tokenize(py: Python<'_>, texts: &Texts, tokenizer: &str) -> PyResult<Vec<String>> {
    let kind = tokenizer_by_name(tokenizer).or_raise(py)?;
    let lines = &texts.0;
    let shard = 1024;
    let work = |tokenizer: &mut LineTokenizer, s: usize| -> Vec<String> {
        let end = lines.len().min((s + 1) * shard);
        (s * shard..end)
            .map(|i| tokenizer.line(lines.line(i)).to_owned())
            .collect()
    };
    let shards = lines.len().div_ceil(shard);
    let done = run(py, || {
        parallel::map_shards(shards, || LineTokenizer::new(kind), work)
    })?;
    let done = done.or_raise(py)?;
    Ok(done.into_iter().flatten().collect())
}
