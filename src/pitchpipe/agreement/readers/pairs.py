"""Comparisons of two systems, collected into ``Ranks``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers.cells import left_out
from pitchpipe.agreement.readers.fields import NOT_RANKED
from pitchpipe.errors import DataError


class Pairs:
    """Collects pairs of ranked systems; pairs with an unranked one do not count, but are counted."""

    def __init__(self) -> None:
        self.unranked = 0
        self._systems: dict[str, int] = {}
        self._rows: list[tuple[int, int, int, int]] = []
        self._judges: list[str] = []
        self._tasks: list[str] = []
        self._weights: list[float | None] = []

    def add(
        self,
        segment: int,
        first: tuple[str, int],
        second: tuple[str, int],
        judge: str,
        task: str,
        weight: float | None = None,
    ) -> None:
        """Adds a comparison of two (system, rank); the lower rank is the better one."""
        one, other = self._index(first[0]), self._index(second[0])
        if NOT_RANKED in (first[1], second[1]):
            self.unranked += 1
            return
        preference = (first[1] < second[1]) - (first[1] > second[1])
        self._rows.append((segment, one, other, preference))
        self._judges.append(judge)
        self._tasks.append(task)
        self._weights.append(weight)

    def ranks(self, name: str, file: str, notes: Sequence[str] = ()) -> Ranks:
        """The pairs; systems in order of first appearance."""
        if not self._rows:
            raise DataError(f"{file} has no judgment at all")
        notes = [*notes, *left_out(file, {"pairs with a system that was not ranked": self.unranked})]
        columns = np.array(self._rows, dtype=np.intp).T
        return Ranks(
            name,
            tuple(self._systems),
            segment=columns[0],
            first=columns[1],
            second=columns[2],
            preference=columns[3].astype(np.int8),
            judge=tuple(self._judges) if any(self._judges) else (),
            task=tuple(self._tasks) if any(self._tasks) else (),
            weight=None if None in self._weights else np.array(self._weights, dtype=np.float64),
            notes=tuple(notes),
        )

    def _index(self, system: str) -> int:
        return self._systems.setdefault(system, len(self._systems))
