"""BLEU: clipped n-gram precision with a brevity penalty.

Papineni, Roukos, Ward and Zhu (2002), "BLEU: a Method for Automatic Evaluation of Machine
Translation", ACL. With M_n clipped matches and T_n n-grams of the hypothesis, C and R the lengths
of hypothesis and reference::

    BLEU = exp(1/N Σ_n log(M_n / T_n)) · exp(min(0, 1 − R/C))

The defaults, smoothings and edge cases are sacreBLEU 2.6.0's (Post 2018), and the numbers equal its
own, but for one: a perfect score is exactly 100, never 100.00000000000004. Sentence forms beside
sacreBLEU's: ``lin-och`` (Lin and Och 2004, the one LRscore uses) and ``moses``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import along_columns, columns_first, ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, formula, lowercase, tokenize
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.verbose import bleu_line
from pitchpipe.text.tokenizers import Split, View, case_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Self

SMOOTH_VALUES = {"floor": 0.1, "add-k": 1.0}
LARGEST = 1e100


@register()
@dataclass(frozen=True, kw_only=True)
class BLEU(Metric):
    """BLEU. A row is M_1..M_N, T_1..T_N, C, R."""

    name: ClassVar[str] = "bleu"
    title: ClassVar[str] = "BLEU"
    paper: ClassVar[str] = "Papineni et al. 2002; sacreBLEU's definition (Post 2018)"
    exceptions: ClassVar = {
        "decomposable": "precisions and lengths are pooled over the corpus (Chiang et al. 2008)",
    }

    #: sacreBLEU separates tokens at any Unicode whitespace.
    split: ClassVar[Split] = "unicode"

    lowercase: bool = lowercase(False)
    effective_order: bool | None = formula(
        None,
        "average only the orders the hypothesis has; by default for sentences, not for corpora",
        type="bool",
        key="eff",
        short="e",
        codes={None: "no", False: "never", True: "yes"},
        always=True,
    )
    tokenize: str = tokenize()
    smooth: str = formula(
        "exp",
        "what to do with orders without a match",
        choices=("none", "floor", "add-k", "exp"),
        short="s",
        always=True,
    )
    smooth_value: float | None = formula(
        None, "for floor (default 0.1) and add-k (default 1)", type="float", low=0.0, key="value"
    )
    max_order: int = counting(4, "longest n-gram", low=1, high=32, key="order")
    reflen: str = counting(
        "closest", "the reference length of the penalty", choices=("closest", "shortest", "average")
    )
    sentence: str = formula(
        "sacrebleu", "the form of sentence scores", choices=("sacrebleu", "lin-och", "moses")
    )

    def check(self) -> None:
        super().check()
        if self.smooth_value is not None and self.smooth_value > LARGEST:
            raise ParameterError(
                f"{self.name}: smooth_value can be {LARGEST:g} at most: more is nothing finite"
            )

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = batch.tokens(self._view)
        return Measured(_core.clipped_matches(hyps, refs, batch.layout, self.max_order, self.reflen))

    def expect(self, batch: Batch, weights: Array) -> Measured:
        """Expected n-gram counts and reference length (DeNero, Chiang and Knight 2009)."""
        hyps, refs = batch.tokens(self._view)
        return Measured(_core.expected_matches(hyps, refs, batch.layout, weights, self.max_order))

    @property
    def _view(self) -> View:
        return View(self.tokenize, case_of(self.lowercase), self.split)

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 1)
        matches, totals = (tuple(f"{what}_{n}" for n in orders) for what in ("matches", "ngrams"))
        return (*matches, *totals, "hyp_length", "ref_length")

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        orders = range(1, self.max_order + 1)
        matches = tuple((f"matches_{n}", f"ngrams_{n}") for n in orders)
        return (*matches, *((f"ngrams_{n}", f"ngrams_{n - 1}") for n in orders if n > 1))

    def combine(self, sums: Array) -> Array:
        return self._smoothed(sums, effective_order=self.effective_order is True)

    def segment(self, rows: Array) -> Array:
        if self.sentence == "sacrebleu":
            return self._smoothed(rows, effective_order=self.effective_order is not False)
        return self._add_one(rows)

    def for_sentences(self) -> Self:
        if self.sentence != "sacrebleu" or self.effective_order is not None:
            return self
        return self.remembered("sentences", lambda: self.replace(effective_order=True))

    def parts(self, sums: Array) -> dict[str, Any]:
        matches, totals, hyp, ref = self._split(sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            precisions = np.where(totals > 0, 100.0 * matches / totals, 0.0)
        return {
            "precisions": [float(p) for p in precisions],
            "brevity_penalty": float(brevity_penalty(hyp, ref)),
            "hyp_length": float(hyp),
            "ref_length": float(ref),
        }

    def _split(self, sums: Array) -> tuple[Array, Array, Array, Array]:
        """Matches and n-grams, order by order, and the lengths of hypothesis and reference."""
        N = self.max_order
        columns = columns_first(sums)
        return columns[:N], columns[N : 2 * N], columns[2 * N], columns[2 * N + 1]

    def smoothed(self, matches: Array, totals: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
        """Matches and n-grams as the smoothing leaves them, and whether an order has n-grams at all."""
        value = SMOOTH_VALUES.get(self.smooth, 0.0) if self.smooth_value is None else self.smooth_value
        if self.smooth == "add-k":
            matches, totals = _plus(matches, value), _plus(totals, value)
        present, empty = totals > 0, matches == 0
        # Corpora have all orders, and matches of each: no search along lines should pay for what they lack.
        if not present.all():
            present = np.logical_and.accumulate(present, axis=0)
            empty &= present
        if not empty.any():
            return matches, totals, present
        if self.smooth == "exp":
            matches = np.where(empty, 0.5 ** np.cumsum(empty, axis=0), matches)
        elif self.smooth == "floor":
            matches = np.where(empty, value, matches)
        return matches, totals, present

    def smoothed_precisions(self, sums: Array) -> list[float]:
        """The precisions that enter the score, in per cent; all 0 where nothing matches."""
        matches, totals, _, _ = self._split(sums)
        if not matches.any():
            return [0.0] * self.max_order
        matches, totals, present = self.smoothed(matches, totals)
        return [float(p) for p in 100.0 * ratio(np.where(present, matches, 0.0), totals, 0.0)]

    def verbose(self, sums: Array) -> str:
        _, _, hyp, ref = self._split(sums)
        penalty = float(brevity_penalty(hyp, ref))
        return bleu_line(self.smoothed_precisions(sums), penalty, float(hyp), float(ref))

    def _smoothed(self, sums: Array, *, effective_order: bool) -> Array:
        """sacreBLEU's form: the first order without n-grams stops the sum."""
        matches, totals, hyp, ref = self._split(sums)
        any_match = (matches > 0).any(axis=0)
        matches, totals, present = self.smoothed(matches, totals)
        if not present.all():
            matches, totals = np.where(present, matches, 0.0), np.where(present, totals, 1.0)
        logs = _log(matches) - _log(totals)
        if effective_order:
            logs = np.where(present, logs, 0.0)
            orders = np.maximum(present.sum(axis=0), 1)
        else:
            orders = self.max_order
        score = 100.0 * np.exp(along_columns(logs) / orders) * brevity_penalty(hyp, ref)
        scores: Array = np.where(any_match, np.minimum(score, 100.0), 0.0).T
        return scores

    def _add_one(self, rows: Array) -> Array:
        """Adds-one forms: ``lin-och`` leaves unigrams as they are, ``moses`` adds to them too."""
        matches, totals, hyp, ref = self._split(rows)
        if self.sentence == "lin-och":
            matched = matches[0] > 0
            matches, totals = _plus(matches, 1.0), _plus(totals, 1.0)
        else:
            # Without words every precision is 1, and the penalty alone decides, as in Moses.
            matched = np.ones(hyp.shape, dtype=bool)
            matches, totals = matches + 1.0, totals + 1.0
        logs = _log(matches) - _log(np.where(totals > 0, totals, 1.0))
        score = 100.0 * np.exp(along_columns(logs) / self.max_order) * brevity_penalty(hyp, ref)
        scores: Array = np.where(matched, np.minimum(score, 100.0), 0.0).T
        return scores


def brevity_penalty(hyp: Array, ref: Array) -> Array:
    """exp(min(0, 1 − R/C)); an empty hypothesis gets 0 unless the reference is empty too."""
    with np.errstate(divide="ignore", invalid="ignore"):
        penalty = np.exp(np.minimum(0.0, 1.0 - ref / hyp))
    return np.where(hyp > 0, penalty, np.where(ref > 0, 0.0, 1.0))


def _plus(counts: Array, value: float) -> Array:
    """Adds to every order but the first."""
    added = counts.astype(np.float64, copy=True)
    added[1:] += value
    return added


def _log(values: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.log(values)
