"""Scores and word order as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.measuring.failures import failed_notes
from pitchpipe.measuring.grids import score_grids, verbose_grid, with_failed
from pitchpipe.measuring.interval_columns import with_intervals
from pitchpipe.measuring.order_grids import order_grid, order_note
from pitchpipe.showing.pages import Page, Table
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.measuring.tables import ScoreTable
    from pitchpipe.measuring.word_order import OrderTable

#: Why intervals and p-values of a single segment are missing.
ONE_SEGMENT = "n/a: one segment cannot be resampled"


def score_page(table: ScoreTable, decimals: int, *, verbose: bool = False, short: bool = False) -> Page:
    """Systems, what is behind their scores, groups and segments; below them signatures."""
    names = [table.heads.get(spec, spec) for spec in table.specs]
    grids = list(score_grids(table, names))
    if table.sampling is not None:
        grids[0] = with_intervals(grids[0], table, table.sampling.confidence, decimals)
    tables = [Table(with_failed(grid, table)) for grid in grids]
    if verbose:
        tables.insert(1, Table(verbose_grid(table, names)))
    return Page(tuple(tables), tuple(_notes(table, short)), decimals)


def order_page(table: OrderTable, decimals: int) -> Page:
    """The measures of every system, and of the reference."""
    return Page((Table(order_grid(table)),), (order_note(table),), decimals)


def _notes(table: ScoreTable, short: bool) -> Iterator[str]:
    for spec in table.specs:
        score = table[table.systems[0], spec]
        yield score.short_signature if short else score.signature
    if table.sampling is not None:
        drawn = counted(table.sampling.samples, "samples")
        how = "Poisson bootstrap" if table.in_parts else "bootstrap"
        yield f"intervals: {how}, {drawn}, seed {table.sampling.seed}"
        if table.segments == 1:
            yield ONE_SEGMENT
    yield from failed_notes(table.errors)
    if table.skipped:
        yield f"skipped {counted(table.skipped, 'segments')} without a reference"
    for what in table.corrupt:
        yield f"left out, since it could not be read: {what}"
