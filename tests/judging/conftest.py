"""Campaigns for tests, on both databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.judging.campaigns import Maker
from tests.judging.databases import PROGRAMS, postgresql


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    """The address of a PostgreSQL; where there is none, tests are skipped, but fail where CI is set."""
    if not PROGRAMS:
        if os.environ.get("CI"):
            pytest.fail("there is no PostgreSQL: apt install postgresql")
        pytest.skip("there is no PostgreSQL: apt install postgresql")
    with postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def maker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Maker]:
    """Makes campaigns whose store is on one database or the other."""
    address = None if request.param == "sqlite" else request.getfixturevalue("postgresql_address")
    made = Maker(tmp_path, address)
    yield made
    made.close()


@pytest.fixture
def sqlite_maker(tmp_path: Path) -> Iterator[Maker]:
    """Makes campaigns on SQLite, where the database does not matter."""
    made = Maker(tmp_path, None)
    yield made
    made.close()
