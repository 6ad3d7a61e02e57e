"""Differences of all pairs as coloured squares: rows and columns are the same things in the same order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.charts.loading import load_altair
from pitchpipe.charts.look import BLUE, INK, LONGEST_NAME, ORANGE, finite, framed
from pitchpipe.showing.grids import written

#: The side of a square, in pixels, where words fit into it, and where they do not.
SQUARE, SMALL = 54, 22
#: So many rows have squares large enough for words.
_MOST = 12


@dataclass(frozen=True, repr=False)
class MatrixCell(Brief):
    """How much higher the thing of a row is than that of a column; a ``gain`` where it is better."""

    row: str
    column: str
    delta: float | None
    gain: float | None
    label: str
    p: str
    corrected: str


def matrix_chart(differences: Sequence[MatrixCell], names: Sequence[str], title: str) -> Any:
    """The squares: blue where the row is better than the column, orange where it is worse."""
    altair = load_altair()
    with_words = len(names) <= _MOST
    side = SQUARE if with_words else SMALL
    most = max((abs(one.gain) for one in differences if one.gain is not None), default=0.0) or 1.0
    axis, beside = _axes()
    scale = altair.Scale(domain=list(names))
    base = altair.Chart(altair.NamedData(name="pairs")).encode(
        x=altair.X("column:N", scale=scale, axis=beside, sort=list(names)),
        y=altair.Y("row:N", scale=scale, axis=axis, sort=list(names)),
        tooltip=[
            altair.Tooltip("row:N", title="row"),
            altair.Tooltip("column:N", title="column"),
            altair.Tooltip("label:N", title="Δ, * significant"),
            altair.Tooltip("p:N", title="p"),
            altair.Tooltip("corrected:N", title="p (Holm)"),
        ],
    )
    colours = altair.Scale(domain=[-most, 0, most], range=[ORANGE, "#F4F4F4", BLUE], interpolate="rgb")
    layers = [base.mark_rect(opacity=0.85).encode(color=altair.Color("gain:Q", scale=colours, legend=None))]
    if with_words:
        # Not the white of grounds, which is dark where the page is.
        strong = altair.condition(
            f"abs(datum.gain) > {0.7 * most}", altair.value("#FEFEFE"), altair.value(INK)
        )
        layers.append(base.mark_text(fontSize=11).encode(text=altair.Text("label:N"), color=strong))
    heading = altair.TitleParams(
        title, subtitle="row less column; blue: the row is better; * significant", anchor="start", offset=14
    )
    size = side * len(names)
    chart = framed(altair.layer(*layers, width=size, height=min(size, 30 * len(names)), title=heading))
    # Altair copies whatever is within a chart many times, and numbers are most of it.
    chart.datasets = {"pairs": [asdict(one) for one in differences]}
    return chart


def similarity_chart(values: Mapping[tuple[str, str], float], names: Sequence[str], title: str) -> Any:
    """A square for every two things, from -1, orange, to 1, blue."""
    altair = load_altair()
    rows = [
        {"row": row, "column": column, "value": finite(value), "label": written(value, 2)}
        for (row, column), value in values.items()
    ]
    scale = altair.Scale(domain=list(names))
    axis, beside = _axes()
    base = altair.Chart(altair.InlineData(values=rows)).encode(
        x=altair.X("column:N", scale=scale, axis=beside, sort=None),
        y=altair.Y("row:N", scale=scale, axis=axis, sort=None),
        tooltip=["row:N", "column:N", altair.Tooltip("label:N", title="agreement")],
    )
    colours = altair.Scale(domain=[-1, 0, 1], range=[ORANGE, "#F4F4F4", BLUE], interpolate="rgb")
    squares = base.mark_rect(opacity=0.85).encode(color=altair.Color("value:Q", scale=colours, legend=None))
    strong = altair.condition("abs(datum.value) > 0.7", altair.value("#FEFEFE"), altair.value(INK))
    words = base.mark_text(fontSize=11).encode(text=altair.Text("label:N"), color=strong)
    heading = altair.TitleParams(title, anchor="start", offset=14)
    size = SQUARE * len(names)
    return framed(altair.layer(squares, words, width=size, height=30 * len(names), title=heading))


def _axes() -> tuple[Any, Any]:
    """The names of rows, and those of columns."""
    altair = load_altair()
    plain = {"title": None, "labelLimit": LONGEST_NAME, "ticks": False, "domain": False}
    return altair.Axis(**plain), altair.Axis(**plain, labelAngle=-40)
