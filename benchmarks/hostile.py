"""How much hostile input the last full run of the fuzzer tried, for the page of results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.report import table

#: What the fuzzer keeps of its last full run, by kind of input.
RECORD = Path(__file__).with_name("fuzz.json")
TITLE = "## Hostile input\n"
_ABOUT = """\
Counted by `make fuzz FULL=1`, which stops early where its time is over (see
[`tests/fuzz`](../tests/fuzz/__init__.py)): mutated files for every reader, hostile texts and any values of
parameters for every metric, commands, and dialogues with tuners. Every target took its unmutated samples
first. An input gets a right result, or is refused in a sentence; anything else is a failure.
"""
_COUNTS = ("targets", "inputs", "of a full run", "right", "refused", "failed")
_HEAD = ("kind", *_COUNTS, "time", "seed", "date", "machine")


def section(record: Mapping[str, Mapping[str, Any]]) -> str:
    """The counts as a table."""
    rows = [
        (
            kind,
            *(f"{counts[name]:,}" for name in ("targets", "inputs", "goal", "right", "refused", "failed")),
            f"{counts['seconds']:,} s",
            str(counts["seed"]),
            counts["date"],
            f"{counts['system']}, Python {counts['python']}, pitchpipe {counts['pitchpipe']}",
        )
        for kind, counts in record.items()
    ]
    return "\n".join((TITLE, _ABOUT, table(_HEAD, rows)))


def kept() -> str | None:
    """The section of the run that is kept, if one is."""
    return section(json.loads(RECORD.read_text(encoding="utf-8"))) if RECORD.exists() else None


def replaced(page: str, own: str) -> str:
    """The page with this section instead of the one it has; at the end where it has none."""
    begin = page.find(TITLE)
    if begin < 0:
        return f"{page.rstrip()}\n\n{own}"
    end = page.find("\n## ", begin + len(TITLE))
    return f"{page[:begin]}{own}" + ("" if end < 0 else page[end:])
