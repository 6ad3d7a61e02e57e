"""``pitchpipe score --confidence``: intervals in every format."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pitchpipe as pp
from pitchpipe.measuring.tables import ScoreTable
from tests.commands import ROOT, Run

SYSTEMS = [f"examples/systems/{name}.en" for name in ("good", "short")]
REFERENCE = "examples/reference.a.en"
METRICS = ("bleu", "wer")
ARGUMENTS = ["score", *SYSTEMS, "-r", REFERENCE, "-m", "bleu", "-m", "wer"]


@pytest.fixture(scope="module")
def table() -> ScoreTable:
    """What the library says."""
    test_set = pp.TestSet.read(references=ROOT / REFERENCE, systems=[ROOT / system for system in SYSTEMS])
    return pp.score(test_set, METRICS, confidence=90, samples=200, seed=7)


def printed(run: Run, *options: str) -> str:
    done = run(*ARGUMENTS, "--confidence", "90", "--samples", "200", "--seed", "7", *options)
    assert (done.code, done.err) == (0, "")
    return done.out


def limits(table: ScoreTable, system: str, metric: str) -> tuple[float, float]:
    interval = table[system, metric].ci
    assert interval is not None
    return interval


def test_json(run: Run, table: ScoreTable) -> None:
    written = json.loads(printed(run, "--format", "json"))
    assert written["confidence"] == {"level": 90, "samples": 200, "seed": 7}
    for system in written["systems"]:
        for score in system["scores"]:
            assert tuple(score["ci"]) == limits(table, system["name"], score["metric"])
            assert score["ci"][0] < score["score"] < score["ci"][1]


def test_table(run: Run, table: ScoreTable) -> None:
    head, _, *rows, empty, _, _, note, end = printed(run).split("\n")
    assert re.split(r" {2,}", head) == ["system", "bleu ↑", "90 % interval", "wer ↓", "90 % interval"]
    assert (empty, end) == ("", "")
    assert note == "intervals: bootstrap, 200 samples, seed 7"
    for row in rows:
        name, *cells = re.split(r" {2,}", row)
        for metric, score, interval in zip(METRICS, cells[::2], cells[1::2], strict=True):
            low, high = limits(table, name, metric)
            assert (score, interval) == (f"{table[name, metric].score:.2f}", f"[{low:.2f}, {high:.2f}]")


def test_without_intervals(run: Run) -> None:
    assert json.loads(run(*ARGUMENTS, "--format", "json").out)["confidence"] is None


def test_tsv(run: Run, table: ScoreTable) -> None:
    head, *rows = (line.split("\t") for line in printed(run, "--format", "tsv").splitlines())
    assert head == ["system", "bleu", "bleu_low", "bleu_high", "wer", "wer_low", "wer_high"]
    for name, *cells in rows:
        assert [float(cell) for cell in cells] == [
            number
            for metric in METRICS
            for number in (table[name, metric].score, *limits(table, name, metric))
        ]


@pytest.mark.parametrize("style", ["markdown", "latex"])
def test_other_formats(run: Run, table: ScoreTable, style: str) -> None:
    low, high = limits(table, "good.en", "bleu")
    assert f"[{low:.1f}, {high:.1f}]" in printed(run, "--format", style, "--decimals", "1")


def test_intervals_stay_with_the_systems(run: Run) -> None:
    out = printed(run, "--by", "domain", "--documents", "examples/documents.tsv")
    assert out.count("90 % interval") == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--confidence", "100"], "confidence must be between 0 and 100 per cent"),
        (["--confidence", "nan"], "confidence must be between 0 and 100 per cent"),
        (["--confidence", "0.95"], "confidence is in per cent, not 0.95: did you mean 95?"),
        (["--samples", "200"], "--samples and --seed go with --confidence"),
        (["--seed", "12345"], "--samples and --seed go with --confidence"),
        (["--confidence", "95", "--samples", "0"], "the number of samples must be a whole number from 1"),
        (["--confidence", "95", "--seed", "-1"], "the seed must be a whole number from 0"),
        (["--confidence", "95", "--format", "tsv", "--segments"], "TSV shows one table"),
    ],
)
def test_impossible_options(run: Run, options: list[str], message: str) -> None:
    done = run(*ARGUMENTS, *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert message in done.err


def test_one_segment_has_no_interval(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.en"
    file.write_text("a b c d\n", encoding="utf-8")
    reason = "n/a: one segment cannot be resampled"
    for style, shown in {"table": reason, "tsv": "0.0\t\t\n", "json": '"ci": null'}.items():
        done = run("score", str(file), "-r", str(file), "-m", "wer", "--confidence", "95", "--format", style)
        assert done.code == 0
        assert shown in done.out
