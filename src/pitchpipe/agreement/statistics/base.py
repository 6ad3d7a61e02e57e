"""What every statistic is: a name, a level, a few parameters, and a value for judgments and scores.

A statistic is bound to judgments first, which works out everything that depends on them alone, and then
called with any number of scores: fitting and permutation tests call it thousands of times.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.statistics.gains import Gains, Outcome
from pitchpipe.agreement.statistics.parts import quotient, weighed
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.parameters import defaults, format_value, parameters

Level = Literal["system", "segment"]
#: Over what values are averaged: nothing (all cells are one row), segments, or systems.
Average = Literal["none", "item", "system"]
AVERAGES: tuple[Average, ...] = ("none", "item", "system")
Kind: TypeAlias = type[SegmentScores] | type[SystemScores] | type[DocumentScores] | type[Ranks]

_WORDS: dict[Kind, str] = {
    SegmentScores: "scores of segments",
    SystemScores: "scores of systems",
    DocumentScores: "scores of documents",
    Ranks: "rankings",
}
SCORES: tuple[Kind, ...] = (SegmentScores, DocumentScores)
ALL: tuple[Kind, ...] = (*SCORES, SystemScores, Ranks)


class Bound(ABC):
    """A statistic with judgments to compare with."""

    statistic: Statistic

    @abstractmethod
    def outcome(self, gains: Gains) -> Outcome:
        """The value for a metric's scores, and what explains it."""

    def __call__(self, gains: Gains) -> float:
        """The value alone."""
        return self.outcome(gains).value

    def parts(self, gains: Gains) -> Array:
        """What the value is of, see ``Statistic.of_parts``."""
        outcome = self.outcome(gains)
        return weighed(outcome.value, outcome.used)


@dataclass(frozen=True, kw_only=True)
class Statistic(ABC):
    """A frozen set of parameters; see the module's docstring.

    ``average`` is one of the class's ``averages``, the first by default. ``None`` means the system level:
    one score for each system. At segment level a cell is a system's translation of a segment, and the
    cells are compared all together (``none``), or within each segment (``item``) or system.
    """

    name: ClassVar[str]
    #: One line: what it is and where it comes from.
    doc: ClassVar[str]
    averages: ClassVar[tuple[Average | None, ...]]
    #: What people must have given for the segment level; the system level takes all there is.
    takes: ClassVar[tuple[Kind, ...]] = SCORES
    #: Judgments for which it is among the usual ones; with others it is computed if asked for.
    usual_for: ClassVar[tuple[Kind, ...]] = ALL
    #: How ties count, in a few words.
    policy: ClassVar[str]

    average: Average | None = None

    def __post_init__(self) -> None:
        if self.average is None:
            object.__setattr__(self, "average", self.averages[0])
        if self.average not in self.averages:
            possible = ", ".join(average for average in self.averages if average)
            there = f"only {possible} can be" if possible else "it looks at systems, not at segments"
            raise ParameterError(f"{self.name} cannot be averaged by {self.average}: {there}")
        for name, parameter in parameters(self).items():
            checked = parameter.check(f"{self.name}: {name}", getattr(self, name))
            object.__setattr__(self, name, checked)

    @property
    def level(self) -> Level:
        """Whether systems or segments are compared."""
        return "system" if self.average is None else "segment"

    @property
    def of_systems(self) -> bool:
        """Whether it compares scores of whole systems."""
        return self.level == "system"

    @property
    def pools(self) -> bool:
        """Whether what it counts can be counted over several test sets together."""
        return False

    def of_parts(self, parts: Array) -> Array:
        """Values from parts ``[k, ...]``, which can be summed over test sets first; NaN: undefined.

        Unless a statistic has other parts, these are the value times how much it is from, and how much.
        """
        return quotient(parts[0], parts[1])

    @property
    def spec(self) -> str:
        """The statistic in the grammar, defaults left out: ``kendall-b:item``."""
        written = [] if self.average in (None, self.averages[0]) else [str(self.average)]
        usual = defaults(self)
        written += [
            f"{name}={format_value(getattr(self, name))}"
            for name in parameters(self)
            if getattr(self, name) != usual[name]
        ]
        return f"{self.name}:{','.join(written)}" if written else self.name

    def __str__(self) -> str:
        return self.spec

    def suits(self, human: Human) -> bool:
        """Whether it can be computed from such judgments."""
        return self.level == "system" or isinstance(human, self.takes)

    def require(self, human: Human) -> None:
        """Refuses judgments of the wrong kind."""
        if not self.suits(human):
            wanted = " or ".join(_WORDS[kind] for kind in self.takes)
            raise ParameterError(f"{self.spec} needs {wanted}, and {human.name} are {_WORDS[type(human)]}")

    @abstractmethod
    def bind(self, human: Human) -> Bound:
        """The statistic for these judgments, with all that depends on them alone worked out."""

    def __call__(self, human: Human, gains: Gains) -> Outcome:
        """The value for a metric's scores, and what explains it."""
        return self.bind(human).outcome(gains)
