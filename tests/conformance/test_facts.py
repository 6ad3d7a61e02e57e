"""What a metric declares of itself holds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import Batch, Metric
from pitchpipe.metrics.base import FACTS
from pitchpipe.metrics.parameters import parameters
from tests.conformance.texts import ALIGNER, SYSTEMS, Texts, close, rows_of

#: A hypothesis and two references, some of them without words.
EMPTY = (
    ("", "", ""),
    ("", "", "a b"),
    ("a b", "", ""),
    (" \t ", "a", ""),
    ("a b c", "", "   "),
    ("", "x", "y"),
)


def test_exceptions_are_known_and_say_why(metric: Metric) -> None:
    assert set(metric.exceptions) <= set(FACTS)
    assert all(metric.exceptions.values())
    assert all([metric.name, metric.title, metric.paper])
    assert metric.positional is None or metric.positional in parameters(metric)


@pytest.mark.only("bounded")
def test_bounded(prepared: Metric, rows: Array) -> None:
    low, high = prepared.bounds
    sums = np.concatenate([rows, rows.cumsum(axis=0)])
    for scores in (prepared.segment(rows), prepared.combine(sums)):
        assert (low <= scores).all()
        assert (scores <= high).all()


@pytest.mark.only("identity_is_best")
def test_identity_is_best(metric: Metric, texts: Texts) -> None:
    whole = [i for i in range(20) if len(texts.references[0][i].split()) >= 8]
    references = [texts.references[0][i] for i in whole]
    same = Batch.from_streams(
        references, [references], sources=references, resources=Resources(aligner=ALIGNER)
    )
    prepared = metric.prepare(same)
    rows = rows_of(prepared, same)
    best = metric.bounds[1 if metric.higher_is_better else 0]
    sign = 1.0 if metric.higher_is_better else -1.0
    for scores, reduce in ((prepared.segment(rows), False), (prepared.combine(rows.sum(axis=0)), True)):
        if math.isfinite(best):
            close(scores, np.full_like(scores, best))
        for system in SYSTEMS:
            others = rows_of(prepared, texts.batch(system=system, references=1, keep=whole))
            theirs = prepared.combine(others.sum(axis=0)) if reduce else prepared.segment(others)
            assert (sign * theirs <= sign * scores + 1e-9).all()


@pytest.mark.only("decomposable")
def test_decomposable(metric: Metric, texts: Texts) -> None:
    """Replacing one segment's output moves the corpus score by a fixed share of the change."""
    everything = texts.batch(references=1)
    prepared = metric.prepare(everything)
    n = len(texts)
    rows = rows_of(prepared, everything).reshape(len(SYSTEMS), n, -1)
    scores = prepared.segment(rows.reshape(len(SYSTEMS) * n, -1)).reshape(len(SYSTEMS), n)
    total = rows[0].sum(axis=0)
    shares: list[list[float]] = [[] for _ in range(n)]
    for other in (1, 2):
        moved = prepared.combine(total - rows[0] + rows[other]) - prepared.combine(total)
        change = scores[other] - scores[0]
        for i in np.flatnonzero(np.abs(change) > 1e-9):
            shares[i].append(float(moved[i] / change[i]))
        np.testing.assert_allclose(moved[change == 0.0], 0.0, atol=1e-9)
    assert sum(map(bool, shares)) > n / 2
    for values in filter(None, shares):
        assert min(values) > 0.0
        np.testing.assert_allclose(values, values[0], rtol=1e-6)


@pytest.mark.only("decomposable", "directed")
def test_better_segments_never_make_a_worse_corpus(metric: Metric, texts: Texts) -> None:
    prepared = metric.prepare(texts.batch(references=1))
    first, second = (rows_of(prepared, texts.batch(system=s, references=1)) for s in SYSTEMS[:2])
    sign = 1.0 if metric.higher_is_better else -1.0
    better = sign * (prepared.segment(second) - prepared.segment(first)) > 0.0
    chosen = np.where(better[:, None], second, first)
    improved, before = (prepared.combine(rows.sum(axis=0)) for rows in (chosen, first))
    assert sign * (improved - before) >= -1e-9


@pytest.mark.only("from_text")
def test_empty_texts_give_numbers(metric: Metric) -> None:
    for hypothesis, *references in EMPTY:
        for source in (hypothesis, references[0], "s t"):
            batch = Batch.from_streams(
                [hypothesis],
                [[r] for r in references],
                sources=[source],
                resources=Resources(aligner=ALIGNER),
            )
            prepared = metric.prepare(batch)
            rows = rows_of(prepared, batch)
            assert np.isfinite(prepared.segment(rows)).all(), (source, hypothesis, references)
            assert np.isfinite(prepared.combine(rows.sum(axis=0))).all(), (source, hypothesis, references)
    everything = Batch.from_streams(
        [case[0] for case in EMPTY],
        [[case[k] for case in EMPTY] for k in (1, 2)],
        sources=[case[0] for case in EMPTY],
        resources=Resources(aligner=ALIGNER),
    )
    prepared = metric.prepare(everything)
    assert np.isfinite(prepared.combine(rows_of(prepared, everything).sum(axis=0)))
    assert np.isfinite(prepared.combine(np.zeros(len(prepared.columns))))


def test_gain_follows_the_direction(metric: Metric) -> None:
    worse, better = np.array([10.0, 20.0]) if metric.higher_is_better else np.array([20.0, 10.0])
    # Only what has no direction, or no best score and no scale in its place, may refuse, and must.
    if metric.higher_is_better is None or getattr(metric, "scale", 1.0) is None:
        with pytest.raises(ParameterError, match=r"no direction|no upper bound|best possible"):
            metric.gain(np.array([worse, better]))
        return
    gains = metric.gain(np.array([worse, better]))
    assert gains[0] < gains[1]
    assert gains.shape == (2,)
    assert metric.oriented(worse) < metric.oriented(better)
