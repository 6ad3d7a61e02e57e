"""Fixtures for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from pitchpipe.lang.annotation.remembering import shared_annotators
from tests.commands import run

__all__ = ["run"]

# No deadlines: the machine may be busy. `pytest --hypothesis-profile=full` looks much further. A build in
# continuous integration says the same of the same sources; people who run the tests draw other examples.
settings.register_profile("usual", max_examples=100, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("full", max_examples=5000, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "usual")


@pytest.fixture(autouse=True)
def _annotators_anew() -> Iterator[None]:
    """What one test installs to analyse words, the next must not find."""
    yield
    shared_annotators.cache_clear()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the repository, or named by PITCHPIPE_SHARED; skips where absent."""
    beside = Path(__file__).parents[1].parent / "shared"
    folder = Path(os.environ.get("PITCHPIPE_SHARED", beside))
    if not folder.is_dir():
        pytest.skip("needs the shared data: set PITCHPIPE_SHARED to their folder")
    return folder
