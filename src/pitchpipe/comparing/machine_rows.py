"""Comparisons of systems as one table that a machine can read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.comparing.results import Comparison, ComparisonTable, MetricComparison, Signs, System

_SCORES = ("score", "low", "high", "std", "cluster")
_DIFFERENCE = ("delta", "delta_low", "delta_high")
_SIGNS = ("better", "worse", "same", "p")


def comparison_rows(table: ComparisonTable) -> Grid:
    """A row for every comparison by every metric; the sign test adds its counts."""
    header = ("metric", "baseline", "system", *(f"baseline_{name}" for name in _SCORES), *_SCORES)
    header += (*_DIFFERENCE, "p", "p_holm", "significant", "verdict")
    if table.test == "sign":
        header += tuple(f"{direction}_{name}" for direction in ("forward", "backward") for name in _SIGNS)
    return Grid((*header, "asked"), tuple(_rows(table)))


def system_rows(table: ComparisonTable) -> Grid:
    """A row for every system by every metric."""
    rows = (
        (Cell(one.metric), Cell(system.name), *_system(system)) for one in table for system in one.systems
    )
    return Grid(("metric", "system", *_SCORES), tuple(rows))


def bucket_rows(table: ComparisonTable) -> Grid:
    """A row for every comparison within every bucket by every metric."""
    texts = ("metric", "bucket", "segments", "baseline", "system")
    header = (*texts, "baseline_score", "score", *_DIFFERENCE, "asked")
    rows = (
        (
            Cell(metric.metric),
            Cell(bucket.name),
            Cell(bucket.segments),
            Cell(delta.baseline),
            Cell(delta.system),
            Cell(bucket.scores[delta.baseline]),
            Cell(bucket.scores[delta.system]),
            Cell(delta.delta),
            *_interval(delta.delta_ci),
            Cell(table.asked(metric)),
        )
        for metric in table
        for bucket in metric.buckets
        for delta in bucket.deltas
    )
    return Grid(header, tuple(rows))


def _rows(table: ComparisonTable) -> Iterator[tuple[Cell, ...]]:
    for metric in table:
        for comparison in metric.comparisons:
            signs = (comparison.forward, comparison.backward) if table.test == "sign" else ()
            counted = (cell for counts in signs for cell in _signs(counts))
            yield (Cell(metric.metric), *_row(metric, comparison), *counted, Cell(table.asked(metric)))


def _row(metric: MetricComparison, comparison: Comparison) -> tuple[Cell, ...]:
    return (
        Cell(comparison.baseline),
        Cell(comparison.system),
        *_system(metric.system(comparison.baseline)),
        *_system(metric.system(comparison.system)),
        Cell(comparison.delta),
        *_interval(comparison.delta_ci),
        Cell(comparison.p),
        Cell(comparison.p_holm),
        Cell(comparison.significant),
        Cell(None if comparison.verdict == NOT_AVAILABLE else comparison.verdict),
    )


def _system(system: System) -> tuple[Cell, ...]:
    return (
        Cell(system.score),
        *_interval(system.ci),
        Cell(system.std),
        Cell(system.cluster),
    )


def _interval(interval: Interval | None) -> tuple[Cell, Cell]:
    low, high = (None, None) if interval is None else interval
    return Cell(low), Cell(high)


def _signs(signs: Signs | None) -> tuple[Cell, ...]:
    if signs is None:
        return (Cell(None),) * len(_SIGNS)
    return Cell(signs.better), Cell(signs.worse), Cell(signs.same), Cell(signs.p)
