//! Phrase tables: pivot tables, and those of decoders.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pitchpipe_core::phrases::{
    self, Lexicon, Network, NetworkToken, PivotLines, PivotText, Pruning, Sections, Store,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::align::Alignments;
use crate::count::Layout;
use crate::errors::{Exception, OrRaise};
use crate::kernel::run;
use crate::text::{Texts, Tokens};

/// Counted phrase pairs, pruned.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct PhrasePairs(phrases::PhrasePairs);

#[pymethods]
impl PhrasePairs {
    /// Extracts the phrase pairs of aligned text; pivot tokens are ids.
    #[staticmethod]
    #[pyo3(signature = (targets, pivot_offsets, pivot_ids, links, longest, min_count, top))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // a bitext, and what is kept of it
    fn extract(
        py: Python<'_>,
        targets: &Tokens,
        pivot_offsets: PyReadonlyArray1<'_, i64>,
        pivot_ids: PyReadonlyArray1<'_, u32>,
        links: &Alignments,
        longest: usize,
        min_count: f64,
        top: usize,
    ) -> PyResult<Self> {
        let (offsets, ids) = (pivot_offsets.as_slice()?, pivot_ids.as_slice()?);
        let made = run(py, || {
            let pivots = PivotText::new(offsets, ids)?;
            let mut pairs = phrases::PhrasePairs::extract(&targets.0, &pivots, &links.0, longest)?;
            pairs.prune(Pruning { min_count, top });
            Ok::<_, phrases::Error>(pairs)
        })?;
        made.map(Self).or_raise(py)
    }

    /// Pairs that somebody else counted, one for each line of phrases.
    #[staticmethod]
    #[pyo3(signature = (targets, pivot_offsets, pivot_ids, counts, min_count, top))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn listed(
        py: Python<'_>,
        targets: &Tokens,
        pivot_offsets: PyReadonlyArray1<'_, i64>,
        pivot_ids: PyReadonlyArray1<'_, u32>,
        counts: PyReadonlyArray1<'_, f64>,
        min_count: f64,
        top: usize,
    ) -> PyResult<Self> {
        let (offsets, ids) = (pivot_offsets.as_slice()?, pivot_ids.as_slice()?);
        let counts = counts.as_slice()?;
        let made = run(py, || {
            let pivots = PivotText::new(offsets, ids)?;
            let mut pairs = phrases::PhrasePairs::listed(&targets.0, &pivots, counts)?;
            pairs.prune(Pruning { min_count, top });
            Ok::<_, phrases::Error>(pairs)
        })?;
        made.map(Self).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The table as bytes; the texts are those of pivot tokens, by id.
    #[pyo3(signature = (description, forms, lemmas, upos, xpos))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        description: &[u8],
        forms: &Texts,
        lemmas: &Texts,
        upos: &Texts,
        xpos: &Texts,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let columns = [&forms.0, &lemmas.0, &upos.0, &xpos.0];
        let made = run(py, || self.0.to_bytes(description, &columns))?;
        let made = made.or_raise(py)?;
        Ok(PyBytes::new(py, &made))
    }
}

/// Phrase pairs as decoders want them.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct Translations(phrases::Translations);

#[pymethods]
impl Translations {
    /// Extracts the phrase pairs of aligned text.
    #[staticmethod]
    #[pyo3(signature = (sources, targets, links, longest, min_count, top))]
    fn extract(
        py: Python<'_>,
        sources: &Tokens,
        targets: &Tokens,
        links: &Alignments,
        longest: usize,
        min_count: f64,
        top: usize,
    ) -> PyResult<Self> {
        let pruning = Pruning { min_count, top };
        let made = run(py, || {
            phrases::Translations::extract(&sources.0, &targets.0, &links.0, longest, pruning)
        })?;
        made.map(Self).or_raise(py)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Number of source phrases.
    #[getter]
    fn phrases(&self) -> usize {
        self.0.phrases()
    }

    /// The lines of some of the pairs in a table of Moses.
    #[pyo3(signature = (begin, end, /))]
    fn lines<'py>(
        &self,
        py: Python<'py>,
        begin: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let end = end.min(self.0.len());
        let written = run(py, || self.0.lines(begin..end))?;
        Ok(PyBytes::new(py, written.as_bytes()))
    }
}

/// The columns of annotated lines: offsets, words of the table, lemmas, tags, function words.
type Lines<'py> = (
    PyReadonlyArray1<'py, i64>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, bool>,
);

fn pivot_lines<'a>(py: Python<'_>, lines: &'a Lines<'_>) -> PyResult<PivotLines<'a>> {
    let lexicon = Lexicon {
        lemmas: lines.2.as_slice()?,
        tags: lines.3.as_slice()?,
        function: lines.4.as_slice()?,
    };
    PivotLines::new(lines.0.as_slice()?, lines.1.as_slice()?, lexicon).or_raise(py)
}

/// A table in an array of bytes, usually a file mapped into memory.
#[pyclass(frozen, module = "pitchpipe._core")]
pub struct PhraseTable {
    data: Py<PyArray1<u8>>,
    sections: Sections,
}

impl PhraseTable {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Store<'_>) -> T + Send) -> PyResult<T>
    where
        T: Send,
    {
        let data = self.data.bind(py).try_readonly()?;
        let bytes = data.as_slice()?;
        run(py, || work(&Store::new(bytes, &self.sections)))
    }
}

