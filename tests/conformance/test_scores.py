"""Rows, and the scores that every call makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.batch.values import Array
from pitchpipe.metrics import Batch, Metric, Statistics
from tests.conformance.texts import ALIGNER, SYSTEMS, Texts, close, rows_of


def test_columns_name_the_row(prepared: Metric, rows: Array, batch: Batch) -> None:
    assert rows.shape == (len(batch), len(prepared.columns))
    assert rows.dtype == np.float64
    assert len(set(prepared.columns)) == len(prepared.columns)
    assert np.isfinite(rows).all()


def test_the_corpus_is_the_sum_of_its_segments(
    metric: Metric, prepared: Metric, rows: Array, texts: Texts, batch: Batch
) -> None:
    statistics = Statistics.of(metric, batch)
    assert len(statistics) == len(rows)
    for k, system in enumerate(SYSTEMS):
        own = rows[k * len(texts) : (k + 1) * len(texts)]
        close(prepared.combine(own.sum(axis=0)), statistics.score(system).score)


@pytest.mark.only("from_text")
def test_groups_are_scored_as_if_alone(prepared: Metric, rows: Array, texts: Texts) -> None:
    group = [0, 3, 7, 21, 24]
    alone = rows_of(prepared, texts.batch(system=SYSTEMS[0], keep=group))
    close(prepared.combine(rows[group].sum(axis=0)), prepared.combine(alone.sum(axis=0)))


@pytest.mark.only("from_text")
def test_segments_are_scored_as_if_alone(prepared: Metric, rows: Array, texts: Texts) -> None:
    scores = prepared.segment(rows)[: len(texts)]
    for i in range(len(texts)):
        alone = rows_of(prepared, texts.batch(system=SYSTEMS[0], keep=[i]))
        np.testing.assert_array_equal(alone[0], rows[i])
        np.testing.assert_array_equal(prepared.segment(alone), scores[i : i + 1])


@pytest.mark.only("from_text")
def test_sentence_score(prepared: Metric, rows: Array, texts: Texts) -> None:
    scores = prepared.segment(rows)
    for i, hypothesis in enumerate(texts.systems[SYSTEMS[0]]):
        references = [stream[i] for stream in texts.references]
        alone = prepared.sentence_score(hypothesis, references, source=texts.source[i], aligner=ALIGNER)
        assert alone.score == scores[i]


def test_systems_together_are_as_one_by_one(prepared: Metric, rows: Array, texts: Texts) -> None:
    one_by_one = [rows_of(prepared, texts.batch(system=system)) for system in SYSTEMS]
    np.testing.assert_array_equal(np.concatenate(one_by_one), rows)


@pytest.mark.only("from_text")
def test_the_calls_agree(metric: Metric, texts: Texts) -> None:
    test_set = pp.TestSet(
        systems=texts.systems,
        references={str(k): list(stream) for k, stream in enumerate(texts.references)},
        source=texts.source,
    )
    table = pp.score(test_set, [metric], segments=True, aligner=ALIGNER)
    for system, hypotheses in texts.systems.items():
        result = table[system, metric.spec]
        by_segment = list(zip(*texts.references, strict=True))
        for references, by in ((texts.references, "stream"), (by_segment, "segment")):
            options: Any = {"references_by": by, "sources": texts.source, "aligner": ALIGNER}
            corpus = metric.corpus_score(hypotheses, references, **options)
            assert corpus.score == result.score
            assert corpus.signature == result.signature
            segments = metric.segment_scores(hypotheses, references, **options)
            np.testing.assert_array_equal(segments, result.segments)


def test_combine_takes_any_leading_axes(prepared: Metric, rows: Array) -> None:
    sums = rows[:12].reshape(3, 4, -1).cumsum(axis=0)
    together = prepared.combine(sums)
    assert together.shape == (3, 4)
    for i in range(3):
        for j in range(4):
            close(together[i, j], prepared.combine(sums[i, j]))
    assert prepared.combine(sums[:0]).shape == (0, 4)


def test_combine_leaves_its_argument_alone(prepared: Metric, rows: Array) -> None:
    before = rows.copy()
    prepared.combine(rows)
    prepared.segment(rows)
    np.testing.assert_array_equal(rows, before)


@pytest.mark.only("pairwise")
def test_matrix_is_every_pair_alone(prepared: Metric, texts: Texts) -> None:
    hypotheses = [*texts.systems[SYSTEMS[0]][:4], "", "a b c"]
    references = [*texts.references[0][2:6], ""]
    scores = prepared.matrix(hypotheses, references)
    assert scores.shape == (6, 5)
    for i, hypothesis in enumerate(hypotheses):
        for j, reference in enumerate(references):
            alone = rows_of(prepared, Batch.from_streams([hypothesis], [[reference]]))
            assert scores[i, j] == prepared.segment(alone)[0]


@pytest.mark.only("pairwise")
def test_some_pairs_are_as_all_pairs(prepared: Metric, texts: Texts) -> None:
    hypotheses, references = texts.systems[SYSTEMS[1]][:4], texts.references[1][:3]
    pairs = np.array([[3, 0], [0, 2], [3, 1]])
    some = prepared.segment(prepared.weigh(prepared.measure_pairs(hypotheses, references, pairs)))
    np.testing.assert_array_equal(some, prepared.matrix(hypotheses, references)[pairs[:, 0], pairs[:, 1]])
