"""Two numbers on a line: before and after, from here to there; a row for each pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.charts.loading import Chart, load_altair
from pitchpipe.charts.look import (
    BLUE,
    GREY,
    ORANGE,
    finite,
    line_at,
    names,
    numbers,
    panel_of,
    side_by_side,
    words_beside,
)


@dataclass(frozen=True, repr=False)
class Dumbbell(Brief):
    """Two numbers, and what is written beside them."""

    name: str
    first: float | None
    second: float | None
    label: str


@dataclass(frozen=True, repr=False)
class DumbbellPanel(Brief):
    """Pairs below a title, what the ends of a pair are, and a line at a ``limit`` where there is one."""

    title: str
    pairs: tuple[Dumbbell, ...]
    ends: tuple[str, str]
    limit: float | None = None


def ends_in_words(ends: tuple[str, str]) -> str:
    """What stands below the title of a chart, in place of a legend."""
    return f"hollow: {ends[0]}, filled: {ends[1]}"


def dumbbell_chart(panels: Sequence[DumbbellPanel], title: str, subtitle: str, *, columns: int = 3) -> Chart:
    """The panels, whose rows are the same ones in the same order."""
    drawn = [dumbbell_panel(panel, named=k % columns == 0) for k, panel in enumerate(panels)]
    return side_by_side(drawn, title, f"{subtitle}; {ends_in_words(panels[0].ends)}", columns)


def dumbbell_panel(panel: DumbbellPanel, *, named: bool) -> Any:
    """One panel: a line between a hollow point and a filled one."""
    altair = load_altair()
    rows = names([pair.name for pair in panel.pairs], shown=named)
    base = altair.Chart(altair.InlineData(values=[_record(pair) for pair in panel.pairs]))
    ends = altair.Chart(altair.InlineData(values=list(_ends(panel))))
    scale = altair.Scale(zero=panel.limit is not None)
    axis = numbers()
    domain = list(panel.ends)
    colour = altair.Color("end:N", scale=altair.Scale(domain=domain, range=[GREY, BLUE]), legend=None)
    fill = altair.Fill("end:N", scale=altair.Scale(domain=domain, range=["#FFFFFF", BLUE]), legend=None)
    lines = base.mark_rule(strokeWidth=2, color=GREY).encode(
        x=altair.X("first:Q", scale=scale, axis=axis), x2=altair.X2("second:Q"), y=rows
    )
    points = ends.mark_point(size=60, opacity=1, strokeWidth=2).encode(
        x=altair.X("value:Q", scale=scale, axis=axis),
        y=rows,
        color=colour,
        fill=fill,
        tooltip=[altair.Tooltip("name:N"), altair.Tooltip("end:N"), altair.Tooltip("value:Q")],
    )
    limits = [] if panel.limit is None else [line_at(panel.limit, ORANGE, axis)]
    return panel_of([*limits, lines, points, words_beside(base, rows)], len(panel.pairs), panel.title)


def _record(pair: Dumbbell) -> dict[str, Any]:
    first, second = finite(pair.first), finite(pair.second)
    # A line from one end alone would go to nowhere.
    there = first is not None and second is not None
    return {**asdict(pair), "first": first if there else None, "second": second if there else None}


def _ends(panel: DumbbellPanel) -> list[dict[str, Any]]:
    return [
        {"name": pair.name, "end": end, "value": finite(value)}
        for pair in panel.pairs
        for end, value in zip(panel.ends, (pair.first, pair.second), strict=True)
        if finite(value) is not None
    ]
