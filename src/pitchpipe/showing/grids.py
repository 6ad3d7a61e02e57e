"""Tables before anybody decides how they look: a header, and rows of texts and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

#: How people are told that there is nothing to tell.
NOT_AVAILABLE = "n/a"


def rounded(value: float, decimals: int, sign: str = "") -> str:
    """A number with so many decimals; with ``sign="+"`` also positive ones have a sign, but zero has none."""
    text = f"{value:{sign}.{decimals}f}"
    return text.lstrip("+-") if float(text) == 0 else text


def written(value: float, decimals: int) -> str:
    """A number for people, with so many decimals; n/a if it is none."""
    return NOT_AVAILABLE if math.isnan(value) else rounded(value, decimals)


@dataclass(frozen=True)
class Cell:
    """A text, a number, or ``None`` for what cannot be said; ``best`` marks the best of its column.

    A number on a small scale has ``further`` decimals than the others of its table.
    """

    value: str | float | int | None
    best: bool = False
    further: int = 0

    def text(self, decimals: int | None) -> str:
        """As text; numbers rounded, or at full precision with ``None``.

        What cannot be said is n/a for people, and nothing for machines, who get full precision.
        """
        if self.value is None or (isinstance(self.value, float) and math.isnan(self.value)):
            return "" if decimals is None else NOT_AVAILABLE
        if isinstance(self.value, float):
            return repr(self.value) if decimals is None else rounded(self.value, decimals + self.further)
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return str(self.value)


@dataclass(frozen=True)
class Grid:
    """A header and rows; the first ``labels`` columns and those named in ``texts`` are no numbers."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    labels: int = 1
    texts: frozenset[str] = frozenset()

    @property
    def left(self) -> list[bool]:
        """Of every column, whether it begins at the left, as texts do."""
        return [k < self.labels or name in self.texts for k, name in enumerate(self.header)]

    def values(self) -> Iterator[tuple[str | float | int | None, ...]]:
        """The header, and then every row without what its cells say beside their values."""
        yield self.header
        for row in self.rows:
            yield tuple(cell.value for cell in row)

    def finer(self, decimals: int) -> Grid:
        """The grid with so many more decimals in all its numbers."""
        rows = (tuple(replace(cell, further=cell.further + decimals) for cell in row) for row in self.rows)
        return replace(self, rows=tuple(rows)) if decimals else self

    def renamed(self, names: Mapping[str, str]) -> Grid:
        """The grid with other names in its first column, where there are any."""
        firsts = [replace(row[0], value=names.get(str(row[0].value), row[0].value)) for row in self.rows]
        return replace(self, rows=tuple((one, *row[1:]) for one, row in zip(firsts, self.rows, strict=True)))
