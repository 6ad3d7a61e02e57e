"""Files in pieces: every line once, wherever they are cut, and one sentence for what cannot be read."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.engines.local import Local
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.text.files import read_lines_between, write_bytes
from pitchpipe.text.shards import shards as shards_module
from pitchpipe.text.shards import stretches
from pitchpipe.text.shards.finding import files_of, kind_of
from pitchpipe.text.shards.lines import Lines, line_starts
from pitchpipe.text.shards.named_columns import NamedColumns
from pitchpipe.text.shards.shards import Cleaning, LineShards, Shards, TableShards
from pitchpipe.text.shards.stretches import Stretch, blocks_of, parts_of

COLUMNS = "hypothesis=mt,reference=ref,source=src,id=n"
ROWS = [
    {"n": str(k), "src": f"s {k}", "ref": f"the réf {k}", "mt": f"mt\u2028 {'x' * (k % 13)}{k}"}
    for k in range(60)
]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 300)
    monkeypatch.setattr(shards_module, "LINES", 7)


def rows_of(shards: Shards) -> list[dict[str, Any]]:
    """All segments, piece by piece."""
    found = []
    for stretch in shards.stretches(Local(1)):
        for batch in shards.batches(stretch):
            ids = batch.segment_ids or [""] * len(batch)
            references = next(iter(batch.references.values()), [None] * len(batch))
            (outputs,) = batch.systems.values()
            rows = zip(ids, batch.source or ids, references, outputs, strict=True)
            found += [dict(zip(("n", "src", "ref", "mt"), row, strict=True)) for row in rows]
    return found


def jsonl(rows: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def tsv(rows: list[dict[str, Any]], end: str = "\n") -> bytes:
    lines = ["\t".join(rows[0]), *("\t".join(row.values()) for row in rows)]
    return "".join(f"{line}{end}" for line in lines).encode()


def write_parquet(path: Path, rows: list[dict[str, Any]], size: int = 9) -> None:
    pq.write_table(
        pa.table({name: [row[name] for row in rows] for name in rows[0]}), path, row_group_size=size
    )


@pytest.mark.parametrize("suffix", ["jsonl", "tsv", "parquet", "jsonl.gz", "tsv.zst", "ndjson.xz"])
def test_tables_give_every_row_once(tmp_path: Path, suffix: str) -> None:
    for name, rows in (("a", ROWS[:25]), ("b", ROWS[25:])):
        path = tmp_path / f"{name}.{suffix}"
        if suffix == "parquet":
            write_parquet(path, rows)
        else:
            write_bytes(path, tsv(rows) if "tsv" in suffix else jsonl(rows))
    found = TableShards.find([str(tmp_path / f"*.{suffix}")], COLUMNS)
    assert found.systems == ("hypothesis",)
    assert rows_of(found) == ROWS
    whole = suffix.rpartition(".")[2] in {"gz", "zst", "xz"}
    assert (len(found.stretches(Local(1))) == 2) == whole


@pytest.mark.parametrize("suffix", ["", ".gz"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_files_are_read_side_by_side(tmp_path: Path, suffix: str, end: str) -> None:
    for side in ("src", "ref", "mt"):
        for name, rows in (("a", ROWS[:25]), ("b", ROWS[25:])):
            # Nothing is lost of a file without a last line end, or with a byte order mark.
            text = end.join(row[side] for row in rows) + (end if name == "a" else "")
            write_bytes(tmp_path / f"{name}.{side}{suffix}", f"\ufeff{text}".encode())
    find = {side: str(tmp_path / f"*.{side}{suffix}") for side in ("src", "ref", "mt")}
    found = LineShards.find({"mt": find["mt"]}, {"ref": find["ref"]}, find["src"])
    assert [{**row, "n": k["n"]} for row, k in zip(rows_of(found), ROWS, strict=True)] == ROWS
    assert len(found.stretches(Local(1))) == (2 if suffix else 9)


@given(st.lists(st.text(alphabet="aé\r", max_size=5), max_size=12), st.integers(1, 9), st.booleans())
def test_neighbours_share_no_line_and_lose_none(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], size: int, ended: bool
) -> None:
    content = "\n".join(texts).encode() + (b"\n" if ended and texts else b"")
    path = tmp_path_factory.mktemp("lines") / "t"
    path.write_bytes(content)
    edges = [*range(0, len(content), size), len(content)]
    pieces = [b"".join(read_lines_between(path, a, b)) for a, b in pairwise(edges)]
    assert b"".join(pieces) == content
    assert all(piece.endswith(b"\n") for piece in list(filter(None, pieces))[:-1])
    starts, lines = line_starts(str(path), size)
    assert lines == len(content.split(b"\n")) - (content.endswith(b"\n") or not content)
    between = [b"".join(read_lines_between(path, a, b)) for a, b in pairwise(starts)]
    assert b"".join(between) == content
    assert all(piece.count(b"\n") == size for piece in between[:-1])


def test_cleaning_and_missing_references(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(jsonl([{"hypothesis": "a &amp; b", "reference": "-"}, {"hypothesis": "c"}]))
    rows = rows_of(TableShards.find([str(path)], None, Cleaning("-", unescape=True)))
    assert [(row["mt"], row["ref"]) for row in rows] == [("a & b", None), ("c", None)]
    named = TableShards.find([str(path)], {"hypothesis": "hypothesis", "reference": "reference"})
    assert [(row["mt"], row["ref"]) for row in rows_of(named)] == [("a &amp; b", "-"), ("c", None)]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", jsonl(ROWS[:3]) + b"{\n", r"a\.jsonl, line 4: not JSON"),
        ("a.jsonl", jsonl([{**ROWS[0], "mt": 3}]), r'a\.jsonl, line 1: "mt" must be a string'),
        ("a.jsonl", jsonl([{"n": "1"}]), r'a\.jsonl, line 1: the key "mt" is missing'),
        (
            "a.jsonl",
            jsonl(ROWS[:30]) + b'{"mt": "\xff"}\n',
            r"a\.jsonl, line 31: invalid UTF-8 at byte offset",
        ),
        ("a.jsonl", b"\xff\xfe{\x00", r"a\.jsonl is encoded in UTF-16"),
        (
            "a.jsonl",
            b'{"mt": "\\ud800", "ref": "", "src": "", "n": 1}\n',
            r'a\.jsonl from 0 to \d+: system "hypothesis": segment 1 contains a lone surrogate',
        ),
        ("a.tsv", tsv(ROWS[:30]) + b"x\ty\n", r"a\.tsv, line 32: 2 fields, but the header has 4"),
        ("a.tsv", b"src\tref\n1\t2\n", r'a\.tsv has no column "mt"; it has src, ref'),
        ("a.tsv", b"", r"a\.tsv is empty"),
        ("a.tsv.gz", gzip.compress(tsv(ROWS), mtime=0)[:40], r"a\.tsv\.gz: truncated"),
        ("a.parquet", b"PAR1 not at all PAR1", r"a\.parquet: not Parquet, or corrupt"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        rows_of(TableShards.find([str(tmp_path / name)], COLUMNS))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{**ROWS[0], "mt": None}, ROWS[1]], r'a\.parquet, row 1: column "mt" is null'),
        ([{**ROWS[0], "mt": 1.5}], r'a\.parquet: column "mt" holds double, not text'),
        ([{"n": "1", "mt": "x"}], r'a\.parquet has no column "ref"; it has n, mt'),
    ],
)
def test_parquet_that_does_not_fit(tmp_path: Path, rows: list[dict[str, Any]], message: str) -> None:
    write_parquet(tmp_path / "a.parquet", rows)
    with pytest.raises(DataError, match=message):
        rows_of(TableShards.find([str(tmp_path / "a.parquet")], COLUMNS))


def test_identifiers_may_be_numbers(tmp_path: Path) -> None:
    rows = [{**ROWS[0], "n": 7}, {**ROWS[1], "n": 8}]
    write_parquet(tmp_path / "a.parquet", rows)
    (tmp_path / "b.jsonl").write_bytes(jsonl(rows))
    assert [row["n"] for row in rows_of(TableShards.find([str(tmp_path)], COLUMNS))] == ["7", "8"] * 2


def test_unequal_lengths_are_told(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("a\n" * 20, encoding="utf-8")
    (tmp_path / "r").write_text("a\n" * 19, encoding="utf-8")
    shards = LineShards.find({"h": str(tmp_path / "h")}, {"r": str(tmp_path / "r")})
    with pytest.raises(DataError, match=r"h has 20 lines, .*r has 19"):
        rows_of(shards)
    with pytest.raises(DataError, match=r"means 2 files, .*h means 1 file"):
        LineShards.find({"a": str(tmp_path), "h": str(tmp_path / "h")}, {})


def test_files_are_found_by_name_pattern_and_folder(tmp_path: Path) -> None:
    for name in ("b.tsv", "a.tsv", "_notes.tsv", ".hidden.tsv", "deep/c.tsv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    names = [Path(file).name for file in files_of([str(tmp_path)])]
    assert names == ["a.tsv", "b.tsv", "c.tsv"]
    assert files_of([str(tmp_path / "[ab].tsv")]) == [str(tmp_path / "a.tsv"), str(tmp_path / "b.tsv")]
    assert files_of(["not/there.tsv"]) == ["not/there.tsv"]
    with pytest.raises(DataError, match=r"no files there"):
        files_of([str(tmp_path / "*.parquet")])
    with pytest.raises(DataError, match="standard input cannot be cut"):
        files_of(["-"])
    with pytest.raises(DataError, match=r"cannot tell the format of a\.txt"):
        kind_of("a.txt")
    with pytest.raises(DataError, match="no such file"):
        rows_of(TableShards.find(["not/there.tsv"], COLUMNS))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mt", "columns are written hypothesis=mt,reference=ref"),
        ("hypothesis=mt,", "columns are written"),
        ("mt=hypothesis", "a column cannot mean 'mt'"),
        ("ref=a,reference=b", "two columns mean 'reference'"),
    ],
)
def test_columns_that_make_no_sense(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        NamedColumns.parse(text)


def test_columns_may_say_themselves_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("src\tsystem:x\tref:A\tother\n1\t2\t3\t4\n", encoding="utf-8")
    found = TableShards.find([str(path)], None)
    assert found.systems == ("x",)
    assert [row["ref"] for row in rows_of(found)] == ["3"]
    path.write_text("a\tb\n1\t2\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"a\.tsv has no column that is called hypothesis"):
        TableShards.find([str(path)], None)
    with pytest.raises(DataError, match="no column holds outputs"):
        TableShards.find([str(path)], "reference=a")


def test_parquet_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingError, match=r"pip install 'pitchpipe\[parquet\]'"):
        TableShards.find(["a.parquet"], COLUMNS)


def test_blocks_and_parts() -> None:
    pieces = [Stretch(("f",), (k,), (k + 1,), size) for k, size in enumerate([10, 200, 300, 400, 1])]
    blocks = blocks_of(pieces)
    assert [[one.begins[0] for one in block.stretches] for block in blocks] == [[0, 1, 2], [3], [4]]
    assert [len(part) for part in parts_of(blocks, None)] == [1, 1, 1]
    assert [len(part) for part in parts_of(blocks, 2)] == [1, 2]
    assert [len(part) for part in parts_of(blocks, 99)] == [1, 1, 1]
    assert parts_of([], 3) == []
    assert str(pieces[1]) == "f from 1 to 2"
    with pytest.raises(ParameterError, match="the number of parts"):
        parts_of(blocks, 0)


def test_a_line_longer_than_all_blocks(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text(f"{'x' * 700_000}\ny\n", encoding="utf-8")
    assert [[len(line) for line in lines] for _, lines in Lines(str(path)).batches()] == [[700_000, 1]]
