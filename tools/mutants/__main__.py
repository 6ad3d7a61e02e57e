"""Whether tests would notice: one-point changes of the sources, and which of them the tests let pass.

``python -m tools.mutants --room tuning --seconds 600 --seed 1`` takes changes of a room at random (a
comparison, a sign, a number, a condition, a statement that goes), makes each alone in a copy of the
repository, and runs the tests of the line and then those of the room. The working tree is not touched. What
survives wants a test, unless the change means nothing.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.mutants.changes import Change
from tools.mutants.checks import rooms
from tools.mutants.trying import copied, tried


def report(room: str, outcomes: Iterable[tuple[Change, bool]]) -> None:
    """Says what survives as it is found, and the share at the end."""
    caught = total = 0
    for change, noticed in outcomes:
        total += 1
        caught += noticed
        if not noticed:
            print(f"survived  {change}", flush=True)
    share = f" ({100 * caught / total:.0f} %)" if total else ""
    print(f"{room}: {caught} of {total} changes caught{share}", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--room", action="append", choices=rooms(), help="a room; all of them by default")
    parser.add_argument("--seconds", type=float, default=600.0, help="for changes, all rooms together")
    parser.add_argument("--changes", type=int, help="at most so many of each room")
    parser.add_argument("--seed", type=int, default=1, help="decides which changes are tried")
    options = parser.parse_args()
    # Told to end, it takes the tests along that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # In the background of a shell Ctrl-C is ignored, and would be in tests of it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    chosen = options.room or rooms()
    print(f"seed {options.seed}, {options.seconds:g} seconds", flush=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for room in chosen:
            seconds = options.seconds / len(chosen)
            chance = random.Random(f"{options.seed} {room}")
            report(room, tried(room, folder, seconds, options.changes, chance))


if __name__ == "__main__":
    main()
