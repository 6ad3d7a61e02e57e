"""chrF beside its definition, cases worked by hand, and sacreBLEU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import Batch, ChrF, get
from tests.metrics.texts import corpora, lines
from tests.oracle import chrf as oracle
from tests.sacre import SacreCHRF

options = st.fixed_dictionaries(
    {
        "char_order": st.integers(1, 6),
        "word_order": st.integers(0, 3),
        "beta": st.sampled_from([0.5, 1, 2, 3]),
        "whitespace": st.booleans(),
        "lowercase": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)


def sentence(hypothesis: str, *references: str, **values: Any) -> float:
    return get("chrf", **values).sentence_score(hypothesis, references).score


def test_by_hand() -> None:
    # ab / abc, orders 1 and 2: precision 1 and 1, recall 2/3 and 1/2, so P = 1 and R = 7/12.
    assert sentence("ab", "abc", char_order=2) == pytest.approx(100 * 7 / 11, rel=1e-14)
    assert sentence("ab", "abc", char_order=2, beta=1) == pytest.approx(100 * 14 / 19, rel=1e-14)
    # Without recall in the mean, only precision is left; with much of it, only recall.
    assert sentence("ab", "abc", char_order=2, beta=0) == pytest.approx(100.0)
    assert sentence("ab", "abc", char_order=2, beta=100) == pytest.approx(100 * 7 / 12, rel=1e-3)


def test_matches_are_clipped() -> None:
    # aaa / aa: unigrams 2 of 3, bigrams 1 of 2; all of the reference is found.
    precision = (2 / 3 + 1 / 2) / 2
    expected = 100 * 5 * precision / (4 * precision + 1)
    assert sentence("aaa", "aa", char_order=2) == pytest.approx(expected, rel=1e-14)


def test_only_orders_that_both_have() -> None:
    assert sentence("ab", "ab") == 100.0
    assert sentence("ab", "ab", eps_smoothing=True) == pytest.approx(100 * 2 / 6)
    # abc / a and a / abc: orders 2 and 3 are on one side alone; of order 1 a third is found, and all.
    assert sentence("abc", "a", char_order=3, beta=1) == pytest.approx(50.0)
    assert sentence("a", "abc", char_order=3, beta=1) == pytest.approx(50.0)


def test_chrf_plus_plus() -> None:
    metric = get("chrf++")
    assert metric == ChrF(word_order=2)
    assert metric.columns[-1] == "match_word_2"
    # One order of characters, one of words: a, b of a b; the words a and b.
    assert sentence("a b", "a c", char_order=1, word_order=1) == pytest.approx(50.0)
    assert sentence("a.", "a .", char_order=0, word_order=2) == 100.0


def test_words_lose_one_punctuation_mark() -> None:
    assert oracle.words("“a” (b) c... .d . !?") == ["“a”", "(b", ")", "c..", ".", ".", "d", ".", "!", "?"]
    for text in ("“a” (b) c... .d . !?", "a,b, ,c", "'s", ".", "..", "x."):
        expected = oracle.statistics(text, "b . d", 1, 2)
        counted = ChrF(char_order=1, word_order=2).measure(Batch.from_streams([text], [["b . d"]])).values
        assert counted[0].tolist() == [float(x) for row in expected for x in row]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("", "a", 0.0, id="empty hypothesis"),
        pytest.param("a", "", 0.0, id="empty reference"),
        pytest.param("", "", 0.0, id="both empty, as sacreBLEU"),
        pytest.param(" \t", "a", 0.0, id="blanks"),
        pytest.param("a", "b", 0.0, id="nothing in common"),
    ],
)
def test_empty(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(hypothesis, reference) == expected
    assert SacreCHRF().sentence_score(hypothesis, [reference]).score == pytest.approx(expected, abs=1e-12)


def test_whitespace_and_case() -> None:
    assert sentence("a b", "ab") == 100.0
    assert sentence("a b", "ab", whitespace=True) < 100.0
    assert sentence("AB", "ab") == 0.0
    assert sentence("AB", "ab", lowercase=True) == 100.0


def test_some_order_is_needed() -> None:
    with pytest.raises(ParameterError, match="cannot both be 0"):
        ChrF(char_order=0)
    assert ChrF(char_order=0, word_order=1).sentence_score("a b", ["a b"]).score == 100.0


@given(lines, st.lists(lines, min_size=1, max_size=3), options)
def test_counts_and_scores(hypothesis: str, refs: list[str], values: dict[str, Any]) -> None:
    metric = get("chrf", **values)
    cased = (str.lower if values["lowercase"] else str)(hypothesis)
    several = [
        oracle.statistics(
            cased,
            (str.lower if values["lowercase"] else str)(ref),
            values["char_order"],
            values["word_order"],
            values["whitespace"],
        )
        for ref in refs
    ]
    batch = Batch.from_streams([hypothesis], [[r] for r in refs])
    expected = np.array(several, dtype=float).reshape(len(refs), -1)
    np.testing.assert_array_equal(metric.measure(batch).values, expected)
    best = oracle.best(several, values["beta"], values["eps_smoothing"])
    score = oracle.score(best, values["beta"], values["eps_smoothing"])
    assert metric.sentence_score(hypothesis, refs).score == pytest.approx(score, rel=1e-12, abs=1e-12)


@given(st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=3), options)
def test_equals_sacrebleu(corpus: list[tuple[str, str, str]], values: dict[str, Any]) -> None:
    hypotheses, *streams = (list(column) for column in zip(*corpus, strict=True))
    expected = SacreCHRF(**values).corpus_score(hypotheses, streams).score
    found = get("chrf", **values).corpus_score(hypotheses, streams, references_by="stream").score
    assert found == pytest.approx(expected, abs=1e-9)


@given(corpora, options)
def test_pairs_alone_equal_pairs_together(
    corpus: list[tuple[str, list[str]]], values: dict[str, Any]
) -> None:
    hypotheses, references = [hyp for hyp, _ in corpus], corpus[0][1]
    metric = get("chrf", **values)
    pairs = np.array([[i, j] for i in range(len(hypotheses)) for j in range(len(references))])
    np.testing.assert_array_equal(
        metric.measure_pairs(hypotheses, references).values,
        metric.measure_pairs(hypotheses, references, pairs).values,
    )
