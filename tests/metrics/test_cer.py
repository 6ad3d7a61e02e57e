"""CER beside its definition, and what it makes of whitespace."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import CER
from tests.oracle import wer as oracle

lines = st.text(alphabet="abB \t\u00a0é漢", max_size=8)


def sentence(hypothesis: str, *references: str, lowercase: bool = False) -> float:
    return CER(lowercase=lowercase).sentence_score(hypothesis, references).score


def characters(line: str) -> str:
    """Runs of ASCII whitespace as one blank, none at the ends."""
    return re.sub(r"[\t\n\v\f\r ]+", " ", line).strip(" ")


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("kitten", "sitting", 300 / 7, id="Levenshtein's own"),
        pytest.param("a b", "a b", 0.0, id="equal"),
        pytest.param("ab", "a b", 100 / 3, id="a blank is a character"),
        pytest.param("a  \t b", "a b", 0.0, id="a run of whitespace is one blank"),
        pytest.param("  ab \n", "ab", 0.0, id="whitespace at the ends does not count"),
        pytest.param("a\u00a0b", "a b", 100 / 3, id="NBSP is a character of its own"),
        pytest.param("漢字", "漢学", 50.0, id="a character is not a byte"),
        pytest.param("e\u0301", "\u00e9", 200.0, id="a character is a code point"),
        pytest.param("", "ab", 100.0, id="empty hypothesis"),
        pytest.param("ab", "", 100.0, id="empty reference"),
        pytest.param(" ", "", 0.0, id="both empty"),
    ],
)
def test_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(hypothesis, reference) == pytest.approx(expected, rel=1e-14)


def test_several_references() -> None:
    # 1 error against the nearest; their mean length is 3.
    assert sentence("abc", "ab", "abxy", "zzz") == pytest.approx(100 / 3)


def test_no_tokenizer_comes_between() -> None:
    assert sentence("cat.", "cat .") == 20.0


def test_case() -> None:
    assert sentence("AB", "ab") == 100.0
    assert sentence("ÄB", "äb", lowercase=True) == 0.0


@given(lines, st.lists(lines, min_size=1, max_size=3), st.booleans())
def test_scores(hypothesis: str, refs: list[str], lowercase: bool) -> None:
    hyp, *others = (characters(line.lower() if lowercase else line) for line in (hypothesis, *refs))
    expected = oracle.rate(*oracle.errors(hyp, others))
    assert sentence(hypothesis, *refs, lowercase=lowercase) == pytest.approx(expected, rel=1e-12)
