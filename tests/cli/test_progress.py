"""A bar on a terminal, and nothing in a pipe."""

from __future__ import annotations

import sys

import click
import pytest

from pitchpipe.cli.progress import bar


def test_nothing_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with bar(2) as shown:
        assert shown is None
    assert capsys.readouterr().err == ""


def test_steps_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with bar(4) as shown:
        assert shown is not None
        shown.step("bleu")
        shown.step("port")
        shown.tell("HMM", 2, 5)
    drawn = capsys.readouterr().err
    shown_lines = [click.unstyle(part).strip() for part in drawn.split("\r") if part.strip()]
    assert shown_lines[0].endswith("0%  reading")
    assert any(line.endswith("0%  bleu") for line in shown_lines)
    assert any(line.endswith("25%  port") for line in shown_lines)
    assert any("25%  aligning words, HMM 2/5" in line for line in shown_lines)
    assert drawn.endswith("\033[1A\033[2K\r"), "the bar is taken away in the end"


def test_it_is_taken_away_also_where_work_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(ValueError, match="work"), bar(1):
        raise ValueError("work")
    assert capsys.readouterr().err.endswith("\033[1A\033[2K\r")
