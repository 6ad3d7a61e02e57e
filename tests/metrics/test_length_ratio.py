"""The length ratio by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, LengthRatio
from tests.metrics.texts import corpora


def sentence(hypothesis: str, *references: str) -> float:
    return LengthRatio(tokenize="none").sentence_score(hypothesis, references).score


@pytest.mark.parametrize(
    ("hypothesis", "references", "expected"),
    [
        pytest.param("x y", ["a b"], 100.0, id="the words do not matter"),
        pytest.param("x", ["a b"], 50.0, id="short"),
        pytest.param("x y z", ["a b"], 150.0, id="long"),
        pytest.param("x y z", ["a", "a b c d"], 75.0, id="the closest reference"),
        pytest.param("x y z", ["a b", "a b c d"], 150.0, id="the shorter in a tie"),
        pytest.param("", ["a b"], 0.0, id="empty hypothesis"),
        pytest.param("", [""], 100.0, id="both empty"),
    ],
)
def test_by_hand(hypothesis: str, references: list[str], expected: float) -> None:
    assert sentence(hypothesis, *references) == expected


def test_a_corpus_is_the_ratio_of_sums() -> None:
    score = LengthRatio(tokenize="none").corpus_score(["a", "a b c"], [["a b", "a"]])
    assert score.parts == {"hyp_length": 4.0, "ref_length": 3.0}
    assert score.score == pytest.approx(400 / 3)


def test_it_has_no_direction() -> None:
    metric = LengthRatio()
    assert metric.higher_is_better is None
    with pytest.raises(ParameterError, match="no direction"):
        metric.gain(np.zeros(1))


def test_words_are_those_of_13a() -> None:
    assert LengthRatio().sentence_score("Yes!", ["yes !"]).score == 100.0


@given(corpora)
def test_lengths_are_those_of_bleu(corpus: list[tuple[str, list[str]]]) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    ours, theirs = (
        metric.corpus_score(hypotheses, by_segment, references_by="segment").parts
        for metric in (LengthRatio(tokenize="none"), BLEU(tokenize="none"))
    )
    assert (ours["hyp_length"], ours["ref_length"]) == (theirs["hyp_length"], theirs["ref_length"])
