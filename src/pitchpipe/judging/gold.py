"""Questions of gold: those whose answer is known, from a table.

| column | holds |
| --- | --- |
| ``expected`` | the right answer: ``A>B``, ``A=B``, ``A>B=C`` for orders; ``A:60..100;B:0..40`` for scores |
| ``segment`` | the number of a segment of the test set, from 1; or else |
| ``source``, ``reference``, and a column for each system | texts of its own |
| ``explanation`` | what is said after a wrong answer |
| ``hidden`` | ``yes``: nothing is said |

The table is tab-separated, comma-separated or JSON lines; other columns are refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pitchpipe.agreement.readers.tables import Row, Table, table_rows
from pitchpipe.errors import DataError
from pitchpipe.judging.items import Item, Role, item_key
from pitchpipe.judging.protocols.base import Answer, Protocol
from pitchpipe.text.files import StrPath, display_name, read_lines
from pitchpipe.text.names import listing
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet

_YES, _NO = frozenset({"yes", "true", "1", "hidden"}), frozenset({"", "no", "false", "0"})
_RANGE = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?)\s*\.\.\s*(-?[0-9]+(?:\.[0-9]+)?)")
_OWN = ("expected", "segment", "source", "reference", "explanation", "hidden")


def read_gold(path: StrPath, test_set: TestSet, protocol: Protocol, seed: int) -> list[Item]:
    """Reads questions of gold for a test set.

    Raises
    ------
    DataError
        If a row is not a question with an answer of the protocol.
    """
    file = display_name(path)
    table = Table(table_rows(read_lines(path), file), file)
    for title in table.header:
        if title not in _OWN and title not in test_set.systems:
            raise DataError(
                f"{file}: column {quoted(title)} is unknown; there may be {', '.join(_OWN)}, and one for "
                f"each of {listing(test_set.systems)}"
            )
    reader = _Reader(table, test_set, protocol, seed)
    found = [reader.item(row, number) for number, row in enumerate(table)]
    if not found:
        raise DataError(f"{file} has no question of gold")
    return found


class _Reader:
    def __init__(self, table: Table, test_set: TestSet, protocol: Protocol, seed: int) -> None:
        self._set, self._protocol, self._seed = test_set, protocol, seed
        self._at = {title: table.find(title) for title in (*_OWN, *test_set.systems)}
        table.column("expected")

    def item(self, row: Row, number: int) -> Item:
        hidden = (self._field(row, "hidden") or "").lower()
        if hidden not in _YES | _NO:
            raise DataError(f"{row.where}: hidden is yes or no, not {quoted(hidden)}")
        role: Role = "hidden-gold" if hidden in _YES else "gold"
        systems, expected = self._expected(row)
        segment = self._segment(row)
        outputs = [self._output(row, system, segment) for system in systems]
        columns = list(self._set.references.values())
        reference = self._field(row, "reference") if segment is None or not columns else columns[0][segment]
        sources = self._set.source
        source = self._field(row, "source") if segment is None or sources is None else sources[segment]
        return Item(
            key=item_key(self._seed, role, -1 if segment is None else segment, systems, number),
            role=role,
            segment=-1 if segment is None else segment,
            systems=systems,
            outputs=tuple(outputs),
            source=source or None,
            reference=reference or None,
            expected=expected,
            explanation=self._field(row, "explanation") or None,
        )

    def _field(self, row: Row, title: str) -> str | None:
        at = self._at.get(title)
        return None if at is None else row.fields[at].strip()

    def _segment(self, row: Row) -> int | None:
        written = self._field(row, "segment")
        if not written:
            return None
        if not written.isascii() or not written.isdecimal() or not 1 <= int(written) <= len(self._set):
            raise DataError(
                f"{row.where}: {quoted(written)} is no segment of the test set, which has {len(self._set)}"
            )
        return int(written) - 1

    def _output(self, row: Row, system: str, segment: int | None) -> str:
        if segment is not None:
            return self._set.systems[system][segment]
        text = self._field(row, system)
        if not text:
            raise DataError(f"{row.where}: there is neither a segment nor a text of {quoted(system)}")
        return text

    def _expected(self, row: Row) -> tuple[tuple[str, ...], Answer]:
        written = self._field(row, "expected") or ""
        systems, answer = (
            self._ranges(row, written) if self._protocol.is_scored else self._order(row, written)
        )
        unknown = [system for system in systems if system not in self._set.systems]
        if unknown or len(set(systems)) < len(systems):
            wrong = f"{quoted(unknown[0])} is no system" if unknown else "a system is there twice"
            raise DataError(f"{row.where}: {wrong}; there are {listing(self._set.systems)}")
        if not self._protocol.fewest <= len(systems) <= self._protocol.shown:
            raise DataError(
                f"{row.where}: {quoted(written)} is about {len(systems)} systems, protocol "
                f"{self._protocol.name} shows {self._protocol.shown}"
            )
        return systems, answer

    def _order(self, row: Row, written: str) -> tuple[tuple[str, ...], Answer]:
        """``A>B=C``: the best first."""
        systems: list[str] = []
        ranks: list[int] = []
        for level in written.split(">"):
            tied = [name.strip() for name in level.split("=")]
            if not all(tied):
                raise DataError(f"{row.where}: {quoted(written)} is no order of systems such as A>B=C")
            ranks += [len(systems) + 1] * len(tied)
            systems += tied
        if self._protocol.name != "pairwise":
            return tuple(systems), {"ranks": ranks}
        return tuple(systems), {"choice": "first" if len(set(ranks)) > 1 else "none"}

    def _ranges(self, row: Row, written: str) -> tuple[tuple[str, ...], Answer]:
        """``A:60..100;B:0..40``."""
        systems: list[str] = []
        ranges: list[list[float]] = []
        for part in written.split(";"):
            name, colon, ends = part.rpartition(":")
            match = _RANGE.fullmatch(ends.strip())
            if not colon or match is None or float(match[1]) > float(match[2]):
                raise DataError(f"{row.where}: {quoted(part)} is no range of scores such as A:60..100")
            systems.append(name.strip())
            ranges.append([float(match[1]), float(match[2])])
        return tuple(systems), {"ranges": ranges}
