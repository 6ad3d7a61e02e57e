"""The same texts, the same numbers: on any threads, in any order, prepared once."""

from __future__ import annotations

import numpy as np
import pytest

from pitchpipe.metrics import Batch, Metric
from pitchpipe.threads import threads
from tests.conformance.texts import Texts, close, rows_of


def test_threads_change_no_bit(prepared: Metric, batch: Batch, texts: Texts) -> None:
    several = batch
    if "file" not in prepared.needs:
        several = texts.batch(keep=list(range(len(texts))) * 20)
    with threads(1):
        one = rows_of(prepared, several)
    with threads(2):
        two = rows_of(prepared, several)
    np.testing.assert_array_equal(one, two)


@pytest.mark.only("from_text")
def test_the_order_of_segments_does_not_matter(prepared: Metric, texts: Texts) -> None:
    order = np.random.default_rng(1).permutation(len(texts))
    straight = rows_of(prepared, texts.batch(system="good"))
    permuted = rows_of(prepared, texts.batch(system="good", keep=order.tolist()))
    np.testing.assert_array_equal(permuted, straight[order])
    close(prepared.combine(permuted.sum(axis=0)), prepared.combine(straight.sum(axis=0)))


def test_prepared_once(metric: Metric, texts: Texts, batch: Batch) -> None:
    prepared = metric.prepare(batch)
    assert prepared.prepare(batch) == prepared
    if "file" not in metric.needs:
        assert prepared.prepare(texts.batch(keep=[1, 2])) == prepared


@pytest.mark.only("from_text")
def test_preparing_looks_at_no_hypothesis(metric: Metric, texts: Texts) -> None:
    assert metric.prepare(texts.batch(system="good")) == metric.prepare(texts.batch(system="short"))
