"""Word order: what moved between source, reference and systems, drawn as lines that cross."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe import _core
from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.measuring.order_grids import order_grid, order_note
from pitchpipe.measuring.word_order import OrderTable, SegmentOrder
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.showing.grids import Cell, Grid, written

#: Segments of each system in which most has moved.
_WORST = 10


@dataclass(frozen=True, repr=False)
class Order(Panel):
    """The word order of every system, beside that of the first reference."""

    key: ClassVar[str] = "order"
    question: ClassVar[str] = "Are the words in order?"
    short: ClassVar[str] = "Order"
    pictured: ClassVar[str | None] = "order-drawing"

    evidence: Evidence
    table: OrderTable

    def answer(self) -> str:
        """Who is closest to the reference's order, and who furthest."""
        kendall = {one.system: one.measures["kendall"] for one in self.table}
        best, worst = (choose(kendall, key=lambda name: kendall[name]) for choose in (max, min))
        if best == worst:
            return f"{best} keeps {kendall[best]:.1f} of the reference's order (Kendall, 100 is the same)."
        return (
            f"{best} is closest to the reference's order ({kendall[best]:.1f} by Kendall, 100 is the same), "
            f"{worst} furthest from it ({kendall[worst]:.1f})."
        )

    def worst(self) -> dict[str, list[int]]:
        """Places of the segments in which most has moved, by system."""
        return {
            name: [number - 1 for number in self.table.worst(name, _WORST)] for name in self.evidence.systems
        }

    def note(self) -> str:
        """How words were aligned."""
        return order_note(self.table)

    def charts(self) -> Mapping[str, Picture]:
        """Measures of all systems."""
        panels = [
            IntervalPanel(
                measure,
                tuple(
                    Point(name, value := self.table[name].measures[measure], None, None, written(value, 1))
                    for name in self.evidence.ranked
                ),
            )
            for measure in next(iter(self.table)).measures
        ]
        title = "Similarity to the reference's word order"
        return {"measures": Picture(interval_chart(panels, title, "100: the same order"), title)}

    def grids(self) -> Mapping[str, Grid]:
        """Measures, and the segments in which most has moved."""
        rows = (
            (Cell(system), Cell(self.evidence.number(place)), Cell(float(self.table[system].scores[place])))
            for system, places in self.worst().items()
            for place in places
        )
        return {
            "measures": order_grid(self.table),
            "moved": Grid(("system", "segment", "kendall"), tuple(rows)),
        }

    def record(self) -> dict[str, Any]:
        """Where most has moved; words and links are with the texts."""
        return {"worst": [self.worst()[name] for name in self.evidence.systems]}

    def of_segment(self, place: int) -> list[Any]:
        """Words of the source, and of the reference and every system with links and permutation."""
        segments = [self.table.segment(name, place + 1) for name in self.evidence.systems]
        first = segments[0]
        return [
            list(first.source),
            [list(first.reference), *_links(first, first.reference_links)],
            *([list(one.hypothesis), *_links(one, one.hypothesis_links)] for one in segments),
        ]


def _links(one: SegmentOrder, links: tuple[tuple[int, int], ...]) -> tuple[list[int], list[int]]:
    """Links, flat, and the source words in the order in which they are said, from 1."""
    order, _ = _core.permutation(list(links), len(one.source))
    return [place for link in links for place in link], [place + 1 for place in order]
