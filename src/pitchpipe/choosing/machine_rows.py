"""Choices among candidates as tables that a machine can read; candidates and segments count from 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError
from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitchpipe.batch.scores import Score
    from pitchpipe.batch.values import Array
    from pitchpipe.choosing.lattices.oracles import LatticeOracles
    from pitchpipe.choosing.list_oracles import Choices, Oracles
    from pitchpipe.choosing.minimum_risk import MinimumRisk
    from pitchpipe.choosing.reranking import Reranked


def minimum_risk_rows(found: MinimumRisk) -> Grid:
    """A row for each segment: the chosen candidate, and its expected score."""
    return _chosen(found.segments(), "expected")


def minimum_risk_candidates(found: MinimumRisk) -> Grid:
    """A row for each candidate."""
    return _candidates(found.expected, found.offsets, found.chosen, "expected")


def reranked_rows(found: Reranked) -> Grid:
    """A row for each segment: the chosen candidate, and its model score."""
    return _chosen(found.to_dict()["segments"], "total")


def reranked_candidates(found: Reranked) -> Grid:
    """A row for each candidate."""
    return _candidates(found.totals, found.nbest.offsets, found.chosen, "total")


def oracle_rows(found: Choices) -> Grid:
    """A row for each choice, with the score of the whole corpus."""
    names = ("best", "by_segment", "first", "worst")
    rows = ((Cell(name), Cell(found.metric), Cell(getattr(found, name).score.score)) for name in names)
    return Grid(("choice", "metric", "score"), tuple(rows), labels=2)


def oracle_segment_rows(found: Oracles) -> Grid:
    """A row for each segment: which candidate each choice takes, and what it scores."""
    header = ("segment", "best", "score", "first_score", "by_segment", "by_segment_score", "text")
    rows = (
        (
            *(Cell(number), Cell(one["chosen"]), Cell(one["score"]), Cell(one["first"])),
            *(Cell(one["by_segment"]["chosen"]), Cell(one["by_segment"]["score"]), Cell(one["text"])),
        )
        for number, one in enumerate(found.segments())
    )
    return Grid(header, tuple(rows))


def lattice_rows(found: LatticeOracles) -> Grid:
    """A row for each choice, with the score of the whole corpus."""
    scores = {"oracle": found.oracle, "nbest": found.nbest, "one_best": found.one_best}
    rows = ((Cell(name), Cell(score.metric), Cell(score.score)) for name, score in scores.items())
    return Grid(("choice", "metric", "score"), tuple(rows), labels=2)


def lattice_segment_rows(found: LatticeOracles) -> Grid:
    """A row for each segment: what each choice scores, and the text of the best path."""
    header = ("segment", "oracle", "nbest", "one_best", "shortfall", "text")
    rows = (
        (
            *(Cell(number), Cell(one.oracle.score), Cell(one.nbest_score), Cell(one.one_best.score)),
            *(Cell(one.shortfall), Cell(one.oracle.text)),
        )
        for number, one in enumerate(found.segments)
    )
    return Grid(header, tuple(rows))


def before_after_rows(scores: Iterable[tuple[Score, Score]]) -> Grid:
    """A row for each metric: the score of the first candidates, and of the chosen ones."""
    rows = ((Cell(after.metric), Cell(before.score), Cell(after.score)) for before, after in scores)
    return Grid(("metric", "before", "after"), tuple(rows), labels=1)


def tsv_lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Lines of a table in TSV, at full precision; the first of ``rows`` is the header."""
    for row in rows:
        # Adding zero makes -0.0 what it is.
        cells = [repr(cell + 0.0) if isinstance(cell, float) else str(cell) for cell in row]
        if any("\t" in cell or "\n" in cell for cell in cells):
            raise DataError("a candidate with a tab or a line break does not fit a TSV: choose --format json")
        yield "\t".join(cells)


def _chosen(segments: Iterable[dict[str, Any]], score: str) -> Grid:
    rows = (
        (Cell(number), Cell(one["chosen"]), Cell(one[score]), Cell(one["text"]))
        for number, one in enumerate(segments)
    )
    return Grid(("segment", "candidate", score, "text"), tuple(rows))


def _candidates(values: Array, offsets: NDArray[np.int64], chosen: NDArray[np.intp], score: str) -> Grid:
    def rows() -> Iterator[tuple[Cell, ...]]:
        for segment, (begin, end) in enumerate(pairwise(offsets.tolist())):
            for row in range(begin, end):
                taken = row == int(chosen[segment])
                yield Cell(segment), Cell(row - begin), Cell(float(values[row])), Cell(taken)

    return Grid(("segment", "candidate", score, "chosen"), tuple(rows()))
