"""Candidates scored one after the other against references that stay: a metric as a service for a tuner.

Lines in, lines out:

=======================================  ==============================================================
``17 ||| some candidate``                the score of a candidate of segment 17, counted from 0
``some candidate``                       the same of the next segment, after the last one the first again
``EVAL ||| 3 5 2 4``                     the corpus score of rows of statistics that were summed up
``SCORE ||| reference ||| candidate``    as the first, against references of its own; one or several
=======================================  ==============================================================

Asked for statistics, a candidate's row is given instead of its score. Rows are additive: a tuner sums those
of what it chose, and asks ``EVAL`` for the corpus score.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat

import numpy as np

from pitchpipe.align.model import Aligner
from pitchpipe.align.providers import ModelAligner, Provider, Request, WordAlignments
from pitchpipe.errors import DataError
from pitchpipe.metrics.arguments import lines as checked_lines
from pitchpipe.metrics.base import Array, Metric
from pitchpipe.metrics.batch import Batch, Streams, interleave

_NUMBERED = re.compile(r"\s*([0-9]+) \|\|\|(?: (.*))?", re.DOTALL)
BARS = " ||| "


@dataclass(frozen=True)
class _Asked:
    """A candidate, and its references and source."""

    text: str
    references: Sequence[str]
    source: str | None = None


@dataclass(frozen=True)
class ReferenceAligner:
    """A model trained on source and references when it is first needed, and used from then on."""

    sources: Sequence[str]
    references: Sequence[Sequence[str]]
    _models: dict[tuple[str, str], ModelAligner] = field(default_factory=dict, compare=False, repr=False)

    def align(self, request: Request) -> WordAlignments:
        """The word alignments of a batch."""
        key = (request.source_tokenize, request.tokenize)
        if key not in self._models:
            pairs = zip(self.sources, self.references, strict=True)
            lines = [(source, line) for source, own in pairs for line in own]
            model = Aligner.train(
                [source for source, _ in lines],
                [line for _, line in lines],
                source_tokenize=request.source_tokenize,
                tokenize=request.tokenize,
            )
            self._models[key] = ModelAligner(model)
        return self._models[key].align(request)


class Scorer:
    """A prepared metric with references by segment.

    Metrics that know the whole corpus first (reordering amounts, information weights) learn it from the
    references, once. Words are aligned by a model, by default one trained on source and references.
    """

    def __init__(
        self,
        metric: Metric,
        references: Streams = (),
        *,
        sources: Sequence[str] | None = None,
        source_language: str | None = None,
        aligner: Provider | None = None,
        statistics: bool = False,
    ) -> None:
        self.statistics = statistics
        self._language = source_language
        self._sources = sources
        self._references = _by_segment(references)
        if sources is not None and len(sources) != len(self._references):
            raise DataError(
                f"the source has {len(sources)} lines, but there are {len(self._references)} segments"
            )
        if aligner is None and sources is not None:
            aligner = ReferenceAligner(sources, self._references)
        self._aligner = aligner
        self._next = 0
        self.metric = self._prepared(metric)

    def _prepared(self, metric: Metric) -> Metric:
        """With the facts of all references; a batch without a candidate has them."""
        if not self._references:
            return metric
        return metric.prepare(self._batch([_Asked("", refs, src) for refs, src in self._segments()]))

    def _segments(self) -> Iterable[tuple[Sequence[str], str | None]]:
        sources = repeat(None, len(self._references)) if self._sources is None else self._sources
        return zip(self._references, sources, strict=True)

    def answers(self, lines: Sequence[str], first: int = 1) -> list[str]:
        """One line for each; several are measured together. ``first`` is the number of the first line."""
        read = [self._understood(line, number) for number, line in enumerate(lines, first)]
        candidates = [one for one in read if isinstance(one, _Asked)]
        scored = iter(self._scored(candidates) if candidates else ())
        return [next(scored) if isinstance(one, _Asked) else one for one in read]

    def _scored(self, candidates: Sequence[_Asked]) -> list[str]:
        rows = self.metric.weigh(self.metric.measure(self._batch(candidates)))
        if self.statistics:
            return [_row(row) for row in rows]
        return [repr(score) for score in self.metric.segment(rows).tolist()]

    def _understood(self, line: str, number: int) -> _Asked | str:
        """What is asked, or the answer where nothing needs to be counted."""
        try:
            return self._evaluated(line) if line.startswith(f"EVAL{BARS}") else self._read(line)
        except DataError as error:
            raise DataError(f"standard input, line {number}: {error}") from None

    def _read(self, line: str) -> _Asked:
        if line.startswith(f"SCORE{BARS}"):
            *references, text = line.split(BARS)[1:]
            if not references:
                raise DataError("write SCORE ||| reference ||| candidate")
            if self._sources is not None or self.metric.wants("source"):
                raise DataError("SCORE brings no source, which this metric or -s asks for: number the lines")
            return _Asked(text, references)
        if not self._references:
            raise DataError("there are no references (-r FILE), and the line brings none (SCORE ||| ...)")
        match = _NUMBERED.fullmatch(line)
        segment = self._next if match is None else int(match[1])
        text = line if match is None else match[2] or ""
        if segment >= len(self._references):
            raise DataError(f"segment {segment}, but there are {len(self._references)}, numbered from 0")
        if match is None:
            self._next = (segment + 1) % len(self._references)
        source = None if self._sources is None else self._sources[segment]
        return _Asked(text, self._references[segment], source)

    def _evaluated(self, line: str) -> str:
        try:
            sums = np.array(line.split(BARS, 1)[1].split(), dtype=np.float64)
        except ValueError:
            raise DataError("EVAL takes the numbers of a row") from None
        if len(sums) != len(self.metric.columns):
            columns = ", ".join(self.metric.columns)
            raise DataError(f"{len(sums)} statistics, but {self.metric.name} has {columns}")
        return repr(float(self.metric.combine(sums)))

    def _batch(self, asked: Sequence[_Asked]) -> Batch:
        """Each candidate a segment of its own: only references that are needed are counted."""
        counts = [len(one.references) for one in asked]
        sources = [one.source or "" for one in asked] if self._sources is not None else None
        return Batch(
            [one.text for one in asked],
            [line for one in asked for line in one.references],
            np.cumsum([0, *counts], dtype=np.uint32),
            sources=sources,
            source_language=self._language,
            aligner=self._aligner,
        )


def _by_segment(streams: Streams) -> list[list[str]]:
    """The references of each segment."""
    checked = [checked_lines(stream, "references", optional=True) for stream in streams]
    for number, stream in enumerate(checked, 1):
        if len(stream) != len(checked[0]):
            raise DataError(f"reference 1 has {len(checked[0])} lines, reference {number} has {len(stream)}")
    if not checked:
        return []
    lines, offsets = interleave(checked, len(checked[0]))
    return [lines[begin:end] for begin, end in pairwise(offsets)]


def _row(row: Array) -> str:
    return " ".join(repr(float(value)).removesuffix(".0") for value in row)
