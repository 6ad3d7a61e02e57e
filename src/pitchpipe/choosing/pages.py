"""Choices among candidates as pages: oracles as the command line prints them, other choices in short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.choosing.grids import lattice_grids, lattice_sentences, list_grids, list_sentences
from pitchpipe.choosing.machine_rows import before_after_rows, minimum_risk_rows, reranked_rows
from pitchpipe.showing.grids import Grid
from pitchpipe.showing.pages import Page, Table
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.choosing.in_parts import ChosenInParts
    from pitchpipe.choosing.lattices.oracles import LatticeOracles
    from pitchpipe.choosing.list_oracles import Choices, Oracles
    from pitchpipe.choosing.minimum_risk import MinimumRisk
    from pitchpipe.choosing.reranking import Reranked

#: A choice is as long as its test set: so many segments of it are shown.
_SHOWN = 10


def oracle_page(found: Choices, decimals: int, *, segments: Oracles | None = None) -> Page:
    """Corpus scores; then those of segments, where they were asked for."""
    decimals += found.best.score.further_decimals
    return Page(tuple(map(Table, list_grids(found, segments))), tuple(list_sentences(found)), decimals)


def lattice_page(found: LatticeOracles, decimals: int, *, segments: bool = False) -> Page:
    """The same of lattices."""
    return Page(tuple(map(Table, lattice_grids(found, segments))), tuple(lattice_sentences(found)), decimals)


def minimum_risk_page(found: MinimumRisk, decimals: int) -> Page:
    """The first choices, with their expected scores."""
    return _beginning(minimum_risk_rows(found), (found.signature,), decimals)


def reranked_page(found: Reranked, decimals: int) -> Page:
    """The first choices, with their model scores."""
    return _beginning(reranked_rows(found), (), decimals)


def chosen_page(found: ChosenInParts, decimals: int) -> Page:
    """How many were chosen; the scores before and after, where there are references."""
    notes = [f"{counted(found.segments, 'segments')} in {found.folder}"]
    notes += [] if found.signature is None else [found.signature]
    notes += [after.signature for _, after in found.scores]
    tables = (Table(before_after_rows(found.scores)),) if found.scores else ()
    return Page(tables, (*notes, *left_out_notes(found.corrupt)), decimals)


def left_out_notes(corrupt: Iterable[str]) -> Iterator[str]:
    """What is said of what could not be read."""
    return (f"left out, since it could not be read: {what}" for what in corrupt)


def _beginning(grid: Grid, notes: tuple[str, ...], decimals: int) -> Page:
    left_out = len(grid.rows) - _SHOWN
    if left_out > 0:
        notes = (
            *notes,
            f"and {counted(left_out, 'segments')} more: texts, to_frame() and to_dict() have all",
        )
    shown = replace(grid, rows=grid.rows[:_SHOWN], texts=frozenset({"text"}))
    return Page((Table(shown),), notes, decimals)
