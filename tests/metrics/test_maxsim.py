"""MAXSIM beside an assignment of n-grams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import MaxSim
from tests.metrics.annotating import GivenSynonyms, spelled_word, use_synonyms
from tests.metrics.test_tesla_m import SENSES, lines, scores, spelled
from tests.oracle import tesla as oracle


@pytest.fixture(autouse=True, scope="module")
def _synonyms() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        use_synonyms(patch, GivenSynonyms(SENSES))
        yield


def sentence(hypothesis: str, *references: str, **options: Any) -> float:
    batch = spelled([hypothesis], *([reference] for reference in references))
    return float(scores(MaxSim(tags="xpos", **options), batch)[0])


@given(
    lines, lines, st.integers(1, 4), st.sampled_from([0.0, 0.5, 0.8, 1.0]), st.sampled_from(["skip", "zero"])
)
def test_as_an_assignment(hypothesis: str, reference: str, order: int, alpha: float, empty: str) -> None:
    hyp, ref = ([spelled_word(word, SENSES) for word in line.split()] for line in (hypothesis, reference))
    wanted = 100.0 * oracle.maxsim(hyp, ref, order=order, alpha=alpha, empty=empty)
    found = sentence(hypothesis, reference, max_order=order, alpha=alpha, empty=empty)
    assert found == pytest.approx(wanted, abs=1e-9)


def test_by_hand() -> None:
    # Unigrams: dog–dog 1, and THE–A ½ by their tag, a function word weighing as much as any; bigram ¾.
    assert sentence("THE.d dog.n", "A.d dog.n") == pytest.approx(75.0)
    # P = 1 and R = ½: F = ½ · 1 / (0.8 + 0.1); nothing of the bigram.
    assert sentence("x.n", "x.n dog.a") == pytest.approx(100 * 0.5 / 0.9 / 2)


def test_the_best_of_several_references() -> None:
    each = [sentence("big.a dog.n", reference) for reference in ("x.n", "large.a dog.n", "")]
    assert sentence("big.a dog.n", "x.n", "large.a dog.n", "") == max(each) == each[1]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"),
    [("", "", 100.0), ("x.n", "", 0.0), ("", "x.n", 0.0), ("x", "x", 100)],
)
def test_empty(hypothesis: str, reference: str, score: float) -> None:
    assert sentence(hypothesis, reference) == score


def test_the_system_is_the_mean_of_its_segments() -> None:
    metric = MaxSim(tags="xpos")
    rows = metric.weigh(metric.measure(spelled(["big.a", "x.n"], ["great.n", "x.n dog.n"])))
    assert metric.combine(rows.sum(axis=0)) == pytest.approx(np.mean(metric.segment(rows)))
    assert metric.columns == ("score", "segments", "ms1", "ms2", "ms3", "segments1", "segments2", "segments3")
