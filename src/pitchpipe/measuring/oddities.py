"""Outputs that are probably a mistake: empty, untranslated, in another script, repeated across segments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


def warn_of_oddities(test_set: TestSet) -> None:
    """Warns of the odd outputs of each system, in one sentence."""
    for system, found in oddities(test_set):
        warn(f"{system}: {found}")


def oddities(test_set: TestSet) -> Iterator[tuple[str, Oddities]]:
    """The systems with odd outputs, a few names and the like aside.

    What a reference has as well is not odd: an empty line, a copy of the source, a name in other letters, the
    same translation of two segments.
    """
    references = [
        [line for lines in test_set.references.values() if (line := lines[i]) is not None]
        for i in range(len(test_set))
    ]
    judged = _Judged(test_set.source, references)
    for system, lines in test_set.systems.items():
        found = judged.oddities(lines)
        if found.empty or max(vars(found).values()) > _NOTICED * len(lines):
            yield system, found


class _Judged:
    """What outputs are held against."""

    def __init__(self, source: Sequence[str] | None, references: list[list[str]]) -> None:
        self.references = [frozenset(line.strip() for line in lines) for lines in references]
        self.source = None if source is None else [line.strip() for line in source]
        self.scripts = _scripts([line for lines in references for line in lines])
        firsts = [lines[0] if lines else "" for lines in references]
        self.in_script = _share(firsts, self.scripts) >= _MANY

    def oddities(self, lines: Sequence[str]) -> Oddities:
        lines = [line.strip() for line in lines]
        return Oddities(
            empty=sum(not line and "" not in refs for line, refs in zip(lines, self.references, strict=True)),
            untranslated=self._untranslated(lines),
            other_script=self._in_other_script(lines),
            repeated=self._repeated(lines),
        )

    def _in_other_script(self, lines: Sequence[str]) -> int:
        if "latin" in self.scripts and all(map(str.isascii, lines)):
            return 0
        return int(np.sum(self.in_script & (_share(lines, self.scripts) < _FEW)))

    def _untranslated(self, lines: Sequence[str]) -> int:
        if self.source is None:
            return 0
        both = zip(lines, self.source, self.references, strict=True)
        return sum(bool(line) and line == source and line not in refs for line, source, refs in both)

    def _repeated(self, lines: Sequence[str]) -> int:
        places: dict[str, list[int]] = defaultdict(list)
        for i, line in enumerate(lines):
            if len(line) >= _LONG:
                places[line].append(i)
        return sum(len(found) for found in places.values() if len(found) > 1 and self._differ(found))

    def _differ(self, segments: Sequence[int]) -> bool:
        """Whether no two of these segments have the same source or a reference in common."""
        sources = set() if self.source is None else {self.source[i] for i in segments}
        references = [reference for i in segments for reference in self.references[i]]
        return len(sources) in {0, len(segments)} and len(references) == len(set(references))


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
