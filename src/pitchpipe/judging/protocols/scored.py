"""What the protocols share that end in a score for every output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols.base import Answer, Protocol, by_position, by_system
from pitchpipe.wording import quoted

#: Outputs that may stand below each other.
MOST = 20


@dataclass(frozen=True)
class Scored(Protocol):
    """An answer has an entry for each output, and each output a score from it.

    Parameters
    ----------
    outputs
        How many outputs of different systems an item shows.
    """

    outputs: int = 1

    is_scored: ClassVar[bool] = True
    #: What the entries are called in an answer.
    entries: ClassVar[str]

    def __post_init__(self) -> None:
        outputs: object = self.outputs
        if isinstance(outputs, bool) or not isinstance(outputs, int) or not 1 <= outputs <= MOST:
            raise ParameterError(f"an item shows 1 to {MOST} outputs, not {quoted(outputs)}")

    @property
    def shown(self) -> int:
        return self.outputs

    @property
    def fewest(self) -> int:
        return 1

    def canonical(self, answer: Answer, order: Sequence[int]) -> Answer:
        return {**answer, self.entries: by_system(answer[self.entries], order)}

    def positional(self, answer: Answer, order: Sequence[int]) -> Answer:
        key = "ranges" if "ranges" in answer else self.entries
        return {**answer, key: by_position(answer[key], order)}

    def agrees(self, answer: Answer, expected: Answer) -> bool:
        """Whether scores are where gold wants them: ``{"ranges": [[60, 100], None]}``, by output."""
        scores, ranges = self.scores(answer) or [], expected["ranges"]
        if len(ranges) != len(scores):
            raise DataError(f"gold expects {len(ranges)} scores, the item has {len(scores)} outputs")
        return all(
            wanted is None or wanted[0] <= score <= wanted[1]
            for score, wanted in zip(scores, ranges, strict=True)
        )
