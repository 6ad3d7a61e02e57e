"""Outputs that are probably a mistake: empty, untranslated, in another script, repeated across segments."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import eq, not_

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import warn
from pitchpipe.text.scripts import script_of, scripts_by_letters
from pitchpipe.text.testset import TestSet

#: Shorter outputs may well be right for several segments ("Thank you.").
_LONG = 20
#: Japanese is written in both, Korean once was.
_TOGETHER = ({"han", "kana"}, {"han", "hangul"})
#: Shares of letters: so few are another script, so many are this one.
_FEW = 0.1
_MANY = 0.5
#: Fewer odd outputs than this share are names and the like, of which every system has some.
_NOTICED = 0.002


@dataclass(frozen=True)
class Oddities:
    """How many outputs of a system are odd, and in which way."""

    empty: int
    untranslated: int
    other_script: int
    repeated: int

    def __str__(self) -> str:
        """In words.

        >>> str(Oddities(1, 0, 2, 0))
        '1 output is empty, 2 are in another script than the references'
        """
        said = [
            (self.empty, "empty"),
            (self.untranslated, "equal to the source"),
            (self.other_script, "in another script than the references"),
            (self.repeated, "the same for different segments"),
        ]
        counted = [(number, what) for number, what in said if number]
        first = {True: "output ", False: "outputs "}
        return ", ".join(
            f"{number} {first[number == 1] if not k else ''}{'is' if number == 1 else 'are'} {what}"
            for k, (number, what) in enumerate(counted)
        )


@dataclass(frozen=True)
class OddOutputs:
    """Which outputs of a system are odd, as places of segments, from 0."""

    empty: tuple[int, ...]
    untranslated: tuple[int, ...]
    other_script: tuple[int, ...]
    repeated: tuple[int, ...]

    def counted(self) -> Oddities:
        """How many there are."""
        return Oddities(**{name: len(places) for name, places in vars(self).items()})


def warn_of_oddities(test_set: TestSet) -> None:
    """Warns of the odd outputs of each system, in one sentence."""
    for system, found in oddities(test_set):
        warn(f"{system}: {found}")


def oddities(test_set: TestSet) -> Iterator[tuple[str, Oddities]]:
    """The systems with odd outputs, a few names and the like aside.

    What a reference has as well is not odd: an empty line, a copy of the source, a name in other letters, the
    same translation of two segments.
    """
    for system, found in odd_outputs(test_set):
        yield system, found.counted()


def odd_outputs(test_set: TestSet) -> Iterator[tuple[str, OddOutputs]]:
    """The same systems, and which of their outputs are odd."""
    judged = _Judged(test_set)
    for system, lines in test_set.systems.items():
        found = judged.odd(lines)
        if found.empty or max(vars(found.counted()).values()) > _NOTICED * len(lines):
            yield system, found


class _Judged:
    """What outputs are held against. Few are odd, so most is looked at only where one seems to be."""

    def __init__(self, test_set: TestSet) -> None:
        self._columns = list(test_set.references.values())
        self._source = None if test_set.source is None else list(map(str.strip, test_set.source))
        self._scripts = _scripts([line for lines in self._columns for line in lines if line is not None])

    def odd(self, lines: Sequence[str]) -> OddOutputs:
        lines = list(map(str.strip, lines))
        return OddOutputs(
            empty=tuple(i for i in _where(map(not_, lines)) if "" not in self._references(i)),
            untranslated=self._untranslated(lines),
            other_script=self._in_other_script(lines),
            repeated=self._repeated(lines),
        )

    def _references(self, segment: int) -> frozenset[str]:
        column = (lines[segment] for lines in self._columns)
        return frozenset(line.strip() for line in column if line is not None)

    def _first_reference(self, segment: int) -> str:
        column = (lines[segment] for lines in self._columns)
        return next((line for line in column if line is not None), "")

    def _in_other_script(self, lines: Sequence[str]) -> tuple[int, ...]:
        latin = "latin" in self._scripts
        suspects = _where(map(not_, map(str.isascii, lines))) if latin else list(range(len(lines)))
        shares = _share([lines[i] for i in suspects], self._scripts)
        others = [i for i, share in zip(suspects, shares.tolist(), strict=True) if share < _FEW]
        firsts = [self._first_reference(i) for i in others]
        theirs = _share(firsts, self._scripts) >= _MANY
        return tuple(i for i, is_odd in zip(others, theirs.tolist(), strict=True) if is_odd)

    def _untranslated(self, lines: Sequence[str]) -> tuple[int, ...]:
        if self._source is None:
            return ()
        copies = _where(map(eq, lines, self._source))
        return tuple(i for i in copies if lines[i] and lines[i] not in self._references(i))

    def _repeated(self, lines: Sequence[str]) -> tuple[int, ...]:
        counts = Counter(lines)
        if len(counts) == len(lines):
            return ()
        repeated = {line for line, times in counts.items() if times > 1 and len(line) >= _LONG}
        places: dict[str, list[int]] = defaultdict(list)
        for i in _where(map(repeated.__contains__, lines)):
            places[lines[i]].append(i)
        return tuple(sorted(i for found in places.values() if self._differ(found) for i in found))

    def _differ(self, segments: Sequence[int]) -> bool:
        """Whether no two of these segments have the same source or a reference in common."""
        sources = set() if self._source is None else {self._source[i] for i in segments}
        references = [reference for i in segments for reference in self._references(i)]
        return len(sources) in {0, len(segments)} and len(references) == len(set(references))


def _where(told: Iterable[bool]) -> list[int]:
    """Where it is true."""
    return list(compress(count(), told))


def _scripts(lines: Sequence[str]) -> frozenset[str]:
    """The script of most letters, with those that are written beside it."""
    counts = scripts_by_letters(lines)
    if not counts:
        return frozenset()
    most = max(counts, key=lambda script: counts[script])
    return frozenset().union({most}, *(scripts for scripts in _TOGETHER if most in scripts))


def _share(lines: Sequence[str], scripts: frozenset[str]) -> NDArray[np.float64]:
    """How many of the letters of each line belong to the scripts; not a number where it has none."""
    codes = np.frombuffer("".join(lines).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    # 0 is no letter, 1 one of another script, 2 one of theirs.
    kinds = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.uint8)
    for code in np.flatnonzero(np.bincount(codes)).tolist():
        script = script_of(chr(code))
        kinds[code] = 0 if script is None else 1 + (script in scripts)
    ends = np.cumsum([0, *map(len, lines)])
    letters, theirs = (
        np.diff(np.concatenate([[0], np.cumsum(kinds[codes] >= least)])[ends]) for least in (1, 2)
    )
    shares: NDArray[np.float64] = np.divide(
        theirs, letters, out=np.full(len(lines), np.nan), where=letters > 0
    )
    return shares