#[pymethods]
impl PhraseTable {
    /// Checks the bytes of a table.
    #[new]
    #[pyo3(signature = (data, /))]
    fn new(py: Python<'_>, data: Bound<'_, PyArray1<u8>>) -> PyResult<Self> {
        let sections = {
            let readable = data.try_readonly()?;
            let bytes = readable.as_slice()?;
            run(py, || Sections::check(bytes))?
        };
        let sections = sections.or_raise(py)?;
        let data = data.unbind();
        Ok(Self { data, sections })
    }

    /// What was given as a description.
    #[getter]
    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let found = self.with(py, |store| store.description().to_vec())?;
        Ok(PyBytes::new(py, &found))
    }

    /// Numbers of words, phrases, pairs and pivot phrases.
    #[getter]
    fn sizes(&self, py: Python<'_>) -> PyResult<(usize, usize, usize, usize)> {
        self.with(py, |store| {
            (
                store.words(),
                store.phrases(),
                store.entry_count(),
                store.pivots(),
            )
        })
    }

    /// Form, lemma, universal and other part of speech of every pivot token.
    fn tokens(&self, py: Python<'_>) -> PyResult<Vec<(String, String, String, String)>> {
        self.with(py, |store| {
            let tokens = (0..store.tokens()).map(|token| store.token(token));
            tokens
                .map(|[form, lemma, upos, xpos]| (form, lemma, upos, xpos))
                .collect()
        })
    }

    /// The numbers of words, 2^32 − 1 where the table has none.
    #[pyo3(signature = (words, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the list
    fn find_words<'py>(
        &self,
        py: Python<'py>,
        words: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let found: Vec<u32> = self.with(py, |store| {
            words.iter().map(|word| store.find_word(word)).collect()
        })?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// The pivot phrases of a phrase with their counts, most frequent first.
    #[pyo3(signature = (words, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn lookup(
        &self,
        py: Python<'_>,
        words: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<Vec<(Vec<u32>, f64)>> {
        let words = words.as_slice()?;
        self.with(py, |store| {
            let node = words
                .iter()
                .try_fold(0, |node, &word| store.child(node, word));
            let entries = node.map_or(0..0, |node| store.entries(node));
            entries
                .map(|entry| (store.pivot(entry).collect(), store.count(entry)))
                .collect()
        })
    }

    /// The lengths of the phrases of a sentence, and the logarithm of their probability.
    #[pyo3(signature = (words, /))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the array
    fn segment(
        &self,
        py: Python<'_>,
        words: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<(Vec<usize>, f64)> {
        let words = words.as_slice()?;
        self.with(py, |store| {
            let mut segments = Vec::new();
            let sum = phrases::segment(store, words, &mut segments);
            (segments.iter().map(|s| s.end - s.begin).collect(), sum)
        })
    }

    /// The n-grams of pivot tokens that stand for a sentence, with their expected counts; words that the
    /// table does not have are called by the ids in `unseen`.
    #[pyo3(signature = (words, unseen, order))]
    #[allow(clippy::needless_pass_by_value)] // pyo3 hands over the arrays
    fn ngrams(
        &self,
        py: Python<'_>,
        words: PyReadonlyArray1<'_, u32>,
        unseen: PyReadonlyArray1<'_, u32>,
        order: usize,
    ) -> PyResult<Vec<(Vec<u32>, f64)>> {
        let (words, unseen) = (words.as_slice()?, unseen.as_slice()?);
        if order == 0 || words.len() != unseen.len() {
            let message = "n-grams have words, and every word an id";
            return Err(Exception::Parameter.new_err(py, message));
        }
        let token = |label| NetworkToken {
            labels: [label; 2],
            weight: 1.0,
        };
        self.with(py, |store| {
            let mut segments = Vec::new();
            phrases::segment(store, words, &mut segments);
            let mut network = Network::default();
            network.fill(store, &segments, token, |word| token(unseen[word]));
            phrases::expected_ngrams(&network, 0, order)
        })
    }

    /// For every order the matches by lemma and by part of speech, and the weights of hypothesis and
    /// reference; one row per reference.
    #[pyo3(signature = (lemmas, tags, function, hyps, refs, layout, order, function_weight))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // the columns of table and lines
    fn matches<'py>(
        &self,
        py: Python<'py>,
        lemmas: PyReadonlyArray1<'_, u32>,
        tags: PyReadonlyArray1<'_, u32>,
        function: PyReadonlyArray1<'_, bool>,
        hyps: Lines<'_>,
        refs: Lines<'_>,
        layout: &Layout,
        order: usize,
        function_weight: f64,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let lexicon = Lexicon {
            lemmas: lemmas.as_slice()?,
            tags: tags.as_slice()?,
            function: function.as_slice()?,
        };
        let (hyps, refs) = (pivot_lines(py, &hyps)?, pivot_lines(py, &refs)?);
        let rows = self.with(py, |store| {
            phrases::pivot_matches(
                store,
                lexicon,
                (&hyps, &refs),
                &layout.0,
                order,
                function_weight,
            )
        })?;
        let rows = rows.or_raise(py)?;
        let width = phrases::row_width(order);
        let shape = [rows.len() / width, width];
        PyArray1::from_vec(py, rows).reshape(shape)
    }
}
