"""NIST: n-gram matches weighed by how much information they carry.

Doddington (2002), "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence
Statistics", HLT; equal to mteval-v13a. Rare n-grams count for more, by information weights that are
estimated once on all references of the test set::

    info(w_1…w_n) = log2(count(w_1…w_{n−1}) / count(w_1…w_n))
    NIST = Σ_n (Σ_matched info) / T_n · exp(β ln² min(1, C/R̄)),   β = ln 0.5 / ln² 1.5

R̄ is the average reference length of each segment, summed. Matches are clipped by the maximum over
references. The scale is open: NIST is shown as it is, not in percent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.corpus_facts import NgramCounts, digest_of
from pitchpipe.metrics.parameters import counting, formula, lowercase, tokenize
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import View

if TYPE_CHECKING:
    from typing_extensions import Self

BETA = math.log(0.5) / math.log(1.5) ** 2


@register()
@dataclass(frozen=True, kw_only=True)
class NIST(Metric):
    """NIST. A row is matched information of order 1..N, T_1..T_N, C and R̄."""

    name: ClassVar[str] = "nist"
    title: ClassVar[str] = "NIST"
    paper: ClassVar[str] = "Doddington 2002; mteval-v13a"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    exceptions: ClassVar = {
        "identity_is_best": "a shorter hypothesis of more informative words can score higher",
        "decomposable": "information and n-grams are pooled over the corpus",
    }

    lowercase: bool = lowercase(True, "lower-case ASCII letters first, with intl all letters")
    tokenize: str = tokenize()
    max_order: int = counting(5, "longest n-gram", low=1, high=32, key="order")
    mteval_zero: bool = counting(True, "weigh a bigram after the word 0 as mteval-v13a does", key="zero")
    scale: float | None = formula(None, "the score that counts as 100 in a mixture", type="float", low=1e-12)
    info: str | None = counting(None, "digest of the references behind the weights", type="str")
    #: The references the weights are estimated on, once prepared; ``info`` stands for them.
    corpus: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    #: What is left of references that are too many to be kept.
    known: NgramCounts | None = field(default=None, compare=False, repr=False)

    def prepare(self, batch: Batch) -> Self:
        """Fixes the references that information weights are estimated on."""
        if not self.estimates:
            return self
        fixed = self.settle(batch)._with_info(batch.texts[1].digest_sum())
        return fixed.replace(corpus=tuple(batch.references))

    @property
    def estimates(self) -> bool:
        """Information weights, unless it has them."""
        return self.corpus is None and self.known is None

    @property
    def by_segment(self) -> bool:
        """No: whatever is measured, n-grams of the whole corpus are looked up."""
        return False

    def corpus_facts(self, batch: Batch) -> NgramCounts:
        """The n-grams of references, of which there may be very many."""
        _, refs = batch.tokens(self._view, named=True)
        counted = _core.ngram_counts(refs, self.max_order)
        return NgramCounts(len(refs.ids), batch.texts[1].digest_sum(), *counted)

    def with_corpus_facts(self, facts: NgramCounts) -> Self:
        return self._with_info(facts.lines).replace(known=facts.without_singles())

    def _with_info(self, lines: int) -> Self:
        found = digest_of(lines)
        if self.info is not None and self.info != found:
            raise DataError(f"nist was prepared on other references ({self.info}, these are {found})")
        return self.replace(info=found)

    @property
    def _view(self) -> View:
        if not self.lowercase:
            return View(self.tokenize)
        return View(self.tokenize, "lower" if self.tokenize == "intl" else "lower-ascii")

    def measure(self, batch: Batch) -> Measured:
        if self.known is not None:
            hyps, refs = batch.tokens(self._view, named=True)
            known = (self.known.words, self.known.keys, self.known.counts)
            counts = _core.informative_matches_among(
                hyps, refs, batch.layout, *known, self.max_order, self.mteval_zero
            )
            return Measured(counts)
        if self.corpus is None:
            return self.prepare(batch).measure(batch)
        if self.corpus == tuple(batch.references):
            hyps, refs = batch.tokens(self._view, named=True)
            others = refs
        else:
            hyps, refs, others = batch.tokens_beside(self._view, list(self.corpus))
        counts = _core.informative_matches(hyps, refs, batch.layout, others, self.max_order, self.mteval_zero)
        return Measured(counts)

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 1)
        info, totals = (tuple(f"{what}_{n}" for n in orders) for what in ("info", "ngrams"))
        return (*info, *totals, "hyp_length", "ref_length")

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"ngrams_{n}", f"ngrams_{n - 1}") for n in range(2, self.max_order + 1))

    def combine(self, sums: Array) -> Array:
        N = self.max_order
        info, totals, C, R = sums[..., :N], sums[..., N : 2 * N], sums[..., 2 * N], sums[..., 2 * N + 1]
        matched = (info / np.maximum(totals, 1.0)).sum(axis=-1)
        shortness = np.log(np.clip(ratio(C, R, 1.0), 1e-300, 1.0))
        return np.where(C > 0, matched * np.exp(BETA * shortness**2), 0.0)

    def gain(self, scores: Array) -> Array:
        if self.scale is None:
            raise ParameterError("nist has no upper bound: say what counts as 100, nist:scale=12")
        return 100.0 * scores / self.scale

    def parts(self, sums: Array) -> dict[str, Any]:
        N = self.max_order
        gains = sums[:N] / np.maximum(sums[N : 2 * N], 1.0)
        return {
            "information": [float(x) for x in gains],
            "hyp_length": float(sums[2 * N]),
            "ref_length": float(sums[2 * N + 1]),
        }
