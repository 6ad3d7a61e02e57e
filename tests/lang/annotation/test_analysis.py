"""Analysed lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError
from pitchpipe.lang import Analysed, Token

WORDS = st.text(min_size=1, max_size=4)
LINES = st.lists(st.lists(st.builds(Token, WORDS, WORDS, st.just("NOUN"), WORDS), max_size=4), max_size=6)


@given(LINES)
def test_lines_come_back(lines: list[list[Token]]) -> None:
    analysed = Analysed.of(lines, tool="t", tagset="s")
    assert len(analysed) == len(lines)
    assert [analysed.line(i) for i in range(len(lines))] == lines


@given(st.lists(LINES, min_size=1, max_size=4))
def test_concatenation_keeps_the_lines(parts: list[list[list[Token]]]) -> None:
    joined = Analysed.concat([Analysed.of(lines, tool="t", tagset="s") for lines in parts])
    whole = Analysed.of([line for lines in parts for line in lines], tool="t", tagset="s")
    assert [joined.line(i) for i in range(len(joined))] == [whole.line(i) for i in range(len(whole))]
    assert (joined.tool, joined.tagset) == ("t", "s")


def test_function_words() -> None:
    analysed = Analysed.of(
        [
            [Token("the", "the", "DET", "DT")],
            [],
            [Token("of", "of", "ADP", "IN"), Token("x", "x", "X", "FW")],
        ],
        tool="t",
        tagset="penn",
    )
    assert analysed.function_words(frozenset({"DET", "ADP"})).tolist() == [True, True, False]


def test_what_does_not_fit_is_refused() -> None:
    a, b = (Analysed.of([], tool="t", tagset=tagset) for tagset in ("penn", "stts"))
    with pytest.raises(DataError, match="different tagsets"):
        Analysed.concat([a, b])
    with pytest.raises(DataError, match="a lemma"):
        Analysed(np.array([0, 1]), ["a"], [], ["X"], ["X"], "t", "s")
    with pytest.raises(DataError, match="2 tokens has 1"):
        Analysed(np.array([0, 2]), ["a"], ["a"], ["X"], ["X"], "t", "s")
    with pytest.raises(IndexError):
        a.line(0)
