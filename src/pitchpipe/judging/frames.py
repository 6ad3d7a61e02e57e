"""What may be asked of a test set: segments, the systems beside each other, and what is left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols.base import Protocol
from pitchpipe.text import languages
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet


@dataclass(frozen=True)
class Unit:
    """A segment with the systems whose outputs are shown, and how probable it was to be taken."""

    segment: int
    systems: tuple[str, ...]
    probability: float = 1.0


@dataclass(frozen=True)
class Frame:
    """The units of each segment that may be asked, by its number, and how much was left out and why.

    ``groups`` counts how many groups of systems there are: a unit that is the only one of its segment was
    one of so many.
    """

    units: dict[int, tuple[Unit, ...]]
    left_out: dict[str, int]
    groups: int

    def __len__(self) -> int:
        return len(self.units)


def make_frame(
    test_set: TestSet,
    protocol: Protocol,
    *,
    length: tuple[int, int] | None,
    differing: bool,
    top: float | None,
    without: Collection[int] = (),
) -> Frame:
    """What may be asked: within the window of lengths, with outputs that differ, near enough to the
    reference.

    ``top`` takes, as Chen et al. 2012 do, the union of each system's best ``top`` per cent by sentence
    1-TER, of what is left after the other two. Segments ``without`` are asked as gold.
    """
    groups = system_groups(tuple(test_set.systems), protocol)
    lengths = None if length is None else _lengths(test_set)
    left_out: Counter[str] = Counter()
    units: dict[int, tuple[Unit, ...]] = {}
    for segment in range(len(test_set)):
        if segment in without:
            left_out["gold"] += 1
            continue
        if length is not None and lengths is not None and not length[0] <= lengths[segment] <= length[1]:
            left_out["length"] += 1
            continue
        found = [_unit(test_set, segment, group, protocol, differing, left_out) for group in groups]
        kept = tuple(unit for unit in found if unit is not None)
        if kept:
            units[segment] = kept
    if top is not None:
        near = _near_reference(test_set, list(units), top)
        before = sum(map(len, units.values()))
        units = {
            segment: kept
            for segment, own in units.items()
            if (kept := tuple(unit for unit in own if any(segment in near[name] for name in unit.systems)))
        }
        left_out["outside the top"] = before - sum(map(len, units.values()))
    return Frame(units, dict(left_out), len(groups))


def system_groups(systems: tuple[str, ...], protocol: Protocol) -> list[tuple[str, ...]]:
    """The systems that stand beside each other: all pairs, say; or, for scores, everybody once."""
    if len(systems) < protocol.fewest:
        raise ParameterError(
            f"protocol {protocol.name} shows {protocol.fewest} outputs, and there is "
            f"{counted(len(systems), 'systems')}: give more"
        )
    size = min(protocol.shown, len(systems))
    if protocol.is_scored:
        return [systems[first : first + size] for first in range(0, len(systems), size)]
    return list(combinations(systems, size))


def _unit(
    test_set: TestSet,
    segment: int,
    group: tuple[str, ...],
    protocol: Protocol,
    differing: bool,
    left_out: Counter[str],
) -> Unit | None:
    """A unit, in which nobody is asked to tell the same outputs apart."""
    if not differing:
        return Unit(segment, group)
    seen: dict[str, str] = {}
    for system in group:
        seen.setdefault(test_set.systems[system][segment], system)
    kept = tuple(seen.values())
    if len(kept) < max(2, protocol.fewest):
        left_out["identical"] += 1
        return None
    left_out["identical outputs in a ranking"] += len(group) - len(kept)
    return Unit(segment, kept)


def _lengths(test_set: TestSet) -> list[int]:
    """The words of each segment's first reference, or else of its source; letters where no spaces are."""
    columns = list(test_set.references.values())
    if not columns and test_set.source is None:
        raise DataError("lengths are those of a reference or the source, and there is neither")
    lines: Sequence[str | None] = columns[0] if columns else test_set.source or []
    told = test_set.told_language() if columns else test_set.source_language
    language = languages.find(told)
    if language is not None and not language.is_spaced:
        return [len("".join((line or "").split())) for line in lines]
    return [len((line or "").split()) for line in lines]


def _near_reference(test_set: TestSet, segments: Sequence[int], top: float) -> dict[str, set[int]]:
    """Of each system, the segments whose outputs are among its best by sentence 1-TER."""
    import math

    from pitchpipe.measuring.measured import measure

    if not segments:
        return {system: set() for system in test_set.systems}
    if not test_set.references:
        raise DataError("the top by 1-TER needs a reference: give one with -r")
    edits = measure(test_set.select(segments), ["ter"])["ter"].segment_scores()
    kept = math.ceil(len(segments) * top / 100)
    near: dict[str, set[int]] = {}
    for system, scores in zip(test_set.systems, edits, strict=True):
        best = sorted(range(len(segments)), key=lambda at: (scores[at], at))[:kept]
        near[system] = {segments[at] for at in best}
    return near
