"""Changes tried in a copy of the repository, with the tests that are there."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from tools.mutants.changes import Change, changes_of
from tools.mutants.checks import PACKAGE, ROOT, Traces, checks_of, modules_of, stages_of

#: A changed source may go round for ever: so many times as long as the unchanged one, and this in seconds.
PATIENCE = 3.0
LEAST = 30.0


def copied(folder: Path) -> None:
    """The repository's files, and the compiled core, in another folder."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    compiled = [path.relative_to(ROOT) for path in (ROOT / PACKAGE).glob("_core.*") if path.suffix != ".pyi"]
    for path in [*map(Path, listed.stdout.splitlines()), *compiled]:
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / path)


def passes(
    folder: Path, tests: Sequence[str], patience: float | None = None, traced: Path | None = None
) -> bool:
    """Whether all tests pass there, in time; which lines each runs is written to ``traced``."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / "src"),
        # Results do not depend on threads, and other work goes on beside this.
        "PITCHPIPE_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PITCHPIPE_SHARED": os.environ.get("PITCHPIPE_SHARED", str(ROOT.parent / "shared")),
    }
    if traced is not None:
        environment["PITCHPIPE_TRACE"] = str(traced)
    how = ["-x"] if traced is None else ["-p", "tools.tracing"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *how, *tests]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Tests start programs, too: all of them end together.
        start_new_session=True,
    ) as process:
        try:
            return process.wait(patience) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)


_moments = count(1_000_000_000)


def write_anew(place: Path, source: bytes) -> None:
    """Writes a source at a time of its own: a compiled file passes for one of the same time and size."""
    place.write_bytes(source)
    moment = next(_moments)
    os.utime(place, (moment, moment))


def tried(
    room: str, folder: Path, seconds: float, most: int | None, chance: random.Random
) -> Iterator[tuple[Change, bool]]:
    """Changes of a room at random until time or number is reached, and whether the tests noticed each."""
    begun = time.monotonic()
    traced = folder / "traced.json"
    # A test of time may fail for being traced alone.
    if not passes(folder, checks_of(room), traced=traced) and not passes(folder, checks_of(room)):
        raise SystemExit(f"{room}: the tests do not pass as it is: {' '.join(checks_of(room))}")
    patience = LEAST + PATIENCE * (time.monotonic() - begun)
    traces: Traces = json.loads(traced.read_text(encoding="utf-8"))
    changes = [change for path in modules_of(room) for change in changes_of(path, (ROOT / path).read_bytes())]
    begun = time.monotonic()
    for change in chance.sample(changes, len(changes))[:most]:
        if time.monotonic() - begun > seconds:
            return
        place = folder / change.path
        source = place.read_bytes()
        write_anew(place, change.applied(source))
        try:
            stages = stages_of(room, change, traces)
            yield change, not all(passes(folder, tests, patience) for tests in stages)
        finally:
            write_anew(place, source)
