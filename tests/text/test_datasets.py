"""Datasets of other packages as corpora: by what they can do, and the real ones where they are installed."""

from __future__ import annotations

import json
import os
import pickle
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.engines.engine import Done
from pitchpipe.engines.local import Local
from pitchpipe.text.shards import datasets as datasets_module

WORDS = ("the", "small", "cat", "sees", "a", "green", "house", "again")
ROWS = [{"hypothesis": " ".join(WORDS[k % 5 :]), "reference": " ".join(WORDS[k % 3 :])} for k in range(150)]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets_module, "ROWS", 40)


@pytest.fixture(scope="module")
def plain() -> pp.ScoreTable:
    test_set = pp.TestSet(
        systems={"hypothesis": [row["hypothesis"] for row in ROWS]},
        references={"reference": [row["reference"] for row in ROWS]},
    )
    return pp.score(test_set, ["bleu", "chrf"])


def assert_alike(table: pp.ScoreTable, plain: pp.ScoreTable) -> None:
    assert table.segments == plain.segments == 150
    for system, spec, score in table:
        assert score.score == pytest.approx(plain[system, spec].score, rel=1e-12)


class Rows:
    """What is needed of a dataset of Hugging Face."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.column_names = list(rows[0])

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, some: slice) -> dict[str, list[Any]]:
        return {name: [row[name] for row in self.rows[some]] for name in self.column_names}

    def with_format(self, _: None, columns: list[str]) -> Rows:
        return Rows([{name: row[name] for name in columns} for row in self.rows])


def test_a_dataset_is_a_corpus(plain: pp.ScoreTable) -> None:
    table = pp.score(Rows(ROWS), ["bleu", "chrf"], threads=1)
    assert_alike(table, plain)
    assert pp.score(Rows(ROWS), ["bleu", "chrf"], engine=Local(1), parts=2).to_dict() == table.to_dict()
    named = Rows([{"mt": row["hypothesis"], "ref": row["reference"], "n": k} for k, row in enumerate(ROWS)])
    shards = pp.DatasetShards.of(named, {"hypothesis": "mt", "reference": "ref", "id": "n"})
    assert pp.score(shards, ["bleu", "chrf"], threads=1).to_dict() == table.to_dict()
    assert pp.score(pp.DatasetShards.of(named, "hypothesis=mt,reference=ref"), threads=1).segments == 150


@pytest.mark.parametrize(
    ("row", "columns", "message"),
    [
        ({"mt": "a"}, None, "has no column that is called hypothesis"),
        ({"mt": "a"}, "reference=mt", "no column holds outputs"),
        ({"mt": "a"}, "hypothesis=no", 'the dataset has no column "no"; it has mt'),
        ({"mt": None, "r": "a"}, "hypothesis=mt,reference=r", 'row 1: column "mt" is null'),
        ({"mt": 3, "r": "a"}, "hypothesis=mt,reference=r", 'row 1: column "mt" holds int, not text'),
        ({"mt": ["a"], "r": "a"}, "hypothesis=mt,reference=r", 'column "mt" holds list, not text'),
    ],
)
def test_bad_columns_are_refused(row: dict[str, Any], columns: str | None, message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        pp.score(pp.DatasetShards.of(Rows([row]), columns), "bleu", threads=1)


class Blocks:
    """What is needed of a dataset of Ray; the real one is tried with a cluster, in full checks."""

    def __init__(self, tables: list[Any]) -> None:
        self.tables = tables

    def columns(self) -> list[str]:
        return list(self.tables[0].column_names)

    def select_columns(self, wanted: list[str]) -> Blocks:
        return Blocks([table.select(wanted) for table in self.tables])

    def to_arrow_refs(self) -> list[Any]:
        return self.tables


def test_blocks_of_a_cluster_are_a_corpus(plain: pp.ScoreTable, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow as pa

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda block: block))
    whole = pa.Table.from_pylist(ROWS)
    blocks = [whole.slice(a, b - a) for a, b in ((0, 60), (60, 60), (60, 150))]
    table = pp.score(Blocks(blocks), ["bleu", "chrf"], engine=Local(1))
    assert_alike(table, plain)
    assert pp.score(Blocks(blocks), ["bleu", "chrf"], engine=Local(1), parts=1).to_dict() == table.to_dict()


class Splits:
    column_names = {"train": ["hypothesis"], "test": ["hypothesis"]}  # noqa: RUF012


class Streamed:
    column_names = ["hypothesis"]  # noqa: RUF012

    def with_format(self) -> None: ...


def test_what_is_no_dataset_is_refused() -> None:
    for what, message in (
        (Splits(), r"several splits \(train, test\) is not one corpus"),
        (Streamed(), "streamed cannot be cut into parts"),
        ([1, 2], "list cannot be scored: give a TestSet"),
        ("corpus.parquet", "str cannot be scored"),
    ):
        with pytest.raises(pp.ParameterError, match=message):
            pp.score(what, "bleu")


class Pickling:
    """An engine whose jobs travel, without leaving: a process that loads the package takes seconds."""

    workers = 1

    def run(self, job: Any, parts: Any, told: Any) -> Any:
        for number, part in enumerate(parts):
            result = pickle.loads(pickle.dumps(job))(part)
            told(Done(number, result, "here", 0.0))
            yield result


@pytest.mark.filterwarnings("ignore")
def test_the_real_one(tmp_path: Path, plain: pp.ScoreTable, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("datasets") is None:
        assert not (os.environ.get("CI") and sys.platform == "linux"), "datasets is not installed"
        pytest.skip("datasets is not installed")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from datasets import Dataset, DatasetDict

    dataset = Dataset.from_list(ROWS)
    assert_alike(pp.score(dataset, ["bleu", "chrf"], threads=1), plain)
    dataset.save_to_disk(str(tmp_path / "saved"))
    saved = Dataset.load_from_disk(str(tmp_path / "saved"))
    one = pp.score(saved, ["bleu", "chrf"], threads=1, segments_to=tmp_path / "one")
    assert_alike(one, plain)
    two = pp.score(saved, ["bleu", "chrf"], engine=Pickling(), parts=3, segments_to=tmp_path / "two")
    assert two.to_dict() == one.to_dict()
    for path in (tmp_path / "one").glob("*.*"):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    with pytest.raises(pp.ParameterError, match="several splits"):
        pp.score(DatasetDict({"train": saved}), "bleu")
    with pytest.raises(pp.ParameterError, match="streamed cannot be cut"):
        pp.score(saved.to_iterable_dataset(), "bleu")
    manifest = json.loads((tmp_path / "one" / "_manifest.json").read_text(encoding="utf-8"))
    assert len(manifest["files"]) == 4
