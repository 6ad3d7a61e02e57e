"""Ordering measures: how alike hypothesis and reference order the words of their source.

Both are word alignments of the source, read as permutations. Birch and Osborne (2011, "Reordering
Metrics for MT", ACL) compare the *ranks* of source words; Chen, Kuhn and Larkin (2012, "PORT: a
Precision-Order-Recall MT Evaluation Metric for Tuning", ACL) the *orders* in which they are said::

    hamming   1 − share of words whose rank differs               LRscore
    kendall   1 − √(discordant pairs / all pairs)                 LRscore
    spearman  max(0, ρ), tau, and v = harmonic mean of v1, v2     PORT, eqs. 11–15

From alignment to permutation (as the LRscore author's code in Moses does it): a source word keeps its
smallest target position; one without a link takes that of the source word before it; then a stable
sort. Each measure alone is the mean over segments, of the best reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.aligning.permutations import MEASURES
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, tokenize
from pitchpipe.metrics.registry import register
from pitchpipe.text.source_tokenizers import source_tokenizer
from pitchpipe.text.tokenizers import AUTO, check_tokenizer

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.aligning.requests import WordAlignments

ALIGNED = {
    "pairwise": "word order is judged from the source, which pairs do not have",
    "self_contained": "it needs the source text, from which words are aligned",
}


def source_tokenize_parameter() -> Any:
    """The ``source_tokenize`` parameter, the same for every metric of word order."""
    doc = "tokenizer of the source; auto is zh or ja-mecab/char for those languages, else as tokenize"
    return counting(AUTO, doc, key="src", always=True)


@dataclass(frozen=True, kw_only=True)
class AlignedMetric(Metric):
    """What metrics of word order share: the source's tokenizer, and asking for alignments."""

    needs: ClassVar[frozenset[str]] = frozenset({"references", "source", "alignment"})

    tokenize: str = tokenize()
    source_tokenize: str = source_tokenize_parameter()

    def check(self) -> None:
        if self.source_tokenize != AUTO:
            check_tokenizer(self.source_tokenize)

    def settle(self, batch: Batch) -> Self:
        """Fixes how both sides are tokenised."""
        return super().settle(batch).replace(source_tokenize=self._source_tokenize(batch))

    def for_given_links(self) -> Self:
        return self.replace(tokenize="none", source_tokenize="none")

    def orderings(self, batch: Batch) -> Array:
        """For every row and reference the source length and the five measures."""
        alignments = self.alignments(batch)
        return _core.orderings(
            alignments.source_lengths, alignments.hypotheses, alignments.references, batch.layout
        )

    def alignments(self, batch: Batch) -> WordAlignments:
        """The word alignments it needs; of a mixture's parts, an error says which asked for them."""
        try:
            return batch.alignments(self.tokenize, self._source_tokenize(batch))
        except ParameterError as error:
            raise ParameterError(f"{self.spec}: {error}") from None

    def _source_tokenize(self, batch: Batch) -> str:
        if self.source_tokenize != AUTO or batch.sources is None:
            return self.source_tokenize
        return source_tokenizer(batch.sources, batch.resources.source_language, self.tokenize)


@register(**{name: {"measure_by": name} for name in MEASURES})
@dataclass(frozen=True, kw_only=True)
class Ordering(AlignedMetric):
    """One ordering measure alone. A row is its value and a 1."""

    name: ClassVar[str] = "ordering"
    title: ClassVar[str] = "ordering"
    paper: ClassVar[str] = "Birch and Osborne 2011; Chen et al. 2012"
    exceptions: ClassVar = ALIGNED

    measure_by: str = counting("v", "the measure", choices=tuple(MEASURES), key="by", always=True)

    def measure(self, batch: Batch) -> Measured:
        return Measured(self.orderings(batch), batch.layout.reference_starts())

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments")

    def weigh(self, measured: Measured) -> Array:
        scores = measured.values[:, MEASURES[self.measure_by]]
        # A segment without source words has no order; LRscore counts it 0, PORT leaves it out.
        counted = np.ones(len(scores))
        if self.measure_by not in {"hamming", "kendall"}:
            counted = (measured.values[:, 0] > 0).astype(np.float64)
        rows = np.stack([scores, counted], axis=-1)
        chosen: Array = rows[best_reference(scores, measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1], 0.0)
