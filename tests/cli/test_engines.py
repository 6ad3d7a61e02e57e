"""``pitchpipe score --engine``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Run

PLAIN = ("examples/systems/good.en", "-r", "examples/reference.a.en", "-m", "bleu", "-m", "chrf")


def test_scores_are_those_of_plain_score(run: Run, tmp_path: Path) -> None:
    plain = json.loads(run("score", *PLAIN, "--format", "json").out)
    done = run("score", *PLAIN, "--engine", "local", "--progress", "json", "--format", "json")
    found = json.loads(done.out)
    assert done.code == 0
    assert found.pop("corrupt") == []
    for here, there in zip(found["systems"][0]["scores"], plain["systems"][0]["scores"], strict=True):
        assert here["score"] == pytest.approx(there["score"], rel=1e-12)
    told = json.loads(done.err)
    assert (told["done"], told["parts"], told["segments"]) == (1, 1, plain["segments"])
    assert next(iter(told["workers"].values())) > 0


def test_tables_and_a_folder_of_scores(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "in.tsv"
    table.write_text("mt\tref\tid\na cat\tthe cat\tx\n\t\ty\n", encoding="utf-8")
    target = tmp_path / "scores"
    arguments = ["score", str(table), "--columns", "hypothesis=mt,reference=ref,id=id", "-m", "ter"]
    arguments += ["--engine", "local", "--segments-to", str(target), "--segments-as", "tsv"]
    done = run(*arguments)
    assert done.code == 0
    assert (target / "segments-00000.tsv").read_text(encoding="utf-8") == "id\tter\nx\t50.0\ny\t0.0\n"
    again = run(*arguments)
    assert (again.code, again.err) == (
        2,
        f"error: {target} has scores already: go on with --resume, or name another folder\n",
    )
    assert run(*arguments, "--resume").out == done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("a.tsv --columns hypothesis=mt", "--columns goes with --engine"),
        ("a.tsv --resume", "--resume goes with --engine"),
        ("a.tsv --engine local --columns hypothesis=a --address auto", "the engine must be ray"),
        ("--engine local", "there is nothing to score: give files, patterns or folders"),
        ("a.tsv --engine local -t b.tsv", "--test-set does not go with --engine local"),
        ("a.tsv --engine local --segments", "--segments does not go with --engine local"),
        ("a.tsv --engine local -s b", "the source of tables is a column: --columns source=NAME"),
        ("a.en --engine local -r b.en --columns hypothesis=a", "--columns are those of tables"),
        ("a.en,b.en --engine local -r b.en", "'a.en,b.en' would be several runs of one system"),
        ("x=a.en x=b.en --engine local -r b.en", "two systems have one name: write NAME=FILE"),
        ("'no/*.parquet' --engine local", "no/*.parquet: no files there"),
        ("a.txt --engine local", "cannot tell the format of a.txt"),
        ("not.tsv --engine local --columns hypothesis=a", "there are no segments to score"),
        ("a.tsv --engine local --columns hypothesis=a --resume", "only a run that keeps the scores"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: str, message: str) -> None:
    import shlex

    done = run("score", *shlex.split(arguments))
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1
