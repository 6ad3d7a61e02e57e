"""Analyses of candidates: there are many, they come again, and nobody wants them in a file.

A list of a hundred candidates for every segment, and the same references with every list of a tuning run:
a line is analysed once, and remembered as long as there is room.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from pitchpipe.errors import MissingError
from pitchpipe.lang.annotation import defaults
from pitchpipe.lang.annotation.analysis import Analysed, Annotator, analysis_of

#: Lines that are remembered; one of twenty words takes about a kilobyte.
REMEMBERED = 1 << 17
#: A line's forms, lemmas, universal parts of speech, and tags.
_Columns = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


class RememberingAnnotator:
    """An annotator that analyses a line once, whichever side it is on; those not seen for long are forgotten.

    It is for annotators whose analysis of a line depends on nothing but the line.
    """

    def __init__(self, annotator: Annotator, capacity: int = REMEMBERED) -> None:
        self._annotator = annotator
        self._capacity = capacity
        self._known: dict[str, _Columns] = {}
        self._tool = self._tagset = ""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        # Other threads may ask, and forget, at the same time: what is needed here is held here, and the
        # memory is changed by single steps only.
        distinct = dict.fromkeys(lines)
        found = {line: known for line in distinct if (known := self._known.get(line)) is not None}
        new = [line for line in distinct if line not in found]
        if new or not self._tool:
            found.update(self._learnt(new, analysis_of(self._annotator, new, side)))
        for line in distinct:
            # Whatever is asked for last is forgotten last.
            self._known.pop(line, None)
            self._known[line] = found[line]
        if (excess := len(self._known) - self._capacity) > 0:
            for line in list(self._known)[:excess]:
                self._known.pop(line, None)
        return self._joined([found[line] for line in lines])

    def __getstate__(self) -> dict[str, Any]:
        """What pickling and copying keep: how to analyse, without the analyses, which are heavy."""
        return {**vars(self), "_known": {}}

    def _learnt(self, lines: Sequence[str], made: Analysed) -> Iterator[tuple[str, _Columns]]:
        # A language has few lemmas and fewer tags: each is kept once.
        columns = (made.forms, made.lemmas, made.upos, made.xpos)
        shared = [[sys.intern(str(word)) for word in column] for column in columns]
        for line, (begin, end) in zip(lines, pairwise(made.offsets.tolist()), strict=True):
            forms, lemmas, upos, xpos = (tuple(column[begin:end]) for column in shared)
            yield line, (forms, lemmas, upos, xpos)
        self._tool, self._tagset = made.tool, made.tagset

    def _joined(self, each: Sequence[_Columns]) -> Analysed:
        offsets = np.cumsum([0, *(len(forms) for forms, *_ in each)], dtype=np.int64)
        forms, lemmas, upos, xpos = ([word for line in each for word in line[k]] for k in range(4))
        return Analysed(offsets, forms, lemmas, upos, xpos, self._tool, self._tagset)


@dataclass(frozen=True, eq=False)
class Annotators:
    """Annotators by language: made when a metric first asks, and kept.

    ``analyser`` is as for :func:`pitchpipe.lang.default_annotator`. Analyses are ``cached`` in files, as is
    right for test sets, or remembered while the program runs, as for candidates.
    """

    analyser: str | None = None
    cached: bool = False
    _made: dict[tuple[str, str | None], Annotator] = field(default_factory=dict, init=False, repr=False)

    def of(self, language: str, tool: str | None = None) -> Annotator:
        """The annotator of a language: ``tool``, as signatures spell it, where nobody chose an analyser.

        Raises
        ------
        MissingError
            If nothing that analyses the language is installed; the message says how to get it.
        """
        key = language, self.analyser or defaults.analyser_of(tool)
        if key not in self._made:
            # There can be no files of candidates, which come and go.
            otherwise = defaults.BRING_FILES if self.cached else ""
            installed = defaults.default_annotator(
                language, cache=self.cached, analyser=key[1], otherwise=otherwise
            )
            self._made[key] = installed if self.cached else RememberingAnnotator(installed)
        return self._made[key]


#: What analyses texts: an annotator, or several, of which a metric's language chooses.
Annotating: TypeAlias = Annotator | Annotators


@cache
def shared_annotators() -> Annotators:
    """Those of calls that bring none: a tool is loaded once, however many sentences are scored one by one."""
    return Annotators()


def annotator_of(language: str | None, given: Annotating | None, tool: str | None = None) -> Annotator:
    """The annotator that was given, or the one of a language: ``tool`` where that is one of several."""
    if given is not None and not isinstance(given, Annotators):
        return given
    if language is None:
        raise MissingError(
            "words are analysed by language: say which with -l de-en (language= in Python), or with the "
            "metric's language=en; or bring annotations in files, --annotation (annotator= in Python)"
        )
    if given is not None:
        return given.of(language, tool)
    return defaults.default_annotator(language, analyser=defaults.analyser_of(tool))
