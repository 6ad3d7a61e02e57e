"""Rankings of several translations with ties, as WMT asked for them (Callison-Burch et al. 2012)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from pitchpipe.errors import ParameterError
from pitchpipe.judging.protocols.base import (
    Answer,
    AnswerError,
    Protocol,
    by_position,
    by_system,
    one_for_each,
    only_keys,
)
from pitchpipe.wording import quoted

MOST = 20


@dataclass(frozen=True)
class Rank(Protocol):
    """``{"ranks": [1, 2, 2, 4, 5]}``: 1 is the best, equal ranks are ties, ranks may be left out.

    Parameters
    ----------
    size
        Outputs beside each other, at most.
    """

    size: int = 5

    name: ClassVar[str] = "rank"
    is_scored: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.size, bool) or not isinstance(self.size, int) or not 2 <= self.size <= MOST:
            raise ParameterError(f"a ranking is of 2 to {MOST} outputs, not {quoted(self.size)}")

    @property
    def shown(self) -> int:
        return self.size

    @property
    def fewest(self) -> int:
        return 2

    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        ranks = one_for_each(only_keys(answer, ("ranks",), "the answer").get("ranks"), texts, "ranks")
        for rank in ranks:
            if isinstance(rank, bool) or not isinstance(rank, int) or not 1 <= rank <= len(texts):
                raise AnswerError(f"{quoted(rank)} is not a rank from 1 to {len(texts)}")
        return {"ranks": list(ranks)}

    def canonical(self, answer: Answer, order: Sequence[int]) -> Answer:
        return {**answer, "ranks": by_system(answer["ranks"], order)}

    def positional(self, answer: Answer, order: Sequence[int]) -> Answer:
        return {**answer, "ranks": by_position(answer["ranks"], order)}

    def agrees(self, answer: Answer, expected: Answer) -> bool:
        """Whether every output that gold has before another one is before it here, too."""
        said, wanted = answer["ranks"], expected["ranks"]
        pairs = combinations(range(len(wanted)), 2)
        return all(
            (said[one] < said[other]) == (wanted[one] < wanted[other])
            and (said[one] > said[other]) == (wanted[one] > wanted[other])
            for one, other in pairs
            if wanted[one] != wanted[other]
        )

    def ranks(self, answer: Answer) -> list[int]:
        return list(answer["ranks"])
