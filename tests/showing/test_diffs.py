"""Words that only one of two outputs has."""

from __future__ import annotations

import re
import sys
import time

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.showing.diffs import diff, marked
from pitchpipe.showing.terminal import is_colourful


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b c", "a b c", ("a b c", "a b c")),
        ("a b c", "a x c", ("a [-b-] c", "a {+x+} c")),
        ("a b c d", "a d", ("a [-b c-] d", "a d")),
        ("a d", "a b c d", ("a d", "a {+b c+} d")),
        ("", "a b", ("", "{+a b+}")),
        ("a b", "", ("[-a b-]", "")),
        ("", "", ("", "")),
        ("the end.", "the end", ("the end[-.-]", "the end")),
        ("桥关闭了", "桥开放了", ("桥[-关闭-]了", "桥{+开放+}了")),
        ("東京 tower", "京都 tower", ("[-東-]京 tower", "京{+都+} tower")),
        ("a  b", "a b", ("a  b", "a b")),
    ],
)
def test_diff(old: str, new: str, expected: tuple[str, str]) -> None:
    assert diff(old, new, colour=False) == expected


def test_diff_in_colour() -> None:
    old, new = diff("a b c", "a x c", colour=True)
    assert old == f"a {click.style('b', fg='red', strikethrough=True)} c"
    assert new == f"a {click.style('x', fg='green', bold=True)} c"


@pytest.mark.parametrize(
    ("text", "references", "expected"),
    [
        ("a b", ["a b"], "a b"),
        ("a x c", ["a b c"], "a {+x+} [-b-] c"),
        ("a c", ["a b c"], "a [-b-] c"),
        ("a b c", ["a c"], "a {+b+} c"),
        ("The bridge stays closed, today.", ["The bridge remains closed today."],
         "The bridge {+stays+} [-remains-] closed{+,+} today."),
        ("a b x", ["q r s", "a b c"], "a b {+x+} [-c-]"),
        ("桥关闭了", ["桥开放了"], "桥{+关闭+} [-开放-]了"),
        ("", ["a"], "[-a-]"),
        ("a", [""], "{+a+}"),
        ("(3.5) e.g.", ["(3.4) e.g."], "(3.{+5+} [-4-]) e.g."),
    ],
)  # fmt: skip
def test_marked(text: str, references: list[str], expected: str) -> None:
    assert marked(text, references, colour=False) == expected


def test_marked_in_colour() -> None:
    wrong, lacking = click.style("x", fg="red", bold=True), click.style("b", dim=True, strikethrough=True)
    assert marked("a x c", ["a b c"], colour=True) == f"a {wrong} {lacking} c"


TEXTS = st.text(alphabet="ab \t桥了", max_size=30)


@given(TEXTS, TEXTS)
def test_colours_leave_the_text_alone(old: str, new: str) -> None:
    plain = tuple(click.unstyle(text) for text in diff(old, new, colour=True))
    assert plain == (old.strip(), new.strip())


@given(TEXTS, TEXTS)
def test_what_is_not_marked_is_common(old: str, new: str) -> None:
    first, second = diff(old, new, colour=False)
    kept = re.sub(r"\[-.*?-\]", "", first), re.sub(r"\{\+.*?\+\}", "", second)
    assert "".join(kept[0].split()) == "".join(kept[1].split())


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_both_texts_can_be_read_from_the_marks(text: str, references: list[str]) -> None:
    shown = marked(text, references, colour=False)
    own = re.sub(r"\[-.*?-\]", "", shown).replace("{+", "").replace("+}", "")
    nearest = re.sub(r"\{\+.*?\+\}", "", shown).replace("[-", "").replace("-]", "")
    assert "".join(own.split()) == "".join(text.split())
    assert "".join(nearest.split()) in {"".join(one.split()) for one in references}


def test_a_long_repetitive_segment_takes_no_time() -> None:
    begin = time.perf_counter()
    diff("la " * 5000, "la lu " * 5000, colour=False)
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize(
    ("terminal", "no_color", "expected"), [(1, "", True), (1, "1", False), (0, "", False)]
)
def test_colours_are_for_terminals(
    terminal: int, no_color: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: bool(terminal))
    monkeypatch.setenv("NO_COLOR", no_color)
    assert is_colourful() is expected
