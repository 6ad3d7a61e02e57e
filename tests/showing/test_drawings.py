"""Drawings of matched words fit the screen."""

from __future__ import annotations

import click
import pytest

from pitchpipe.metrics import get
from pitchpipe.metrics.explanations import Links
from pitchpipe.showing.drawings import drawing


def drawn(monkeypatch: pytest.MonkeyPatch, columns: int, hypothesis: str, reference: str) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    explanation = get("wrr:tokenize=none").explain(hypothesis, reference)
    return [click.unstyle(line) for line in drawing(explanation)]


@pytest.mark.parametrize(("columns", "words"), [(29, 12), (30, 13), (31, 13), (32, 14), (10, 10)])
def test_lines_are_as_long_as_the_screen(monkeypatch: pytest.MonkeyPatch, columns: int, words: int) -> None:
    """Five columns in front, and two for each letter but the last; a narrow screen has 25 all the same."""
    text = " ".join("abcdefghijklmnopqrst")
    lines = drawn(monkeypatch, columns, text, text)
    assert lines[0] == lines[1].replace("hyp", "ref") == f"ref  {text[: 2 * words - 1]}"
    assert lines[3] == f"ref  {text[2 * words :]}"
    assert len(lines[0]) <= max(columns, 25)


def test_words_stand_under_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(monkeypatch, 80, "the cat sat 今日", "the dog sat here now") == [
        "ref  the dog sat here now",
        "hyp  the cat sat      今日",
        "     =   S   =   D    S",
        "= match 2, S substitution 2, I insertion 0, D deletion 1",
    ]


def test_places_are_counted_from_one() -> None:
    links = Links(("a", "long", "b"), ("b", "x", "a"), (2, None, 0))
    assert list(drawing(links)) == [
        "  1  a     →    3  a",
        "  2  long  →  unmatched",
        "  3  b     →    1  b",
    ]


def test_stages_are_named_where_words_are_not_the_same() -> None:
    links = Links(("a", "cars", "b"), ("a", "car", "c"), (0, 1, None), ("exact", "stem", None))
    assert list(drawing(links)) == [
        "  1  a     →    1  a",
        "  2  cars  →    2  car  (stem)",
        "  3  b     →  unmatched",
        "2 words matched in 1 chunk",
    ]


def test_shifts_come_before_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    explanation = get("ter").explain("d e x a b c", "a b c d e y")
    assert [click.unstyle(line) for line in drawing(explanation)] == [
        "shift  a b c  4 → 1",
        "ref  a b c d e y",
        "hyp  a b c d e x",
        "     = = = = = S",
        "= match 5, S substitution 1, I insertion 0, D deletion 0, shift 1, edits 2",
    ]
