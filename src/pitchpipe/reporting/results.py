"""A report: panels, and the page that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitchpipe.brief import Brief
from pitchpipe.errors import ParameterError
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel
from pitchpipe.reporting.panels.segments import Segments
from pitchpipe.text.files import StrPath, write_bytes
from pitchpipe.wording import counted, meant, quoted


@dataclass(frozen=True, repr=False)
class Report(Brief):
    """Panels in the order of the page: ``report["ranking"].answer()``.

    Every panel has its data as fields, ``charts()`` as Altair draws them, and ``grids()``, its tables.
    """

    title: str
    evidence: Evidence
    panels: tuple[Panel, ...]

    def __getitem__(self, key: str) -> Panel:
        there = {panel.key: panel for panel in self}
        if key not in there:
            raise ParameterError(f"the report has no panel {quoted(key)}: {meant(key, list(there))}")
        return there[key]

    def __iter__(self) -> Iterator[Panel]:
        return iter(self.panels)

    @property
    def segments(self) -> Segments:
        """The panel with all texts."""
        return next(panel for panel in self if isinstance(panel, Segments))

    def html(self) -> str:
        """The page, complete: it needs no other file and no network."""
        from pitchpipe.reporting.page import page

        return page(self)

    def save(self, path: StrPath) -> None:
        """Writes the page, complete or not at all; ``-`` is standard output."""
        # A title from the command line may hold what is no text.
        write_bytes(path, self.html().encode("utf-8", "replace"))

    def _brief(self) -> str:
        sizes = (
            (len(self.panels), "panels"),
            (len(self.evidence.systems), "systems"),
            (len(self.evidence.test_set), "segments"),
        )
        return ", ".join([self.title, *(counted(*size) for size in sizes)])
