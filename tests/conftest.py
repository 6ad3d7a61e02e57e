"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the repository, or named by PITCHPIPE_SHARED; skips where absent."""
    beside = Path(__file__).parents[1].parent / "shared"
    folder = Path(os.environ.get("PITCHPIPE_SHARED", beside))
    if not folder.is_dir():
        pytest.skip("needs the shared data: set PITCHPIPE_SHARED to their folder")
    return folder
