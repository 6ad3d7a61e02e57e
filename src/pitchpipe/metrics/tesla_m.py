"""TESLA-M: bags of weighted n-grams, matched by linear programming.

Dahlmeier, Liu and Ng (2011), "TESLA at WMT 2011: Translation Evaluation and Tunable Metric", WMT,
section 2; Liu, Dahlmeier and Ng (2010). With X the n-grams of the reference and Y those of the
hypothesis, each weighing 0.1 to the number of its function words::

    S = max Σ s(x, y)·w(x, y)   where no n-gram gives or takes more than its weight
    P = S/Σ y^W,   R = S/Σ x^W,   F = P·R/(α·P + (1 − α)·R) = S/(α·Σ x^W + (1 − α)·Σ y^W)
    TESLA-M = mean of F over n = 1..3 and the similarities s_ms and s_pos

    s_ms(x, y) = 1 with the same lemma, else (synsets overlap + same part of speech)/2
    s_pos(x, y) = 1 with the same part of speech, else 0

of words; of n-grams the mean over positions, or 0 if a position has 0. s_ms is not transitive, so S is
the exact optimum of the program, not what a greedy match finds. An order that neither side has is left
out of the mean, so that identical short sentences score 100 (ours). A system's score is the mean of its
segments'; of several references the mean counts (ours).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.metrics.annotated import annotation_origin
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, formula
from pitchpipe.metrics.registry import register
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.lang.annotation.analysis import Token
    from pitchpipe.lang.synonyms.finding import Synonyms

ANNOTATED = {
    "self_contained": "it needs lemmas, parts of speech and synonyms",
}
#: The synonyms that are found for the language; ``None`` would be spelt as ``none``, which means without.
AUTO = "auto"
FUNCTION_WORDS = "ADP/AUX/CCONJ/DET/PART/PRON/SCONJ/PUNCT/SYM"
#: What the core counts for every order.
MS, POS, HYPOTHESIS, REFERENCE = range(4)


@dataclass(frozen=True, kw_only=True)
class NgramMatching(Metric):
    """What TESLA-M and MAXSIM share: the F-measures of every order, and their mean.

    A row is the score, a 1, every F-measure, and for every order whether it is there.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"references", "pos", "lemma", "synonyms"})
    exceptions: ClassVar = ANNOTATED
    counts_each_reference: ClassVar[bool] = True
    #: The similarities whose F-measures are averaged: their names and columns.
    similarities: ClassVar[dict[str, int]]

    language: str | None = counting(
        None, "language of the texts; default the target language", type="str", key="lang"
    )
    tags: str = counting(
        "upos", "parts of speech: universal, or those of the tagger", choices=("upos", "xpos"), always=True
    )
    synonyms: str = counting(
        AUTO, "auto: those of the language; none; or a WordNet folder, thesaurus or TSV file", always=True
    )
    annotation: str | None = counting(
        None, "what analysed the words, as signatures say it; default whatever does", type="str"
    )
    max_order: int = counting(3, "longest n-gram", low=1, high=16, key="order")
    alpha: float = formula(0.8, "weight of recall", low=0.0, high=1.0)
    empty: str = formula(
        "skip", "an order that neither side has: left out, or counted 0", choices=("skip", "zero")
    )

    def prepare(self, batch: Batch) -> Self:
        """Fixes the language, what analysed the words, and the synonyms by their content."""
        language = self.language or batch.resources.target_language
        found = self._find_synonyms(language)
        return (
            super()
            .prepare(batch)
            .replace(
                language=language,
                annotation=annotation_origin(
                    self.name, self.annotation, *batch.annotations(language, self.annotation)
                ),
                synonyms="none" if found is None else found.origin,
            )
        )

    def measure(self, batch: Batch) -> Measured:
        hyps, refs = self._annotated(batch)
        counts = _core.ngram_matches(hyps, refs, batch.layout, self.max_order, self._function_weight)
        return Measured(counts, batch.layout.reference_starts())

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 1)
        names = (f"{similarity}{n}" for n in orders for similarity in self.similarities)
        return ("score", "segments", *names, *(f"segments{n}" for n in orders))

    def weigh(self, measured: Measured) -> Array:
        counts = measured.values.reshape(len(measured.values), self.max_order, 4)
        x, y = counts[..., REFERENCE], counts[..., HYPOTHESIS]
        S = counts[..., list(self.similarities.values())]
        weights = (self.alpha * x + (1.0 - self.alpha) * y)[..., None]
        F = np.where(S > 0.0, ratio(S, weights, 0.0), 0.0)
        present = (x + y > 0.0).astype(np.float64)
        orders = present.sum(axis=-1)
        counted = orders if self.empty == "skip" else np.full_like(orders, self.max_order)
        # Nothing against nothing is perfect (ours).
        scores = np.where(orders > 0, ratio(F.mean(axis=-1).sum(axis=-1), counted, 0.0), 1.0)
        flat = F.reshape(len(F), -1)
        rows = np.column_stack([scores, np.ones_like(scores), flat, present])
        return self._over_references(rows, measured.starts)

    def combine(self, sums: Array) -> Array:
        return 100.0 * ratio(sums[..., 0], sums[..., 1], 0.0)

    def parts(self, sums: Array) -> dict[str, Any]:
        """The mean of every F-measure over the segments that have its order."""
        width = len(self.similarities)
        names = self.columns[2 : 2 + width * self.max_order]
        present = np.repeat(sums[2 + len(names) :], width)
        means = ratio(sums[2 : 2 + len(names)], present, 0.0)
        return {f"F_{name}": float(mean) for name, mean in zip(names, means, strict=True)}

    @property
    def _function_weight(self) -> float:
        """What each function word multiplies an n-gram's weight with."""
        return 1.0

    @property
    def _function_words(self) -> frozenset[str]:
        """The universal parts of speech of function words."""
        return frozenset()

    def _over_references(self, rows: Array, starts: NDArray[np.int64] | None) -> Array:
        """One row for each hypothesis from those with each of its references: the best."""
        best: Array = rows[best_reference(rows[:, 0], starts)]
        return best

    def _annotated(self, batch: Batch) -> tuple[_core.AnnotatedLines, _core.AnnotatedLines]:
        sides = batch.annotations(self.language, self.annotation)
        tokens = [side.coded.tokens for side in sides]
        synonyms = self._find_synonyms(self.language or batch.resources.target_language)
        lemmas = numbered(*([token.lemma for token in each] for each in tokens))
        tags = numbered(*([getattr(token, self.tags) for token in each] for each in tokens))
        hyps, refs = (
            _core.AnnotatedLines(
                side.offsets,
                side.coded.ids,
                lemma_ids,
                tag_ids,
                self._are_function_words(side.coded.tokens),
                *_senses(side.coded.tokens, synonyms),
            )
            for side, lemma_ids, tag_ids in zip(sides, lemmas, tags, strict=True)
        )
        return hyps, refs

    def _are_function_words(self, tokens: Sequence[Token]) -> NDArray[np.bool_]:
        return np.array([token.upos in self._function_words for token in tokens], dtype=np.bool_)

    def _find_synonyms(self, language: str | None) -> Synonyms | None:
        if self.synonyms == "none":
            return None
        from pitchpipe.lang.synonyms.finding import find_synonyms

        if self.synonyms != AUTO:
            return find_synonyms(self.synonyms, language or "und", metric=self.name)
        if language is None:
            raise MissingError(
                "synonyms depend on the language: say which with -l de-en (language= in Python) or "
                f"{self.name}:language=en, "
                f"or do without them, {self.name}:synonyms=none"
            )
        return find_synonyms(None, language, metric=self.name)


