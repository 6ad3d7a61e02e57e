"""What the candidates of an n-best list are measured against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitchpipe.aligning.given import GivenLinks
from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.pickling import cached_property
from pitchpipe.tuning.problem import Problem

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.lang.annotation.remembering import Annotating


@dataclass(frozen=True, repr=False)
class DevSet(Brief):
    """References, and what metrics of word order and of meaning need beside them.

    Metrics of word order need the source and word alignments: with ``reference_links``, lines of links
    between source and reference for each stream, the links of candidates are those in their list; otherwise
    the aligner of the ``resources`` makes all of them. Metrics of lemmas and parts of speech need the
    target language; the annotator finds them, by default what is installed, remembering them between lists.
    """

    references: Streams
    sources: Sequence[str] | None = None
    reference_links: Sequence[Sequence[str]] | None = None
    resources: Resources = NO_RESOURCES

    def __post_init__(self) -> None:
        if not self.references or not self.references[0]:
            raise DataError("there is no reference to tune to")

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self.references[0])

    @cached_property
    def _annotator(self) -> Annotating:
        """The annotator of all lists."""
        from pitchpipe.lang.annotation.remembering import Annotators

        return self.resources.annotator or Annotators(cached=True)

    def batch(self, nbest: NBest) -> Batch:
        """A list's candidates, to be measured by any number of metrics."""
        aligner = self.resources.aligner
        if self.reference_links is not None and nbest.alignments is not None:
            aligner = nbest.aligner(self.reference_links)
        elif self.reference_links is not None:
            raise DataError(
                "links of the references were given, but the n-best list has none of its candidates: "
                "have the decoder write them, or let a model align both"
            )
        return nbest.batch(self.references, sources=self.sources, resources=self._resources(aligner))

    def bare_batch(self) -> Batch:
        """The references without a candidate, for what a metric knows before it sees one."""
        nothing = [""] * self.segments
        aligner = self.resources.aligner
        if self.reference_links is not None:
            aligner = GivenLinks(self.reference_links, {"": nothing})
        sources = None if self.sources is None else list(self.sources)
        return Batch.from_streams(
            nothing, self.references, sources=sources, resources=self._resources(aligner)
        )

    def _resources(self, aligner: Aligning | None) -> Resources:
        return replace(self.resources, aligner=aligner, annotator=self._annotator)

    def problem(self, nbest: NBest, metric: str | Metric) -> Problem:
        """Every candidate measured by one metric, ready to be tuned."""
        return Problem.of(nbest, self.batch(nbest), metric)
