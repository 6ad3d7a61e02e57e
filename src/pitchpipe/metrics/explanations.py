"""What a metric saw in sentences: which words it matched, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pitchpipe import _core
    from pitchpipe.batch.batch import Batch

Step = Literal["match", "substitution", "insertion", "deletion"]
Words = tuple[str, ...]

#: Steps by the letters of the core: an insertion is a word too many, a deletion one that is lacking.
STEPS: Mapping[str, Step] = MappingProxyType(
    {"m": "match", "s": "substitution", "i": "insertion", "d": "deletion"}
)


@dataclass(frozen=True)
class Path:
    """A monotone way through hypothesis and reference."""

    hypothesis: Words
    reference: Words
    steps: tuple[Step, ...]

    def columns(self) -> Iterator[tuple[str, str, Step]]:
        """(reference word, hypothesis word, step), an empty text where a side has none."""
        hyp, ref = iter(self.hypothesis), iter(self.reference)
        for step in self.steps:
            r = "" if step == "insertion" else next(ref)
            h = "" if step == "deletion" else next(hyp)
            yield r, h, step


@dataclass(frozen=True)
class Shift:
    """A span of words that was moved: the place of its first word before, its length, the place after."""

    start: int
    length: int
    target: int


@dataclass(frozen=True)
class ShiftedPath:
    """Shifts, each in terms of the words as the one before left them, and a path from where they end.

    ``order`` has for every word after all shifts its place in the hypothesis.
    """

    hypothesis: Words
    reference: Words
    shifts: tuple[Shift, ...]
    order: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def moved(self) -> frozenset[int]:
        """The places in the hypothesis of the words that were shifted."""
        order = list(range(len(self.hypothesis)))
        moved: set[int] = set()
        for shift in self.shifts:
            span = order[shift.start : shift.start + shift.length]
            del order[shift.start : shift.start + shift.length]
            order[shift.target : shift.target] = span
            moved.update(span)
        return frozenset(moved)

    @property
    def path(self) -> Path:
        """The way from the shifted words to the reference."""
        return Path(tuple(self.hypothesis[place] for place in self.order), self.reference, self.steps)

    @property
    def edits(self) -> int:
        """Shifts and steps that are no match."""
        return len(self.shifts) + len(self.steps) - self.steps.count("match")


@dataclass(frozen=True)
class Links:
    """For every hypothesis word the position of the reference word it is matched to, if any.

    ``stages`` say by what, where a metric knows several ways: ``exact``, ``stem``, ``synonym``.
    """

    hypothesis: Words
    reference: Words
    positions: tuple[int | None, ...]
    stages: tuple[str | None, ...] | None = None

    @property
    def chunks(self) -> int:
        """Runs of matches that are adjacent on both sides."""
        neighbours = zip((None, *self.positions), self.positions, strict=False)
        return sum(own is not None and (before is None or own != before + 1) for before, own in neighbours)


Explanation = Path | ShiftedPath | Links


def words_of_pairs(hyps: _core.Tokens, refs: _core.Tokens, batch: Batch) -> Iterator[tuple[Words, Words]]:
    """The words of every row of a batch whose segments have one reference each."""
    references = [tuple(refs.words(i)) for i in range(len(refs))]
    for hyp, segment in zip(batch.row_hyp.tolist(), batch.owner.tolist(), strict=True):
        yield tuple(hyps.words(hyp)), references[segment]


def steps_of(letters: Sequence[str]) -> tuple[Step, ...]:
    """Steps from their letters."""
    return tuple(map(STEPS.__getitem__, letters))
