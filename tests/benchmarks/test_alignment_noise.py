"""Moving links at random, as an experiment of the benchmarks does."""

from __future__ import annotations

import numpy as np
from benchmarks.experiments.alignment_noise import Links

from pitchpipe import _core
from pitchpipe.text.tokenizers import View, encode

LINES = [[(0, 0), (1, 2)], [], [(0, 0)], [(0, 1), (2, 0), (2, 1)]]


def links() -> Links:
    (targets,) = encode([["a b c", "", "a", "a b"]], View("none"))
    return Links.of(_core.Alignments(LINES), targets)


def moved(share: float, seed: int = 0) -> list[list[tuple[int, int]]]:
    alignments = links().moved(share, np.random.default_rng(seed))
    return [alignments.line(i) for i in range(len(alignments))]


def test_no_share_moves_nothing() -> None:
    assert moved(0.0) == LINES


def test_a_moved_link_keeps_its_source_word_and_leaves_its_target() -> None:
    # The third line has one target word only: there is nowhere to go.
    for seed in range(20):
        first, second, third, _ = moved(1.0, seed)
        assert [i for i, _ in first] == [0, 1]
        assert first[0][1] in {1, 2}
        assert first[1][1] in {0, 1}
        assert second == []
        assert third == [(0, 0)]


def test_the_seed_decides() -> None:
    assert moved(0.5, 1) == moved(0.5, 1)
    assert len({str(moved(0.5, seed)) for seed in range(20)}) > 1
