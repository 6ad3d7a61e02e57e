"""JSONL and TSV: what is read, what is refused, and that what is written is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import TestSet
from pitchpipe.errors import DataError
from pitchpipe.text.formats import read_test_set
from pitchpipe.text.jsonl import parse_jsonl
from pitchpipe.text.tsv import parse_tsv

# --- JSONL


def test_jsonl() -> None:
    lines = [
        '{"id": 1, "source": "s", "references": {"A": "r", "B": null}, "systems": {"x": "h"}, "domain": "d"}',
        '{"id": "2", "source": "t", "references": {"C": ""}, "systems": {"x": "i"}, "domain": "d"}\r',
    ]
    assert parse_jsonl("\n".join(lines), "f") == TestSet(
        systems={"x": ["h", "i"]},
        references={"A": ["r", None], "B": [None, None], "C": [None, ""]},
        source=["s", "t"],
        domains=["d", "d"],
        segment_ids=["1", "2"],
    )


def test_jsonl_short_forms() -> None:
    ts = parse_jsonl('{"reference": "r", "hypothesis": "h"}\n{"reference": null, "hypothesis": "i"}\n', "f")
    assert ts == TestSet(systems={"hypothesis": ["h", "i"]}, references={"reference": ["r", None]})
    ts = parse_jsonl(
        '{"references": ["a", null]}\n{"references": ["b", "c", "d"]}\n{"references": []}\n', "f"
    )
    assert ts.references == {
        "reference1": ["a", "b", None],
        "reference2": [None, "c", None],
        "reference3": [None, "d", None],
    }
    assert parse_jsonl("", "f") == TestSet()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON: "),
        ("", "not JSON: "),
        ("[]", "not a JSON object"),
        ("[" * 100_000, "too deeply nested"),
        ('{"src": "a"}', 'unknown key "src"; a segment may have source, '),
        ('{"source": 1}', '"source" must be a string'),
        ('{"source": null}', '"source" must be a string'),
        ('{"id": true}', '"id" must be a string'),
        ('{"reference": "a", "references": []}', 'both "reference" and "references" are given'),
        ('{"hypothesis": "a", "systems": {}}', 'both "hypothesis" and "systems" are given'),
        ('{"references": "a"}', '"references" must be an object or a list'),
        ('{"references": [1]}', 'reference "reference1" must be a string'),
        ('{"systems": ["a"]}', '"systems" must be an object'),
        ('{"systems": {"x": null}}', 'system "x" must be a string'),
        ('{"systems": {"x": "a", "x": "b"}}', 'the key "x" occurs twice'),
        ('{"systems": {"x": "a", "y": "b"}}', 'system "y" is new'),
        ('{"systems": {}}', 'system "x" is missing'),
        ('{"systems": {"x": "a"}, "source": "s"}', 'key "source" is new'),
    ],
)
def test_jsonl_errors_name_the_line(line: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_jsonl('{"systems": {"x": "a"}}\n' + line + "\n", "f.jsonl")
    assert str(error.value).startswith(f"f.jsonl, line 2: {message}")


def test_jsonl_refuses_lone_surrogates() -> None:
    with pytest.raises(DataError, match="lone surrogate"):
        parse_jsonl('{"hypothesis": "\\ud800"}', "f")


# --- TSV


def test_tsv() -> None:
    table = 'id\tdomain\tdoc\tsrc\tref:A\treference\tsystem:x\thyp:y z\thyp\n1\tn\td\ts\t\t-\t"q\tb\t \r\n'
    assert parse_tsv(table, "f", missing_token="-") == TestSet(
        segment_ids=["1"],
        domains=["n"],
        documents=["d"],
        source=["s"],
        references={"A": [""], "reference": [None]},
        systems={"x": ['"q'], "y z": ["b"], "hypothesis": [" "]},
    )
    assert len(parse_tsv("src\tref\n", "f")) == 0


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "f.tsv is empty; its first line must name the columns"),
        ("source\tscore\n", 'f.tsv, line 1: unknown column "score"; the header may name source, '),
        ("source\tref:\n", 'f.tsv, line 1: unknown column "ref:"'),
        ("source\tsrc\n", 'f.tsv: the column "src" repeats another one'),
        ("ref:A\treference:A\n", 'f.tsv: the column "reference:A" repeats another one'),
        ("src\tref\na\tb\nc\n", "f.tsv, line 3: 1 fields, but the header has 2"),
        ("src\tref\na\tb\tc\n", "f.tsv, line 2: 3 fields, but the header has 2"),
        ("src\tref\na\tb\n\n", "f.tsv, line 3: 1 fields, but the header has 2"),
    ],
)
def test_tsv_errors(table: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_tsv(table, "f.tsv")
    assert str(error.value).startswith(message)


def test_tsv_writes_nothing_it_could_not_read(tmp_path: Path) -> None:
    path = tmp_path / "f.tsv"
    for ts, message in (
        (TestSet(), "nothing to write"),
        (TestSet(source=["a\tb"]), 'the column "source" holds a tab'),
        (TestSet(systems={"x": ["a\nb"]}), 'the column "system:x" holds a tab or a line break'),
        (TestSet(systems={"x\ty": ["a"]}), "holds a tab"),
        (TestSet(references={"A": [None]}), 'reference "A" lacks segments; give a missing_token'),
    ):
        with pytest.raises(DataError, match=message):
            ts.to_tsv(path)
    with pytest.raises(DataError, match='holds the missing token "-" as a text'):
        TestSet(references={"A": ["-"]}).to_tsv(path, missing_token="-")
    assert not path.exists()


# --- Round trips

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
FIELD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n")).filter("\\N".__ne__)


@st.composite
def any_test_set(draw: st.DrawFn, text: st.SearchStrategy[str]) -> TestSet:
    size = draw(st.integers(1, 4))

    def column(values: st.SearchStrategy[str | None]) -> st.SearchStrategy[list[str | None]]:
        return st.lists(values, min_size=size, max_size=size)

    name = text.filter(bool)
    fields = {
        "systems": st.dictionaries(name, column(text), min_size=1, max_size=3),
        "references": st.dictionaries(name, column(st.none() | text), max_size=3),
        "source": st.none() | column(text),
        "documents": st.none() | column(text),
        "domains": st.none() | column(text),
        "segment_ids": st.none() | column(text),
    }
    drawn: dict[str, Any] = draw(st.fixed_dictionaries(fields))
    return TestSet(**drawn)


@given(any_test_set(TEXT))
def test_jsonl_round_trip(tmp_path_factory: pytest.TempPathFactory, ts: TestSet) -> None:
    path = tmp_path_factory.getbasetemp() / "round-trip.jsonl"
    ts.to_jsonl(path)
    assert read_test_set(path, format="jsonl") == ts


@given(any_test_set(FIELD))
def test_tsv_round_trip(tmp_path_factory: pytest.TempPathFactory, ts: TestSet) -> None:
    path = tmp_path_factory.getbasetemp() / "round-trip.tsv"
    ts.to_tsv(path, missing_token="\\N")
    assert read_test_set(path, format="tsv", missing_token="\\N") == ts
