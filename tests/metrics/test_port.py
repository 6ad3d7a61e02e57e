"""PORT by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.aligning import GivenLinks
from pitchpipe.batch.scores import Score
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import PORT, Qmean
from tests.metrics.aligning import PureAligner, given_links, monotone
from tests.metrics.texts import corpora

#: The paper leaves several references open: here recall exceeds 1.
SEVERAL: tuple[str, list[str]] = ("a b c d e f", ["a b c d e", "b c d e f g h i"])


def port(hypothesis: str, references: list[str], source: str, *links: str, **options: Any) -> Score:
    metric = PORT(**{"tokenize": "none", **options})
    return metric.sentence_score(hypothesis, references, source=source, aligner=given_links(*links))


def harmonic(quality: float, order: float) -> float:
    return 200 / (1 / quality + 1 / order)


def several(**options: Any) -> Score:
    return port(*SEVERAL, "s t u v w x", monotone(6), monotone(6, 5), monotone(6), **options)


def test_recall_above_one() -> None:
    """All n-grams of the hypothesis match; the closest reference has five words and fewer n-grams."""
    R_a, SRP = (6 / 5 + 5 / 4 + 4 / 3 + 3 / 2) / 4, math.exp(1 - 6 / 5)
    quality = math.sqrt((1 + (R_a * SRP) ** 2) / 2)
    result = several()
    assert result.score == pytest.approx(102.03, abs=0.005)
    assert result.score == pytest.approx(harmonic(quality, 1.0), rel=1e-14)
    expected = {"P_a": 1.0, "R_a": R_a, "SBP": 1.0, "SRP": SRP, "Qmean": quality, "v": 1.0}
    assert result.parts == pytest.approx(expected, rel=1e-14)


def test_recall_clipped() -> None:
    result = several(clip_recall=True)
    assert result.parts["R_a"] == 1.0
    assert result.score == pytest.approx(harmonic(math.sqrt((1 + math.exp(-0.4)) / 2), 1.0), rel=1e-14)


def test_qmean_is_port_without_order() -> None:
    result = Qmean(tokenize="none").sentence_score(*SEVERAL)
    assert result.score == pytest.approx(100 * several().parts["Qmean"], rel=1e-14)
    assert set(result.parts) == set(several().parts) - {"v"}


@pytest.mark.parametrize(("ordering", "v"), [("v", 4 / 7), ("rho", 1 / 2), ("tau", 2 / 3)])
@pytest.mark.parametrize("alpha", [0.25, 1.0, 0.0])
def test_word_order(ordering: str, v: float, alpha: float) -> None:
    """Orders 2 1 3 and 1 2 3, as in the tests of ordering; four orders of n-grams, the fourth without any."""
    result = port("a b c", ["a b c"], "s t u", "0-1 1-0 2-2", monotone(3), ordering=ordering, alpha=alpha)
    assert result.parts["Qmean"] == pytest.approx(0.75)
    assert result.parts["v"] == pytest.approx(v)
    assert result.score == pytest.approx(harmonic(0.75, v**alpha), rel=1e-14)


def test_penalties() -> None:
    short = port("a b", ["a b c d"], "s t", monotone(2), monotone(2), max_order=1)
    assert short.parts["SBP"] == pytest.approx(math.exp(-1))
    assert short.parts["SRP"] == 1.0
    assert short.parts["Qmean"] == pytest.approx(math.sqrt((math.exp(-2) + 0.25) / 2))
    long = port("a b c d", ["a b"], "s t", monotone(2), monotone(2), max_order=1)
    assert long.parts["SBP"] == 1.0
    assert long.parts["SRP"] == pytest.approx(math.exp(-1))


def test_the_order_of_segments_is_weighted_by_their_references() -> None:
    """v is 4/7 over three words and 1 over five."""
    links = GivenLinks([[monotone(3), monotone(2)]], {"": ["0-1 1-0 2-2", monotone(2)]})
    lines = ["a b c", "a b c d e"]
    result = PORT(tokenize="none").corpus_score(lines, [lines], sources=["s t u", "s t"], aligner=links)
    assert result.parts["v"] == pytest.approx((3 * 4 / 7 + 5) / 8, rel=1e-14)


def test_the_best_order_among_references() -> None:
    result = port("a b c", ["a b c", "x y z"], "s t u", "0-1 1-0 2-2", monotone(3), "0-1 1-0 2-2")
    assert result.parts["v"] == 1.0


def test_an_empty_source_is_left_out_of_the_order() -> None:
    links = GivenLinks([["0-0 1-1 2-2", ""]], {"": ["0-1 1-0 2-2", ""]})
    lines = ["a b c", "a b c d e"]
    result = PORT(tokenize="none").corpus_score(lines, [lines], sources=["s t u", ""], aligner=links)
    assert result.parts["v"] == pytest.approx(4 / 7)
    assert result.score > 0.0
    assert port("a b c d", ["a b c d"], "", "", "").score == 0.0


@pytest.mark.parametrize(
    ("hypothesis", "reference", "source"),
    [("", "a b", "s"), ("a b", "", "s"), ("", "", "s"), ("", "", ""), ("x y", "a b", "s"), ("a", "a", "")],
)
def test_zero(hypothesis: str, reference: str, source: str) -> None:
    options: Any = {"source": source, "aligner": PureAligner()}
    assert PORT(tokenize="none").sentence_score(hypothesis, [reference], **options).score == 0.0


def test_no_order_left() -> None:
    """Of three words, the steps of orders 1 3 2 and 3 1 2 differ most: v2 is 0, and so are v and PORT."""
    worst = port("a b c d", ["a b c d"], "s t u", "0-0 2-1 1-2", "2-0 0-1 1-2")
    assert worst.parts["v"] == 0.0
    assert worst.score == 0.0


def test_case() -> None:
    links = (monotone(4), monotone(4))
    assert port("A b c d", ["a b c d"], "s t u v", *links).score == 100.0
    assert port("A b c d", ["a b c d"], "s t u v", *links, lowercase=False).score < 100.0


@given(corpora, st.booleans())
def test_never_above_one_reference(corpus: list[tuple[str, list[str]]], clip: bool) -> None:
    """With one reference, or with recall clipped, PORT is within its bounds."""
    hypotheses, references = [h for h, _ in corpus], [refs if clip else refs[:1] for _, refs in corpus]
    metric = PORT(tokenize="none", clip_recall=clip)
    options: Any = {"references_by": "segment", "sources": hypotheses, "aligner": PureAligner()}
    score = metric.corpus_score(hypotheses, references, **options).score
    assert 0.0 <= score <= 100.0 + 1e-9


def test_parameters() -> None:
    for options in ({"alpha": -0.1}, {"ordering": "kendall"}, {"max_order": 0}):
        with pytest.raises(ParameterError, match=next(iter(options))):
            PORT(**options)
