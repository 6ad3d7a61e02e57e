"""Charts of two systems, segment by segment, in which segments can be selected; data are put in later."""

from __future__ import annotations

from typing import Any

from pitchpipe.charts.loading import load_altair
from pitchpipe.charts.look import BLUE, GREY, INK, LONGEST_NAME, ORANGE, ROW, framed, numbers

#: The name of what is selected.
BRUSH = "brush"
#: Of a chart, in pixels.
SIDE = 300


def difference_chart() -> Any:
    """A histogram of the data ``pairs``: how far A (``a``) is ahead of B (``b``), their difference ``d``."""
    altair = load_altair()
    brush = altair.selection_interval(name=BRUSH, encodings=["x"])
    bars = (
        altair.Chart(altair.NamedData(name="pairs"))
        .mark_bar(color=BLUE)
        .encode(
            x=altair.X("d:Q", bin=altair.Bin(maxbins=40), title="A less B", axis=_axis()),
            y=altair.Y("count():Q", title="segments", axis=_axis()),
            opacity=altair.condition(brush, altair.value(1), altair.value(0.35)),
            tooltip=[altair.Tooltip("d:Q", bin=altair.Bin(maxbins=40), title="A less B"), "count():Q"],
        )
        .add_params(brush)
    )
    return framed(bars.properties(width=SIDE, height=SIDE * 2 // 3, title="Differences of segment scores"))


def scatter_chart() -> Any:
    """The data ``pairs`` as points, A's score beside B's; above the line B is higher."""
    altair = load_altair()
    brush = altair.selection_interval(name=BRUSH)
    base = altair.Chart(altair.NamedData(name="pairs"))
    points = (
        base.mark_circle(size=22)
        .encode(
            x=altair.X("a:Q", title="A", axis=_axis(), scale=altair.Scale(zero=False)),
            y=altair.Y("b:Q", title="B", axis=_axis(), scale=altair.Scale(zero=False)),
            color=altair.condition(brush, altair.value(BLUE), altair.value(GREY)),
            opacity=altair.condition(brush, altair.value(0.55), altair.value(0.15)),
            tooltip=[
                altair.Tooltip("segment:Q"),
                altair.Tooltip("a:Q", title="A"),
                altair.Tooltip("b:Q", title="B"),
            ],
        )
        .add_params(brush)
    )
    line = base.mark_line(color=ORANGE, strokeDash=[3, 3]).encode(x="a:Q", y="a:Q")
    return framed(altair.layer(line, points, width=SIDE, height=SIDE, title="Segment scores of A and B"))


def group_chart() -> Any:
    """The data ``groups``: differences (``delta``) with intervals, a row for each ``name``, as they come."""
    altair = load_altair()
    base = altair.Chart(altair.NamedData(name="groups"))
    axis = altair.Axis(title=None, labelLimit=LONGEST_NAME, ticks=False, labelPadding=10)
    rows = altair.Y("name:N", sort=None, axis=axis)
    colour = altair.Color(
        "kind:N",
        scale=altair.Scale(domain=["better", "worse", "open"], range=[BLUE, ORANGE, GREY]),
        legend=None,
    )
    zero = (
        altair.Chart(altair.InlineData(values=[{"zero": 0}]))
        .mark_rule(color=GREY, strokeDash=[3, 3])
        .encode(x=altair.X("zero:Q", axis=numbers()))
    )
    lines = base.mark_rule(strokeWidth=2).encode(
        x=altair.X("low:Q", axis=numbers(), title=None), x2=altair.X2("high:Q"), y=rows, color=colour
    )
    points = base.mark_point(filled=True, opacity=1, size=55).encode(
        x=altair.X("delta:Q", axis=numbers()),
        y=rows,
        color=colour,
        tooltip=["name:N", "size:Q", "delta:Q", "low:Q", "high:Q"],
    )
    words = base.mark_text(align="left", fontSize=11, color=INK).encode(
        x=altair.XValue(SIDE + 8), y=rows, text=altair.Text("label:N")
    )
    heading = altair.TitleParams(
        "A less B by group",
        subtitle="blue: A is better, orange: B is; grey: the interval holds 0",
        anchor="start",
    )
    return framed(
        altair.layer(zero, lines, points, words, width=SIDE, height=altair.Step(ROW), title=heading)
    )


def _axis() -> Any:
    return load_altair().Axis(tickCount=5, format=".6~r", titleFontWeight="normal", titleColor=INK)
