"""The decoder: Apache Joshua, as the example runs it."""

from __future__ import annotations

import argparse
import json
import resource
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from examples.joshua import joshua

from pitchpipe.text.files import read_lines

#: The weights to begin with.
START: Mapping[str, float] = joshua.WEIGHTS
MEMORY = "3g"


def configuration(table: Path, model: Path, reordering: int) -> str:
    """What Joshua reads, with the weights to begin with, and words that jump so far."""
    lines = [line for line in joshua.configuration(table, model) if not line.startswith("reordering-limit")]
    return "".join(f"{line}\n" for line in [f"reordering-limit = {reordering}", *lines])


def command(source: Path, times: Path) -> str:
    """What decodes a text, for a loop of tuning."""
    files = (shlex.quote(str(path.resolve())) for path in (source, times))
    return " ".join([shlex.quote(sys.executable), "-m", __name__, "{weights}", "{nbest}", *files])


def decode(weights: Path, nbest: Path, source: Path) -> float:
    """Writes a list, and tells the seconds of processor time that it took."""
    lists = joshua.decode(weights, read_lines(source), threads=1, memory=MEMORY)
    with nbest.open("w", encoding="utf-8") as written:
        written.writelines(f"{candidate}\n" for candidates in lists for candidate in candidates)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Decodes once."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "nbest", "source", "times"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    seconds = decode(options.weights, options.nbest, options.source)
    with options.times.open("a") as times:
        print(json.dumps(round(seconds, 2)), file=times)


if __name__ == "__main__":
    main()
