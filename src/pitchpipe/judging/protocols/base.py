"""What a protocol is: what people are asked of an item, and what may be answered.

An answer is a JSON object **by position as shown**: position 0 is on the left, or at the top. What it means
is its canonical form, **by system**: the order of outputs was drawn at random, ``order[position]`` is the
index of the output that was shown there.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from pitchpipe.errors import PitchpipeError
from pitchpipe.wording import quoted

#: A JSON object; which keys it has, its protocol says.
Answer: TypeAlias = dict[str, Any]

#: Letters of a remark.
LONGEST_COMMENT = 2000


class AnswerError(PitchpipeError, ValueError):
    """An answer that its protocol does not know."""


@dataclass(frozen=True)
class Protocol(ABC):
    """How people judge: the options are the fields.

    ``check`` takes what was sent, ``canonical`` says it by system, ``positional`` is its inverse. ``ranks``
    or ``scores`` give numbers for the outputs of a canonical answer; a protocol has one of them.
    """

    name: ClassVar[str]
    #: Whether answers are numbers for each output, rather than an order of outputs.
    is_scored: ClassVar[bool]

    @property
    @abstractmethod
    def shown(self) -> int:
        """How many outputs an item shows, at most; ``fewest`` at least."""

    @property
    def fewest(self) -> int:
        """How many outputs an item must have."""
        return self.shown

    @abstractmethod
    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        """The answer without its comment, normalised."""

    def check(self, answer: object, texts: Sequence[str]) -> Answer:
        """The answer as it is kept; ``texts`` are the outputs in the order shown.

        Raises
        ------
        AnswerError
            If it is no answer of this protocol.
        """
        if not isinstance(answer, Mapping):
            raise AnswerError("an answer is a JSON object")
        comment = answer.get("comment")
        checked = self._checked({key: value for key, value in answer.items() if key != "comment"}, texts)
        if comment in (None, ""):
            return checked
        if not isinstance(comment, str):
            raise AnswerError("a comment is a text")
        if len(comment) > LONGEST_COMMENT:
            raise AnswerError(f"a comment of {len(comment)} letters: there may be {LONGEST_COMMENT}")
        return {**checked, "comment": comment}

    @abstractmethod
    def canonical(self, answer: Answer, order: Sequence[int]) -> Answer:
        """A checked answer by system instead of by position."""

    @abstractmethod
    def positional(self, answer: Answer, order: Sequence[int]) -> Answer:
        """A canonical answer by position, as if it had been given to outputs in this order."""

    @abstractmethod
    def agrees(self, answer: Answer, expected: Answer) -> bool:
        """Whether a canonical answer to a question of gold is right."""

    def ranks(self, answer: Answer) -> list[int] | None:
        """The rank of each output of a canonical answer, 1 is the best, equal ones are ties."""
        return None

    def scores(self, answer: Answer) -> list[float] | None:
        """The score of each output of a canonical answer; more is better."""
        return None

    def to_dict(self) -> dict[str, Any]:
        """The name and the options, for JSON."""
        options = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"name": self.name, **options}


def by_system(values: Sequence[Any], order: Sequence[int]) -> list[Any]:
    """What stands at positions, as a list by output.

    >>> by_system(["left", "middle", "right"], [2, 0, 1])
    ['middle', 'right', 'left']
    """
    found: list[Any] = [None] * len(values)
    for position, output in enumerate(order):
        found[output] = values[position]
    return found


def by_position(values: Sequence[Any], order: Sequence[int]) -> list[Any]:
    """What belongs to outputs, as a list by position: the inverse of ``by_system``."""
    return [values[output] for output in order]


def only_keys(value: object, known: Sequence[str], what: str) -> Mapping[str, Any]:
    """An object that has these keys and no other."""
    if not isinstance(value, Mapping):
        raise AnswerError(f"{what} is not a JSON object")
    for key in value:
        if key not in known:
            raise AnswerError(f"{what} has {quoted(key)}; it may have {', '.join(known)}")
    return value


def one_for_each(values: object, texts: Sequence[str], what: str) -> list[Any]:
    """A list with something for every output."""
    if not isinstance(values, list) or len(values) != len(texts):
        have = len(values) if isinstance(values, list) else "no list of"
        raise AnswerError(f"{have} {what} for {len(texts)} outputs")
    return values


def score_of(value: object) -> float:
    """A score from 0 to 100."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise AnswerError(f"{quoted(value)} is not a score from 0 to 100")
    # An integer of JSON may be larger than any float.
    if not 0 <= value <= 100 or not math.isfinite(value):
        raise AnswerError(f"{quoted(value)} is not a score from 0 to 100")
    return float(value)


def _plain(value: Any) -> Any:
    """An option as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return value
