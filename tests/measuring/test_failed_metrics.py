"""Metrics that cannot run beside others that can."""

from __future__ import annotations

import json

import pytest

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.measuring.scoring import score
from pitchpipe.text.testset import TestSet
from tests.commands import Run

TEST_SET = TestSet(references={"ref": ["a b c d", "e"]}, systems={"x": ["a b c d", "f"], "y": ["a", "e"]})
WHY = "word order is judged from the source text: give it with -s FILE (sources=)"
ARGUMENTS = ("score", "examples/systems/good.en", "-r", "examples/reference.a.en")


def test_a_metric_that_lacks_something_stops_the_others_unless_that_is_kept() -> None:
    with pytest.raises(MissingError, match="word order is judged from the source"):
        score(TEST_SET, ["bleu", "v"])
    table = score(TEST_SET, ["v", "bleu", "lr-kb4"], errors="keep")
    assert table.errors == {"v": WHY, "lr-kb4": WHY}
    assert table.specs == ("bleu",)
    assert table["x", "bleu"] == score(TEST_SET, ["bleu"])["x", "bleu"]
    with pytest.raises(MissingError, match="word order is judged from the source"):
        table["x", "v"]
    with pytest.raises(DataError, match="no score of system 'x' by metric 'chrf'"):
        table["x", "chrf"]
    records = table.to_dict()["systems"][1]["scores"]
    assert records[1:] == [{"metric": name, "score": None, "error": WHY} for name in ("v", "lr-kb4")]
    assert f"v could not run: {WHY}" in str(table)


def test_one_must_succeed() -> None:
    with pytest.raises(MissingError, match="word order is judged from the source"):
        score(TEST_SET, ["v", "lr-kb4"], errors="keep")


def test_bad_input_is_never_kept() -> None:
    with pytest.raises(ParameterError, match="errors must be 'raise' or 'keep', not 'ignore'"):
        score(TEST_SET, ["bleu"], errors="ignore")  # type: ignore[arg-type]
    nothing = TestSet(references={"ref": [None, "b"]}, systems={"x": ["a", "b"]})
    with pytest.raises(DataError, match="segment 1 has no reference"):
        score(nothing, ["bleu", "chrf"], errors="keep")


def test_the_command_line_shows_the_others(run: Run) -> None:
    done = run(*ARGUMENTS, "-m", "v", "-m", "bleu", "--confidence", "95", "--samples", "10")
    assert (done.code, done.err) == (3, "")
    lines = done.out.splitlines()
    assert (lines[0].split()[-1], lines[2].split()[-1]) == ("v", "n/a")
    assert f"v could not run: {WHY}" in lines
    tsv = run(*ARGUMENTS, "-m", "bleu", "-m", "v", "--segments", "--format", "tsv")
    header, first, *_ = tsv.out.split("\n")
    assert (tsv.code, header.split("\t")[-1], first.split("\t")[-1]) == (3, "v", "")
    written = run(*ARGUMENTS, "-m", "bleu", "-m", "v", "--format", "json")
    assert (written.code, json.loads(written.out)["systems"][0]["scores"][1]["error"]) == (3, WHY)
    alone = run(*ARGUMENTS, "-m", "v")
    assert (alone.code, alone.out, alone.err) == (2, "", f"error: {WHY}\n")
