"""``--plot`` of the commands that have a chart."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.commands import Run

pytest.importorskip("altair")

TEXTS = ("examples/systems/good.en", "examples/systems/short.en", "-r", "examples/reference.a.en")
COMMANDS = {
    "score": ("score", *TEXTS, "-m", "bleu"),
    "compare": ("compare", *TEXTS, "-m", "bleu", "--samples", "20"),
    "audit": ("audit", *TEXTS, "-m", "bleu", "--samples", "20"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_chart_is_drawn_beside_the_table(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "chart.json"
    plain = run(*COMMANDS[name])
    drawn = run(*COMMANDS[name], "--plot", str(path))
    assert drawn == plain
    assert drawn.code == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    assert content["concat"]


def test_a_picture(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    path = tmp_path / "chart.svg"
    assert run(*COMMANDS["score"], "--plot", str(path)).code == 0
    assert "short.en" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*COMMANDS, "meta", "fit"])
def test_an_unknown_ending_is_refused_before_anything_is_read(run: Run, name: str) -> None:
    done = run(name, "no-such-file", *(("-m", "bleu") if name == "fit" else ()), "--plot", "chart.bmp")
    assert done.code == 2
    assert done.err == (
        "error: a chart cannot be written as 'chart.bmp': its name must end in .svg, .png, .pdf, .json\n"
    )


def test_a_missing_extra_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    done = run(*COMMANDS["score"], "--plot", str(tmp_path / "chart.svg"))
    assert (done.code, done.err) == (2, "error: charts need Altair: pip install 'pitchpipe[plot]'\n")
    assert not list(tmp_path.iterdir())


def test_what_is_read_is_not_drawn_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "reference.json"
    path.write_bytes(b"the cat\n")
    done = run("score", str(path), "-r", str(path), "--plot", str(path))
    assert done.code == 2
    assert path.read_bytes() == b"the cat\n"