@register()
@dataclass(frozen=True, kw_only=True)
class TeslaM(NgramMatching):
    """TESLA-M, the minimal member of the family."""

    name: ClassVar[str] = "tesla-m"
    title: ClassVar[str] = "TESLA-M"
    paper: ClassVar[str] = "Dahlmeier et al. 2011, section 2"
    similarities: ClassVar[dict[str, int]] = {"ms": MS, "pos": POS}

    function_weight: float = counting(
        0.1, "what each function word multiplies an n-gram's weight with", low=0.0, high=1.0
    )
    function_words: str = counting(FUNCTION_WORDS, "universal parts of speech of function words")
    references: str = formula("mean", "over several references", choices=("mean", "max"))

    def check(self) -> None:
        super().check()
        from pitchpipe.lang.annotation.tagsets import UPOS

        unknown = sorted(self._function_words - UPOS)
        if unknown:
            raise ParameterError(
                f"{self.name}: function_words has {quoted(unknown[0])}, which is no universal part of "
                "speech: "
                f"there are {'/'.join(sorted(UPOS))}"
            )

    @property
    def _function_weight(self) -> float:
        return self.function_weight

    @property
    def _function_words(self) -> frozenset[str]:
        return frozenset(self.function_words.split("/"))

    def _over_references(self, rows: Array, starts: NDArray[np.int64] | None) -> Array:
        if self.references == "max":
            return super()._over_references(rows, starts)
        return mean_of_references(rows, starts)


def mean_of_references(rows: Array, starts: NDArray[np.int64] | None) -> Array:
    """One row for each hypothesis from those with each of its references: their mean."""
    if starts is None or len(starts) == len(rows) + 1:
        return rows
    means: Array = np.add.reduceat(rows, starts[:-1], axis=0) / np.diff(starts)[:, None]
    return means


def numbered(*columns: list[str]) -> list[NDArray[np.uint32]]:
    """Texts as numbers that are the same in all columns."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(chain(*columns)))}
    return [np.fromiter(map(numbers.__getitem__, column), np.uint32, len(column)) for column in columns]


def _senses(
    tokens: Sequence[Token], synonyms: Synonyms | None
) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The synsets of every token: where they begin, and their numbers."""
    if synonyms is None:
        return np.zeros(len(tokens) + 1, dtype=np.int64), np.zeros(0, dtype=np.uint32)
    return synonyms.synsets([token.lemma for token in tokens], [token.upos for token in tokens])
