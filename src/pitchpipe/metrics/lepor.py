"""What nLEPOR and hLEPOR share: length, word position, precision and recall, with tunable weights.

Han, Wong, Chao, He, Li and Zhu (2013), "A Description of Tunable Machine Translation Evaluation
Systems in WMT13 Metrics Task", WMT. With c and r the lengths of hypothesis and reference::

    LP        = exp(1 − max(c, r) / min(c, r))             eq. 1, the length penalty
    H_n       = (α + β) / (α/R_n + β/P_n)                  eq. 2–4; α weighs recall
    NPosPenal = exp(−NPD)                                  eq. 5, the position difference penalty
    NPD       = 1/c Σ |i/c − j/r|                          eq. 6–7, over matched words

The product of the factors is nLEPOR (:mod:`pitchpipe.metrics.nlepor`), their harmonic mean hLEPOR
(:mod:`pitchpipe.metrics.hlepor`).

Positions are divided by the length of their own line, as all of the authors' code does and eq. 7
omits. ``mode="perl"`` reproduces the scripts the authors released, which match and split words in
ways of their own; use it to compare with published numbers. Several references: the one with the
best segment score (ours). The system score is the mean of segment scores (A), or the formula on
the means of the factors (B).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.explanations import Links, words_of_pairs
from pitchpipe.metrics.parameters import counting, formula, lowercase
from pitchpipe.metrics.words import WordMetric
from pitchpipe.text import languages

if TYPE_CHECKING:
    from typing_extensions import Self


class Weights(NamedTuple):
    """HPR:LP:NPP, and α:β."""

    factors: tuple[float, float, float]
    alpha: float
    beta: float


class Preset(NamedTuple):
    """Weights of a language pair in the paper's Table 1: of words, of their tags, and w_hw:w_hp.

    The authors did without tags for some pairs.
    """

    words: Weights
    tags: Weights | None = None
    mix: tuple[float, float] | None = None


_721 = Weights((7.0, 2.0, 1.0), 9.0, 1.0)
_321 = Weights((3.0, 2.0, 1.0), 9.0, 1.0)
_PRECISE = Weights((7.0, 2.0, 1.0), 1.0, 9.0)
DEFAULT = Preset(_721)
#: The weights of the texts' own language pair.
AUTO = "auto"
PRESETS = {
    "cs-en": Preset(_PRECISE),
    "de-en": Preset(_321, _321, (1.0, 9.0)),
    "es-en": Preset(_PRECISE),
    "fr-en": Preset(_321, _321, (9.0, 1.0)),
    "en-cs": Preset(_721, _721, (1.0, 9.0)),
    "en-de": Preset(Weights((1.0, 3.0, 7.0), 9.0, 1.0), _721, (1.0, 9.0)),
    "en-es": Preset(_321),
    "en-fr": Preset(_321, _321, (9.0, 1.0)),
}


class Factors(NamedTuple):
    """The factors of every pair; ``harmonic`` is HPR, or its n-gram form in nLEPOR."""

    LP: Array
    NPosPenal: Array
    harmonic: Array
    P: Array
    R: Array


@dataclass(frozen=True, kw_only=True)
class Lepor(WordMetric):
    """What nLEPOR and hLEPOR share. A row is score, 1, and the factors behind the score."""

    exceptions: ClassVar = {"decomposable": "with system=B the formula is applied to the mean factors"}

    lowercase: bool = lowercase(True)
    mode: str = counting(
        "paper", "the paper's definition, or the released scripts'", choices=("paper", "perl")
    )
    lang: str | None = formula(
        None,
        "weights of a language pair in the paper's Table 1; auto: of the texts' pair, where it is there",
        type="str",
        choices=(AUTO, *PRESETS),
    )
    alpha: float | None = formula(
        None, "weight of recall; default 9, or lang's", type="float", low=0.0, ratio="recall:precision"
    )
    beta: float | None = formula(
        None, "weight of precision; default 1, or lang's", type="float", low=0.0, ratio="recall:precision"
    )
    system: str = formula("A", "A: mean of segment scores; B: formula on mean factors", choices=("A", "B"))
    context: int = counting(2, "words to each side that make a match likely", low=0, high=10)
    one_to_one: bool = counting(True, "match a reference word only once")
    bag_equal_shortcut: bool = formula(
        True, "in perl mode, no position penalty where both sides have the same words"
    )

    def check(self) -> None:
        super().check()
        if self._alpha + self._beta == 0:
            raise ParameterError(f"{self.name}: alpha and beta cannot both be 0")

    def prepare(self, batch: Batch) -> Self:
        """Fixes the language pair, where it is to be that of the texts."""
        prepared = super().prepare(batch)
        if self.lang != AUTO:
            return prepared
        given = (batch.resources.source_language, batch.resources.target_language)
        pair = "-".join(languages.code(language) for language in given if language)
        return prepared.replace(lang=pair if pair in PRESETS else None)

    @property
    def _preset(self) -> Preset:
        return DEFAULT if self.lang is None else PRESETS.get(self.lang, DEFAULT)

    @property
    def _alpha(self) -> float:
        return self._preset.words.alpha if self.alpha is None else self.alpha

    @property
    def _beta(self) -> float:
        return self._preset.words.beta if self.beta is None else self.beta

    def in_effect(self) -> dict[str, Any]:
        return {**super().in_effect(), "alpha": self._alpha, "beta": self._beta}

    @property
    def _order(self) -> int:
        return 1

    def measure(self, batch: Batch) -> Measured:
        if self.mode == "perl":
            counts = _core.lepor_perl_counts(*batch.texts, batch.layout)
        else:
            counts = self._count(*self.tokens(batch), batch)
        return Measured(counts, batch.layout.reference_starts())

    def _count(self, hyps: _core.Tokens, refs: _core.Tokens, batch: Batch) -> Array:
        return _core.lepor_counts(hyps, refs, batch.layout, self._order, self.context, self.one_to_one)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments", "LP", "NPosPenal", "HPR", "P", "R")

    def weigh(self, measured: Measured) -> Array:
        factors = self._factors(measured.values, self._alpha, self._beta)
        scores = self._mix(factors.LP, factors.NPosPenal, factors.harmonic)
        rows = np.stack([scores, np.ones_like(scores), *factors], axis=-1)
        best: Array = rows[best_reference(scores, measured.starts)]
        return best

    def combine(self, sums: Array) -> Array:
        if self.system == "A":
            return 100.0 * ratio(sums[..., 0], sums[..., 1], 0.0)
        means = [ratio(sums[..., k], sums[..., 1], 0.0) for k in (2, 3, 4)]
        return 100.0 * self._mix(*means)

    def segment(self, rows: Array) -> Array:
        return 100.0 * rows[..., 0]

    def parts(self, sums: Array) -> dict[str, Any]:
        """The means of everything behind the score."""
        means = ratio(sums[2:], sums[1], 0.0)
        return {name: float(mean) for name, mean in zip(self.columns[2:], means, strict=True)}

    def explanations(self, batch: Batch) -> Iterator[Links]:
        """The position alignments behind NPD."""
        if self.mode == "perl":
            raise ParameterError(f"{self.name}: the position alignment is shown in mode=paper only")
        hyps, refs = self.tokens(batch, named=True)
        found = _core.lepor_positions(hyps, refs, batch.layout, self.context, self.one_to_one)
        for words, positions in zip(words_of_pairs(hyps, refs, batch), found, strict=True):
            yield Links(*words, tuple(positions))

    def _factors(self, counts: Array, alpha: float, beta: float) -> Factors:
        """The factors of pairs counted as (c, r, NPD, M_1..), or in perl mode (c, r, M_1, NPD)."""
        c, r = counts[..., 0], counts[..., 1]
        if self.mode == "perl":
            matches, NPD = counts[..., 2:3], counts[..., 3]
            if self.bag_equal_shortcut:
                NPD = np.where((matches[..., 0] == c) & (matches[..., 0] == r), 0.0, NPD)
            positions = np.where(c > 0, np.exp(-NPD), 0.0)
        else:
            NPD, matches = counts[..., 2], counts[..., 3:]
            positions = np.where((c > 0) & (r > 0), np.exp(-NPD), 0.0)
        longer, shorter = np.maximum(c, r), np.minimum(c, r)
        LP = np.exp(1.0 - ratio(longer, shorter, np.inf))
        orders = np.arange(matches.shape[-1])
        P = ratio(matches, np.maximum(c[..., None] - orders, 0.0), 0.0)
        R = ratio(matches, np.maximum(r[..., None] - orders, 0.0), 0.0)
        H = harmonic_mean((alpha, beta), (R, P))
        factors = Factors(LP, positions, self._over_orders(H), P[..., 0], R[..., 0])
        if self.mode == "perl":
            return factors
        # Nothing against nothing is perfect (ours); the scripts give 0.
        return Factors(*(np.where(longer > 0, factor, 1.0) for factor in factors))

    @abstractmethod
    def _over_orders(self, H: Array) -> Array:
        """One number from H_1, H_2, ..."""

    @abstractmethod
    def _mix(self, LP: Array, NPosPenal: Array, harmonic: Array) -> Array:
        """The score from its factors."""


def harmonic_mean(weights: tuple[float, ...], values: tuple[Array, ...]) -> Array:
    """Σw / Σ(w/x); 0 if a value with a weight is 0."""
    # Weights count in proportion only; scaled by a power of two, no digit changes and no sum overflows.
    _, exponent = math.frexp(max(weights))
    scaled = (math.ldexp(w, -exponent) for w in weights)
    weighted = [(w, x) for w, x in zip(scaled, values, strict=True) if w > 0]
    total = sum(w for w, _ in weighted)
    with np.errstate(divide="ignore"):
        inverse = np.sum([w / x for w, x in weighted], axis=0)
    return np.asarray(total / inverse, dtype=np.float64)
