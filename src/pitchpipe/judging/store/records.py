"""What the store takes and gives."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.errors import PitchpipeError
from pitchpipe.judging.items import ContextLine, Item
from pitchpipe.judging.protocols.base import Answer


class NotTheirsError(PitchpipeError):
    """An item that is not among those of whoever asks for it."""


class ClosedError(PitchpipeError):
    """The organiser has closed the campaign: no answer is taken any more."""


@dataclass(frozen=True)
class Annotator:
    """Somebody who judges, as a token identified them.

    ``aside`` is why their work is set aside, ``None`` if it counts; ``consent`` the version of the text they
    agreed to.
    """

    id: int
    name: str
    consent: str | None
    aside: str | None


@dataclass(frozen=True)
class Screen:
    """What somebody is shown: nothing tells systems, or what kind of item it is.

    ``position`` is counted from 1. ``outputs`` and those of ``context`` are in the order shown;
    ``earlier`` is their own answer by position, where they come back to an item.
    """

    key: str
    position: int
    total: int
    outputs: tuple[str, ...]
    source: str | None
    reference: str | None
    document: str | None
    context_before: tuple[ContextLine, ...]
    context_after: tuple[ContextLine, ...]
    earlier: Answer | None


@dataclass(frozen=True)
class Feedback:
    """What is said after a wrong answer to an open question of gold; ``expected`` is by position."""

    explanation: str
    expected: Answer


@dataclass(frozen=True)
class Recorded:
    """What became of an answer.

    ``again`` says that it was stored before. ``code`` is the completion code, where nothing is left to do;
    otherwise ``screen`` is what they are asked next, as ``next`` gives it, unless the campaign is closed.
    """

    again: bool
    feedback: Feedback | None
    position: int | None
    total: int
    code: str | None
    screen: Screen | None


@dataclass(frozen=True)
class Progress:
    """How far somebody is.

    ``median_seconds`` is ``None`` before the first answer, ``code`` before the last; ``fast`` counts answers
    that came faster than anybody reads.
    """

    annotator: Annotator
    done: int
    total: int
    gold_right: int
    gold_answered: int
    median_seconds: float | None
    last_seen: float | None
    fast: int
    code: str | None
    removed: bool

    @property
    def gold_accuracy(self) -> float | None:
        """Per cent of gold that was right."""
        return 100 * self.gold_right / self.gold_answered if self.gold_answered else None


@dataclass(frozen=True)
class Judgment:
    """The latest answer of somebody to an item, by system.

    ``order[position]`` is the output that was shown there; ``revisions`` counts earlier answers. ``right`` is
    about gold.
    """

    annotator: str
    aside: str | None
    item: Item
    answer: Answer
    order: tuple[int, ...]
    seconds: float
    time: float
    fast: bool
    right: bool | None
    revisions: int
