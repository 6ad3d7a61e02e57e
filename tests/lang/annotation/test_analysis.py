"""Analysed lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError
from pitchpipe.lang import Analysed, Token
from pitchpipe.lang.annotation.analysis import analysis_of

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


@given(st.lists(LINES, min_size=1, max_size=4))
def test_different_tokens_and_where_they_stand(parts: list[list[list[Token]]]) -> None:
    joined = Analysed.concat([Analysed.of(lines, tool="t", tagset="s") for lines in parts])
    tokens, ids = joined.coded
    assert len(set(tokens)) == len(tokens)
    assert [tokens[k] for k in ids] == [token for lines in parts for line in lines for token in line]
    columns = (joined.offsets, joined.forms, joined.lemmas, joined.upos, joined.xpos)
    again = Analysed(*columns, tool="t", tagset="s").coded
    assert (again.tokens, again.ids.tolist()) == (tokens, ids.tolist())


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


class Anybodys:
    """An annotator that says what it was told to."""

    def __init__(self, found: Any) -> None:
        self.found = found

    def annotate(self, lines: Sequence[str], *, side: str) -> Any:
        return self.found


def test_every_line_must_be_analysed() -> None:
    one = Analysed.of([[]], tool="mine", tagset="s")
    assert analysis_of(Anybodys(one), ["a"], "references") is one
    message = (
        r"^the annotator mine analysed 1 line, but was given 2 \(references\): it must return an analysis of "
    )
    with pytest.raises(DataError, match=message):
        analysis_of(Anybodys(one), ["a", "b"], "references")
    with pytest.raises(DataError, match=r"^an annotator must return an Analysed, not list$"):
        analysis_of(Anybodys([[]]), ["a"], "references")


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


@pytest.mark.parametrize(
    ("offsets", "forms", "lemmas", "says"),
    [
        ([0, 1], ["a"], [], "^an analysis needs a lemma, a part of speech and a tag for every token$"),
        ([], [], [], "^an analysis needs a lemma"),
        ([1, 1], ["a"], ["a"], "^an analysis needs a lemma"),
        ([0, 2, 1], ["a"], ["a"], "^an analysis needs a lemma"),
        ([0, 2], ["a"], ["a"], "^an analysis of 2 tokens has 1 of them$"),
    ],
)
def test_columns_that_do_not_fit(offsets: list[int], forms: list[str], lemmas: list[str], says: str) -> None:
    with pytest.raises(DataError, match=says):
        Analysed(np.array(offsets, dtype=np.int64), forms, lemmas, forms, forms, "tool", "tags")


def test_lines_without_a_word_are_lines() -> None:
    assert len(Analysed(np.zeros(3, dtype=np.int64), [], [], [], [], "tool", "tags")) == 2
