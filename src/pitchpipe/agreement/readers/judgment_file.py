"""What the readers of judgments are given: the lines of a file, and what is known of it beside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from pitchpipe.agreement.readers.mqm_weights import MQMWeights

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet


@dataclass(frozen=True)
class JudgmentFile:
    """A file of judgments; what is not said, ``None``, is as the format has it.

    Parameters
    ----------
    lines, file, name
        The lines, what messages call the file, and what the judgments are called.
    columns
        The titles of columns by role, where they are not to be guessed: ``{"score": "points"}``.
    language_pair
        Of which pair the judgments are wanted, ``en-ja``; it must be said where a file has several.
    test_set
        The test set that the judgments are of: its identifiers, documents and source find segments that are
        not numbered through.
    first_segment
        What the file calls the first segment.
    weights
        What MQM errors cost.
    fillers
        Whether documents count that only fill up a judge's work.
    systems
        The test set's systems, to which long names are reduced.
    documents
        The names of documents, in the order of their scores.
    """

    lines: Sequence[str]
    file: str
    name: str
    _: KW_ONLY
    columns: Mapping[str, str] | None = None
    language_pair: str | None = None
    test_set: TestSet | None = None
    first_segment: int | None = None
    weights: MQMWeights | None = None
    fillers: bool | None = None
    systems: Collection[str] | None = None
    documents: Sequence[str] | None = None

    def first(self, habit: int) -> int:
        """What the file calls the first segment, where files of its format mostly say ``habit``."""
        return habit if self.first_segment is None else self.first_segment
