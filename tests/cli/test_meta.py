"""``pitchpipe meta`` on a small test set with invented judgments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pitchpipe as pp
from pitchpipe.meta import read_human
from pitchpipe.meta.evaluating import evaluate
from pitchpipe.meta.tasks import Task
from tests.cli.conftest import ROOT, Run
from tests.meta.test_evaluating import directory

JUDGMENTS = ROOT / "examples/adequacy.seg.score"


@pytest.fixture
def texts(tmp_path: Path) -> str:
    """The example systems in one file."""
    systems = {name: ROOT / f"examples/systems/{name}.en" for name in ("good", "literal", "short", "verbose")}
    path = tmp_path / "examples.jsonl"
    pp.TestSet.read(references=[ROOT / "examples/reference.a.en"], systems=systems).to_jsonl(path)
    return str(path)


def test_every_format_says_what_the_library_found(run: Run, texts: str) -> None:
    arguments = [
        *("meta", texts, "--human", str(JUDGMENTS), "-m", "bleu", "-m", "ter"),
        *("--statistic", "kendall-b:item", "--statistic", "pearson", "--samples", "100"),
    ]
    task = Task.of(pp.read_test_set(texts), read_human(JUDGMENTS))
    table = evaluate(task, ["bleu", "ter"], statistics=["kendall-b:item", "pearson"], samples=100)
    written = json.loads(run(*arguments, "--format", "json").out)
    assert written == json.loads(json.dumps(table.to_dict()))
    rows = [line.split("\t") for line in run(*arguments, "--format", "tsv").out.splitlines()]
    assert rows[0][:4] == ["statistic", "task", "metric", "value"]
    values = {(row[2], row[0]): float(row[3]) for row in rows[1:]}
    assert values["ter", "pearson"] == table["ter", task.name, "pearson"].outcome.value
    shown = run(*arguments).out
    assert f"{values['bleu', 'kendall-b:item']:.3f} (1)" in shown
    for name in ("random", "oracle", "tied", "bleu|nrefs:1"):
        assert name in shown
    assert run(*arguments, "--format", "markdown").out.startswith("**test set**\n\n| metric |")
    assert "\\toprule" in run(*arguments, "--format", "latex").out


def test_intervals(run: Run, texts: str) -> None:
    done = run(
        *("meta", texts, "--human", str(JUDGMENTS), "-m", "chrf", "--statistic", "kendall-b:item"),
        *("--confidence", "90", "--samples", "100"),
    )
    assert done.code == 0
    assert "90 %" in done.out
    assert "[1.000, 1.000]" in done.out  # the oracle's


def test_a_directory_with_judgments(run: Run, tmp_path: Path) -> None:
    root = str(directory(tmp_path / "set"))
    done = run("meta", root, "-m", "bleu", "--statistic", "spearman", "--test", "none")
    assert done.code == 0
    assert "-0.500" in done.out  # BLEU against the published scores of systems
    both = run("meta", root, root, "-m", "bleu")
    assert (both.code, both.err) == (
        2,
        'error: two tasks are called "set de-en": give them different names\n',
    )


def test_statistics_are_listed(run: Run) -> None:
    done = run("meta", "--list-statistics")
    assert done.code == 0
    assert "kendall-b" in done.out
    assert "acc-eq" in done.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("good\t1\nstranger\t2\n", 'adequacy judges system "stranger", which the test set lacks'),
        ("good\t1\ngood\tx\n", "line 2"),
        ("good\t1\ngood\t2\n", "adequacy has scores of 2 segments, the test set has 48"),
        ("", "has no judgment at all"),
    ],
)
def test_bad_judgments(run: Run, texts: str, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "adequacy.seg.score"
    path.write_text(content)
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_ranks_that_are_no_numbers_or_out_of_range(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "ranks.tsv"
    header = "seg_index\tjudge\ttask\tsysA\tsysB\trankA\trankB\n"
    path.write_text(header + "0\tj\t0\tgood\tshort\tfirst\t2\n")
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert (done.code, "ranks.tsv, line 2" in done.err) == (2, True)
    path.write_text(header + "48\tj\t0\tgood\tshort\t1\t2\n")
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert (done.code, "judges segment 49, the test set has 48" in done.err) == (2, True)


def test_all_ties_are_not_available(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "ties.seg.score"
    names = ("good", "literal", "short", "verbose")
    path.write_text("".join(f"{name}\t3\n" for name in names for _ in range(48)))
    done = run("meta", texts, "--human", str(path), "-m", "bleu", "-m", "chrf", "--statistic", "pearson:none")
    assert done.code == 0
    assert "n/a" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "there is no test set"),
        (["nowhere", "-m", "bleu"], "nowhere is no directory with judgments"),
        (["TEXTS", "--human", "JUDGMENTS", "-m", "nonsense"], "unknown metric"),
        (["TEXTS", "--human", "JUDGMENTS", "--statistic", "kendal-b"], "did you mean kendall-b?"),
        (["TEXTS", "--human", "JUDGMENTS", "--samples", "0"], "samples must be between 1"),
        (["TEXTS", "--human", "JUDGMENTS", "--confidence", "100"], "between 0 and 100"),
        (["TEXTS", "TEXTS", "--human", "JUDGMENTS"], "about one test set"),
        (["TEXTS", "--human", "JUDGMENTS", "--system", "good"], "has one system"),
    ],
)
def test_usage(run: Run, texts: str, arguments: list[str], message: str) -> None:
    places = {"TEXTS": texts, "JUDGMENTS": str(JUDGMENTS)}
    done = run("meta", *(places.get(argument, argument) for argument in arguments))
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1
