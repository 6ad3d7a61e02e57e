"""``pitchpipe metrics`` lists everything there is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitchpipe.metrics import entries, get, names
from pitchpipe.metrics.base import FACTS
from pitchpipe.metrics.parameters import parameters, words
from tests.commands import Run


def described(run: Run, *arguments: str) -> list[dict[str, Any]]:
    done = run("metrics", *arguments, "--format", "json")
    assert (done.code, done.err) == (0, "")
    listed: list[dict[str, Any]] = json.loads(done.out)
    return listed


def test_every_metric_in_brief(run: Run) -> None:
    lines = run("metrics").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == names()
    for entry, line, below in zip(entries(), lines[::2], lines[1::2], strict=True):
        assert line.endswith(entry.cls.paper)
        lower = entry.cls.direction == "lower" or entry.preset.get("lower", False)
        assert ("↓" in line.split()) == lower
        assert all(f"{word}=" in below for word in words(entry.cls))


def test_every_metric_in_json(run: Run) -> None:
    listed = described(run)
    assert [metric["name"] for metric in listed] == names()
    for metric, entry in zip(listed, entries(), strict=True):
        assert set(metric) == {
            "name",
            "title",
            "paper",
            "direction",
            "bounds",
            "needs",
            "parameters",
            "presets",
            "facts",
            "background",
        }
        assert set(metric["parameters"]) == set(words(entry.cls))
        assert set(metric["facts"]) == set(FACTS)
        assert metric["direction"] in {"higher", "lower", "none"}
        assert all(fact["holds"] or fact["reason"] for fact in metric["facts"].values())


def test_defaults_make_the_metric(run: Run) -> None:
    for metric in described(run):
        if metric["needs"] != ["references"]:
            continue
        values = ",".join(f"{name}={p['default']}" for name, p in metric["parameters"].items())
        assert get(f"{metric['name']}:{values}" if values else metric["name"]) == get(metric["name"])


def test_presets_show_in_the_defaults(run: Run) -> None:
    plain, preset = described(run, "chrf", "chrf++")
    assert (plain["parameters"]["word_order"]["default"], preset["parameters"]["word_order"]["default"]) == (
        "0",
        "2",
    )


def test_unbounded_is_null(run: Run) -> None:
    bounds = {metric["name"]: metric["bounds"] for metric in described(run)}
    assert (bounds["bleu"], bounds["wer"], bounds["4-grr"]) == ([0.0, 100.0], [0.0, None], [None, 100.0])


@pytest.mark.parametrize("name", names())
def test_one_in_detail(run: Run, name: str) -> None:
    done = run("metrics", name)
    assert (done.code, done.err) == (0, "")
    (entry,) = (entry for entry in entries() if entry.name == name)
    assert done.out.startswith(f"{name}: {entry.cls.title}\n")
    for field, parameter in parameters(entry.cls).items():
        assert f"    {parameter.word or field}=" in done.out
        assert parameter.doc in done.out
    for reason in entry.cls.exceptions.values():
        assert f"({reason})" in done.out


def test_an_unknown_name(run: Run) -> None:
    done = run("metrics", "hleopr")
    assert (done.code, done.out) == (2, "")
    assert "did you mean hlepor" in done.err


def test_presets_that_come_along(run: Run) -> None:
    assert {metric["name"]: metric["presets"] for metric in described(run) if metric["presets"]} == {
        name: ["wmt12"] for name in ("lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4")
    }
    assert "  presets   wmt12\n" in run("metrics", "lr-kb4").out
    assert "presets" not in run("metrics", "bleu").out
