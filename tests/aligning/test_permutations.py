"""Permutations and ordering measures as people call them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.aligning import Orderings, Permutation, orderings
from pitchpipe.errors import DataError
from pitchpipe.metrics import get
from tests.metrics.aligning import given_links


@pytest.mark.parametrize(
    ("links", "length", "order", "ranks"),
    [
        ([(0, 2), (1, 0), (2, 1)], 3, (1, 2, 0), (2, 0, 1)),
        ([(0, 0), (2, 1)], 3, (0, 1, 2), (0, 1, 2)),  # a word without a link stands with the one before it
        ([(0, 3), (0, 1), (1, 2)], 2, (0, 1), (0, 1)),  # the smallest position counts
        ([], 0, (), ()),
    ],
)
def test_by_hand(links: list[tuple[int, int]], length: int, order: tuple[int, ...], ranks: object) -> None:
    found = Permutation.of(links, length)
    assert (found.order, found.ranks) == (order, ranks)


@given(st.permutations(range(6)))
def test_ranks_are_the_inverse_of_the_order(places: list[int]) -> None:
    found = Permutation.of(list(enumerate(places)), 6)
    assert found.ranks == tuple(places)
    assert [found.ranks[word] for word in found.order] == list(range(6))


def test_the_same_order_is_1() -> None:
    links = [(0, 1), (1, 0), (2, 2)]
    assert orderings(links, links, 3) == Orderings(1.0, 1.0, 1.0, 1.0, 1.0)


def test_hand_worked_measures() -> None:
    """Two of three words swapped: one of three pairs is discordant, and two words stand elsewhere.

    v1 = 1 - (1 + 1) / (3 · 4 / 2); jumps are 1, 1, 1 and 1, 2, -1, so that v2 = 1 - (1 + 2) / (9 - 1).
    """
    found = orderings([(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 2), (2, 1)], 3)
    assert found.hamming == pytest.approx(1 / 3)
    assert found.kendall == pytest.approx(1 - np.sqrt(1 / 3))
    v1, v2 = 2 / 3, 5 / 8
    assert found.v == pytest.approx(2 * v1 * v2 / (v1 + v2))


@given(st.permutations(range(5)), st.permutations(range(5)))
def test_they_are_what_the_metrics_say(first: list[int], second: list[int]) -> None:
    found = orderings(list(enumerate(first)), list(enumerate(second)), 5)
    texts = [" ".join(f"{i}-{j}" for i, j in enumerate(each)) for each in (first, second)]
    for name, value in found._asdict().items():
        metric = get(name, tokenize="none", source_tokenize="none")
        score = metric.sentence_score(
            "a b c d e", ["a b c d e"], source="a b c d e", aligner=given_links(texts[0], texts[1])
        )
        assert score.score == pytest.approx(100 * value)


def test_refused() -> None:
    with pytest.raises(DataError):
        orderings([(3, 0)], [], 2)
    with pytest.raises(DataError, match="cannot have -1 words"):
        orderings([], [], -1)
