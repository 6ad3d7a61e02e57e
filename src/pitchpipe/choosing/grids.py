"""Tables of ``pitchpipe oracle``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.showing.grids import Cell, Grid

if TYPE_CHECKING:
    from pitchpipe.choosing.lattices.oracles import LatticeOracles
    from pitchpipe.choosing.list_oracles import Choices, Oracles


def list_grids(found: Choices, segments: Oracles | None) -> list[Grid]:
    """Corpus scores of lists; then those of segments, where they were asked for."""
    return [_choices(found), *([] if segments is None else [_choice_segments(segments)])]


def lattice_grids(found: LatticeOracles, segments: bool) -> list[Grid]:
    """The same of lattices."""
    return [_lattices(found), *([_lattice_segments(found)] if segments else [])]


def lattice_sentences(found: LatticeOracles) -> list[str]:
    """What is to be said below the tables of lattices."""
    return [found.oracle.signature]


def list_sentences(found: Choices) -> list[str]:
    """What is to be said below the tables of lists."""
    if found.optimal:
        how = "no other choice is better: the metric is a mean over segments"
    else:
        ends = f"{min(found.starts):.4f} and {max(found.starts):.4f}"
        how = f"best: searched for from {len(found.starts)} starts, which ended between {ends}"
    return [found.best.score.signature, how]


def _choices(found: Choices) -> Grid:
    first = found.first.score.score
    rows = [
        ("best", found.best),
        ("best of each segment", found.by_segment),
        ("first", found.first),
        ("worst", found.worst),
    ]
    return Grid(
        ("choice", found.metric, "to first"),
        tuple(
            (Cell(name), Cell(choice.score.score), Cell(choice.score.score - first)) for name, choice in rows
        ),
    )


def _choice_segments(found: Oracles) -> Grid:
    rows = tuple(
        (
            Cell(str(s)),
            Cell(segment["chosen"]),
            Cell(segment["score"]),
            Cell(segment["first"]),
            Cell(segment["by_segment"]["chosen"]),
            Cell(segment["by_segment"]["score"]),
        )
        for s, segment in enumerate(found.segments())
    )
    header = ("segment", "best", "score of best", "score of first", "by segment", "score by segment")
    return Grid(header, rows)


def _lattices(found: LatticeOracles) -> Grid:
    best = found.oracle.score
    listed = "n-best list" if found.n is None else f"{found.n} best paths"
    rows = [
        ("best path", best),
        (f"best of {listed}", found.nbest.score),
        ("path of highest own score", found.one_best.score),
    ]
    return Grid(
        ("choice", found.oracle.metric, "to best"),
        tuple((Cell(name), Cell(score), Cell(score - best)) for name, score in rows),
    )


def _lattice_segments(found: LatticeOracles) -> Grid:
    rows = tuple(
        (
            Cell(str(s)),
            Cell(segment.oracle.score),
            Cell(segment.nbest_score),
            Cell(segment.one_best.score),
            Cell(segment.shortfall),
        )
        for s, segment in enumerate(found.segments)
    )
    return Grid(("segment", "best path", "n-best", "own best", "shortfall"), rows)
