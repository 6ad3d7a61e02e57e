"""What all kinds of human judgments have in common: a name, and systems that the test set must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pitchpipe.agreement.documents import JudgedDocuments
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.text.names import listing
from pitchpipe.wording import meant

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True, eq=False, repr=False)
class Judgments(Brief):
    """Base of the kinds of human judgments.

    Parameters
    ----------
    name
        What the judgments are called: ``da-z``, ``wins``.
    systems
        The systems that people judged.
    notes
        What was left out on the way here, and why, in words.
    judged_documents
        The documents of judged segments, where a file names them, to be compared with the test set's.
    """

    name: str
    systems: tuple[str, ...]
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    judged_documents: JudgedDocuments | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "systems", tuple(self.systems))
        for system, count in Counter(self.systems).items():
            if count > 1:
                raise DataError(f'{self.name}: {count} systems are called "{system}"')

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The same judgments with some systems called differently: old name to new name."""
        for old in names:
            if old not in self.systems:
                raise DataError(
                    f'{self.name} has no system "{old}" to rename; it has {listing(self.systems)}'
                )
        return replace(self, systems=tuple(names.get(system, system) for system in self.systems))

    def require_known(
        self, systems: Collection[str], *, ignore_unknown: bool = False, ignore: Collection[str] = ()
    ) -> tuple[str, ...]:
        """The notes, with a new one if systems that the test set lacks are left out.

        Raises
        ------
        DataError
            If the test set lacks a system that is not to be ignored.
        """
        unknown = [system for system in self.systems if system not in systems]
        refused = [system for system in unknown if not ignore_unknown and system not in ignore]
        if refused:
            # Most often it is only written differently, which looks no more alike than other names do.
            same = [system for system in systems if system.casefold() == refused[0].casefold()]
            close = f"did you mean {same[0]}?" if same else meant(refused[0], tuple(systems))
            hint = f"{close} " if close.endswith("?") else ""
            raise DataError(
                f'{self.name} judges system "{refused[0]}", which the test set lacks; {hint}'
                f"it has {listing(systems)}; --ignore-unknown (ignore_unknown=True) leaves it out"
            )
        references = [system for system in unknown if system in ignore]
        strangers = [system for system in unknown if system not in ignore]
        reasons = {
            "a reference in use" if len(references) == 1 else "references in use": references,
            "not in the test set": strangers,
        }
        left_out = [f"{why}: {listing(names)}" for why, names in reasons.items() if names]
        return (*self.notes, *(f"{self.name}: left out, {what}" for what in left_out))

    def require_documents(self, documents: Sequence[str] | None) -> Self:
        """These judgments, if the documents they name are the test set's, as far as both name them.

        Raises
        ------
        DataError
            If a segment is of another document; the message says by how much segments are shifted.
        """
        if self.judged_documents is None or documents is None:
            return self
        notes = self.judged_documents.require_fitting(documents, self.name)
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    def out_of_range(self, segment: int, segments: int) -> DataError:
        """The error of a judged segment, counted from 0, that the test set lacks."""
        return DataError(f"{self.name} judges segment {segment + 1}, the test set has {segments}")
