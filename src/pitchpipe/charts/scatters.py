"""Numbers beside numbers: a point for each thing, a panel for each measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitchpipe.charts.loading import Chart, load_altair
from pitchpipe.charts.look import BLUE, INK, WIDTH, finite, side_by_side


def scatter_panels(
    points: Mapping[str, Sequence[tuple[str, float, float]]], vertical: str, title: str, subtitle: str
) -> Chart:
    """Panels of points (name, across, up), by what is measured across; ``vertical`` is what goes up."""
    drawn = [_panel(head, rows, vertical) for head, rows in points.items()]
    return side_by_side(drawn, title, subtitle, 3)


def _panel(head: str, points: Sequence[tuple[str, float, float]], vertical: str) -> Any:
    altair = load_altair()
    rows = [{"name": name, "x": finite(x), "y": finite(y)} for name, x, y in points]
    axis = altair.Axis(tickCount=4, format=".6~r", titleFontWeight="normal", titleColor=INK)
    base = altair.Chart(altair.InlineData(values=rows)).encode(
        x=altair.X("x:Q", title=head, axis=axis, scale=altair.Scale(zero=False, padding=12)),
        y=altair.Y("y:Q", title=vertical, axis=axis, scale=altair.Scale(zero=False, padding=12)),
        tooltip=[
            altair.Tooltip("name:N"),
            altair.Tooltip("x:Q", title=head),
            altair.Tooltip("y:Q", title=vertical),
        ],
    )
    dots = base.mark_circle(size=60, color=BLUE, opacity=0.9)
    words = base.mark_text(align="left", dx=6, dy=-6, fontSize=10, color=INK).encode(text="name:N")
    return altair.layer(dots, words, width=WIDTH + 40, height=WIDTH)
