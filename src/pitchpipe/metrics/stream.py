"""Scores of a growing corpus: rows are appended, nothing is counted twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pitchpipe.batch import arguments
from pitchpipe.batch.lines import batch_of
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.scores import Score
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.annotated import knows_language
from pitchpipe.metrics.scored import score_of
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.batch.arguments import Lines, ReferencesBy
    from pitchpipe.batch.batch import Batch
    from pitchpipe.metrics.base import Metric


class Stream(Brief):
    """``update()`` as segments arrive, ``compute()`` whenever the score is wanted.

    A metric that fixes facts of the whole corpus first cannot be streamed unless it is prepared
    already: its facts would change with every update. Facts of the ``language`` do not; lines are analysed
    by the annotator of the ``resources``, or by what is installed for the language.
    """

    def __init__(self, metric: Metric, resources: Resources = NO_RESOURCES) -> None:
        self._asked = metric
        # What fits the first lines need not fit the others.
        self.metric = self._open = metric.with_tokenizer(word_tokenizer(resources.target_language))
        if resources.annotator is None:
            from pitchpipe.lang.annotation.remembering import shared_annotators

            resources = replace(resources, annotator=shared_annotators())
        self._resources = resources
        self._rows: list[Array] = []
        self._nrefs: set[str] = set()
        self._aligned_by: set[str] = set()

    def __len__(self) -> int:
        return sum(len(rows) for rows in self._rows)

    def _brief(self) -> str:
        return f"{self.metric.spec}, {counted(len(self), 'segments')}"

    def update(
        self,
        hypotheses: Lines,
        references: Any,
        *,
        references_by: ReferencesBy | None = None,
        sources: Lines | None = None,
        aligner: Aligning | None = None,
    ) -> Stream:
        """Adds segments; arguments as :meth:`Metric.corpus_score`. An empty update changes nothing.

        Without an ``aligner``, words are aligned by a model trained on the lines of this update alone.
        """
        hyps = arguments.lines(hypotheses, "hypotheses")
        if not hyps:
            return self
        batch = batch_of(
            hyps,
            references,
            references_by,
            sources=sources,
            resources=replace(self._resources, aligner=aligner or self._resources.aligner),
            unreferenced=not self._asked.wants("references"),
        )
        self._prepare(batch)
        self._rows.append(self.metric.weigh(self.metric.measure(batch)))
        self._nrefs.add(batch.nrefs)
        if batch.alignment_origin is not None:
            self._aligned_by.add(batch.alignment_origin)
        return self

    def _prepare(self, batch: Batch) -> None:
        """Fixes the facts of the language with the first update, and refuses facts of the corpus."""
        for part in self._open.singles():
            if not knows_language(part) and part.prepare(batch) != part:
                raise ParameterError(
                    f"{part.name} must be prepared on the whole corpus before it is streamed"
                )
        prepared = self._open.prepare(batch)
        if not self._rows:
            self.metric = prepared
        if prepared != self.metric:
            raise DataError(f"{self.metric.name}: the words of this update were analysed in another way")

    def compute(self) -> Score:
        """The corpus score of everything added so far."""
        if not self._rows:
            raise DataError("nothing was added to this stream yet")
        nrefs = self._nrefs.pop() if len(self._nrefs) == 1 else "var"
        self._nrefs.add(nrefs)
        align = "+".join(sorted(self._aligned_by)) or None
        rows = np.concatenate(self._rows)
        return score_of(self.metric, rows, nrefs=nrefs, align=align, asked=self._asked)

    def segment_scores(self) -> Array:
        """The score of every segment added so far."""
        return self.metric.segment(np.concatenate(self._rows)) if self._rows else np.zeros(0)

    def reset(self) -> None:
        """Forgets everything added."""
        self.metric = self._open
        self._rows.clear()
        self._nrefs.clear()
        self._aligned_by.clear()
