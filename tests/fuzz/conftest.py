"""Saved inputs are tests."""

from __future__ import annotations

from pathlib import Path

import pytest

SAVED = Path(__file__).with_name("saved")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``pytest tests/fuzz --replay FILE``, as often as one likes."""
    parser.addoption("--replay", action="append", default=[], help="an input that failed, to be tried again")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Inputs that failed once, and those that are named."""
    if "saved_input" in metafunc.fixturenames:
        # The option is unknown where the tests of other folders are run as well.
        named = [Path(file) for file in metafunc.config.getoption("--replay", []) or []]
        found = [*sorted(SAVED.glob("*.json")), *named]
        metafunc.parametrize("saved_input", found, ids=[path.stem for path in found])
