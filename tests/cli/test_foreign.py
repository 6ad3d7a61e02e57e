"""Scores of other programs on the command line: names, decimals, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Run

SYSTEMS = ("examples/systems/good.en", "examples/systems/short.en")
TEXTS = (*SYSTEMS, "-r", "examples/reference.a.en")


@pytest.fixture
def comet(tmp_path: Path) -> str:
    """What ``comet-score --to_json`` writes: 0.875 for all segments of one system, 0.75 of the other."""
    scores = dict(zip(SYSTEMS, (0.875, 0.75), strict=True))
    content = {name: [{"mt": "", "COMET": score}] * 48 for name, score in scores.items()}
    path = tmp_path / "comet.json"
    path.write_text(json.dumps(content))
    return str(path)


def test_tables_have_names_and_decimals(run: Run, comet: str) -> None:
    done = run("score", *TEXTS, "-m", "wer", "-m", f"comet:{comet}", "--confidence", "95", "--samples", "100")
    assert (done.code, done.err) == (0, "")
    header, _, good, short = done.out.splitlines()[:4]
    assert header.split()[5:7] == ["interval", "COMET"]
    assert good.endswith("0.8750   [0.8750, 0.8750]")
    assert short.endswith("0.7500   [0.7500, 0.7500]")
    assert len(good.split()[1].partition(".")[2]) == 2
    more = run("score", *TEXTS, "-m", f"comet:{comet}", "--decimals", "0", "--segments").out
    assert "good.en       0.88\n" in more
    assert "short.en        48      0.75\n" in more


def test_machines_get_all_digits(run: Run, comet: str) -> None:
    lines = run("score", *TEXTS, "-m", f"comet:{comet}", "--format", "tsv").out.splitlines()
    assert lines == [f"system\tcomet:{comet}", "good.en\t0.875", "short.en\t0.75"]
    content = json.loads(run("score", *TEXTS, "-m", f"comet:{comet}", "--format", "json").out)
    (score,) = content["systems"][0]["scores"]
    assert (score["metric"], score["score"]) == (f"comet:{comet}", 0.875)


def test_compare(run: Run, comet: str) -> None:
    done = run("compare", *TEXTS, "-m", f"comet:{comet}", "--samples", "100", "--fail-if-worse")
    assert done.code == 1
    assert "COMET ↑" in done.out
    assert "-0.1250   [-0.1250, -0.1250]" in done.out
    assert "Δ -0.1250" in done.err


@pytest.mark.parametrize(
    ("metric", "says"),
    [
        ("comet", "comet is not computed here: write its scores with `comet-score"),
        ("comet:nothing.json", "nothing.json: no such file"),
        ("command", "command needs a program that scores translations: command:PROGRAM"),
        ("command:nonesuch", "there is no program 'nonesuch'"),
        ("command:false", "false failed with exit code 1; it said nothing"),
        ("command:cat,scale=0", "scale must be a number of at least 1e-12"),
        (
            "command:program=cat,label=x",
            "no parameter 'label': there are program, name, lower, scale, version",
        ),
    ],
)
def test_one_sentence(run: Run, metric: str, says: str) -> None:
    done = run("score", *TEXTS, "-m", metric, "--no-cache")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_no_reference_is_needed_where_none_is_wanted(run: Run) -> None:
    command = "command:\"awk '{ print length($0) }'\",name=length"
    done = run("score", *SYSTEMS, "-m", command, "--no-cache")
    assert (done.code, done.err) == (0, "")
    assert "length ↑" in done.out
    assert "|nrefs:0|" in done.out
    refused = run("score", *SYSTEMS, "-m", command, "-m", "bleu")
    assert (refused.code, refused.out) == (2, "")
    assert "there is no reference: give one with -r FILE" in refused.err
