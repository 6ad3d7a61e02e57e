"""Numbers with their intervals: a row for each, a panel for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.charts.loading import Chart, load_altair
from pitchpipe.charts.look import (
    BAND,
    BLUE,
    GREY,
    NO_BAND,
    ORANGE,
    PURPLE,
    WIDTH,
    finite,
    line_at,
    names,
    numbers,
    panel_of,
    side_by_side,
    words_beside,
)

#: What a point may stand for, and how it looks.
LOOKS = {
    "score": (BLUE, "circle"),
    "better": (BLUE, "triangle-up"),
    "worse": (ORANGE, "triangle-down"),
    "not significant": (GREY, "circle"),
    "different": (PURPLE, "diamond"),
    "contradiction": (PURPLE, "cross"),
    "n/a": (GREY, "circle"),
    "baseline": (GREY, "square"),
}


@dataclass(frozen=True, repr=False)
class Point(Brief):
    """A number, its interval where there is one, what is written beside it, and its kind of :data:`LOOKS`.

    Points of one ``cluster`` stand on one ground.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    label: str
    kind: str = "score"
    cluster: int | None = None


@dataclass(frozen=True, repr=False)
class IntervalPanel(Brief):
    """Points below a title; with ``zero`` there is a line at 0, which is no difference."""

    title: str
    points: tuple[Point, ...]
    zero: bool = False


def interval_chart(panels: Sequence[IntervalPanel], title: str, subtitle: str, *, columns: int = 3) -> Chart:
    """The panels, whose rows are the same ones in the same order."""
    drawn = [
        interval_panel(panel, named=k % columns == 0, data=f"rows-{k}") for k, panel in enumerate(panels)
    ]
    chart = side_by_side(drawn, title, subtitle, columns)
    # Altair copies whatever is within a chart many times, and numbers are most of it.
    chart.datasets = {f"rows-{k}": _records(panel) for k, panel in enumerate(panels)}
    return chart


def interval_panel(panel: IntervalPanel, *, named: bool, data: str | None = None) -> Any:
    """One panel: a line for the interval, a point for the number, and both in words at the right.

    The whole chart brings the ``data`` of this name, where one is given.
    """
    altair = load_altair()
    base = altair.Chart(
        altair.InlineData(values=_records(panel)) if data is None else altair.NamedData(name=data)
    )
    rows = names([point.name for point in panel.points], shown=named)
    scale = altair.Scale(zero=panel.zero)
    axis = numbers()
    kinds = list(dict.fromkeys(point.kind for point in panel.points))
    colours, shapes = zip(*(LOOKS[kind] for kind in kinds), strict=True)
    colour = altair.Color("kind:N", scale=altair.Scale(domain=kinds, range=list(colours)), legend=None)
    shape = altair.Shape("kind:N", scale=altair.Scale(domain=kinds, range=list(shapes)), legend=None)
    tooltip = [altair.Tooltip(f"{name}:Q") for name in ("value", "low", "high")]
    lines = base.mark_rule(strokeWidth=2).encode(
        x=altair.X("low:Q", scale=scale, axis=axis), x2=altair.X2("high:Q"), y=rows, color=colour
    )
    points = base.mark_point(filled=True, opacity=1, size=55).encode(
        x=altair.X("value:Q", scale=scale, axis=axis),
        y=rows,
        color=colour,
        shape=shape,
        tooltip=[altair.Tooltip("name:N"), *tooltip],
    )
    zeros = [line_at(0, GREY, axis)] if panel.zero else []
    # Of no interval at all Vega says that its extent is infinite.
    known = [lines] if any(finite(point.low) is not None for point in panel.points) else []
    layers = [*_grounds(base, panel, rows), *zeros, *known, points, words_beside(base, rows)]
    return panel_of(layers, len(panel.points), panel.title)


def _grounds(base: Any, panel: IntervalPanel, rows: Any) -> list[Any]:
    """What clusters stand on: every other one is darker."""
    if all(point.cluster is None for point in panel.points):
        return []
    altair = load_altair()
    shade = altair.condition("datum.cluster % 2 == 1", altair.value(BAND), altair.value(NO_BAND))
    ground = base.transform_filter("isValid(datum.cluster)").mark_rect(opacity=1)
    return [ground.encode(x=altair.XValue(0), x2=altair.X2Value(WIDTH), y=rows, color=shade)]


def _records(panel: IntervalPanel) -> list[dict[str, Any]]:
    numbers = ("value", "low", "high")
    return [
        {**asdict(point), **{name: finite(getattr(point, name)) for name in numbers}}
        for point in panel.points
    ]
