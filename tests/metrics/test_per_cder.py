"""PER and CDER beside their definitions and cases worked by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from pitchpipe.metrics import CDER, PER, WER, Metric
from tests.metrics.texts import corpora, words
from tests.oracle import cder, per
from tests.oracle.wer import rate

Errors = Callable[[Sequence[str], Sequence[str]], int]
DEFINITIONS: list[tuple[type[Metric], Errors]] = [(PER, per.errors), (CDER, cder.errors)]


def sentence(cls: type[Metric], hypothesis: str, *references: str) -> float:
    return plain(cls).sentence_score(hypothesis, references).score


def plain(cls: type[Metric], **options: Any) -> Metric:
    return cls.make(cls.name, {"tokenize": "none", **options})


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("a b c", "c a b", 0.0, id="order does not matter"),
        pytest.param("a x c", "a b c", 100 / 3, id="substitution"),
        pytest.param("a c", "a b c", 100 / 3, id="deletion"),
        pytest.param("a b c x y", "a b c", 200 / 3, id="insertions"),
        pytest.param("a a a", "a b c", 200 / 3, id="a word counts as often as it is there"),
        pytest.param("", "a b", 100.0, id="empty hypothesis"),
        pytest.param("a b", "", 100.0, id="empty reference"),
        pytest.param("", "", 0.0, id="both empty"),
    ],
)
def test_per_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(PER, hypothesis, reference) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("a b c", "a b c", 0.0, id="equal"),
        pytest.param("a x c", "a b c", 100 / 3, id="substitution"),
        pytest.param("a c", "a b c", 100 / 3, id="deletion"),
        pytest.param("d e f a b c", "a b c d e f", 50.0, id="to the block, back, and to the end"),
        pytest.param("a b x y z", "a b", 50.0, id="any number of words is jumped over"),
        pytest.param("x y z a b", "a b", 50.0, id="before the first word, too"),
        pytest.param("a b", "a b a b", 25.0, id="a block may be used twice"),
        pytest.param("", "a b", 100.0, id="empty hypothesis"),
        pytest.param("a b", "", 100.0, id="empty reference"),
        pytest.param("", "", 0.0, id="both empty"),
    ],
)
def test_cder_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(CDER, hypothesis, reference) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("cls", [PER, CDER])
def test_the_reference_with_the_lowest_rate(cls: type[Metric]) -> None:
    # 1 error of 4 words, 1 of 2; its own length is summed.
    score = plain(cls).corpus_score(["a b c"], [["a b"], ["a b c d"]])
    assert score.parts == {"errors": 1.0, "ref_length": 4.0}
    # In a tie the first: 1 of 1, or 2 of 2.
    assert plain(cls).corpus_score(["x"], [["a"], ["a b"]]).parts["ref_length"] == 1.0
    assert plain(cls).corpus_score(["x"], [["a b"], ["a"]]).parts["ref_length"] == 2.0


def test_a_corpus_sums_the_errors_of_its_segments() -> None:
    # The maximum of the summed lengths would find no error: 4 words each, all of them common.
    score = PER(tokenize="none").corpus_score(["a", "a b c"], [["a b", "b c"]])
    assert score.parts == {"errors": 2.0, "ref_length": 4.0}
    assert score.score == 50.0


@pytest.mark.parametrize("cls", [PER, CDER])
def test_default_is_13a_and_cased(cls: type[Metric]) -> None:
    metric = cls()
    assert metric.sentence_score("The cat.", ["the cat ."]).score == pytest.approx(100 / 3)
    assert metric.replace(lowercase=True).sentence_score("The cat.", ["the cat ."]).score == 0.0
    assert metric.higher_is_better is False


@pytest.mark.parametrize(("cls", "errors"), DEFINITIONS)
@given(corpora)
def test_scores(cls: type[Metric], errors: Errors, corpus: list[tuple[str, list[str]]]) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    chosen = []
    for hypothesis, refs in corpus:
        pairs = [(errors(hypothesis.split(), r.split()), len(r.split())) for r in refs]
        chosen.append(min(pairs, key=lambda pair: rate(*pair)))
    found = plain(cls).segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, [rate(*pair) for pair in chosen], rtol=1e-12)
    total = rate(sum(e for e, _ in chosen), sum(length for _, length in chosen))
    score = plain(cls).corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("cls", [PER, CDER])
@given(words, words)
def test_never_above_wer(cls: type[Metric], hypothesis: str, reference: str) -> None:
    assert sentence(cls, hypothesis, reference) <= sentence(WER, hypothesis, reference)
