"""Audits as a chart: how much harm goes unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.auditing.grids import CHANGES, tolerances_of
from pitchpipe.auditing.limits import WORDS
from pitchpipe.charts.dumbbells import Dumbbell, DumbbellPanel, dumbbell_chart
from pitchpipe.showing.grids import NOT_AVAILABLE, rounded
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.auditing.results import AuditTable, MetricAudit, Tolerance
    from pitchpipe.charts.loading import Chart

_ENDS = ("falls at all", "falls significantly")
_TITLES = {
    "deleted": "emptied, cheapest first",
    "random": "emptied at random",
    "surplus": "emptied, surplus of words",
    "junk": "nonsense added",
    "common": "commonest word added",
}


def audit_chart(table: AuditTable) -> Chart:
    """A panel for each change, a row for each metric: words changed before the score falls."""
    panels = [
        DumbbellPanel(
            _TITLES[change], tuple(_pair(one, tolerances_of(one)[k]) for one in table), _ENDS, limit=WORDS
        )
        for k, change in enumerate(CHANGES)
    ]
    subtitle = (
        f"{table.system}, {counted(table.segments, 'segments')}; from the dashed line on, "
        f"{WORDS:g} %, a metric looks away"
    )
    return dumbbell_chart(panels, "Words changed before the score falls, in per cent", subtitle)


def _pair(one: MetricAudit, found: Tolerance | None) -> Dumbbell:
    if found is None or found.free_words_share is None or found.words_share is None:
        return Dumbbell(one.metric, None, None, NOT_AVAILABLE)
    shares = found.free_words_share, found.words_share
    first, second = (rounded(share, 1) for share in shares)
    return Dumbbell(one.metric, *shares, f"{first} to {second}{'+' if found.unlimited else ''}")
