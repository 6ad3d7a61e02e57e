"""Comparisons of systems as tables: systems, pairs, signs, buckets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid, rounded, written

if TYPE_CHECKING:
    from pitchpipe.comparing.results import Comparison, ComparisonTable, MetricComparison, Signs

#: What cannot be said, and what there is nothing to say of.
_UNKNOWN, _NOTHING = Cell(None), Cell("")
_TEXTS = frozenset({"verdict"})


def grids(table: ComparisonTable, metric: MetricComparison, decimals: int) -> Iterator[Grid]:
    """All tables of a metric: systems and differences, then signs and buckets, where there are any."""
    look = _Look(table, decimals)
    if table.baseline is None:
        yield look.ranking(metric)
        yield look.pairs(metric)
        if len(metric.systems) > 2:
            yield look.matrix(metric)
    else:
        yield look.against_baseline(metric)
    if table.test == "sign":
        yield look.signs(metric)
    if metric.buckets:
        yield look.buckets(metric)


def summary(table: ComparisonTable, names: Mapping[str, str], decimals: int) -> Grid | None:
    """All metrics in one table for a paper, with daggers; none without a baseline, or of a single metric.

    † is significantly better than the baseline, ‡ worse.
    """
    if table.baseline is None or len(table.metrics) < 2:
        return None
    marks = {"better": "†", "worse": "‡"}
    found = [{c.system: marks.get(c.verdict, "") for c in metric.comparisons} for metric in table]
    best = [_best(metric) for metric in table]
    rows = [
        (
            Cell(first.name),
            *(
                Cell(
                    written(metric.systems[k].score, decimals) + found[m].get(first.name, ""),
                    best=metric.systems[k].score == best[m],
                )
                for m, metric in enumerate(table)
            ),
        )
        for k, first in enumerate(next(iter(table)).systems)
    ]
    return Grid(("system", *(head(metric, names[metric.metric]) for metric in table)), tuple(rows))


def summary_note(table: ComparisonTable) -> str:
    """What the daggers mean."""
    alpha = (100 - table.confidence) / 100
    return (
        f"† significantly better, ‡ significantly worse than {table.baseline} "
        f"({table.test}, p after Holm's correction at most {alpha:g})"
    )


class _Look:
    """How numbers of one comparison are written."""

    def __init__(self, table: ComparisonTable, decimals: int) -> None:
        self.table = table
        self.decimals = decimals
        self.interval_head = f"{table.confidence:g} % interval"
        self.difference_heads = ("Δ", self.interval_head, "p", "p (Holm)", "verdict")

    def against_baseline(self, metric: MetricComparison) -> Grid:
        """Every system with its difference from the baseline."""
        found = {comparison.system: comparison for comparison in metric.comparisons}
        rows = [
            (*cells, *self._difference(found.get(system.name)))
            for system, cells in zip(metric.systems, self._systems(metric), strict=True)
        ]
        return Grid((*self._system_heads(metric), *self.difference_heads), tuple(rows), texts=_TEXTS)

    def ranking(self, metric: MetricComparison) -> Grid:
        """Systems by rank cluster, where the metric ranks them."""
        heads = self._system_heads(metric)
        rows = list(zip(metric.systems, self._systems(metric), strict=True))
        if not metric.clusters:
            return Grid(heads, tuple(cells for _, cells in rows))
        places = {name: k for k, name in enumerate(name for names in metric.clusters for name in names)}
        rows.sort(key=lambda row: places[row[0].name])
        return Grid((*heads, "cluster"), tuple((*cells, Cell(system.cluster)) for system, cells in rows))

    def pairs(self, metric: MetricComparison) -> Grid:
        """Every pair with its difference."""
        return Grid(
            ("baseline", "system", *self.difference_heads),
            tuple((Cell(c.baseline), Cell(c.system), *self._difference(c)) for c in metric.comparisons),
            labels=2,
            texts=_TEXTS,
        )

    def matrix(self, metric: MetricComparison) -> Grid:
        """The same at a glance: how much higher the system of a row scores than that of a column."""
        found = {(c.system, c.baseline): (c.delta, c.significant) for c in metric.comparisons}
        found |= {(c.baseline, c.system): (-c.delta, c.significant) for c in metric.comparisons}
        names = [system.name for system in metric.systems]

        def cell(row: str, column: str) -> Cell:
            delta, significant = found.get((row, column), (math.nan, False))
            if row == column:
                return _NOTHING
            return (
                _UNKNOWN
                if math.isnan(delta)
                else Cell(f"{self._delta(delta).value}{'*' if significant else ''}")
            )

        rows = tuple((Cell(row), *(cell(row, column) for column in names)) for row in names)
        return Grid(("Δ, * significant", *names), rows)

    def signs(self, metric: MetricComparison) -> Grid:
        """What either system's outputs do to the other's score, put there one at a time."""
        rows = []
        for c in metric.comparisons:
            rows.append((Cell(c.system), Cell(c.baseline), *_signs(c.forward)))
            rows.append((Cell(c.baseline), Cell(c.system), *_signs(c.backward)))
        return Grid(("outputs of", "in place of", "better", "worse", "same", "p"), tuple(rows), labels=2)

    def buckets(self, metric: MetricComparison) -> Grid:
        """The differences within each bucket."""
        rows = [
            (
                Cell(bucket.name),
                Cell(delta.baseline),
                Cell(delta.system),
                Cell(bucket.segments),
                Cell(bucket.scores[delta.baseline]),
                Cell(bucket.scores[delta.system]),
                self._delta(delta.delta),
                self._interval(delta.delta_ci, sign="+"),
            )
            for bucket in metric.buckets
            for delta in bucket.deltas
        ]
        by = "bucket" if self.table.by in {None, "labels"} else str(self.table.by)
        header = (by, "baseline", "system", "segments", *_score_heads(metric), "Δ", self.interval_head)
        return Grid(header, tuple(rows), labels=3)

    def _system_heads(self, metric: MetricComparison) -> tuple[str, ...]:
        runs = ("runs", "std") if _has_runs(metric) else ()
        return ("system", *runs, head(metric), self.interval_head)

    def _systems(self, metric: MetricComparison) -> Iterator[tuple[Cell, ...]]:
        """The cells of each system, without its comparison; the best score is marked."""
        best = _best(metric)
        for system in metric.systems:
            runs = (Cell(len(system.runs)), Cell(system.std)) if _has_runs(metric) else ()
            score = Cell(system.score, best=system.score == best)
            yield (Cell(system.name), *runs, score, self._interval(system.ci))

    def _difference(self, comparison: Comparison | None) -> tuple[Cell, ...]:
        if comparison is None:
            return (_NOTHING,) * len(self.difference_heads)
        return (
            self._delta(comparison.delta),
            self._interval(comparison.delta_ci, sign="+"),
            _p(comparison.p),
            _p(comparison.p_holm),
            Cell(comparison.verdict),
        )

    def _delta(self, value: float) -> Cell:
        return _UNKNOWN if math.isnan(value) else Cell(rounded(value, self.decimals, "+"))

    def _interval(self, interval: Interval | None, sign: str = "") -> Cell:
        if interval is None:
            return _UNKNOWN
        low, high = (rounded(end, self.decimals, sign) for end in interval)
        return Cell(f"[{low}, {high}]")


def head(metric: MetricComparison, name: str | None = None) -> str:
    """The metric, or what it is to be called, with its direction."""
    arrow = {True: " ↑", False: " ↓", None: ""}[metric.higher_is_better]
    return f"{name or metric.metric}{arrow}"


def p_text(p: float | None) -> str:
    """A p-value for people."""
    if p is None:
        return NOT_AVAILABLE
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _score_heads(metric: MetricComparison) -> tuple[str, str]:
    return f"baseline's {head(metric)}", head(metric)


def _has_runs(metric: MetricComparison) -> bool:
    return any(len(system.runs) > 1 for system in metric.systems)


def _best(metric: MetricComparison) -> float | None:
    scores = [system.score for system in metric.systems if not math.isnan(system.score)]
    if metric.higher_is_better is None or not scores:
        return None
    return max(scores) if metric.higher_is_better else min(scores)


def _p(p: float | None) -> Cell:
    return Cell(p_text(p))


def _signs(signs: Signs | None) -> tuple[Cell, ...]:
    if signs is None:
        return (_UNKNOWN,) * 4
    return Cell(signs.better), Cell(signs.worse), Cell(signs.same), _p(signs.p)
