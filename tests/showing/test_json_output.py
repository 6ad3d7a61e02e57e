"""Results as JSON."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import pitchpipe
from pitchpipe.cli.printing import print_json
from pitchpipe.showing.json_output import json_line, json_text


def test_numbers_that_are_none_are_null(capsys: pytest.CaptureFixture[str]) -> None:
    content = {"ä": (1, math.nan), "deep": [{"ci": [-math.inf, math.inf]}], "third": np.float64(1) / 3}
    print_json(content)
    printed = capsys.readouterr().out
    assert printed == json_text(content) + "\n"
    assert json.loads(printed) == {"ä": [1, None], "deep": [{"ci": [None, None]}], "third": 1 / 3}
    assert "ä" in printed


def test_every_command_prints_json_in_this_way() -> None:
    package = Path(pitchpipe.__file__).parent
    files = [*package.glob("cli/**/*.py"), *package.glob("showing/*.py")]
    assert [p.name for p in files if "json.dumps" in p.read_text("utf-8")] == ["json_output.py"]


def test_one_line() -> None:
    assert json_line({"ä": (1, math.inf)}) == '{"\\u00e4": [1, null]}'
