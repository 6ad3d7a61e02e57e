"""Judgments of numbered segments, averaged per cell into a matrix of systems and segments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from pitchpipe.agreement.documents import JudgedDocuments
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import DataError


class Cells:
    """Collects judgments of (system, segment); several of the same cell are averaged."""

    def __init__(self) -> None:
        self._values: dict[str, dict[int, list[float]]] = {}

    def add(self, system: str, segment: int, value: float) -> None:
        """Adds a judgment; NaN makes the cell known, but does not count as a judgment."""
        self._values.setdefault(system, {}).setdefault(segment, []).append(value)

    def __contains__(self, cell: tuple[str, int]) -> bool:
        system, segment = cell
        return segment in self._values.get(system, ())

    def scores(
        self, name: str, file: str, notes: Sequence[str] = (), documents: JudgedDocuments | None = None
    ) -> SegmentScores:
        """The means of the cells; systems in order of first appearance."""
        segments = 1 + max((max(cells) for cells in self._values.values()), default=-1)
        values = np.full((len(self._values), segments), np.nan)
        for row, cells in enumerate(self._values.values()):
            for segment, given in cells.items():
                values[row, segment] = sum(given) / len(given)
        require_judgment(values.ravel(), file)
        return SegmentScores(
            name, tuple(self._values), values, notes=tuple(notes), numbered=True, judged_documents=documents
        )


def require_judgment(values: Iterable[float], file: str) -> None:
    """Refuses a file in which nobody judged anything."""
    if bool(np.isnan(np.fromiter(values, dtype=np.float64)).all()):
        raise DataError(f"{file} has no judgment at all")


def left_out(file: str, counts: dict[str, int]) -> list[str]:
    """Notes on what does not count, by reason; reasons that never occurred give none."""
    return [f"{file}: left out, {reason}: {count}" for reason, count in counts.items() if count]
