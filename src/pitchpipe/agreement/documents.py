"""The documents that files of judgments name beside their segments: they show where segments are shifted.

Segments are numbered from 0 in one file and from 1 in another, and WMT24's published texts begin with a line
that is none. A number that is one off goes unseen, unless the file also says which document the segment is
of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.wording import counted


@dataclass(frozen=True, repr=False)
class JudgedDocuments(Brief):
    """The documents of judged segments, which count from 0; the file calls the first one ``first``."""

    first: int
    of_segment: dict[int, str] = field(default_factory=dict)

    def add(self, segment: int, document: str, where: str) -> None:
        """Notes the document of a segment; ``where`` names file and line for messages.

        Numbers that start anew in every document do not say which segment of the test set is meant.
        """
        name = bare_name(document)
        known = self.of_segment.setdefault(segment, name)
        if known != name:
            raise DataError(
                f"{where}: the same segment number in documents {known!r} and {name!r}; "
                "segments must be numbered through the whole test set"
            )

    def require_fitting(self, documents: Sequence[str], judgments: str) -> tuple[str, ...]:
        """Refuses judgments whose documents are not those of the test set; notes on what cannot be compared.

        Raises
        ------
        DataError
            If a judged segment is of another document in the test set. The message says by how much the
            segments are shifted, if they are.
        """
        there = [bare_name(document) for document in documents]
        known = self._known(there)
        if astray := _astray(known, there):
            raise DataError(self._mismatch(astray[0], known, there, judgments))
        if unknown := len(self.of_segment) - len(known):
            return (
                f"{judgments}: {counted(unknown, 'segments')} of documents that the test set does not name, "
                "so that nobody can tell whether they are the same segments",
            )
        return ()

    def fits(self, documents: Sequence[str]) -> bool:
        """Whether all judged segments are in their documents, as far as the test set names them."""
        there = [bare_name(document) for document in documents]
        return not _astray(self._known(there), there)

    def _known(self, there: Sequence[str]) -> dict[int, str]:
        names = set(there)
        return {segment: name for segment, name in self.of_segment.items() if name in names}

    def _mismatch(self, segment: int, known: Mapping[int, str], there: Sequence[str], judgments: str) -> str:
        called, name = segment + self.first, known[segment]
        here = repr(there[segment]) if segment < len(there) else f"none, as there are {len(there)}"
        told = f"{judgments} has segment {called} in document {name!r}, but in the test set it is in {here}"
        shift = _shift(known, there, segment)
        if shift is None:
            return f"{told}: are these the judgments of this test set?"
        return (
            f"{told}: all are shifted by {counted(abs(shift), 'segments')}; say that the first segment is "
            f"{self.first - shift} (--first-segment {self.first - shift})"
        )


def _shift(known: Mapping[int, str], there: Sequence[str], segment: int) -> int | None:
    """The least shift by which all segments are in their documents."""
    places = [place for place, name in enumerate(there) if name == known[segment]]
    for shift in sorted((place - segment for place in places), key=abs):
        if all(_fits(there, one + shift, name) for one, name in known.items()):
            return shift
    return None


def _astray(known: Mapping[int, str], there: Sequence[str]) -> list[int]:
    """The segments that are of another document in the test set."""
    return [segment for segment in sorted(known) if not _fits(there, segment, known[segment])]


def _fits(there: Sequence[str], segment: int, name: str) -> bool:
    return 0 <= segment < len(there) and there[segment] == name


def bare_name(document: str) -> str:
    """Without what is added to a name: ``#incomplete`` in ESA, ``#2`` where a name comes a second time."""
    return document.strip().partition("#")[0]
