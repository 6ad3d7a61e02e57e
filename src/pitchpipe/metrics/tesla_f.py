"""TESLA-F: the F-measures of TESLA-B and language models, with learnt weights.

Dahlmeier, Liu and Ng (2011), section 4. A sentence has these features::

    BTNG   F of n-grams, n = 1..3, by s_ms and by s_pos    (TESLA-M)
    BPNG   F of pivot n-grams, n = 1..3, by s_lem and by s_pos, for every pivot language    (TESLA-B)
    LM     (1/n)·ln P, n the length of the hypothesis, for every language model

and its score s is their weighted sum. Weights are learnt from people by a ranking SVM
(:mod:`pitchpipe.fitting.ranking`). Section 4.1 takes F to lie in [0, 1] and LM in [−15, 0], so that weights
have a lowest and a highest s; scores are scaled from these to [0, 1], and not clipped.

Of several references the features' means count, as scores' do in TESLA-M. An order that neither side has
gets the mean of the orders they have, which is what leaving it out of a mean amounts to (ours); if they have
none, 1. Before anything is learnt it is TESLA-B, and TESLA-M without pivot languages (ours).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.parameters import counting, formula, lowercase, tokenize
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.tesla_b import COUNTS, TeslaB
from pitchpipe.metrics.tesla_m import ANNOTATED, NgramMatching, mean_of_references
from pitchpipe.text.named_files import NONE

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.lang.lm.model import LanguageModel
    from pitchpipe.lang.phrases.tables import PivotTable

#: What section 4.1 takes the language-model feature to lie in.
LM_RANGE = (-15.0, 0.0)


@register()
@dataclass(frozen=True, kw_only=True)
class TeslaF(TeslaB, Linear):
    """TESLA-F, the full member of the family.

    A row is the score, a 1, and every feature.
    """

    name: ClassVar[str] = "tesla-f"
    title: ClassVar[str] = "TESLA-F"
    paper: ClassVar[str] = "Dahlmeier et al. 2011, section 4"
    needs: ClassVar[frozenset[str]] = TeslaB.needs | {"language model"}
    exceptions: ClassVar = {
        **ANNOTATED,
        "self_contained": "it needs lemmas, parts of speech, synonyms, phrase tables and language models",
        "bounded": "a sentence may be less likely than the scaling takes into account",
        "identity_is_best": "a language model may prefer other words to those of the reference",
    }

    pivots: str = counting(
        "auto",
        "phrase tables, separated by /: files or codes of pivot languages; auto: all of the language; none",
        always=True,
    )
    models: str = counting(NONE, "language models, separated by /: ARPA files; none", key="lm", always=True)
    tokenize: str = tokenize()
    lowercase: bool = lowercase(False)
    weights: tuple[float, ...] | None = formula(
        None,
        "weight of every feature; none: the score is TESLA-B's",
        type="floats",
        codes={None: "tesla-b"},
        always=True,
    )
    scale: bool = formula(True, "scale scores to 0 to 100; otherwise the plain weighted sum")

    def check(self) -> None:
        super().check()
        if self.weights is None:
            return
        if not any(self.weights):
            raise ParameterError(f"{self.name}: all weights are 0")
        if not math.isfinite(-LM_RANGE[0] * sum(map(abs, self.weights))):
            raise ParameterError(f"{self.name}: the weights are too large")

    def prepare(self, batch: Batch) -> Self:
        """Fixes the language, the tables and the models."""
        from pitchpipe.text import languages

        ours, theirs = (
            code and languages.code(code) for code in (self.language, batch.resources.target_language)
        )
        if self.weights is not None and ours and theirs and ours != theirs:
            raise DataError(
                f"{self.name}: the weights are for {languages.name(ours)}, but the texts are in "
                f"{languages.name(theirs)}: learn others with pitchpipe fit"
            )
        prepared = super().prepare(batch)
        prepared = prepared.replace(models="/".join(prepared._language_models()) or NONE)
        prepared._check_count(len(prepared.feature_names))
        return prepared

    def measure(self, batch: Batch) -> Measured:
        """Counts n-grams; the features of language models, which know no reference, are a part apart."""
        counted = super().measure(batch)
        models = self._language_models().values()
        features = np.zeros((len(batch.hypotheses), len(models)))
        for k, model in enumerate(models):
            features[:, k] = model.sentences(
                batch.hypotheses, tokenize=batch.tokenizer(self.tokenize), lowercase=self.lowercase
            ).per_word
        return Measured(counted.values, counted.starts, parts=(Measured(features[batch.row_hyp]),))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments", *self.feature_names)

    @property
    def feature_names(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 1)
        pivots = [table.description.pivot for table in self._pivot_tables(None).values()]
        similarities = [("ms", "pos"), *((f"{pivot}.lem", f"{pivot}.pos") for pivot in pivots)]
        measures = [f"{name}{n}" for names in similarities for n in orders for name in names]
        models = [f"lm{k}" for k in range(1, len(self._language_models()) + 1)]
        return tuple(_different(measures + models))

    @property
    def score_range(self) -> tuple[float, float]:
        """min and max of section 4.1."""
        return (0.0, 1.0) if self.weights is None else self._range(len(self._language_models()))

    def may_be_negative(self, column: str) -> bool:
        return column.startswith("lm") or super().may_be_negative(column)

    def features(self, measured: Measured) -> Array:
        """Means over references, even where the best one is scored: which that is depends on the weights."""
        return mean_of_references(self._of_lines(measured), measured.starts)

    def weigh(self, measured: Measured) -> Array:
        features = self._of_lines(measured)
        if self.weights is None:
            scores = self._untrained(measured)
        else:
            self._check_count(features.shape[1])
            scores = self._weighted(features)
            if self.scale:
                low, high = self._range(measured.parts[0].values.shape[1])
                scores = (scores - low) / (high - low)
        rows = np.column_stack([scores, np.ones_like(scores), features])
        return self._over_references(rows, measured.starts)

    def combine(self, sums: Array) -> Array:
        return (100.0 if self.scale else 1.0) * ratio(sums[..., 0], sums[..., 1], 0.0)

    def parts(self, sums: Array) -> dict[str, Any]:
        """The mean of every feature."""
        return {
            name: float(ratio(total, sums[1], 0.0))
            for name, total in zip(self.feature_names, sums[2:], strict=True)
        }

    def _of_lines(self, measured: Measured) -> Array:
        """The features of every hypothesis with every reference."""
        width = COUNTS * self.max_order
        bags = np.split(measured.values, measured.values.shape[1] // width, axis=1)
        models = measured.parts[0].values
        if measured.starts is not None:
            models = np.repeat(models, np.diff(measured.starts), axis=0)
        return np.hstack([*(self._measures(bag) for bag in bags), models])

    def _measures(self, bag: Array) -> Array:
        """The F-measures of a bag, order by order."""
        rows = NgramMatching.weigh(self, Measured(bag))
        F = rows[:, 2 : -self.max_order].reshape(len(rows), self.max_order, -1)
        present = rows[:, -self.max_order :, None]
        orders = present.sum(axis=1)
        # Nothing against nothing is perfect, as in TESLA-M.
        mean = np.where(orders > 0, ratio((F * present).sum(axis=1), orders, 0.0), 1.0)[:, None]
        absent = 0.0 if self.empty == "zero" else mean
        filled = np.where(present > 0, F, np.where(orders[:, None] > 0, absent, mean))
        return np.asarray(filled.reshape(len(rows), -1), dtype=np.float64)

    def _check_count(self, features: int) -> None:
        if self.weights is not None and len(self.weights) != features:
            raise ParameterError(
                f"{self.name} has {len(self.weights)} weights for {features} features "
                f"({', '.join(self.feature_names)}): give the phrase tables and language models the weights "
                "were learnt with"
            )

    def _weighted(self, features: Array) -> Array:
        # Not as a product of matrices, whose rounding depends on how many rows there are.
        sums: Array = (features * np.array(self.weights)).sum(axis=1)
        return sums

    def _untrained(self, measured: Measured) -> Array:
        """The scores of TESLA-B with every reference; without pivot languages, of TESLA-M."""
        pivots = measured.values.shape[1] > COUNTS * self.max_order
        lines = Measured(measured.values)
        rows = TeslaB.weigh(self, lines) if pivots else NgramMatching.weigh(self, lines)
        scores: Array = rows[:, 0]
        return scores

    def _range(self, models: int) -> tuple[float, float]:
        """The lowest and the highest sum with the features of so many language models."""
        weights = np.array(self.weights)
        low, high = np.zeros(len(weights)), np.ones(len(weights))
        low[len(weights) - models :], high[len(weights) - models :] = LM_RANGE
        ends = np.stack([np.where(weights > 0, low, high), np.where(weights > 0, high, low)])
        # Summed as sentences are, so that the best one has exactly 1.
        least, most = self._weighted(ends)
        return float(least), float(most)

    def _pivot_tables(self, language: str | None) -> dict[str, PivotTable]:
        return {} if self.pivots == NONE else super()._pivot_tables(language)

    def _language_models(self) -> dict[str, LanguageModel]:
        from pitchpipe.lang.lm.named import find_models

        return find_models(self.models)


def _different(names: list[str]) -> list[str]:
    """Names with a number where there are several alike: two tables of one pivot language."""
    seen: dict[str, int] = {}
    different = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        different.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return different
