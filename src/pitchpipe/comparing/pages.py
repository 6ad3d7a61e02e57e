"""Comparisons of systems as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.comparing.example_lines import example_lines
from pitchpipe.comparing.grids import grids, summary, summary_note
from pitchpipe.comparing.notes import contradictions, provenance
from pitchpipe.metrics.base import Metric
from pitchpipe.showing.heads import heads_in
from pitchpipe.showing.latex import without_suffixes
from pitchpipe.showing.pages import Block, Drawing, Page, Paragraph, Table

if TYPE_CHECKING:
    from pitchpipe.comparing.results import ComparisonTable, MetricComparison


def comparison_page(table: ComparisonTable, decimals: int) -> Page:
    """Metric by metric: tables, contradictions, and examples where they were asked for."""
    named = [replace(one, metric=table.heads.get(one.metric, one.metric)) for one in table]
    blocks = [block for metric in named for block in _blocks(table, metric, decimals)]
    return Page(tuple(blocks), tuple(provenance(table)), decimals)


def for_papers(table: ComparisonTable, asked: Iterable[Metric], decimals: int) -> Page:
    """As papers want it: metrics and systems by the names people write, all metrics in one table first."""
    names = heads_in("latex", list(table.metrics), asked)
    page = replace(table, heads=names).page(decimals)
    together = summary(table, names, decimals)
    if together is not None:
        first = (Table(together), Paragraph(summary_note(table)))
        page = replace(page, blocks=(*first, *page.blocks))
    systems = [system.name for system in next(iter(table)).systems]
    return page.with_grids(lambda grid: without_suffixes(grid, systems))


def _blocks(table: ComparisonTable, metric: MetricComparison, decimals: int) -> Iterator[Block]:
    # Grids write some numbers as texts, and leave others to the page.
    further, decimals = metric.further_decimals, decimals + metric.further_decimals
    yield from (Table(grid.finer(further)) for grid in grids(table, metric, decimals))
    yield from map(Paragraph, contradictions(metric))
    if any(comparison.wins or comparison.losses for comparison in metric.comparisons):
        yield Drawing(lambda colour: example_lines(metric, decimals, colour=colour))
