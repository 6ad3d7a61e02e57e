"""N-best lists written, and read back."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest import NBest, read_nbest, write_nbest
from pitchpipe.nbest.writing import WritableFormat
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


HOSTILE = st.text(characters | st.sampled_from("||| \t\r\n=:{[0123456789-"), max_size=12)


@given(lists(HOSTILE, st.text(characters, min_size=1)))
def test_zmert_lists_are_read_back_or_refused(tmp_path_factory: pytest.TempPathFactory, nbest: NBest) -> None:
    """Whatever the text: it comes back but for spaces around it, or is refused in a sentence."""
    folder = tmp_path_factory.mktemp("lists")
    path = folder / "list"
    unsaid = nbest.alignments is not None and nbest.totals is None
    unheld = any(
        "|||" in text or "\n" in text or "\r" in text or re.search(r"(^| )\|[0-9]+-[0-9]+\|( |$)", text)
        for text in nbest.texts.list()
    )
    if unsaid or unheld:
        with pytest.raises(
            DataError, match=r"^Z-MERT's format (has no place|cannot hold) .*: write JSON lines$"
        ):
            write_nbest(nbest, path, format="zmert")
        assert list(folder.iterdir()) == []
        return
    write_nbest(nbest, path, format="zmert")
    again = read_nbest(path, format="zmert", names=nbest.names)
    kept = replace(nbest, texts=_core.Texts([text.strip(" ") for text in nbest.texts.list()]))
    assert contents(again) == contents(kept)
    # Java reads a line wherever \n, \r or both end one.
    assert len(re.split("\r\n|\n|\r", path.read_bytes().decode())) == len(nbest) + 1


@given(lists(st.lists(words, max_size=4).map(" ".join).filter(lambda text: "|" not in text), NAMES))
def test_zmert_lists_are_recognised(tmp_path_factory: pytest.TempPathFactory, nbest: NBest) -> None:
    """By their first line; names come from a file of parameters, or are numbered."""
    folder = tmp_path_factory.mktemp("lists")
    plain = replace(nbest, alignments=None)
    write_nbest(plain, folder / "list.gz", format="zmert")
    numbered = replace(plain, names=tuple(f"f{k}" for k in range(len(nbest.names))))
    assert contents(read_nbest(folder / "list.gz")) == contents(numbered)
    if nbest.names:
        params = dict.fromkeys(nbest.names, 1.0)
        (folder / "params").write_text("".join(f"{name} ||| 1 Opt\n" for name in params))
        assert contents(read_nbest(folder / "list.gz", names=folder / "params")) == contents(plain)


def test_written_as_zmert_reads(tmp_path: Path) -> None:
    from pitchpipe.nbest.writing import _zmert

    nbest = made([["a b"], ["c|d", ""]], ("first model", "x"), [[1, -3e-7], [2.5, 0], [1e100, 4]])
    assert list(_zmert(nbest)) == [
        "0 ||| a b ||| 1.0 -3e-07",
        "1 ||| c|d ||| 2.5 0.0",
        "1 |||  ||| 1e+100 4.0",
    ]
    full = NBest(
        ("lm",),
        np.array([[0.5]]),
        _core.Texts(["a"]),
        np.array([0, 1]),
        np.array([0.25]),
        _core.Alignments([[(0, 0), (1, 0)]]),
    )
    assert list(_zmert(full)) == ["0 ||| a ||| 0.5 ||| 0.25 ||| 0-0 1-0"]


def test_the_list_of_zmerts_own_example_is_written_as_it_is(tmp_path: Path, shared: Path) -> None:
    """Its numbers have three decimals, of which zeros at the end are lost."""
    own = shared / "data/formats/zmert.nbest.txt"
    write_nbest(read_nbest(own), tmp_path / "list", format="zmert")

    def fields(path: Path) -> list[list[object]]:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [
            [number, text.strip(), [float(value) for value in values.split()]]
            for number, text, values in (line.split("|||") for line in lines)
        ]

    assert fields(tmp_path / "list") == fields(own)


def test_written_as_moses_writes() -> None:
    from pitchpipe.nbest.writing import _moses

    nbest = made([["a b"]], ("TM0_0", "TM0_1", "LM0", "X_0"), [[1, 2.5, -3e-7, 4]], [0.1])
    assert list(_moses(nbest)) == ["0 ||| a b ||| TM0= 1.0 2.5 LM0= -3e-07 X_0= 4.0 ||| 0.1"]


@pytest.mark.parametrize("name", ["first model", "first|||model", "", " lm"])
def test_names_that_moses_cannot_hold(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=f"the name '{re.escape(name)}' of a feature: write JSON lines"):
        write_nbest(made([["a"]], (name,), [[1]]), tmp_path / "list")


@pytest.mark.parametrize(("format", "whose"), [("moses", "Moses'"), ("zmert", "Z-MERT's")])
@pytest.mark.parametrize("text", ["a ||| b", "a\nb", "the hat |0-1|"])
def test_texts_that_bars_cannot_hold(tmp_path: Path, format: WritableFormat, whose: str, text: str) -> None:
    with pytest.raises(
        DataError, match=f"{whose} format cannot hold the text of candidate 1: write JSON lines"
    ):
        write_nbest(made([[text]]), tmp_path / "list", format=format)
    write_nbest(made([[text]]), tmp_path / "list", format="jsonl")
    assert read_nbest(tmp_path / "list").texts.list() == [text]
    with pytest.raises(ParameterError, match="moses, zmert or jsonl, not 'tsv'"):
        write_nbest(made([["a"]]), tmp_path / "list", format="tsv")  # type: ignore[arg-type]
