"""Reranking: the candidates of a list in the order of new weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.scores import Score
from pitchpipe.batch.values import Array
from pitchpipe.choosing.candidates import batch_of, best_of
from pitchpipe.choosing.expectations import model_scores
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.scored import rows_of, score_of
from pitchpipe.nbest.lists import NBest
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.tuning.weight_files import WeightFile
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, eq=False, repr=False)
class Reranked(Shown):
    """A list with the model scores of new weights; ``chosen`` are the rows of the best of each segment."""

    nbest: NBest
    totals: Array
    chosen: NDArray[np.intp]

    @property
    def texts(self) -> list[str]:
        """The best candidate of each segment."""
        return self.nbest.select(self.chosen)

    def sorted(self) -> NBest:
        """The list with the best candidates first, and the new totals; equal ones stay in order."""
        order = np.lexsort((-self.totals, self.nbest.owner)).astype(np.uint32)
        alignments = self.nbest.alignments
        return replace(
            self.nbest,
            features=self.nbest.features[order],
            texts=self.nbest.texts.select(order),
            totals=self.totals[order],
            alignments=None if alignments is None else alignments.select(order),
            extras=self.nbest.extras.select(order),
        )

    def scores(self, against: Batch | Streams, metric: str | Metric) -> tuple[Score, Score]:
        """The score of the first candidates as they were, and of the chosen ones."""
        batch = batch_of(self.nbest, against)
        asked = get(metric)
        prepared, rows = rows_of(asked, batch)
        before, after = (
            score_of(prepared, rows[chosen], nrefs=batch.nrefs, align=batch.alignment_origin, asked=asked)
            for chosen in (self.nbest.offsets[:-1], self.chosen)
        )
        return before, after

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; candidates are numbered from 0 within a segment.

        What else the list says of the chosen candidate and of its segment comes last.
        """
        begins = self.nbest.offsets[:-1].tolist()
        extras = self.nbest.extras.chosen(self.chosen)
        chosen = zip(begins, self.chosen.tolist(), self.texts, extras, strict=True)
        return {
            "segments": [
                {"chosen": row - begin, "text": text, "total": float(self.totals[row]), **said}
                for begin, row, text, said in chosen
            ]
        }

    def page(self, decimals: int = 2) -> Page:
        """The choices of the first segments."""
        from pitchpipe.choosing.pages import reranked_page

        return reranked_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of segments, and of all candidates."""
        from pitchpipe.choosing.machine_rows import reranked_candidates, reranked_rows

        return {
            "segments": lambda: reranked_rows(self),
            "candidates": lambda: reranked_candidates(self),
        }

    def _brief(self) -> str:
        return f"{counted(len(self.chosen), 'segments')}, {counted(len(self.totals), 'candidates')}"


def reranked(nbest: NBest, weights: Mapping[str, float] | WeightFile) -> Reranked:
    """The choice from a list in memory; see :func:`pitchpipe.rerank`."""
    if isinstance(weights, WeightFile):
        nbest = weights.named(nbest)
        weights = weights.start(nbest.names)
    totals = model_scores(nbest, weights)
    return Reranked(nbest, totals, best_of(totals, nbest.offsets))
