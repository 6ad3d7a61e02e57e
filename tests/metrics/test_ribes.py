"""RIBES beside its definition and cases worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import RIBES, Batch
from tests.metrics.texts import corpora
from tests.oracle import ribes as oracle


def ribes(**options: Any) -> RIBES:
    return RIBES(**{"tokenize": "none", **options})


def sentence(hypothesis: str, *references: str, **options: Any) -> float:
    return ribes(**options).sentence_score(hypothesis, references).score


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("a b c d", "a b c d", 1.0, id="equal"),
        pytest.param("b a c d", "a b c d", 5 / 6, id="5 of 6 pairs in order"),
        pytest.param("d c b a", "a b c d", 0.0, id="backwards"),
        pytest.param("a x b", "a b c", (2 / 3) ** 0.25, id="2 of 3 words matched"),
        pytest.param("a b", "a b c d", math.exp(-1) ** 0.10, id="half as long"),
        pytest.param("a b a", "a b a", 1.0, id="a neighbour makes a word unique"),
        pytest.param("a x y", "a b c", 0.0, id="one word has no order"),
        pytest.param("a", "a", 0.0, id="even if it is all there is"),
        pytest.param("a a", "a a", 1.0, id="the first with its right, the second with its left neighbour"),
        pytest.param("", "a b", 0.0, id="empty hypothesis"),
        pytest.param("a b", "", 0.0, id="empty reference"),
        pytest.param("", "", 0.0, id="both empty"),
    ],
)
def test_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(hypothesis, reference) == pytest.approx(100 * expected, rel=1e-14)


def test_the_exponents() -> None:
    # NKT 1, P₁ 2/3, BP exp(1 - 5/3)
    hypothesis, reference = "a x b", "a b c d e"
    bp = math.exp(1 - 5 / 3)
    for alpha, beta in ((0.25, 0.10), (1.0, 1.0), (0.0, 2.0), (0.0, 0.0)):
        expected = 100 * (2 / 3) ** alpha * bp**beta
        assert sentence(hypothesis, reference, alpha=alpha, beta=beta) == pytest.approx(expected, rel=1e-14)


def test_parts() -> None:
    parts = ribes().sentence_score("b a x", ["a b c"]).parts
    assert parts == pytest.approx({"NKT": 0.0, "P1": 2 / 3, "BP": 1.0})


def test_a_corpus_is_the_mean_of_its_sentences() -> None:
    assert ribes().corpus_score(["a b", "b a c d"], [["a b", "a b c d"]]).score == pytest.approx(
        100 * (1 + 5 / 6) / 2
    )


def test_the_best_of_several_references() -> None:
    assert sentence("a b c", "c b a", "a b c d", "b a c") == sentence("a b c", "a b c d")


def test_lower_case_and_13a_by_default() -> None:
    assert RIBES().sentence_score("The END.", ["the end ."]).score == 100.0


@given(corpora, st.sampled_from([0.25, 1.0]), st.sampled_from([0.10, 2.0]))
def test_scores(corpus: list[tuple[str, list[str]]], alpha: float, beta: float) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    expected = [
        max(100 * oracle.score(hyp.split(), r.split(), alpha, beta) for r in refs) for hyp, refs in corpus
    ]
    metric = ribes(alpha=alpha, beta=beta)
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(np.mean(expected), rel=1e-12, abs=1e-12)


#: More words than places to tell them apart: contexts grow long.
long = st.lists(st.sampled_from("abcdefgh"), min_size=8, max_size=24)


@given(long, long)
def test_rows(hyp: list[str], ref: list[str]) -> None:
    row = ribes().measure(Batch.from_streams([" ".join(hyp)], [[" ".join(ref)]])).values[0]
    assert row.tolist() == pytest.approx(list(oracle.row(hyp, ref)), rel=1e-12, abs=1e-12)
