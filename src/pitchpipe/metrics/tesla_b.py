"""TESLA-B: TESLA-M, and the same in pivot languages.

Dahlmeier, Liu and Ng (2011), section 3. A sentence is cut into the most probable phrases of a phrase table
(:mod:`pitchpipe.lang.phrases.tables`); what these may be in the pivot language is a confusion network, whose
n-grams weigh their expected counts, times 0.1 for each function word. These bags (BPNGs) are matched as the
n-grams of the sentences themselves (BTNGs), by lemma and by part of speech::

    s_BTNG = mean of F over n = 1..3 and the similarities s_ms and s_pos    (TESLA-M)
    s_BPNG = mean of F over n = 1..3, the similarities s_lem and s_pos, and all pivot languages
    TESLA-B = (s_BTNG + s_BPNG)/2

A word that the table does not have passes through with the lemma and the part of speech it has in its own
language. Orders that neither side has, several references, and systems are as in TESLA-M.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics.parameters import counting
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.tesla_m import ANNOTATED, TeslaM, numbered

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.lang.annotation.analysis import Analysed
    from pitchpipe.lang.phrases.tables import PivotTable

#: What the core counts for every order of every bag.
COUNTS = 4


@register()
@dataclass(frozen=True, kw_only=True)
class TeslaB(TeslaM):
    """TESLA-B, the one with pivot languages and without learnt weights.

    A row is the score, a 1, s_BTNG and s_BPNG.
    """

    name: ClassVar[str] = "tesla-b"
    title: ClassVar[str] = "TESLA-B"
    paper: ClassVar[str] = "Dahlmeier et al. 2011, section 3"
    needs: ClassVar[frozenset[str]] = TeslaM.needs | {"phrase table"}
    exceptions: ClassVar = {
        **ANNOTATED,
        "self_contained": "it needs lemmas, parts of speech, synonyms and a phrase table",
    }

    pivots: str = counting(
        "auto",
        "phrase tables, separated by /: files or codes of pivot languages; auto: all of the language",
        always=True,
    )

    def prepare(self, batch: Batch) -> Self:
        """Fixes the language and the tables."""
        prepared = super().prepare(batch)
        tables = "/".join(prepared._pivot_tables(batch.resources.target_language))
        return prepared.replace(pivots=tables) if tables else prepared

    def measure(self, batch: Batch) -> Measured:
        own = super().measure(batch)
        sides = batch.annotations(self.language, self.annotation)
        tables = self._pivot_tables(batch.resources.target_language).values()
        pivots = [self._in_pivot_language(table, sides, batch) for table in tables]
        return Measured(np.hstack([own.values, *pivots]), own.starts)

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments", "btng", "bpng")

    def weigh(self, measured: Measured) -> Array:
        bags = np.split(measured.values, measured.values.shape[1] // (COUNTS * self.max_order), axis=1)
        btng, *pivots = (self._bag_scores(bag) for bag in bags)
        orders = sum(orders for _, orders in pivots)
        total = sum(orders * scores for scores, orders in pivots)
        s_btng = btng[0]
        s_bpng = np.where(orders > 0.0, ratio(np.asarray(total), np.asarray(orders), 0.0), 1.0)
        scores = (s_btng + s_bpng) / 2.0
        rows = np.column_stack([scores, np.ones_like(scores), s_btng, s_bpng])
        return self._over_references(rows, measured.starts)

    def parts(self, sums: Array) -> dict[str, Any]:
        """The means of s_BTNG and s_BPNG."""
        return {f"s_{name}": float(ratio(sums[k], sums[1], 0.0)) for k, name in ((2, "BTNG"), (3, "BPNG"))}

    def _bag_scores(self, bag: Array) -> tuple[Array, Array]:
        """The mean F-measure of each line of a bag, and over how many orders it was taken."""
        rows = super().weigh(Measured(bag))
        if self.empty == "zero":
            return rows[:, 0], np.full(len(rows), float(self.max_order))
        return rows[:, 0], rows[:, -self.max_order :].sum(axis=1)

    def _pivot_tables(self, language: str | None) -> dict[str, PivotTable]:
        """The tables of the metric's language, or else of the texts'."""
        from pitchpipe.lang.phrases.files import find_tables

        return find_tables(self.pivots, self.language or language)

    def _in_pivot_language(self, table: PivotTable, sides: tuple[Analysed, Analysed], batch: Batch) -> Array:
        """The matches of all lines in the pivot language of a table."""
        of_pivot = [token.lemma for token in table.tokens]
        tags_of_pivot = [getattr(token, self.tags) for token in table.tokens]
        lemmas = numbered(of_pivot, *(side.lemmas for side in sides))
        tags = numbered(tags_of_pivot, *(getattr(side, self.tags) for side in sides))
        function = self._are_function_words(table.tokens)
        hyps, refs = (
            (
                side.offsets,
                table.words(side.forms),
                lemma_ids,
                tag_ids,
                side.function_words(self._function_words),
            )
            for side, lemma_ids, tag_ids in zip(sides, lemmas[1:], tags[1:], strict=True)
        )
        return table.core.matches(
            lemmas[0], tags[0], function, hyps, refs, batch.layout, self.max_order, self._function_weight
        )
