"""Analyses of candidates: there are many, and they come again.

A list of a hundred candidates for every segment, and the same references with every list of a tuning run:
a line is analysed once, and remembered as long as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise
from typing import Any, TypeAlias

import numpy as np

from pitchpipe.errors import MissingError
from pitchpipe.lang.annotation import defaults
from pitchpipe.lang.annotation.analysis import Analysed, Annotator, Coded, Token, analysis_of

#: Lines that are remembered; one of twenty words takes less than a kilobyte.
REMEMBERED = 1 << 17


class RememberingAnnotator:
    """An annotator that analyses a line once, whichever side it is on; those not seen for long are forgotten.

    It is for annotators whose analysis of a line depends on nothing but the line.
    """

    def __init__(self, annotator: Annotator, capacity: int = REMEMBERED) -> None:
        self._annotator = annotator
        self._capacity = capacity
        self._known: dict[str, Coded] = {}
        #: A language has few different tokens: each is kept once.
        self._tokens: dict[Token, Token] = {}
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
            # Tokens that lines still have are kept by them; names and numbers never come to an end.
            self._tokens = {}
        return self._joined([found[line] for line in lines])

    def __getstate__(self) -> dict[str, Any]:
        """What pickling and copying keep: how to analyse, without the analyses, which are heavy."""
        return {**vars(self), "_known": {}, "_tokens": {}}

    def _learnt(self, lines: Sequence[str], made: Analysed) -> Iterator[tuple[str, Coded]]:
        kept = self._tokens
        tokens = [kept.setdefault(token, token) for token in made.coded.tokens]
        ids = made.coded.ids
        for line, (begin, end) in zip(lines, pairwise(made.offsets.tolist()), strict=True):
            yield line, Coded(tokens, ids[begin:end].copy())
        self._tool, self._tagset = made.tool, made.tagset

    def _joined(self, each: Sequence[Coded]) -> Analysed:
        offsets = np.cumsum([0, *(len(line.ids) for line in each)], dtype=np.int64)
        runs = (list(run) for _, run in groupby(each, lambda line: id(line.tokens)))
        coded = Coded.concat([_used(run) for run in runs])
        return Analysed.of_coded(offsets, coded, tool=self._tool, tagset=self._tagset)


def _used(lines: Sequence[Coded]) -> Coded:
    """Lines that were analysed together, with those tokens that they have."""
    used, ids = np.unique(np.concatenate([line.ids for line in lines]), return_inverse=True)
    return Coded([lines[0].tokens[k] for k in used.tolist()], ids.astype(np.uint32))


@dataclass(frozen=True, eq=False)
class Annotators:
    """Annotators by language: made when a metric first asks, and kept.

    ``analyser`` is as for :func:`pitchpipe.lang.default_annotator`. Analyses are ``cached`` in files, as is
    right for test sets and lists of candidates, and ``remembered`` while the program runs, as for candidates
    and sentences that come again.
    """

    analyser: str | None = None
    cached: bool = False
    remembered: bool = True
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
            otherwise = "" if self.remembered else defaults.BRING_FILES
            installed = defaults.default_annotator(
                language, cache=self.cached, analyser=key[1], otherwise=otherwise
            )
            self._made[key] = RememberingAnnotator(installed) if self.remembered else installed
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
