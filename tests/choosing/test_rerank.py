"""Reranking by weights."""

from __future__ import annotations

import numpy as np
import pytest

from pitchpipe import _core
from pitchpipe.choosing import rerank
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest.lists import NBest

LIST = NBest(
    ("lm", "tm"),
    np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [2.0, 2.0], [2.0, 2.0]]),
    _core.Texts(["a b", "a c", "a d", "e", "f"]),
    np.array([0, 3, 5]),
    alignments=_core.Alignments([[(0, 0)], [(0, 1)], [], [(1, 0)], [(2, 0)]]),
)


def test_the_best_by_weights_and_features() -> None:
    assert rerank(LIST, {"lm": 1.0, "tm": 0.0}).texts == ["a b", "e"]
    assert rerank(LIST, {"tm": 1.0, "lm": 0.0}).texts == ["a c", "e"]
    found = rerank(LIST, {"lm": -1.0, "tm": -3.0})
    assert found.totals.tolist() == [-1.0, -3.0, -2.0, -8.0, -8.0]
    assert found.to_dict()["segments"] == [
        {"chosen": 0, "text": "a b", "total": -1.0},
        {"chosen": 0, "text": "e", "total": -8.0},
    ]


def test_the_list_in_its_new_order() -> None:
    ordered = rerank(LIST, {"lm": 0.0, "tm": 1.0}).sorted()
    assert ordered.texts.list() == ["a c", "a d", "a b", "e", "f"]
    assert ordered.totals is not None
    assert ordered.totals.tolist() == [1.0, 0.5, 0.0, 2.0, 2.0]
    assert ordered.features[:, 1].tolist() == [1.0, 0.5, 0.0, 2.0, 2.0]
    assert ordered.alignments is not None
    assert [ordered.alignments.line(i) for i in range(5)] == [[(0, 1)], [], [(0, 0)], [(1, 0)], [(2, 0)]]
    assert ordered.offsets.tolist() == [0, 3, 5]


def test_scores_before_and_after() -> None:
    references = [["a c", "f"]]
    before, after = rerank(LIST, {"lm": 0.0, "tm": 1.0}).scores(references, "ter")
    ter = get("ter")
    assert before.score == pytest.approx(ter.corpus_score(["a b", "e"], references).score)
    assert after.score == pytest.approx(ter.corpus_score(["a c", "e"], references).score)
    assert after.score < before.score


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ({"lm": 1.0}, "no weight for feature tm"),
        ({"lm": 1.0, "tm": 1.0, "wp": 1.0}, "wp"),
        ({"lm": 1.0, "tm": float("nan")}, "weight of tm is no finite number"),
    ],
)
def test_weights_that_do_not_fit(weights: dict[str, float], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        rerank(LIST, weights)


def test_what_cannot_be_ordered() -> None:
    with pytest.raises(DataError, match=r"candidate 0 of segment 1 .* is no finite number"):
        rerank(LIST, {"lm": 1e308, "tm": 0.0})
    bare = NBest((), np.empty((1, 0)), _core.Texts(["a"]), np.array([0, 1]))
    with pytest.raises(DataError, match="has no features"):
        rerank(bare, {})
