"""LRscore by hand, and its weight beside the paper's tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.aligning import GivenLinks
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, TER, Batch, ChrF, LRscore, Statistics, get
from tests.metrics.aligning import PureAligner, given_links, monotone, said_in
from tests.metrics.texts import corpora

NAMES = ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4")
#: The first two of four words exchanged: half of them are elsewhere, one pair of six is in the wrong order.
SWAPPED = said_in([1, 0, 2, 3])
HAMMING, KENDALL = 0.5, 1 - math.sqrt(1 / 6)


def lrscore(**options: Any) -> LRscore:
    return LRscore(**{"tokenize": "none", "alpha": 0.5, **options})


def sentence(metric: LRscore, hypothesis: str, references: list[str], *links: str) -> float:
    options: Any = {"source": "s t u v", "aligner": given_links(*links)}
    return metric.sentence_score(hypothesis, references, **options).score


# -- by hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "similarity"), [("hamming", HAMMING), ("kendall", KENDALL)])
@pytest.mark.parametrize("lexical", ["b1", "b4"])
def test_the_same_words_in_another_order(distance: str, similarity: float, lexical: str) -> None:
    metric = lrscore(distance=distance, lexical=lexical, alpha=0.3)
    found = sentence(metric, "a b c d", ["a b c d"], SWAPPED, monotone(4))
    assert found == pytest.approx(30 * similarity + 70, rel=1e-14)


def test_short_hypotheses_are_penalised() -> None:
    found = sentence(lrscore(alpha=1.0), "a b", ["a b c d"], monotone(4, 2), monotone(4))
    assert found == pytest.approx(100 * math.exp(1 - 2), rel=1e-14)
    long = sentence(lrscore(alpha=1.0), "a b c d e", ["a b c d"], monotone(4), monotone(4))
    assert long == 100.0


@pytest.mark.parametrize(
    ("long_links", "expected"),
    [
        pytest.param(monotone(4), KENDALL, id="a long reference costs more than its order brings"),
        pytest.param(SWAPPED, KENDALL, id="no better order"),
    ],
)
def test_each_reference_has_its_own_length(long_links: str, expected: float) -> None:
    references = ["a b c d", "a b c d e f g h"]
    found = sentence(lrscore(alpha=1.0), "a b c d", references, SWAPPED, monotone(4), long_links)
    assert found == pytest.approx(100 * expected, rel=1e-14)


def test_a_longer_reference_may_win() -> None:
    """Halves exchanged: 1 − √(4/6) against one reference, the right order of one a fifth longer."""
    halves = said_in([2, 3, 0, 1])
    found = sentence(lrscore(alpha=1.0), "a b c d", ["a b c d", "a b c d e"], halves, monotone(4), halves)
    assert found == pytest.approx(100 * math.exp(1 - 5 / 4), rel=1e-14)


def test_unigrams_and_longer_ones() -> None:
    hypothesis, reference = "a b x d", "a b c d"
    links = (monotone(4), monotone(4))
    unigrams = sentence(lrscore(lexical="b1", alpha=0.0), hypothesis, [reference], *links)
    assert unigrams == pytest.approx(75.0, rel=1e-14)
    # Lin and Och add one beyond unigrams: 3/4, 2/4, 1/3, 1/2.
    expected = 100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25
    found = sentence(lrscore(lexical="b4", alpha=0.0), hypothesis, [reference], *links)
    assert found == pytest.approx(expected, rel=1e-14)


def two_segments() -> tuple[list[str], list[list[str]], dict[str, Any]]:
    links = GivenLinks([[monotone(4), SWAPPED]], {"": [SWAPPED, SWAPPED]})
    sources = ["s t u v"] * 2
    return ["a b c d", "a b x d"], [["a b c d", "a b c d"]], {"sources": sources, "aligner": links}


def batch_of(hypotheses: list[str], references: Any, *, sources: list[str], aligner: Any) -> Batch:
    return Batch.from_streams(hypotheses, references, sources=sources, resources=Resources(aligner=aligner))


def test_corpora() -> None:
    hypotheses, references, options = two_segments()
    result = lrscore(alpha=0.25).corpus_score(hypotheses, references, **options)
    order = 100 * (KENDALL + 1) / 2
    words = BLEU(tokenize="none", smooth="none").corpus_score(hypotheses, references).score
    assert result.score == pytest.approx(25 * order / 100 + 75 * words / 100, rel=1e-14)
    assert result.parts == pytest.approx({"R": order, "L": words, "alpha": 0.25})


# -- its weight ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dk", "weights"),
    [
        pytest.param(0.661, (0.2640, 0.0719, 0.4333, 0.2623), id="Table 4"),
        pytest.param(0.739, (0.2256, 0.0527, 0.3926, 0.2240), id="less reordering"),
    ],
)
def test_the_default_weight(dk: float, weights: tuple[float, ...]) -> None:
    metrics = [get(name, dk=dk) for name in NAMES]
    found = [metric.weight for metric in metrics if isinstance(metric, LRscore)]
    assert found == pytest.approx(weights, abs=5.1e-5)


def test_the_amount_of_reordering_comes_from_the_references() -> None:
    hypotheses, references, options = two_segments()
    metric = LRscore(tokenize="none")
    result = metric.corpus_score(hypotheses, references, **options)
    dk = (1 + KENDALL) / 2
    assert result.parts["alpha"] == pytest.approx(0.13205**dk, rel=1e-14)
    assert f"|dk:{dk!r}|" in result.signature
    order, words = result.parts["R"], result.parts["L"]
    alpha = result.parts["alpha"]
    assert result.score == pytest.approx(alpha * order + (1 - alpha) * words, rel=1e-14)


def test_several_references_are_averaged() -> None:
    batch = Batch.from_streams(
        ["a b c d"],
        [["a b c d"], ["a b c d"]],
        sources=["s t u v"],
        resources=Resources(aligner=given_links(SWAPPED, monotone(4), SWAPPED)),
    )
    assert LRscore(tokenize="none").prepare(batch).dk == pytest.approx((1 + KENDALL) / 2)


def test_alpha_and_theta_override() -> None:
    hypotheses, references, options = two_segments()
    batch = batch_of(hypotheses, references, **options)
    dk = (1 + KENDALL) / 2
    theta = LRscore(tokenize="none", theta=0.5).prepare(batch)
    assert theta.weight == pytest.approx(0.5**dk)
    alpha = LRscore(tokenize="none", theta=0.5, alpha=0.9).prepare(batch)
    assert alpha.weight == 0.9
    assert alpha.dk is None
    assert LRscore(theta=0.5, dk=1.0).weight == 0.5


def test_the_weight_is_fixed_by_the_whole_test_set() -> None:
    hypotheses, references, options = two_segments()
    statistics = Statistics.of(LRscore(tokenize="none"), batch_of(hypotheses, references, **options))
    assert isinstance(statistics.metric, LRscore)
    segments = statistics.metric.segment(statistics.rows())
    weight = statistics.metric.weight
    assert segments[0] == pytest.approx(100 * (weight * KENDALL + 1 - weight), rel=1e-14)


def test_without_a_weight() -> None:
    with pytest.raises(ParameterError, match="prepared on the references first, or give alpha= or dk="):
        LRscore().combine(np.zeros(len(LRscore().columns)))
    with pytest.raises(ParameterError, match="give alpha= or theta="):
        _ = LRscore(lexical="chrf", dk=0.5).weight


# -- other lexical parts ---------------------------------------------------------------------------


def test_any_metric_of_words() -> None:
    hypotheses, references, options = two_segments()
    for lexical, words in (
        ("chrf", ChrF().corpus_score(hypotheses, references).score),
        ("ter", 100 - TER().corpus_score(hypotheses, references).score),
        ("chrf:beta=3", ChrF(beta=3).corpus_score(hypotheses, references).score),
        ("nlepor", get("nlepor").corpus_score(hypotheses, references).score),
    ):
        metric = lrscore(lexical=lexical, alpha=0.25)
        order = 100 * (KENDALL + 1) / 2
        result = metric.corpus_score(hypotheses, references, **options)
        assert result.score == pytest.approx(0.25 * order + 0.75 * words, rel=1e-13)
        assert get(metric.spec) == metric


@pytest.mark.parametrize(
    ("lexical", "said"),
    [
        ("port", "cannot be a metric of word order itself"),
        ("lr-hb1", "cannot be a metric of word order itself"),
        ("nist", "no upper bound"),
        ("length-ratio", "no direction"),
        ("nonesuch", "nonesuch"),
    ],
)
def test_parts_that_cannot_be(lexical: str, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        LRscore(lexical=lexical)


@given(corpora, st.sampled_from(NAMES))
def test_bounded_as_its_part_is(corpus: list[tuple[str, list[str]]], name: str) -> None:
    """BLEU is, so the scores of the paper are."""
    hypotheses, references = [h for h, _ in corpus], [refs for _, refs in corpus]
    sources = [refs[0] for refs in references]
    options: Any = {"references_by": "segment", "sources": sources, "aligner": PureAligner()}
    metric = get(name, tokenize="none")
    scores = metric.segment_scores(hypotheses, references, **options)
    for score in (*scores, metric.corpus_score(hypotheses, references, **options).score):
        assert 0.0 <= score <= 100.0 + 1e-9


# -- empty sides -----------------------------------------------------------------------------------


def test_an_empty_hypothesis() -> None:
    assert sentence(lrscore(), "", ["a b c d"], "", monotone(4)) == 0.0


def test_an_empty_source() -> None:
    """There is no order to get right: only the words count."""
    options: Any = {"source": "", "aligner": given_links("", "")}
    assert lrscore(alpha=0.25).sentence_score("a b", ["a b"], **options).score == 75.0
    unweighted = LRscore(tokenize="none").sentence_score("a b", ["a b"], **options)
    assert unweighted.parts["alpha"] == 1.0
    assert unweighted.score == 0.0


def test_nothing_at_all() -> None:
    options: Any = {"source": "", "aligner": PureAligner()}
    assert LRscore().sentence_score("", [""], **options).score == 0.0
