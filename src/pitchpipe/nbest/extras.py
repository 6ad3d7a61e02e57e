"""What a list says beside what is scored: keys of its JSON that mean nothing here, kept and handed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.text.jsonl import parse_object
from pitchpipe.wording import quoted


@dataclass(frozen=True, eq=False, repr=False)
class Extras(Brief):
    """The keys of candidates and of segments that a list has beyond the known ones, in order.

    Both are kept as the JSON that was read, an object for each candidate or segment, empty for one without
    any, and ``None`` where that is so for all: other lists pay nothing for them.
    """

    candidates: _core.Texts | None = None
    segments: _core.Texts | None = None

    def candidate(self, row: int) -> dict[str, Any]:
        """What else is said of a candidate, given as a row of the list."""
        return _parsed(_lines(self.candidates, [row])[0], f"the keys of row {row}")

    def segment(self, number: int) -> dict[str, Any]:
        """What else is said of a segment, counted from 0."""
        return _parsed(_lines(self.segments, [number])[0], f"the keys of segment {number}")

    def chosen(self, rows: Sequence[int] | NDArray[np.intp]) -> Iterator[dict[str, Any]]:
        """For the one chosen candidate of each segment its ``candidate`` keys and those of the ``segment``.

        Either is left out where no candidate, or no segment, has any.
        """
        own = _lines(self.candidates, rows)
        around = _lines(self.segments, range(len(rows)))
        for number, (candidate, segment) in enumerate(zip(own, around, strict=True)):
            said = {}
            if self.candidates is not None:
                said["candidate"] = _parsed(candidate, f"the keys of row {rows[number]}")
            if self.segments is not None:
                said["segment"] = _parsed(segment, f"the keys of segment {number}")
            yield said

    def each_candidate(self, count: int) -> Iterator[dict[str, Any]]:
        """What else is said of all candidates of a list, of which there are so many."""
        for row, line in enumerate(repeat("", count) if self.candidates is None else self.candidates.list()):
            yield _parsed(line, f"the keys of row {row}")

    def select(self, rows: NDArray[np.uint32], segments: int | None = None) -> Extras:
        """Those of some candidates, and of the first segments, or of all."""
        own, around = self.candidates, self.segments
        if around is not None and segments is not None and segments < len(around):
            around = around.select(np.arange(segments, dtype=np.uint32))
        return Extras(None if own is None else own.select(rows), around)


#: Of a list without unknown keys.
NO_EXTRAS = Extras()


def joined(parts: Sequence[Extras], sizes: Sequence[int]) -> Extras:
    """Those of several lists of the same segments, ``sizes`` candidates each, one after the other."""
    own = None
    if any(part.candidates is not None for part in parts):
        own = _core.Texts.concat(
            [
                _core.Texts([""] * size) if part.candidates is None else part.candidates
                for part, size in zip(parts, sizes, strict=True)
            ]
        )
    return Extras(own, _joined_segments(parts))


def _joined_segments(parts: Sequence[Extras]) -> _core.Texts | None:
    given = {
        number: part.segments.list() for number, part in enumerate(parts, 1) if part.segments is not None
    }
    if not given:
        return None
    first, *others = given.values()
    if all(other == first for other in others):
        return _core.Texts(first)
    segments = (dict(zip(given, lines, strict=True)) for lines in zip(*given.values(), strict=True))
    return _core.Texts([_united(number, lines) for number, lines in enumerate(segments)])


def _united(segment: int, lines: dict[int, str]) -> str:
    """The keys that several lists have for one segment; where two have the same key, it must say the same."""
    import json

    united: dict[str, Any] = {}
    origin: dict[str, int] = {}
    for number, line in lines.items():
        for key, value in _parsed(line, f"the keys of segment {segment}").items():
            # As text: to Python, 1 and true are equal.
            if key in united and json.dumps(united[key]) != json.dumps(value):
                raise DataError(
                    f"segment {segment} (from 0) has another {quoted(key)} in list {origin[key]} than in "
                    f"list {number}: write it into the candidates, which may differ"
                )
            united.setdefault(key, value)
            origin.setdefault(key, number)
    return json.dumps(united, ensure_ascii=False) if united else ""


def _lines(texts: _core.Texts | None, rows: Sequence[int] | NDArray[np.intp]) -> list[str]:
    if texts is None:
        return [""] * len(rows)
    return texts.select(np.asarray(rows, dtype=np.uint32)).list()


def _parsed(line: str, place: str) -> dict[str, Any]:
    return parse_object(line, place) if line else {}
