"""How a way of choosing links is picked, as an experiment of the benchmarks does."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.align import AER
from benchmarks.experiments import alignment_order
from benchmarks.experiments.alignment_order import PAIRS, TEXT, WAYS, Found, Orders, choose, made_up, worse

from pitchpipe import _core
from pitchpipe.aligning import Decoding


def found(
    errors: dict[Decoding, float], rates: dict[Decoding, float] | None = None
) -> dict[tuple[str, str, Decoding], Found]:
    """Ways with these errors of Kendall (0.5 without), alike in all sentences but for a little noise."""
    noise = np.random.default_rng(1).normal(0, 0.01, 200)
    gold = Orders(np.zeros(200), np.zeros(200))
    return {
        (pair, text, way): Found(
            Orders(np.abs(errors.get(way, 0.5) + np.roll(noise, number)), np.zeros(200)),
            gold,
            (rates or {}).get(way, AER[pair] / 2),
        )
        for pair in PAIRS
        for text in TEXT
        for number, way in enumerate(WAYS)
    }


def test_orders_by_hand() -> None:
    """As it is, two neighbours of four changed, and nothing linked."""
    links = _core.Alignments([[(0, 0), (1, 1)], [(0, 0), (1, 2), (2, 1), (3, 3)], []])
    orders = Orders.of(links, np.array([2, 4, 3], dtype=np.uint32))
    assert orders.kendall == pytest.approx([1.0, 1 - (1 / 6) ** 0.5, 1.0])
    assert orders.hamming == pytest.approx([1.0, 0.5, 1.0])


def test_the_least_error_is_chosen() -> None:
    assert choose(found({WAYS[3]: 0.1, WAYS[5]: 0.2}), PAIRS) == WAYS[3]


def test_of_equals_the_one_with_the_lowest_error_rate() -> None:
    both = {WAYS[3]: 0.1, WAYS[5]: 0.1}
    assert choose(found(both, {WAYS[5]: 0.01}), PAIRS) == WAYS[5]
    assert choose(found(both, {WAYS[3]: 0.01}), PAIRS) == WAYS[3]
    # A little worse, but surely so: the error rate does not help.
    assert choose(found({WAYS[3]: 0.1, WAYS[5]: 0.12}, {WAYS[5]: 0.01}), PAIRS) == WAYS[3]


def test_limits_of_the_error_rate_hold() -> None:
    assert choose(found({WAYS[3]: 0.1, WAYS[5]: 0.2}, {WAYS[3]: 0.9}), PAIRS) == WAYS[5]


def test_worse_is_by_more_than_a_standard_error() -> None:
    measured = found({WAYS[3]: 0.1, WAYS[5]: 0.1 + 1e-5, WAYS[7]: 0.11})
    assert not worse(measured, PAIRS, WAYS[3], WAYS[3])
    assert not worse(measured, PAIRS, WAYS[5], WAYS[3])
    assert worse(measured, PAIRS, WAYS[7], WAYS[3])


def test_made_up_text_has_a_truth() -> None:
    kendall = made_up(sentences=300, words=200)
    assert next(iter(kendall)) == "the truth"
    # Whatever links are missed makes the text look more monotone.
    assert all(value > kendall["the truth"] for name, value in kendall.items() if name != "the truth")
    assert kendall["mean of posteriors > 0.3"] < kendall["mean of posteriors > 0.5"]


def test_without_data(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(alignment_order, "shared", lambda name: None)
    assert alignment_order.main() == 1
    assert "needs the hand-aligned data" in capsys.readouterr().err
