"""Whether anything became slower: ratios of now beside those recorded with the results.

``make bench-quick`` measures the subjects that take seconds, as ``make bench`` does, and names the rows that
lost more than a fifth of their recorded ratio. Ratios of processor time are compared, which other work on the
machine disturbs least. ``make bench`` records the ratios of a whole run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.results import Comparison, Results

RECORDED = Path(__file__).with_name("ratios.json")
#: Subjects that take seconds, in which a change of the core shows.
SUBJECTS = ("bleu", "chrf", "ter", "wer", "languages", "short", "hlepor", "nist")
#: So much of a ratio may be lost before it counts as a loss.
TOLERATED = 0.2


def key_of(comparison: Comparison) -> str:
    """What a row is known by."""
    return f"{comparison.subject} | {comparison.peer} | {comparison.threads}"


def record(results: Results, path: Path = RECORDED) -> None:
    """Writes the ratios of all rows."""
    ratios = {
        key_of(row): round(row.cpu_ratio, 3) for row in results.comparisons if math.isfinite(row.cpu_ratio)
    }
    path.write_text(json.dumps(ratios, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def recorded(path: Path = RECORDED) -> dict[str, float]:
    """The ratios of the last whole run; none where there was none."""
    if not path.exists():
        return {}
    ratios: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))
    return ratios


def losses(results: Results, before: Mapping[str, float]) -> Iterator[str]:
    """The rows that lost more than is tolerated, in words."""
    for row in results.comparisons:
        was = before.get(key_of(row))
        if was is not None and row.cpu_ratio < (1.0 - TOLERATED) * was:
            yield (
                f"{row.subject}, {row.threads} thread{'s' if row.threads > 1 else ''}: "
                f"{row.cpu_ratio:.1f} times {row.peer}'s speed, recorded {was:.1f}"
            )


def verdict(results: Results, before: Mapping[str, float]) -> tuple[str, int]:
    """What to print, and the exit code: 1 where something was lost, 2 where there is nothing to compare."""
    known = sum(key_of(row) in before for row in results.comparisons)
    if not known:
        return "no row has a recorded ratio: run make bench first", 2
    lost = list(losses(results, before))
    said = f"{known} rows compared, {len(lost)} lost more than {TOLERATED:.0%}"
    return "\n".join([*lost, said]), int(bool(lost))
