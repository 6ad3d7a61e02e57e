"""Scores as a chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.measuring.grids import further_decimals
from pitchpipe.showing.grids import written
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.measuring.tables import ScoreTable


def score_chart(table: ScoreTable) -> Chart:
    """A panel for each metric, a row for each system: the best by the first metric on top."""
    ranked = _ranked(table)
    panels = [
        IntervalPanel(_head(table, spec), tuple(_point(table, system, spec, 2 + more) for system in ranked))
        for spec, more in zip(table.specs, further_decimals(table), strict=True)
    ]
    drawn = ""
    if table.sampling is not None:
        drawn = f", {table.sampling.confidence:g} % intervals by bootstrap"
    return interval_chart(panels, "Scores", f"{counted(table.segments, 'segments')}{drawn}")


def _ranked(table: ScoreTable) -> list[str]:
    """Systems by the first metric that says what is better."""
    for spec in table.specs:
        higher = table[table.systems[0], spec].higher_is_better
        if higher is not None:
            sign = -1.0 if higher else 1.0
            scores = {system: sign * table[system, spec].score for system in table.systems}
            return sorted(scores, key=lambda system: (math.isnan(scores[system]), scores[system]))
    return list(table.systems)


def _head(table: ScoreTable, spec: str) -> str:
    arrow = {True: " ↑", False: " ↓", None: ""}[table[table.systems[0], spec].higher_is_better]
    return f"{table.heads.get(spec, spec)}{arrow}"


def _point(table: ScoreTable, system: str, spec: str, decimals: int) -> Point:
    score = table[system, spec]
    low, high = score.ci or (None, None)
    return Point(system, score.score, low, high, written(score.score, decimals))
