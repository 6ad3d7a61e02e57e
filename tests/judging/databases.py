"""A PostgreSQL of the tests' own: started as another user than root, gone when they end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a new, empty database, without a port: only this machine's files lead to it."""
    programs = PROGRAMS[-1]
    # Its server refuses root, and another user sees nothing in pytest's folders.
    folder = Path(tempfile.mkdtemp(prefix="pitchpipe-postgresql-", dir="/tmp"))
    as_another = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_another:
        shutil.chown(folder, "postgres")
    data, user = folder / "data", "postgres" if as_another else None

    def run(*command: str) -> None:
        subprocess.run([*as_another, *command], check=True, capture_output=True, cwd=folder)

    run(
        str(programs / "initdb"),
        "-D",
        str(data),
        "-A",
        "trust",
        "-U",
        user or "postgres",
        "--no-sync",
        "-E",
        "UTF8",
    )
    settings = f"-c listen_addresses= -c fsync=off -k {folder}"
    run(str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"), "-o", settings, "start")
    try:
        yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
    finally:
        run(str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
