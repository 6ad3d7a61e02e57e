"""chrF and chrF++: F-score of character n-grams, and of words.

Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation", WMT; chrF++ adds word
bigrams (Popović 2017). Equal to sacreBLEU 2.6.0. With precision and recall averaged over the orders
that both sides have, ``F = (1 + β²) P R / (β² P + R)``; with ``eps_smoothing`` the F-scores of all
orders are averaged instead. Of several references the one with the highest F counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.rows import along_columns, columns_first, ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, formula, lowercase
from pitchpipe.metrics.registry import register

EPSILON = 1e-16


@register(**{"chrf++": {"word_order": 2}})
@dataclass(frozen=True, kw_only=True)
class ChrF(Metric):
    """chrF. A row is (hypothesis n-grams, reference n-grams, matches) for every order."""

    name: ClassVar[str] = "chrf"
    title: ClassVar[str] = "chrF"
    paper: ClassVar[str] = "Popović 2015, 2017; sacreBLEU's definition"
    exceptions: ClassVar = {
        "decomposable": "n-gram counts are pooled over the corpus before the F-score",
    }

    lowercase: bool = lowercase(False)
    eps_smoothing: bool = formula(
        False,
        "average F over all orders, as chrF++.py, instead of over those both sides have",
        key="eff",
        short="e",
        codes={False: "yes", True: "no"},
        always=True,
    )
    char_order: int = counting(6, "longest character n-gram", low=0, high=64, key="nc", always=True)
    word_order: int = counting(0, "longest word n-gram; 2 is chrF++", low=0, high=64, key="nw", always=True)
    whitespace: bool = counting(
        False, "keep whitespace in character n-grams", key="space", short="s", always=True
    )
    beta: float = formula(2.0, "weight of recall", low=0.0, high=100.0)

    def check(self) -> None:
        if self.char_order + self.word_order == 0:
            raise ParameterError("chrf: char_order and word_order cannot both be 0")

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = batch.texts
        counts = _core.chrf_counts(hyps, refs, batch.layout, *self._counted)
        return Measured(counts, batch.layout.reference_starts())

    def measure_pairs(
        self,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        """All pairs at once share the counting of every text; given pairs are counted one by one."""
        if pairs is not None:
            return super().measure_pairs(hypotheses, references, pairs, resources=resources)
        hyps, refs = _core.Texts(hypotheses), _core.Texts(references)
        return Measured(_core.chrf_matrix(hyps, refs, *self._counted))

    def measure_groups(
        self,
        hypotheses: list[str],
        references: list[str],
        hyp_offsets: NDArray[np.integer],
        ref_offsets: NDArray[np.integer],
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        hyps, refs = _core.Texts(hypotheses), _core.Texts(references)
        begins = [offsets.astype(np.uint32) for offsets in (hyp_offsets, ref_offsets)]
        return Measured(_core.chrf_matrices(hyps, refs, begins[0], begins[1], *self._counted))

    def expect(self, batch: Batch, weights: Array) -> Measured:
        """Expected n-gram counts (Vamvas and Sennrich 2024)."""
        hyps, refs = batch.texts
        return Measured(_core.chrf_expected(hyps, refs, batch.layout, weights, *self._counted))

    @property
    def _counted(self) -> tuple[int, int, bool, bool]:
        return self.char_order, self.word_order, self.whitespace, self.lowercase

    @property
    def columns(self) -> tuple[str, ...]:
        orders = [f"char_{n + 1}" for n in range(self.char_order)]
        orders += [f"word_{n + 1}" for n in range(self.word_order)]
        return tuple(f"{side}_{order}" for order in orders for side in ("hyp", "ref", "match"))

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        matches = [name for name in self.columns if name.startswith("match_")]
        return tuple((name, name.replace("match", side, 1)) for name in matches for side in ("hyp", "ref"))

    def weigh(self, measured: Measured) -> Array:
        if len(measured) == len(measured.values):
            return measured.values
        chosen: Array = measured.values[best_reference(self.combine(measured.values), measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        hyp, ref, match = self._split(sums)
        precision = ratio(match, hyp, EPSILON)
        recall = ratio(match, ref, EPSILON)
        if self.eps_smoothing:
            scores = along_columns(self._f(precision, recall, EPSILON)) / len(hyp)
        else:
            both = (hyp > 0) & (ref > 0)
            orders = np.maximum(both.sum(axis=0), 1)
            precision, recall = (
                along_columns(np.where(both, one, 0.0)) / orders for one in (precision, recall)
            )
            scores = self._f(precision, recall, 0.0)
        per_cent: Array = 100.0 * scores.T
        return per_cent

    def parts(self, sums: Array) -> dict[str, Any]:
        hyp, ref, match = self._split(sums)
        return {
            "precisions": [float(p) for p in 100.0 * ratio(match, hyp, 0.0)],
            "recalls": [float(r) for r in 100.0 * ratio(match, ref, 0.0)],
        }

    def _split(self, sums: Array) -> tuple[Array, Array, Array]:
        """What hypothesis, reference and both have, order by order."""
        columns = columns_first(sums)
        return columns[0::3], columns[1::3], columns[2::3]

    def _f(self, precision: Array, recall: Array, without: float) -> Array:
        factor = self.beta**2
        return ratio((1.0 + factor) * precision * recall, factor * precision + recall, without)
