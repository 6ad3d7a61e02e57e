"""N-best lists written, and read back."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest import NBest, read_nbest, write_nbest
from tests.tuning.lists import contents, made

characters = st.characters(codec="utf-8")
words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=4)
numbers = st.floats(-1e100, 1e100)


@st.composite
def lists(draw: st.DrawFn, text: st.SearchStrategy[str], name: st.SearchStrategy[str]) -> NBest:
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    count = sum(sizes)
    names = draw(st.lists(name, max_size=4, unique=True))
    rows = st.lists(numbers, min_size=len(names), max_size=len(names))
    link = st.tuples(st.integers(0, 9), st.integers(0, 9))
    totals = draw(st.none() | st.lists(numbers, min_size=count, max_size=count))
    links = draw(st.none() | st.lists(st.lists(link, max_size=3), min_size=count, max_size=count))
    return NBest(
        tuple(names),
        np.array(draw(st.lists(rows, min_size=count, max_size=count))).reshape(count, len(names)),
        _core.Texts(draw(st.lists(text, min_size=count, max_size=count))),
        np.cumsum([0, *sizes]),
        None if totals is None else np.array(totals),
        None if links is None else _core.Alignments(links),
    )


@given(lists(st.text(characters, max_size=8), st.text(characters, min_size=1)))
def test_json_lines_are_read_back(tmp_path_factory: pytest.TempPathFactory, nbest: NBest) -> None:
    path = tmp_path_factory.mktemp("lists") / "list.jsonl"
    write_nbest(nbest, path)
    assert contents(read_nbest(path)) == contents(nbest)


NAMES = st.sampled_from(["A", "A_0", "A_1", "A_2", "B_0", "B_1", "lm:", "a=b", "_0", "x"])


@given(lists(st.lists(words, max_size=4).map(" ".join).filter(lambda text: "|" not in text), NAMES))
def test_moses_lists_are_read_back(tmp_path_factory: pytest.TempPathFactory, nbest: NBest) -> None:
    path = tmp_path_factory.mktemp("lists") / "list.gz"
    if nbest.alignments is not None and nbest.totals is None:
        with pytest.raises(DataError, match="word alignments without totals"):
            write_nbest(nbest, path)
        return
    write_nbest(nbest, path)
    assert contents(read_nbest(path)) == contents(nbest)


def test_written_as_moses_writes() -> None:
    from pitchpipe.nbest.writing import _moses

    nbest = made([["a b"]], ("TM0_0", "TM0_1", "LM0", "X_0"), [[1, 2.5, -3e-7, 4]], [0.1])
    assert list(_moses(nbest)) == ["0 ||| a b ||| TM0= 1.0 2.5 LM0= -3e-07 X_0= 4.0 ||| 0.1"]


@pytest.mark.parametrize("name", ["first model", "first|||model", "", " lm"])
def test_names_that_moses_cannot_hold(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=f"the name '{re.escape(name)}' of a feature: write JSON lines"):
        write_nbest(made([["a"]], (name,), [[1]]), tmp_path / "list")


@pytest.mark.parametrize("text", ["a ||| b", "a\nb", "the hat |0-1|"])
def test_texts_that_moses_cannot_hold(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="candidate 1: write JSON lines"):
        write_nbest(made([[text]]), tmp_path / "list")
    write_nbest(made([[text]]), tmp_path / "list", format="jsonl")
    assert read_nbest(tmp_path / "list").texts.list() == [text]
    with pytest.raises(ParameterError, match="moses or jsonl"):
        write_nbest(made([["a"]]), tmp_path / "list", format="tsv")  # type: ignore[arg-type]
