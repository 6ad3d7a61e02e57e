"""Holm's correction and clusters of systems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.comparing.correction import clusters, holm


def test_holm_by_hand() -> None:
    # 0.01 x 4, 0.02 x 3, then 0.03 x 2 which stays, and 0.04 x 1 which may not be less.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_what_is_undefined_is_not_counted() -> None:
    assert holm([None, 0.02, None]) == [None, 0.02, None]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_keeps_the_order_and_lowers_nothing(ps: list[float]) -> None:
    corrected = [p for p in holm(ps) if p is not None]
    assert all(raw <= p <= 1 for raw, p in zip(ps, corrected, strict=True))
    ranked = sorted(zip(ps, corrected, strict=True))
    assert [p for _, p in ranked] == sorted(corrected)
    # Bonferroni's correction is never less.
    assert all(p <= min(1, raw * len(ps)) for raw, p in zip(ps, corrected, strict=True))


def test_clusters_by_hand() -> None:
    everything = {(a, b) for a in "abcd" for b in "abcd" if a < b}
    assert clusters("abcd", lambda a, b: (a, b) in everything) == (("a",), ("b",), ("c",), ("d",))
    # b and c cannot be told apart: no cut between them, though a is better than c.
    assert clusters("abcd", lambda a, b: (a, b) in everything - {("b", "c")}) == (("a",), ("b", "c"), ("d",))
    # One pair that crosses every cut joins all.
    assert clusters("abcd", lambda a, b: (a, b) in everything - {("a", "d")}) == (("a", "b", "c", "d"),)
    assert clusters("", lambda a, b: True) == ()
