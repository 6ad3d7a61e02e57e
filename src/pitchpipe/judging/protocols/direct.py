"""Direct assessment: a number from 0 to 100 for each translation (Graham et al. 2013)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.errors import ParameterError
from pitchpipe.judging.protocols.base import (
    Answer,
    Protocol,
    by_position,
    by_system,
    in_ranges,
    one_for_each,
    only_keys,
    score_of,
)
from pitchpipe.wording import quoted

#: Outputs that may stand below each other.
MOST = 20


def require_outputs(outputs: object) -> None:
    """Refuses a number of outputs that no screen has room for."""
    if isinstance(outputs, bool) or not isinstance(outputs, int) or not 1 <= outputs <= MOST:
        raise ParameterError(f"an item shows 1 to {MOST} outputs, not {quoted(outputs)}")


@dataclass(frozen=True)
class DirectAssessment(Protocol):
    """``{"scores": [73.5]}``: one number for each output.

    Parameters
    ----------
    outputs
        How many outputs of different systems an item shows.
    """

    outputs: int = 1

    name: ClassVar[str] = "da"
    is_scored: ClassVar[bool] = True

    def __post_init__(self) -> None:
        require_outputs(self.outputs)

    @property
    def shown(self) -> int:
        return self.outputs

    @property
    def fewest(self) -> int:
        return 1

    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        scores = one_for_each(only_keys(answer, ("scores",), "the answer").get("scores"), texts, "scores")
        return {"scores": [score_of(score) for score in scores]}

    def canonical(self, answer: Answer, order: Sequence[int]) -> Answer:
        return {**answer, "scores": by_system(answer["scores"], order)}

    def positional(self, answer: Answer, order: Sequence[int]) -> Answer:
        key = "ranges" if "ranges" in answer else "scores"
        return {**answer, key: by_position(answer[key], order)}

    def agrees(self, answer: Answer, expected: Answer) -> bool:
        return in_ranges(self.scores(answer), expected)

    def scores(self, answer: Answer) -> list[float]:
        return list(answer["scores"])
