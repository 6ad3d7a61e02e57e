"""Which of two translations is better: Chen et al. 2012 (§3.2.3), Birch & Osborne 2011 (§4.1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from pitchpipe.errors import ParameterError
from pitchpipe.judging.protocols.base import Answer, AnswerError, Protocol, only_keys
from pitchpipe.wording import quoted

Ties = Literal["no-preference", "dont-know"]

_SIDES = ("left", "right")
_OUTPUTS = ("first", "second")


@dataclass(frozen=True)
class Pairwise(Protocol):
    """Left, right, or neither.

    ``{"choice": "left"}``, ``"right"`` or ``"none"`` by position; ``"first"``, ``"second"`` or ``"none"`` by
    system.

    Parameters
    ----------
    ties
        What the third answer is called: ``no-preference`` (Chen et al.), ``dont-know`` (Birch & Osborne), or
        ``None`` where there is none.
    """

    ties: Ties | None = "no-preference"

    name: ClassVar[str] = "pairwise"
    is_scored: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.ties is not None and self.ties not in get_args(Ties):
            raise ParameterError(f"ties={quoted(self.ties)}: there are {', '.join(get_args(Ties))}, or none")

    @property
    def shown(self) -> int:
        return 2

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be answered."""
        return _SIDES if self.ties is None else (*_SIDES, "none")

    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        choice = only_keys(answer, ("choice",), "the answer").get("choice")
        if choice not in self.choices:
            raise AnswerError(f"the choice is {quoted(choice)}: there are {', '.join(self.choices)}")
        return {"choice": choice}

    def canonical(self, answer: Answer, order: Sequence[int]) -> Answer:
        if answer["choice"] == "none":
            return answer
        return {**answer, "choice": _OUTPUTS[order[_SIDES.index(answer["choice"])]]}

    def positional(self, answer: Answer, order: Sequence[int]) -> Answer:
        if answer["choice"] == "none":
            return answer
        return {**answer, "choice": _SIDES[list(order).index(_OUTPUTS.index(answer["choice"]))]}

    def agrees(self, answer: Answer, expected: Answer) -> bool:
        return bool(answer["choice"] == expected["choice"])

    def ranks(self, answer: Answer) -> list[int]:
        return {"first": [1, 2], "second": [2, 1], "none": [1, 1]}[answer["choice"]]
