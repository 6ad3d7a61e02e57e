"""Outputs that are probably a mistake: empty, untranslated, in another script, repeated across segments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe import _core
from pitchpipe.errors import warn
from pitchpipe.text.scripts import Letters, letters_by_script, script_of
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
    for (system, lines), suspects in zip(test_set.systems.items(), judged.suspects(), strict=True):
        found = judged.odd(lines, *suspects)
        if found.empty or max(vars(found.counted()).values()) > _NOTICED * len(lines):
            yield system, found


class _Judged:
    """What outputs are held against. Few are odd, and only those that seem so to the core are looked at."""

    def __init__(self, test_set: TestSet) -> None:
        self._test_set = test_set
        self._columns = list(test_set.references.values())
        letters = letters_by_script([line for lines in self._columns for line in lines if line is not None])
        self._scripts = _scripts(letters)
        self._letters = "".join(letters[script].different for script in self._scripts & letters.keys())

    def suspects(self) -> list[tuple[list[int], list[int], list[int], list[int]]]:
        """Of every system: empty outputs, copies of the source, perhaps other letters, perhaps repeated."""
        source = self._test_set.source
        return _core.suspects(
            [_core.Texts(list(lines)) for lines in self._test_set.systems.values()],
            None if source is None else _core.Texts(list(source)),
            self._letters,
            _LONG,
        )

    def odd(
        self,
        lines: Sequence[str],
        empty: Sequence[int],
        copies: Sequence[int],
        other_letters: Sequence[int],
        repeated: Sequence[int],
    ) -> OddOutputs:
        """Those of the suspects that are odd."""
        return OddOutputs(
            empty=tuple(i for i in empty if "" not in self._references(i)),
            untranslated=tuple(i for i in copies if lines[i].strip() not in self._references(i)),
            other_script=self._in_other_script(lines, other_letters),
            repeated=self._repeated(lines, repeated),
        )

    def _references(self, segment: int) -> frozenset[str]:
        column = (lines[segment] for lines in self._columns)
        return frozenset(line.strip() for line in column if line is not None)

    def _first_reference(self, segment: int) -> str:
        column = (lines[segment] for lines in self._columns)
        return next((line for line in column if line is not None), "")

    def _in_other_script(self, lines: Sequence[str], suspects: Sequence[int]) -> tuple[int, ...]:
        shares = _share([lines[i] for i in suspects], self._scripts)
        others = [i for i, share in zip(suspects, shares, strict=True) if share < _FEW]
        theirs = _share([self._first_reference(i) for i in others], self._scripts)
        return tuple(i for i, share in zip(others, theirs, strict=True) if share >= _MANY)

    def _repeated(self, lines: Sequence[str], suspects: Sequence[int]) -> tuple[int, ...]:
        places: dict[str, list[int]] = defaultdict(list)
        for i in suspects:
            places[lines[i].strip()].append(i)
        repeated = [found for line, found in places.items() if len(line) >= _LONG and len(found) > 1]
        return tuple(sorted(i for found in repeated if self._differ(found) for i in found))

    def _differ(self, segments: Sequence[int]) -> bool:
        """Whether one of these segments has another source than the first, and no reference of it."""
        first, *others = segments
        source, references = self._test_set.source, self._references(first)
        return any(
            (source is None or source[i].strip() != source[first].strip())
            and references.isdisjoint(self._references(i))
            for i in others
        )


def _scripts(letters: Mapping[str, Letters]) -> frozenset[str]:
    """The script of most letters, with those that are written beside it."""
    if not letters:
        return frozenset()
    most = max(letters, key=lambda script: letters[script].total)
    return frozenset().union({most}, *(scripts for scripts in _TOGETHER if most in scripts))


def _share(lines: Sequence[str], scripts: frozenset[str]) -> list[float]:
    """How many of the letters of each line belong to the scripts; not a number where it has none."""
    if not lines:
        return []
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
    shares: list[float] = np.divide(
        theirs, letters, out=np.full(len(lines), np.nan), where=letters > 0
    ).tolist()
    return shares
