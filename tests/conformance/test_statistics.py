"""Statistics that are saved, merged and streamed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe.batch.values import Array
from pitchpipe.metrics import Batch, Metric, Statistics, merge
from tests.conformance.texts import ALIGNER, SYSTEMS, Texts, close


@pytest.mark.only("nameable")
def test_saved_statistics_score_alike(prepared: Metric, batch: Batch, rows: Array, tmp_path: Path) -> None:
    direct = Statistics.of(prepared, batch)
    direct.save(tmp_path / "statistics.npz")
    loaded = Statistics.load(tmp_path / "statistics.npz")
    assert loaded.metric == prepared
    np.testing.assert_array_equal(loaded.rows(), rows)
    for system in SYSTEMS:
        assert loaded.score(system) == direct.score(system)


def test_what_was_counted_is_possible(prepared: Metric, rows: Array) -> None:
    # Tuners scale what they sum up, so that older segments count less.
    for sums in (rows, rows.sum(axis=0), 0.3 * rows.sum(axis=0), np.zeros(rows.shape[-1])):
        assert prepared.impossible(sums) is None
    columns = prepared.columns
    whole = rows.sum(axis=0)
    for less, more in prepared.never_more:
        changed = whole.copy()
        changed[columns.index(less)] = 1.5 * changed[columns.index(more)] + 1.0
        assert prepared.impossible(changed) is not None, less
    for bad in (np.nan, np.inf):
        assert prepared.impossible(np.append(whole[:-1], bad)) is not None


@pytest.mark.only("from_text")
def test_merged_statistics_score_alike(prepared: Metric, texts: Texts, rows: Array) -> None:
    halves = [texts.batch(keep=range(9)), texts.batch(keep=range(9, len(texts)))]
    merged = merge(Statistics.of(prepared, half) for half in halves)
    for k, system in enumerate(SYSTEMS):
        own = rows[k * len(texts) : (k + 1) * len(texts)]
        np.testing.assert_array_equal(merged.rows(system), own)
        close(merged.score(system).score, prepared.combine(own.sum(axis=0)))


@pytest.mark.only("from_text")
def test_streams_score_alike(prepared: Metric, texts: Texts) -> None:
    stream = prepared.stream()
    hypotheses = texts.systems["good"]
    for begin, end in ((0, 1), (1, 12), (12, 12), (12, len(texts))):
        stream.update(
            hypotheses[begin:end],
            [r[begin:end] for r in texts.references],
            sources=texts.source[begin:end],
            aligner=ALIGNER,
        )
    options: Any = {"sources": texts.source, "aligner": ALIGNER}
    whole = prepared.corpus_score(hypotheses, texts.references, **options)
    assert len(stream) == len(texts)
    close(stream.compute().score, whole.score)
    assert stream.compute().signature == whole.signature
    segments = prepared.segment_scores(hypotheses, texts.references, **options)
    np.testing.assert_array_equal(stream.segment_scores(), segments)


def test_results_are_plain_numbers(prepared: Metric, batch: Batch) -> None:
    result = Statistics.of(prepared, batch).score(SYSTEMS[0])
    written = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert written["score"] == result.score
    assert written["metric"] == prepared.spec
    assert written["higher_is_better"] == prepared.higher_is_better
