"""Audits as the command line prints them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pitchpipe.auditing.grids import genres, overview, provenance, tolerances
from pitchpipe.showing.pages import Page, Paragraph, Table

if TYPE_CHECKING:
    from pitchpipe.auditing.results import AuditTable


def audit_page(table: AuditTable, decimals: int) -> Page:
    """Findings, tolerances, two systems by genre; and the verdict on each metric in words."""
    named = [replace(one, metric=table.heads.get(one.metric, one.metric)) for one in table]
    table = replace(table, metrics={one.metric: one for one in named})
    grids = [overview(table), tolerances(table)]
    if table.other is not None and len(table.groups) > 1:
        grids.append(genres(table))
    verdicts = (Paragraph(one.verdict.text) for one in table)
    return Page((*map(Table, grids), *verdicts), tuple(provenance(table)), decimals)
