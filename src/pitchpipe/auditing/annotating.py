"""Annotations of changed outputs, from those that somebody brought of the outputs as they were.

A changed line is how a line begins, and after that a word, again and again
(:mod:`pitchpipe.auditing.changes`). What is left of the line keeps its analysis. A word that was put in has
the analysis that it mostly has in the references, and none (``X``) if it is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile

from pitchpipe.auditing.changes import word_ends
from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.lang.annotation.files import FileAnnotator


@dataclass(frozen=True, eq=False)
class ChangedAnnotator:
    """Files of systems, for so many versions of the first one's output and for others as they are."""

    files: FileAnnotator
    versions: int
    others: int
    _filling: dict[str, Token] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_filling", _commonest(self.files))

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        if side != "hypotheses":
            return self.files.annotate(lines, side=side)
        segments = len(lines) // (self.versions + self.others)
        unchanged = [*lines[:segments], *lines[segments * self.versions :]]
        given = self.files.annotate(unchanged, side=side)
        words = [given.line(i) for i in range(len(unchanged))]
        made = [
            _changed(lines[i % segments], words[i % segments], lines[i], self._filling)
            for i in range(segments * self.versions)
        ]
        return Analysed.of([*made, *words[segments:]], tool=given.tool, tagset=given.tagset)


def _commonest(files: FileAnnotator) -> dict[str, Token]:
    """The analysis that a word mostly has in the references, the first one in a tie."""
    counts: dict[str, Counter[Token]] = {}
    for file in files.references:
        for i in range(len(file.analysed)):
            for token in file.analysed.line(i):
                counts.setdefault(token.form, Counter())[token] += 1
    return {form: analyses.most_common(1)[0][0] for form, analyses in counts.items()}


def _changed(line: str, words: list[Token], changed: str, filling: Mapping[str, Token]) -> list[Token]:
    """The analysis of a changed line from that of the line."""
    if changed == line:
        return words
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(line, changed, strict=False))
    shared = sum(1 for _ in alike)
    # What was put in may begin as the next word does: only whole words are left of the line.
    end = max((end for end in word_ends(line) if end <= shared), default=0)
    filled = [filling.get(word, Token(word, word, "X", "X")) for word in changed[end:].split()]
    return [*words[: _within(line, words, end)], *filled]


def _within(line: str, words: Sequence[Token], end: int) -> int:
    """How many words lie before a place in their line.

    Characters are counted, in proportion: tools change quotation marks, and take words apart (*zum* as
    *zu* and *dem*).
    """
    ends = list(accumulate(_length(word.form) for word in words))
    if not ends or not ends[-1] or not _length(line):
        return 0
    here = _length(line[:end]) / _length(line) * ends[-1]
    return sum(place <= here + 0.5 for place in ends)


def _length(text: str) -> int:
    return sum(not character.isspace() for character in text)
