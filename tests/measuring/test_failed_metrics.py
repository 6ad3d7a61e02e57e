"""Metrics that cannot run beside others that can."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from pitchpipe.agreement import Task, meta
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.auditing import audit
from pitchpipe.comparing import compare
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
    assert records[1:] == [
        {"metric": name, "asked": name, "error": WHY, "score": None} for name in ("v", "lr-kb4")
    ]
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
    assert tsv.err == f"note: v could not run: {WHY}\n"
    written = run(*ARGUMENTS, "-m", "bleu", "-m", "v", "--format", "json")
    assert (written.code, json.loads(written.out)["systems"][0]["scores"][1]["error"]) == (3, WHY)
    alone = run(*ARGUMENTS, "-m", "v")
    assert (alone.code, alone.out, alone.err) == (2, "", f"error: {WHY}\n")


def test_systems_are_compared_by_the_others() -> None:
    with pytest.raises(MissingError, match="word order is judged from the source"):
        compare(TEST_SET, metrics=["bleu", "V"], samples=10)
    table = compare(TEST_SET, metrics=["BLEU", "V"], samples=10, errors="keep")
    assert (list(table.metrics), table.errors) == (["bleu"], {"v": WHY})
    assert table["bleu"] == compare(TEST_SET, metrics=["bleu"], samples=10)["bleu"]
    with pytest.raises(MissingError, match="word order is judged from the source"):
        table["V"]
    first, second = table.to_dict()["metrics"]
    assert (first["metric"], first["asked"]) == ("bleu", "BLEU")
    assert second == {"metric": "v", "asked": "V", "error": WHY}
    assert f"v could not run: {WHY}" in str(table)


def test_the_others_are_audited() -> None:
    with pytest.raises(MissingError, match="word order is judged from the source"):
        audit(TEST_SET, ["bleu", "v"], samples=10)
    table = audit(TEST_SET, ["WRR", "v"], samples=10, errors="keep")
    assert (list(table.metrics), table.errors) == (["wrr"], {"v": WHY})
    with pytest.raises(MissingError, match="word order is judged from the source"):
        table["v"]
    first, second = table.to_dict()["metrics"]
    assert (first["metric"], first["asked"]) == ("wrr", "WRR")
    assert second == {"metric": "v", "asked": "v", "error": WHY}
    assert f"v could not run: {WHY}" in str(table)


def judged(name: str, test_set: TestSet) -> Task:
    """A task with some judgments."""
    values = np.array([[90.0, 60.0], [30.0, 80.0]])
    return Task.of(test_set, SegmentScores("da", ("x", "y"), values), name=name)


def test_agreement_is_measured_of_the_others() -> None:
    sourced = replace(TEST_SET, source=["w x y z", "v"])
    alone = judged("alone", TEST_SET)
    with pytest.raises(MissingError, match="word order is judged from the source"):
        meta(alone, ["wer", "v"], statistics=["pearson"], test=None)
    table = meta(alone, ["WER", "V"], statistics=["pearson"], test=None, errors="keep")
    assert (table.metrics, table.errors) == (("wer",), {"v": WHY})
    assert table["WER", "alone", "pearson"] == table["wer", "alone", "pearson"]
    with pytest.raises(MissingError, match="word order is judged from the source"):
        table["V", "alone", "pearson"]
    written = table.to_dict()
    assert written["failed"] == [{"metric": "v", "asked": "V", "error": WHY}]
    assert [one["asked"] for one in written["statistics"][0]["results"][:2]] == ["WER", "random"]
    assert f"v could not run: {WHY}" in str(table)
    # With a source on one of two tasks it has a value there, and no mean to compare with others'.
    both = meta(
        [alone, judged("sourced", sourced)], ["wer", "v"], statistics=["pearson"], test=None, errors="keep"
    )
    assert both.errors == {"v": f"alone: {WHY}"}
    assert both["v", "sourced", "pearson"].outcome.used == 2
    assert math.isnan(both.mean("v", "pearson"))
    assert not math.isnan(both.mean("wer", "pearson"))
    assert "n/a" in str(both)


@pytest.mark.parametrize("command", ["compare", "audit"])
def test_other_commands_show_the_others(run: Run, command: str) -> None:
    systems = ("examples/systems/good.en", "examples/systems/literal.en")
    arguments = (
        command,
        *systems,
        "-r",
        "examples/reference.a.en",
        "-m",
        "wer",
        "-m",
        "v",
        "--samples",
        "20",
    )
    done = run(*arguments)
    assert (done.code, done.err) == (3, "")
    assert f"v could not run: {WHY}" in done.out.splitlines()
    tsv = run(*arguments, "--format", "tsv")
    assert (tsv.code, tsv.err) == (3, f"note: v could not run: {WHY}\n")
    alone = run(command, *systems, "-r", "examples/reference.a.en", "-m", "v")
    assert (alone.code, alone.err) == (2, f"error: {WHY}\n")


def test_a_gate_needs_its_metric(run: Run) -> None:
    systems = ("examples/systems/good.en", "examples/systems/literal.en")
    arguments = ("compare", *systems, "-r", "examples/reference.a.en", "-m", "wer", "-m", "v")
    assert run(*arguments, "--fail-if-worse", "v").code == 2
    assert run(*arguments, "--fail-if-worse", "wer").code in {1, 3}
