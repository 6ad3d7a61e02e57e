"""LRscore: word order and words, mixed by how much reordering the test set takes.

Birch and Osborne (2011), "Reordering Metrics for MT", ACL. With d the similarity (Hamming or
Kendall, :mod:`pitchpipe.metrics.ordering`) of the source orders in hypothesis and reference, BP the
brevity penalty of the segment and L a lexical metric, usually BLEU::

    R       = mean over segments of d · BP                    eq. 2; BP = 1 if t > r else exp(1 − r/t), eq. 3
    LRscore = α R + (1 − α) L                                 eq. 1
    α       = θ^{d_k}                                         eq. 4

d_k is the mean Kendall similarity of the source–reference permutation and the identity, 1 where
translation is monotone: α is a fact of the test set and fixed before scoring. θ is not printed in
the paper; the defaults follow from its Table 4 with d_k = 0.661. Several references: the largest
d · BP with that reference's own length, as the author's code in Moses does (the text says the
closest length); d_k averages over them (ours). Sentence scores use Lin and Och's smoothed BLEU.
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
from pitchpipe.metrics.bleu import BLEU
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.ordering import ALIGNED, AlignedMetric
from pitchpipe.metrics.parameters import counting, formula
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import View

if TYPE_CHECKING:
    from typing_extensions import Self

#: θ by distance and lexical part: Table 4's α with d_k = 0.661.
THETA = {
    ("hamming", "b1"): 0.13334,
    ("hamming", "b4"): 0.01864,
    ("kendall", "b1"): 0.28217,
    ("kendall", "b4"): 0.13205,
}


@register(
    **{
        "lr-hb1": {"distance": "hamming", "lexical": "b1"},
        "lr-hb4": {"distance": "hamming", "lexical": "b4"},
        "lr-kb1": {"distance": "kendall", "lexical": "b1"},
        "lr-kb4": {"distance": "kendall", "lexical": "b4"},
    }
)
@dataclass(frozen=True, kw_only=True)
class LRscore(AlignedMetric):
    """LRscore. A row is d · BP, a 1, and the row of the lexical part."""

    name: ClassVar[str] = "lrscore"
    title: ClassVar[str] = "LRscore"
    paper: ClassVar[str] = "Birch and Osborne 2011"
    exceptions: ClassVar = {
        **ALIGNED,
        "bounded": "as its lexical part is",
        "identity_is_best": "a sentence whose source is empty has no order to get right",
        "decomposable": "as its lexical part is",
    }

    distance: str = formula("kendall", "the ordering measure", choices=("hamming", "kendall"), always=True)
    lexical: str = counting("b4", "b1 and b4 are BLEU of that order; or any metric", always=True)
    alpha: float | None = formula(
        None, "weight of word order; default theta^dk", type="float", low=0.0, high=1.0
    )
    theta: float | None = formula(None, "its base; default Table 4's", type="float", low=1e-9, high=1.0)
    dk: float | None = formula(
        None, "reordering amount, fixed by the references; 1 is monotone", type="float", low=0.0, high=1.0
    )

    def check(self) -> None:
        super().check()
        part = self.part
        part.gain(np.zeros(1))
        if "alignment" in part.needs:
            raise ParameterError("lrscore: the lexical part cannot be a metric of word order itself")

    @property
    def part(self) -> Metric:
        """The lexical metric."""
        if self.lexical in {"b1", "b4"}:
            order = int(self.lexical[1])
            return BLEU(max_order=order, tokenize=self.tokenize, smooth="none", sentence="lin-och")
        return get(self.lexical)

    def wants(self, what: str) -> bool:
        """What is needed beside texts, the lexical part needs it for all."""
        return super().wants(what) or (what in {"file", "program"} and self.part.wants(what))

    def settle(self, batch: Batch) -> Self:
        """Fixes what the lexical part fixes; d_k comes from all references."""
        settled = super().settle(batch)
        if self.lexical not in {"b1", "b4"}:
            settled = settled.replace(lexical=settled.part.prepare(batch).spec)
        return settled

    def with_tokenizer(self, name: str) -> Self:
        fixed = super().with_tokenizer(name)
        if self.lexical not in {"b1", "b4"}:
            fixed = fixed.replace(lexical=self.part.with_tokenizer(name).spec)
        return fixed

    def undividable(self) -> str | None:
        if self.part.estimates:
            return f"its part {self.part.spec} estimates a fact of the corpus, which it can only by itself"
        return self.part.undividable()

    @property
    def estimates(self) -> bool:
        """d_k, unless it or α is given."""
        return self.alpha is None and self.dk is None

    def corpus_facts(self, batch: Batch) -> Array:
        """The similarities of source and reference order, summed over segments, and how many these are."""
        alignments = self.alignments(batch)
        counts = batch.references_per_segment
        lengths = np.repeat(alignments.source_lengths, counts).astype(np.uint32)
        similarity = _core.monotonicity(lengths, alignments.references)
        sums = np.add.reduceat(similarity, batch.ref_offsets[:-1].astype(np.int64))
        return np.array([np.sum(sums / counts), len(counts)])

    def with_corpus_facts(self, facts: Array) -> Self:
        return self.replace(dk=float(facts[0] / facts[1]))

    @property
    def _theta(self) -> float | None:
        return self.theta if self.theta is not None else THETA.get((self.distance, self.lexical))

    def in_effect(self) -> dict[str, Any]:
        return {**super().in_effect(), "theta": self._theta if self.alpha is None else None}

    @property
    def weight(self) -> float:
        """α: given, or θ^{d_k}."""
        if self.alpha is not None:
            return self.alpha
        theta = self._theta
        if theta is None:
            raise ParameterError("lrscore: with this lexical part, give alpha= or theta=")
        if self.dk is None:
            raise ParameterError("lrscore is prepared on the references first, or give alpha= or dk=")
        return float(theta**self.dk)

    def measure(self, batch: Batch) -> Measured:
        orderings = self.orderings(batch)
        hyps, refs = batch.tokens(View(self.tokenize))
        lengths = _core.positionless_errors(hyps, refs, batch.layout)[:, 1]
        starts = batch.layout.reference_starts()
        hyp = hyps.lengths.astype(np.int64)[batch.row_hyp]
        spread = np.repeat(hyp, np.diff(starts)).astype(np.float64)
        values = np.stack([orderings[:, 1], orderings[:, 2], spread, lengths], axis=-1)
        return Measured(values, starts, parts=(self.part.measure(batch),))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("order", "segments", *(f"lexical.{name}" for name in self.part.columns))

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        lexical = ((f"lexical.{less}", f"lexical.{more}") for less, more in self.part.never_more)
        return (("order", "segments"), *lexical)

    def weigh(self, measured: Measured) -> Array:
        d = measured.values[:, MEASURES[self.distance] - 1]
        t, r = measured.values[:, 2], measured.values[:, 3]
        with np.errstate(divide="ignore", invalid="ignore"):
            penalty = np.where(t > r, 1.0, np.exp(1.0 - r / t))
        order = np.where(t > 0, d * penalty, 0.0)
        best = order[best_reference(order, measured.starts)]
        lexical = self.part.weigh(measured.parts[0])
        return np.concatenate([best[:, None], np.ones((len(best), 1)), lexical], axis=-1)

    def combine(self, sums: Array) -> Array:
        return self._mix(sums, self.part.combine(sums[..., 2:]))

    def segment(self, rows: Array) -> Array:
        return self._mix(rows, self.part.segment(rows[..., 2:]))

    def _mix(self, sums: Array, lexical: Array) -> Array:
        order = 100.0 * ratio(sums[..., 0], sums[..., 1], 0.0)
        return self.weight * order + (1.0 - self.weight) * self.part.gain(lexical)

    def parts(self, sums: Array) -> dict[str, Any]:
        return {
            "R": float(100.0 * ratio(sums[0], sums[1], 0.0)),
            "L": float(self.part.combine(sums[2:])),
            "alpha": self.weight,
        }
