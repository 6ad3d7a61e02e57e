"""Annotators that remember: every line once, and not for ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import MissingError
from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.lang.annotation.remembering import Annotators, RememberingAnnotator, annotator_of
from tests.metrics.annotating import PureAnnotator

COLUMNS = ("forms", "lemmas", "upos", "xpos", "tool", "tagset")


@dataclass
class Watched:
    """Writes down what it is asked."""

    asked: list[list[str]] = field(default_factory=list)

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        self.asked.append(list(lines))
        return PureAnnotator().annotate(lines, side=side)


def equal(one: Analysed, other: Analysed) -> bool:
    same = all(getattr(one, column) == getattr(other, column) for column in COLUMNS)
    return same and one.offsets.tolist() == other.offsets.tolist()


@given(
    st.lists(st.lists(st.sampled_from(["a cat", "the bridge", "", "it is closed .", "a"]), max_size=6)),
    st.integers(0, 4),
)
def test_it_says_what_the_annotator_says(calls: list[list[str]], capacity: int) -> None:
    remembering = RememberingAnnotator(PureAnnotator(), capacity)
    for lines in calls:
        found = remembering.annotate(lines, side="hypotheses")
        assert equal(found, PureAnnotator().annotate(lines, side="hypotheses"))


def test_every_line_once_on_whichever_side() -> None:
    watched = Watched()
    remembering = RememberingAnnotator(watched)
    remembering.annotate(["a", "b", "a"], side="hypotheses")
    remembering.annotate(["b", "c"], side="references")
    remembering.annotate(["c", "a", "b"], side="hypotheses")
    assert watched.asked == [["a", "b"], ["c"]]


def test_what_was_not_asked_for_long_is_forgotten() -> None:
    watched = Watched()
    remembering = RememberingAnnotator(watched, capacity=2)
    for line in ("a", "b", "a", "c", "a", "b"):
        remembering.annotate([line], side="hypotheses")
    assert watched.asked == [["a"], ["b"], ["c"], ["b"]]


def test_words_do_not_pile_up() -> None:
    remembering = RememberingAnnotator(PureAnnotator(), capacity=2)
    for number in range(50):
        remembering.annotate([f"word{number}"], side="hypotheses")
    assert len(remembering._tokens) <= 2


def test_a_tool_is_loaded_once_and_sentences_leave_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, bool, str | None]] = []

    def found(language: str, cache: bool = True, analyser: str | None = None, **_: str) -> PureAnnotator:
        made.append((language, cache, analyser))
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", found)
    annotators = Annotators("hanta")
    assert annotators.of("en") is annotators.of("en") is annotator_of("en", annotators)
    annotators.of("de")
    assert made == [("en", False, "hanta"), ("de", False, "hanta")]
    assert isinstance(Annotators(cached=True).of("en"), RememberingAnnotator)
    assert isinstance(Annotators(cached=True, remembered=False).of("en"), PureAnnotator)
    assert made[2:] == [("en", True, None)] * 2
    annotator_of("nl", None)
    assert made[-1] == ("nl", True, None)


def test_no_language() -> None:
    given = PureAnnotator()
    assert annotator_of(None, given) is given
    for annotating in (None, Annotators()):
        with pytest.raises(MissingError, match=r"-l de-en .* language=en; or .* --annotation"):
            annotator_of(None, annotating)
