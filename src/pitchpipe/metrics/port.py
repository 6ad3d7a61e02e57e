"""PORT: precision, recall, strict penalties and word order; built for tuning.

Chen, Kuhn and Larkin (2012), "PORT: a Precision-Order-Recall MT Evaluation Metric for Tuning", ACL.
With M_n clipped matches, t_i and r_i the lengths of hypothesis and closest reference::

    P_a   = mean of ΣM_n / ΣT_n                     R_a = mean of ΣM_n / Σ max(0, r_i − n + 1)
    SBP   = exp(1 − Σr_i / Σmin(t_i, r_i))          SRP = exp(1 − Σmax(t_i, r_i) / Σr_i)
    Qmean = sqrt(((P_a·SBP)² + (R_a·SRP)²) / 2)     eqs. 1–10
    v     = Σ v_s r_i / Σ r_i                       eq. 16, v_s the ordering measure of a segment
    PORT  = 2 / (1/Qmean + 1/v^α)                   eq. 17, α = 0.25

Of several references v_s takes the best. A segment without source words is left out of both sums of
v. With several references recall, and so PORT, can exceed 100 (computed as printed); ``clip_recall``
caps it. ``qmean`` is the same without word order and needs no alignment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.aligning.permutations import MEASURES
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import along_columns, columns_first, ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.metrics.ordering import ALIGNED, AlignedMetric
from pitchpipe.metrics.parameters import counting, formula, lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric
from pitchpipe.text.tokenizers import View, case_of

_RECALL = "with several references, clipped matches can exceed the closest reference's n-grams"


def lexical_rows(batch: Batch, view: View, order: int) -> Array:
    """M_n, T_n, n-grams of the closest reference, min(t, r), max(t, r) and r of every row."""
    hyps, refs = batch.tokens(view)
    counts = _core.clipped_matches(hyps, refs, batch.layout, order, "closest")
    t, r = counts[:, -2], counts[:, -1]
    rows = np.empty((len(counts), 3 * order + 3))
    rows[:, : 2 * order] = counts[:, : 2 * order]
    np.maximum(r[:, None] - np.arange(order), 0.0, out=rows[:, 2 * order : -3])
    np.minimum(t, r, out=rows[:, -3])
    np.maximum(t, r, out=rows[:, -2])
    rows[:, -1] = r
    return rows


def lexical_columns(order: int) -> tuple[str, ...]:
    """Names of the columns of :func:`lexical_rows`."""
    orders = range(1, order + 1)
    counted = tuple(f"{what}_{n}" for what in ("matches", "ngrams", "ref_ngrams") for n in orders)
    return (*counted, "shorter", "longer", "ref_length")


def lexical_limits(order: int) -> tuple[tuple[str, str], ...]:
    """Which of these columns never exceed which."""
    return (*((f"matches_{n}", f"ngrams_{n}") for n in range(1, order + 1)), ("shorter", "longer"))


def lexical_parts(sums: Array, order: int, clip_recall: bool) -> dict[str, Array]:
    """P_a, R_a, SBP, SRP and Qmean from summed lexical rows."""
    columns = columns_first(sums)
    matches, totals, reference = (columns[k * order : (k + 1) * order] for k in range(3))
    shorter, longer, r = columns[-3:]
    recalls = ratio(matches, reference, 0.0)
    P_a = along_columns(ratio(matches, totals, 0.0)) / order
    R_a = along_columns(np.minimum(recalls, 1.0) if clip_recall else recalls) / order
    SBP = np.exp(1.0 - ratio(r, shorter, np.inf))
    SRP = np.where(r > 0, np.exp(1.0 - ratio(longer, r, np.inf)), 0.0)
    mean = np.sqrt(((P_a * SBP) ** 2 + (R_a * SRP) ** 2) / 2.0)
    return {"P_a": P_a.T, "R_a": R_a.T, "SBP": SBP.T, "SRP": SRP.T, "Qmean": mean.T}


@register()
@dataclass(frozen=True, kw_only=True)
class Qmean(WordMetric):
    """PORT without word order: quadratic mean of penalised precision and recall."""

    name: ClassVar[str] = "qmean"
    title: ClassVar[str] = "Qmean"
    paper: ClassVar[str] = "Chen et al. 2012, eq. 10"
    exceptions: ClassVar = {
        "bounded": _RECALL,
        "decomposable": "n-gram counts and lengths are pooled over the corpus",
    }

    lowercase: bool = lowercase(True)
    max_order: int = counting(4, "longest n-gram", low=1, high=32, key="order")
    clip_recall: bool = formula(
        False, "never count more than all n-grams of the closest reference", key="clip"
    )

    def measure(self, batch: Batch) -> Measured:
        return Measured(lexical_rows(batch, View(self.tokenize, case_of(self.lowercase)), self.max_order))

    @property
    def columns(self) -> tuple[str, ...]:
        return lexical_columns(self.max_order)

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return lexical_limits(self.max_order)

    def combine(self, sums: Array) -> Array:
        return 100.0 * lexical_parts(sums, self.max_order, self.clip_recall)["Qmean"]

    def parts(self, sums: Array) -> dict[str, Any]:
        parts = lexical_parts(sums, self.max_order, self.clip_recall)
        return {name: float(value) for name, value in parts.items()}


@register()
@dataclass(frozen=True, kw_only=True)
class PORT(AlignedMetric):
    """PORT. A row is Qmean's, v_s · r, and the r of segments that have source words."""

    name: ClassVar[str] = "port"
    title: ClassVar[str] = "PORT"
    paper: ClassVar[str] = "Chen et al. 2012"
    exceptions: ClassVar = {
        **ALIGNED,
        "bounded": _RECALL,
        "decomposable": "n-gram counts and lengths are pooled over the corpus",
    }

    lowercase: bool = lowercase(True)
    max_order: int = counting(4, "longest n-gram", low=1, high=32, key="order")
    alpha: float = formula(0.25, "weight of word order", low=0.0, high=10.0, always=True)
    ordering: str = formula("v", "the ordering measure", choices=("v", "rho", "tau"))
    clip_recall: bool = formula(
        False, "never count more than all n-grams of the closest reference", key="clip"
    )

    def measure(self, batch: Batch) -> Measured:
        lexical = lexical_rows(batch, View(self.tokenize, case_of(self.lowercase)), self.max_order)
        return Measured(self.orderings(batch), batch.layout.reference_starts(), parts=(Measured(lexical),))

    @property
    def columns(self) -> tuple[str, ...]:
        return (*lexical_columns(self.max_order), "v", "v_length")

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return (*lexical_limits(self.max_order), ("v", "v_length"))

    def weigh(self, measured: Measured) -> Array:
        lexical = measured.parts[0].values
        column = MEASURES[{"rho": "spearman"}.get(self.ordering, self.ordering)]
        chosen = best_reference(measured.values[:, column], measured.starts)
        v, n = measured.values[chosen, column], measured.values[chosen, 0]
        rows = np.empty((len(lexical), len(self.columns)))
        rows[:, :-2] = lexical
        length = np.where(n > 0, lexical[:, -1], 0.0)
        np.multiply(v, length, out=rows[:, -2])
        rows[:, -1] = length
        return rows

    def combine(self, sums: Array) -> Array:
        quality = lexical_parts(sums[..., :-2], self.max_order, self.clip_recall)["Qmean"]
        v = ratio(sums[..., -2], sums[..., -1], 0.0)
        with np.errstate(divide="ignore"):
            mean = 2.0 / (1.0 / quality + 1.0 / v**self.alpha)
        return 100.0 * np.where((quality > 0) & (v > 0), mean, 0.0)

    def parts(self, sums: Array) -> dict[str, Any]:
        parts = lexical_parts(sums[:-2], self.max_order, self.clip_recall)
        parts["v"] = ratio(sums[-2], sums[-1], 0.0)
        return {name: float(value) for name, value in parts.items()}
