"""Running commands within the test's own process."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from pitchpipe.cli import main

ROOT = Path(__file__).parents[1]
#: One of the examples leaves a line out on purpose; tests of odd outputs see that commands say so.
_SHORT = re.compile(r"note: short(\.en)?: 1 output is empty\n")


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls ``pitchpipe`` in the folder of the repository, on a screen of 80 columns."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as exit_:
            main(list(arguments))
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return Done(exit_.value.code, captured.out, _SHORT.sub("", captured.err))

    return call
