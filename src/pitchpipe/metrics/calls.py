"""The calls people know from sacreBLEU, on top of the five steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from pitchpipe.batch import arguments
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.lines import batch_of
from pitchpipe.batch.resources import Resources
from pitchpipe.batch.scores import Score
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.annotated import knows_language
from pitchpipe.metrics.scored import rows_of, score_of
from pitchpipe.metrics.stream import Stream
from pitchpipe.metrics.tokenizing import warn_of_script
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.text.scripts import language_by_script
from pitchpipe.wording import meant, quoted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.batch.arguments import Lines, ReferencesBy
    from pitchpipe.batch.values import Array
    from pitchpipe.lang.annotation.remembering import Annotating
    from pitchpipe.metrics.base import Metric

PAIRS_AT_ONCE = 1 << 18

Call = TypeVar("Call", bound=Callable[..., Any])
#: What arguments with methods of their own must have, and what is meant by them.
_CAN = {
    "aligner": (("align_batch",), "Aligner.load(FILE), TestSetAligner() or GivenLinks(...)"),
    "annotator": (("annotate", "of"), "default_annotator(LANGUAGE) or FileAnnotator(...)"),
}


def _checked(call: Call) -> Call:
    """Says which keywords there are: a single sentence has a ``source``, several have ``sources``."""
    code = call.__code__
    known = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]

    @wraps(call)
    def checked(*arguments: Any, **named: Any) -> Any:
        for name, value in named.items():
            if name not in known:
                raise ParameterError(f"{call.__name__} has no argument {quoted(name)}: {meant(name, known)}")
            if name in _CAN and value is not None:
                can, example = _CAN[name]
                if not any(hasattr(value, method) for method in can):
                    raise ParameterError(f"{name}= must be such as {example}, not {quoted(value)}")
        return call(*arguments, **named)

    return cast("Call", checked)


class Calls:
    """What every metric can be asked, whatever its steps."""

    @_checked
    def corpus_score(
        self,
        hypotheses: Lines,
        references: Any,
        *,
        references_by: ReferencesBy | None = None,
        sources: Lines | None = None,
        aligner: Aligning | None = None,
        annotator: Annotating | None = None,
        language: str | None = None,
    ) -> Score:
        """The score of one system.

        ``references`` are streams as sacreBLEU wants them (``[refs]``, or ``[refs_a, refs_b]``), or
        one list per segment with ``references_by="segment"``. ``None`` is a missing reference. A metric that
        wants none, as a program may, takes an empty list.
        Metrics of word order need ``sources``; ``aligner`` says where word alignments come from, a
        model trained on these very lines by default (:mod:`pitchpipe.aligning`). Metrics that look at lemmas,
        parts of speech or synonyms need the ``language`` of the texts, or an ``annotator`` that analyses
        them (:mod:`pitchpipe.lang`), by default what is installed for the language.
        """
        batch = batch_of(
            hypotheses,
            references,
            references_by,
            sources=sources,
            resources=Resources(target_language=language, aligner=aligner, annotator=annotator),
            unreferenced=not _metric(self).wants("references"),
        )
        asked = _metric(self)
        prepared, rows = rows_of(asked, batch)
        return score_of(prepared, rows, nrefs=batch.nrefs, align=batch.alignment_origin, asked=asked)

    @_checked
    def sentence_score(
        self,
        hypothesis: str,
        references: Lines,
        *,
        source: str | None = None,
        aligner: Aligning | None = None,
        annotator: Annotating | None = None,
        language: str | None = None,
    ) -> Score:
        """The score of one sentence against its references."""
        if not isinstance(hypothesis, str):
            raise DataError(f"the hypothesis must be a text, not {type(hypothesis).__name__}")
        if isinstance(references, str):
            raise DataError("references must be a list of texts: write [reference] around a single one")
        refs = arguments.lines(references, "references")
        asked = _metric(self)
        if not refs and asked.wants("references"):
            raise DataError("there are no references")
        batch = batch_of(
            [hypothesis],
            [[r] for r in refs],
            "stream",
            sources=None if source is None else [source],
            resources=_remembering(language, aligner, annotator),
            unreferenced=not asked.wants("references"),
        )
        # What fits one sentence need not fit its corpus.
        prepared, rows = rows_of(asked.with_tokenizer(word_tokenizer(language)), batch)
        return score_of(
            prepared, rows, nrefs=batch.nrefs, align=batch.alignment_origin, sentence=True, asked=asked
        )

    @_checked
    def segment_scores(
        self,
        hypotheses: Lines,
        references: Any,
        *,
        references_by: ReferencesBy | None = None,
        sources: Lines | None = None,
        aligner: Aligning | None = None,
        annotator: Annotating | None = None,
        language: str | None = None,
    ) -> Array:
        """The score of every segment; arguments as :meth:`corpus_score`."""
        batch = batch_of(
            hypotheses,
            references,
            references_by,
            sources=sources,
            resources=Resources(target_language=language, aligner=aligner, annotator=annotator),
            unreferenced=not _metric(self).wants("references"),
        )
        prepared, rows = rows_of(_metric(self), batch)
        return prepared.segment(rows)

    @_checked
    def matrix(
        self,
        hypotheses: Lines,
        references: Lines,
        *,
        annotator: Annotating | None = None,
        language: str | None = None,
    ) -> Array:
        """Segment scores of all pairs, ``[len(hypotheses), len(references)]``."""
        hyps = arguments.lines(hypotheses, "hypotheses")
        refs = arguments.lines(references, "references")
        if not hyps or not refs:
            return np.zeros((len(hyps), len(refs)))
        resources = _remembering(language, None, annotator)
        metric = _metric(self).with_tokenizer(word_tokenizer(language))
        if knows_language(metric):
            metric = metric.prepare(Batch.from_pairs([], refs, resources=resources))
        else:
            warn_of_script(metric, refs, language_by_script(refs))
        scores = np.empty((len(hyps), len(refs)))
        # Statistics are many times larger than scores: they exist for a block of hypotheses at a time.
        block = max(1, PAIRS_AT_ONCE // len(refs))
        for begin in range(0, len(hyps), block):
            some = hyps[begin : begin + block]
            rows = metric.weigh(metric.measure_pairs(some, refs, resources=resources))
            scores[begin : begin + block] = metric.segment(rows).reshape(len(some), len(refs))
        return scores

    @_checked
    def stream(self, *, annotator: Annotating | None = None, language: str | None = None) -> Stream:
        """An empty stream: ``update()`` adds segments, ``compute()`` gives the score so far."""
        return Stream(_metric(self), Resources(target_language=language, annotator=annotator))


def _metric(calls: Calls) -> Metric:
    # Only metrics have these calls, but the contract derives from them and cannot be imported here.
    return cast("Metric", calls)


def _remembering(language: str | None, aligner: Aligning | None, annotator: Annotating | None) -> Resources:
    """What a call was given; without an annotator, the one that stays loaded between calls."""
    from pitchpipe.lang.annotation.remembering import shared_annotators

    return Resources(target_language=language, aligner=aligner, annotator=annotator or shared_annotators())
