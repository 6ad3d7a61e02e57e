"""From lines to analyses: tokens, repeated lines, the cache, languages."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.lang import Analysed
from pitchpipe.lang.annotation import annotating
from pitchpipe.lang.annotation.annotating import TextAnnotator
from pitchpipe.lang.annotation.caching import CachingAnnotator, pieces
from pitchpipe.text import languages
from tests.lang.annotation.texts import Counting

TEXT = ["A house.", "", "“A” house.", "A house."]


def columns(analysed: Analysed) -> tuple[list[int], list[str], list[str]]:
    return analysed.offsets.tolist(), analysed.forms, analysed.lemmas


def test_tokens_are_the_tokenizers_and_lines_are_analysed_once() -> None:
    analyser = Counting()
    found = TextAnnotator(analyser, "13a").annotate(TEXT, side="hypotheses")
    assert analyser.lines == 3
    assert [t.form for t in found.line(2)] == ["“A”", "house", "."]
    assert [t.lemma for t in found.line(2)] == ["a", "house", "."]
    assert found.line(3) == found.line(0)
    assert found.offsets.tolist() == [0, 3, 3, 6, 9]


def test_a_quotation_mark_alone_stays() -> None:
    found = TextAnnotator(Counting(), "intl").annotate(["„ Haus “"], side="references")
    assert found.lemmas == ["„", "haus", "“"]


class Word(str):
    """A word that counts how often it is hashed."""

    hashed = 0

    def __hash__(self) -> int:
        Word.hashed += 1
        return super().__hash__()


def test_time_grows_with_the_length_of_a_line_not_with_its_square(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [Word("a")] * 500
    tokens = SimpleNamespace(words=lambda i: words)
    monkeypatch.setattr(annotating, "encode", lambda lines, view: [tokens])
    monkeypatch.setattr(Word, "hashed", 0)
    found = TextAnnotator(Counting(), "13a").annotate(["…", "…"], side="hypotheses")
    assert len(found.forms) == 1000
    assert Word.hashed < 20 * len(words)


def test_the_cache_gives_the_same_and_asks_nobody(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    made = CachingAnnotator(TextAnnotator(first, "13a"), tmp_path).annotate(TEXT, side="hypotheses")
    kept = CachingAnnotator(TextAnnotator(second, "13a"), tmp_path).annotate(TEXT, side="references")
    assert columns(kept) == columns(made)
    assert (first.lines, second.lines) == (3, 0)


@pytest.mark.parametrize("other", [Counting(tool="counting-2"), Counting()])
def test_another_tool_or_tokenizer_is_another_entry(tmp_path: Path, other: Counting) -> None:
    CachingAnnotator(TextAnnotator(Counting(), "13a"), tmp_path).annotate(TEXT, side="hypotheses")
    tokenize = "13a" if other.tool == "counting-2" else "intl"
    CachingAnnotator(TextAnnotator(other, tokenize), tmp_path).annotate(TEXT, side="hypotheses")
    assert other.lines > 0


def kept(tokens: list[list[str]], ids: list[int]) -> bytes:
    """An entry of three lines with a token each."""
    content = {"tool": "t", "tagset": "t", "offsets": [0, 1, 2, 3, 3], "tokens": tokens, "ids": ids}
    return gzip.compress(json.dumps(content).encode())


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"rubbish",
        gzip.compress(b"{}"),
        gzip.compress(b'{"offsets": [0, 9]}'),
        gzip.compress(b"[" * 99999),
        kept([["a", "a", "X", "X"]], [0, 0, 0, 0]),
        kept([["a", "a", "X", "X"]], [0, 0, 1]),
        kept([["a", "a", "X"]], [0, 0, 0]),
        kept([["a", "a", "X", "X"]], [0, 0, -1]),
    ],
    ids=[
        *("empty", "rubbish", "no columns", "too few tokens", "deeply nested"),
        *("a token too many", "an unknown token", "no tag", "a token before the first"),
    ],
)
def test_a_damaged_entry_is_made_again(tmp_path: Path, damage: bytes) -> None:
    first, second, third = Counting(), Counting(), Counting()
    made = CachingAnnotator(TextAnnotator(first, "13a"), tmp_path).annotate(TEXT, side="hypotheses")
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage)
    again = CachingAnnotator(TextAnnotator(second, "13a"), tmp_path).annotate(TEXT, side="hypotheses")
    assert columns(again) == columns(made)
    assert second.lines == 3
    CachingAnnotator(TextAnnotator(third, "13a"), tmp_path).annotate(TEXT, side="hypotheses")
    assert third.lines == 0


@pytest.mark.parametrize("folder", ["file", "x" * 300], ids=["a file", "name too long"])
def test_a_folder_that_cannot_be_used_only_costs_time(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    annotator = CachingAnnotator(TextAnnotator(Counting(), "13a"), tmp_path / folder)
    assert len(annotator.annotate(TEXT, side="hypotheses")) == len(TEXT)


def test_no_lines(tmp_path: Path) -> None:
    assert (
        len(CachingAnnotator(TextAnnotator(Counting(), "13a"), tmp_path).annotate([], side="hypotheses")) == 0
    )


def test_pieces_of_a_system_do_not_depend_on_the_others() -> None:
    one, two = ([f"{name} {k}" for k in range(3000)] for name in ("one", "two"))
    alone = {tuple(piece) for piece in pieces(two)}
    beside = {tuple(piece) for piece in pieces([*one, *two])}
    assert len(alone) > 3
    # All but the piece in which the first system ends.
    assert len(alone - beside) <= 1


@given(st.lists(st.text(max_size=2)))
def test_pieces_are_the_lines(lines: list[str]) -> None:
    assert [line for piece in pieces(lines) for line in piece] == lines


def test_pieces_are_not_endless() -> None:
    assert max(map(len, pieces(["x"] * 5000))) <= 1024


@pytest.mark.parametrize("given", ["de", "DE", "deu", "ger", "de-AT", "de_DE"])
def test_one_code_for_a_language(given: str) -> None:
    assert languages.code(given) == "de"
    assert languages.tokenizer("de") == "intl"
    assert languages.tokenizer("en") == "13a"


@pytest.mark.parametrize("given", ["", "german", "d", "../x", "дe"])
def test_no_code(given: str) -> None:
    with pytest.raises(ParameterError, match="not the code of a language"):
        languages.code(given)
