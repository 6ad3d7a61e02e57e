"""What all charts share: sizes, colours, and panels side by side.

Colours are those of Okabe and Ito (2008), which people with any kind of colour vision tell apart; shapes and
words say the same again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pitchpipe.charts.loading import Chart, load_altair

BLUE, ORANGE, PURPLE = "#0072B2", "#D55E00", "#CC79A7"
GREY = "#6B6B6B"
#: Of words.
INK = "#222222"
#: Grounds of rows that belong together, and of their neighbours.
BAND, NO_BAND = "#E4EEF6", "#FFFFFF"
#: Of a panel, in pixels: the height of a row is enough for a line of text.
WIDTH, ROW = 190, 20
#: From the panel's right side to what is written beside a row.
BESIDE = WIDTH + 8
#: The longest name beside a panel, in pixels.
LONGEST_NAME = 240


def side_by_side(panels: Sequence[Any], title: str, subtitle: str, columns: int) -> Chart:
    """Panels in so many columns, on white ground."""
    altair = load_altair()
    heading = altair.TitleParams(title, subtitle=subtitle, anchor="start", offset=14)
    apart = altair.ScaleResolveMap(
        x="independent", y="independent", color="independent", fill="independent", shape="independent"
    )
    chart = altair.concat(*panels, columns=columns, title=heading)
    chart.resolve = altair.Resolve(scale=apart)
    framed_chart: Chart = framed(chart)
    return framed_chart


def framed(chart: Any) -> Any:
    """A whole chart, made to look as all of them do: dark ink on white ground, no more lines than needed."""
    altair = load_altair()
    # Not by its methods, each of which would copy the whole chart.
    chart.config = altair.Config(
        background="white",
        padding=12,
        view=altair.ViewConfig(stroke="#DDDDDD"),
        axis=altair.AxisConfig(
            labelColor=INK, labelFontSize=11, gridColor="#EEEEEE", domain=False, tickColor="#DDDDDD"
        ),
        title=altair.TitleConfig(
            anchor="start", fontSize=13, color=INK, subtitleColor="#555555", subtitleFontSize=11
        ),
    )
    return chart


def names(rows: Sequence[str], *, shown: bool) -> Any:
    """The channel of rows, in their order; only the first panel of a line says what they are called."""
    altair = load_altair()
    axis = altair.Axis(title=None, labels=shown, ticks=False, labelLimit=LONGEST_NAME, labelPadding=10)
    return altair.Y("name:N", sort=list(rows), axis=axis, scale=altair.Scale(domain=list(rows)))


def numbers() -> Any:
    """The axis of numbers: few of them, each where it belongs."""
    return load_altair().Axis(title=None, tickCount=4, labelFlush=False, format=".6~r")


def words_beside(base: Any, rows: Any) -> Any:
    """What is written at the right of every row."""
    altair = load_altair()
    return base.mark_text(align="left", fontSize=11, color=INK).encode(
        x=altair.XValue(BESIDE), y=rows, text=altair.Text("label:N")
    )


def line_at(value: float, colour: str, axis: Any) -> Any:
    """A dashed line at a number, through all rows."""
    altair = load_altair()
    base = altair.Chart(altair.InlineData(values=[{"value": value}]))
    return base.mark_rule(color=colour, strokeDash=[3, 3]).encode(x=altair.X("value:Q", axis=axis))


def panel_of(layers: Sequence[Any], rows: int, title: str) -> Any:
    """Layers as one panel of so many rows, with its title above its left side."""
    altair = load_altair()
    heading = altair.TitleParams(title, anchor="start", frame="group", fontSize=12, fontWeight="bold")
    return altair.layer(*layers, width=WIDTH, height=ROW * rows, title=heading)


def finite(value: float | None) -> float | None:
    """A number that can be drawn."""
    return value if value is not None and math.isfinite(value) else None
