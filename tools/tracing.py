"""A plugin for pytest that writes down which test runs which lines of the sources, for ``tools.mutants``.

``PITCHPIPE_TRACE`` names the file: for every source, for every line, the test functions that ran it, those
that ran least first. What is run in other processes or when modules are loaded is not seen.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

_SOURCES = f"{Path.cwd() / 'src'}{os.sep}"
_Lines = set[tuple[str, int]]
_found: dict[str, _Lines] = {}
_now: _Lines = set()


def _line(frame: FrameType, event: str, _argument: Any) -> Any:
    if event == "line":
        _now.add((frame.f_code.co_filename, frame.f_lineno))
    return _line


def _call(frame: FrameType, _event: str, _argument: Any) -> Any:
    return _line if frame.f_code.co_filename.startswith(_SOURCES) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Traces a test with its fixtures; those that differ in their arguments are one."""
    global _now
    _now = _found.setdefault(item.nodeid.partition("[")[0], set())
    sys.settrace(_call)
    threading.settrace(_call)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)


def pytest_sessionfinish() -> None:
    """Writes the file."""
    by_line: dict[str, dict[int, list[str]]] = {}
    for test, lines in sorted(_found.items(), key=lambda one: len(one[1])):
        for path, line in lines:
            by_line.setdefault(path.removeprefix(_SOURCES), {}).setdefault(line, []).append(test)
    Path(os.environ["PITCHPIPE_TRACE"]).write_text(json.dumps(by_line), encoding="utf-8")
