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

A line with bars that is none of these is refused, and so is one that begins with ``EVAL`` or ``SCORE``: as a
candidate it would shift all that follow by a segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, repeat

import numpy as np

from pitchpipe.aligning.model import Aligner
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.batch.arguments import lines as checked_lines
from pitchpipe.batch.batch import Batch, Streams, interleave
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.metrics.annotated import knows_language
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.wording import counted, quoted

#: Bars between fields; a field that is empty may end the line at them.
_BARS = re.compile(r" \|\|\|(?= |$)")
#: A segment; longer numbers are no segments of anything.
_NUMBER = re.compile(r"\s*([0-9]{1,18})")
_COMMAND = re.compile(r"(EVAL|SCORE)(\s|$)")


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
    _models: dict[tuple[str, str], Aligner] = field(default_factory=dict, compare=False, repr=False)

    def align_batch(self, request: Request) -> WordAlignments:
        """The word alignments of a batch."""
        key = (request.source_tokenize, request.tokenize)
        if key not in self._models:
            pairs = zip(self.sources, self.references, strict=True)
            lines = [(source, line) for source, own in pairs for line in own]
            self._models[key] = Aligner.train(
                [source for source, _ in lines],
                [line for _, line in lines],
                source_tokenize=request.source_tokenize,
                tokenize=request.tokenize,
            )
        return self._models[key].align_batch(request)


class Scorer(Brief):
    """A prepared metric with references by segment.

    Metrics that know the whole corpus first (reordering amounts, information weights) learn it from the
    references, once. Words are aligned by a model, by default one trained on source and references, and
    analysed by an annotator, by default what is installed for the target language.
    """

    def __init__(
        self,
        metric: Metric,
        references: Streams = (),
        *,
        sources: Sequence[str] | None = None,
        resources: Resources = NO_RESOURCES,
        statistics: bool = False,
    ) -> None:
        from pitchpipe.lang.annotation.remembering import Annotators

        self.statistics = statistics
        self._sources = sources
        self._references = _by_segment(references)
        if sources is not None and len(sources) != len(self._references):
            raise DataError(
                f"the source has {len(sources)} lines, but there are {len(self._references)} segments"
            )
        if resources.aligner is None and sources is not None:
            resources = replace(resources, aligner=ReferenceAligner(sources, self._references))
        self._resources = replace(resources, annotator=resources.annotator or Annotators())
        self._next = 0
        self.metric = self._prepared(metric)

    def _brief(self) -> str:
        return f"{self.metric.spec}, {counted(len(self._references), 'segments')}"

    def _prepared(self, metric: Metric) -> Metric:
        """With the facts of all references; a batch without a candidate has them."""
        if not self._references:
            metric = metric.with_tokenizer(word_tokenizer(self._resources.target_language))
            if not knows_language(metric):
                return metric
        return metric.prepare(self._batch([_Asked("", refs, src) for refs, src in self._segments()]))

    def _segments(self) -> Iterable[tuple[Sequence[str], str | None]]:
        sources = repeat(None, len(self._references)) if self._sources is None else self._sources
        return zip(self._references, sources, strict=True)

    def answers(self, lines: Iterable[str], first: int = 1) -> Iterator[str]:
        """One line for each; several are measured together. ``first`` is the number of the first line.

        Lines before a bad one are answered before it is refused.
        """
        read: list[_Asked | str] = []
        refusal = None
        try:
            for number, line in enumerate(lines, first):
                read.append(self._understood(line, number))
        except DataError as error:
            refusal = error
        candidates = [one for one in read if isinstance(one, _Asked)]
        scored = iter(self._scored(candidates) if candidates else ())
        for one in read:
            yield next(scored) if isinstance(one, _Asked) else one
        if refusal is not None:
            raise refusal

    def _scored(self, candidates: Sequence[_Asked]) -> list[str]:
        rows = self.metric.weigh(self.metric.measure(self._batch(candidates)))
        if self.statistics:
            return [_row(row) for row in rows]
        return [repr(score) for score in self.metric.segment(rows).tolist()]

    def _understood(self, line: str, number: int) -> _Asked | str:
        """What is asked, or the answer where nothing needs to be counted."""
        try:
            command, *fields = (field.removeprefix(" ") for field in _BARS.split(line))
            if not fields:
                return self._in_turn(line)
            if command == "EVAL":
                return self._evaluated(fields)
            return self._with_references(fields) if command == "SCORE" else self._numbered(command, fields)
        except DataError as error:
            raise DataError(f"standard input, line {number}: {error}") from None

    def _in_turn(self, line: str) -> _Asked:
        """A candidate of the next segment."""
        if "|||" in line:
            raise DataError("bars need a space on both sides: write 17 ||| candidate")
        if _COMMAND.match(line):
            raise DataError(
                "write EVAL ||| statistics or SCORE ||| reference ||| candidate; "
                "a candidate that begins so needs its segment's number before it: 17 ||| candidate"
            )
        asked = self._of_segment(self._next, line)
        self._next = (self._next + 1) % len(self._references)
        return asked

    def _numbered(self, number: str, fields: Sequence[str]) -> _Asked:
        match = _NUMBER.fullmatch(number)
        if match is None:
            raise DataError(
                f"{quoted(number)} is no segment's number: write 17 ||| candidate, counted from 0"
            )
        if len(fields) > 1:
            raise DataError("there is more than a candidate: write 17 ||| candidate, without features")
        return self._of_segment(int(match[1]), fields[0])

    def _of_segment(self, segment: int, text: str) -> _Asked:
        if not self._references:
            raise DataError("there are no references (-r FILE), and the line brings none (SCORE ||| ...)")
        if segment >= len(self._references):
            raise DataError(f"segment {segment}, but there are {len(self._references)}, numbered from 0")
        source = None if self._sources is None else self._sources[segment]
        return _Asked(text, self._references[segment], source)

    def _with_references(self, fields: Sequence[str]) -> _Asked:
        *references, text = fields
        if not references:
            raise DataError("write SCORE ||| reference ||| candidate")
        if self._sources is not None or self.metric.wants("source"):
            raise DataError("SCORE brings no source, which this metric or -s asks for: number the lines")
        return _Asked(text, references)

    def _evaluated(self, fields: Sequence[str]) -> str:
        try:
            sums = np.array(" ||| ".join(fields).split(), dtype=np.float64)
        except ValueError:
            raise DataError("EVAL takes the numbers of a row") from None
        columns = self.metric.columns
        if len(sums) != len(columns):
            raise DataError(f"{len(sums)} statistics, but {self.metric.name} has {', '.join(columns)}")
        if (reason := self.metric.impossible(sums)) is not None:
            raise DataError(reason)
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
            resources=self._resources,
        )


def stream(
    metric: str | Metric,
    references: Streams = (),
    *,
    sources: Sequence[str] | None = None,
    resources: Resources = NO_RESOURCES,
    statistics: bool = False,
) -> Scorer:
    """A metric as a service: ``answers(lines)`` gives a line for each line, as ``pitchpipe stream`` does.

    Parameters
    ----------
    metric
        By name or as an object.
    references
        Streams of references by segment; without any, lines must bring theirs.
    sources
        The source text, for metrics of word order.
    resources
        Languages, aligner and annotator, for metrics that need them.
    statistics
        Answer with additive rows instead of sentence scores.

    Examples
    --------
    >>> list(stream("wer", [["a b c d", "e f"]]).answers(["a b c", "1 ||| e f"]))
    ['25.0', '0.0']
    """
    return Scorer(get(metric), references, sources=sources, resources=resources, statistics=statistics)


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
