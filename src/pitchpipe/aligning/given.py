"""Word alignments that somebody brings along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.tokenizers import View, encode
from pitchpipe.wording import quoted


@dataclass(frozen=True, repr=False)
class GivenLinks(Brief):
    """Links somebody brings: for each reference stream and each system, a line per segment.

    The text is then taken as tokenised: metrics must use ``tokenize=none`` on all sides.
    """

    references: Sequence[Sequence[str]]
    systems: Mapping[str, Sequence[str]]

    def align_batch(self, request: Request) -> WordAlignments:
        if (request.tokenize, request.source_tokenize) != ("none", "none"):
            raise ParameterError(
                "links that are brought along need tokenize=none on all sides: "
                f"write tokenize=none,source_tokenize=none instead of tokenize={request.tokenize},"
                f"source_tokenize={request.source_tokenize}"
            )
        lengths = request.source_lengths()
        (hyp_tokens, ref_tokens) = encode([list(request.hypotheses), list(request.references)], View("none"))
        return WordAlignments(
            lengths,
            _read(self._hypotheses(request), lengths[request.hypothesis_segments], hyp_tokens),
            _read(self._references(request), lengths[request.reference_segments], ref_tokens),
            "given",
        )

    def _hypotheses(self, request: Request) -> Iterator[_Links]:
        owners = request.hypothesis_systems
        systems = np.zeros(len(request.hypotheses), dtype=np.uint32) if owners is None else owners
        for k, name in enumerate(request.systems or ("",)):
            whose = f"system {quoted(name)}" if name else "the system"
            if name not in self.systems:
                raise DataError(f"there are no word alignments of {whose}: {self._keys(name)}")
            lines = _fitting(self.systems[name], request, whose)
            rows = np.flatnonzero(systems == k)
            yield _Links(whose, [lines[s] for s in request.hypothesis_segments[rows]], rows)

    def _keys(self, name: str) -> str:
        """What the links of a system are found under, and what there is instead."""
        there = ", ".join(map(quoted, self.systems)) or "none"
        if name:
            return f"there are those of {there}"
        return f"where systems have no names, as in corpus_score, their key is '', and there are {there}"

    def _references(self, request: Request) -> Iterator[_Links]:
        counts = np.bincount(request.reference_segments, minlength=len(request.sources))
        streams = len(self.references)
        if (counts != streams).any():
            raise DataError("every segment needs all references, and word alignments for each")
        for k, lines in enumerate(self.references):
            whose = f"reference {k + 1}"
            rows = np.arange(k, len(request.references), streams)
            yield _Links(whose, _fitting(lines, request, whose), rows)


class _Links(NamedTuple):
    """Lines of links, whose they are, and the rows of the batch they belong to."""

    whose: str
    lines: list[str]
    rows: NDArray[np.int64]


def _fitting(lines: Sequence[str], request: Request, whose: str) -> list[str]:
    if len(lines) != len(request.sources):
        raise DataError(
            f"the word alignments of {whose} have {len(lines)} lines, "
            f"but there are {len(request.sources)} segments"
        )
    return list(lines)


def _read(
    streams: Iterable[_Links], source_lengths: NDArray[np.uint32], tokens: _core.Tokens
) -> _core.Alignments:
    """The links of all rows. Streams are read one by one, so that an error tells the line as people count."""
    target_lengths = tokens.lengths
    links: list[list[tuple[int, int]]] = [[] for _ in source_lengths]
    for whose, lines, rows in streams:
        try:
            read = _core.Alignments.parse(lines, source_lengths[rows], target_lengths[rows])
        except DataError as error:
            raise DataError(f"word alignments of {whose}, {error}") from None
        for i, row in enumerate(rows):
            links[row] = read.line(i)
    return _core.Alignments(links)
