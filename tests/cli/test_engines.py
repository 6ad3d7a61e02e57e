"""``pitchpipe score``, ``mbr``, ``rerank`` and ``oracle`` with ``--engine``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import ROOT, Run

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


def test_plain_text_has_documents_beside_it(run: Run) -> None:
    arguments = ["score", *PLAIN, "--documents", "examples/documents.tsv", "--by", "document"]
    plain = run(*arguments)
    assert "news-1" in plain.out
    assert run(*arguments, "--engine", "local") == plain


def test_documents_that_are_no_columns_are_named(run: Run, tmp_path: Path) -> None:
    lines = (ROOT / "examples/documents.tsv").read_text(encoding="utf-8").splitlines()
    lines[7] = "a\tb\tc"
    (tmp_path / "d.tsv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    done = run("score", *PLAIN, "--documents", str(tmp_path / "d.tsv"), "--engine", "local")
    assert done.code == 2
    assert "d.tsv, line 8: 3 columns" in done.err


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
        ("a.tsv --engine local --documents b", "the documents of tables are a column: --columns document="),
        ("a.en,b.en --engine local -r b.en", "'a.en,b.en' would be several runs of one system"),
        ("x=a.en x=b.en --engine local -r b.en", "two systems have one name: write NAME=FILE"),
        ("'no/*.parquet' --engine local", "no/*.parquet: no files there"),
        ("a.txt --engine local", "cannot tell the format of a.txt"),
        ("not.tsv --engine local --columns hypothesis=a", "not.tsv: no such file"),
        ("a.tsv --engine local --columns hypothesis=a --resume", "only a run that keeps the scores"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: str, message: str) -> None:
    import shlex

    done = run("score", *shlex.split(arguments))
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


NBEST = ("--nbest", "examples/llm.test.jsonl")


@pytest.fixture
def reference(tmp_path: Path) -> str:
    lines = (ROOT / "examples/reference.a.en").read_text(encoding="utf-8").splitlines()
    (tmp_path / "ref.en").write_text("".join(f"{line}\n" for line in lines[-16:]), encoding="utf-8")
    return str(tmp_path / "ref.en")


def chosen(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("chosen-*")))


@pytest.mark.parametrize(
    "arguments",
    [
        ("mbr", *NBEST, "-m", "chrf"),
        ("mbr", *NBEST, "-m", "bleu", "--posterior", "qe", "--temperature", "0.5", "--format", "tsv"),
        ("rerank", *NBEST, "--weights", "logprob=1,qe=1,words=0,length_gap=-1"),
    ],
)
def test_choices_are_those_of_the_plain_command(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    plain = run(*arguments)
    done = run(*arguments, "--engine", "local", "-o", str(tmp_path / "out"))
    assert (plain.code, done.code) == (0, 0)
    assert chosen(tmp_path / "out") == plain.out
    assert done.out.splitlines()[0] == f"16 segments in {tmp_path / 'out'}"


def test_reranked_lists_are_scored(run: Run, tmp_path: Path, reference: str) -> None:
    arguments = ["rerank", *NBEST, "--weights", "logprob=1,qe=1,words=0,length_gap=-1", "-r", reference]
    plain = run(*arguments, "-m", "bleu", "-o", str(tmp_path / "plain"))
    done = run(*arguments, "-m", "bleu", "--engine", "local", "-o", str(tmp_path / "out"))
    before, _, after = plain.err.removeprefix("bleu: ").strip().partition(" -> ")
    assert before in done.out
    assert after in done.out


def test_oracles_are_those_of_the_plain_command(run: Run, tmp_path: Path, reference: str) -> None:
    arguments = ["oracle", *NBEST, "-r", reference, "-m", "chrf"]
    plain = run(*arguments, "-o", str(tmp_path / "plain"))
    done = run(*arguments, "--engine", "local", "-o", f"{tmp_path}/out/")
    assert (done.code, done.out) == (0, plain.out)
    assert chosen(tmp_path / "out") == (tmp_path / "plain").read_text(encoding="utf-8")
    again = json.loads(run(*arguments, "--engine", "local", "--format", "json").out)
    assert again["corrupt"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("mbr --nbest a --resume", "--resume goes with --engine"),
        ("mbr a b --engine local -o out", "with --engine candidates are those of lists: give --nbest"),
        ("mbr --nbest a --engine local --all --format json", "--all does not go with --engine local"),
        ("mbr --nbest a --engine local --pseudo-references b", "--pseudo-references does not go with"),
        ("mbr --engine local -o out", "give --nbest PATTERN"),
        ("mbr --nbest examples/llm.test.jsonl --engine local", "goes to a folder: -o FOLDER"),
        ("mbr --nbest 'no/*.gz' --engine local -o out", "no/*.gz: no files there"),
        ("rerank --weights a=1 --engine local -o out", "there is nothing to rerank: give --nbest PATTERN"),
        ("rerank --nbest a --nbest b --weights a=1 --engine local -o out", "--nbest is given 2 times"),
        ("rerank --nbest a --weights a=1 --engine local --write-nbest b", "--write-nbest does not go with"),
        ("oracle --nbest a -r b --engine local --segments", "--segments does not go with --engine local"),
        ("oracle -r b --engine local", "there is nothing to choose from: give --nbest PATTERN"),
        ("oracle --nbest a -r b --engine local --resume", "only a run that keeps what it chooses"),
    ],
)
def test_choices_that_make_no_sense_are_refused(run: Run, arguments: str, message: str) -> None:
    import shlex

    done = run(*shlex.split(arguments))
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1
