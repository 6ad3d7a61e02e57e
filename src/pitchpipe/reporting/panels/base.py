"""What every panel has: a question, the sentence that answers it, charts, tables, and data for scripts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pitchpipe.brief import Brief
from pitchpipe.showing.grids import Grid

if TYPE_CHECKING:
    from altair import TopLevelMixin


@dataclass(frozen=True)
class Picture:
    """A chart, and what it shows in a few words; ``dots`` says that it may have thousands of points."""

    chart: TopLevelMixin
    title: str
    dots: bool = False

    def record(self) -> dict[str, Any]:
        """For the page; Vega-Lite is not looked at again, which takes longer than making it."""
        return {
            "title": self.title,
            "specification": self.chart.to_dict(validate=False),
            "dots": self.dots,
        }


class Panel(Brief, ABC):
    """A question, and what the data say. ``key`` names its template and its place in the page."""

    key: ClassVar[str]
    question: ClassVar[str]
    #: What the navigation calls it.
    short: ClassVar[str]
    #: The element whose content is saved as a picture, where the panel is more than charts.
    pictured: ClassVar[str | None] = None

    @abstractmethod
    def answer(self) -> str:
        """One sentence, or two, for these data."""

    def charts(self) -> Mapping[str, Picture]:
        """Charts by name; the same specifications stand in the page."""
        return {}

    def grids(self) -> Mapping[str, Grid]:
        """Tables by name, at full precision; the page offers them as CSV and LaTeX."""
        return {}

    def record(self) -> Any:
        """What scripts need, as JSON knows it."""
        return None


def listed(names: tuple[str, ...] | list[str], most: int = 4) -> str:
    """Names in a sentence; of many the first, and how many more.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=1)
    ('a, b and c', 'a and 2 others')
    """
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} others"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
