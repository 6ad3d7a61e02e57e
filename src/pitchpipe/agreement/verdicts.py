"""Which metric agrees best over several test sets, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.showing.grids import written

if TYPE_CHECKING:
    from pitchpipe.agreement.overall import Difference
    from pitchpipe.agreement.results import MetaTable


def verdicts(table: MetaTable, decimals: int) -> Iterator[str]:
    """The best metric by each statistic: of all judgments pooled, where they can be, or the mean of tasks."""
    for name in table.statistics:
        tested = [one for one in table.over(name) if one.tests]
        if not tested:
            continue
        last = tested[-1]  # the pool stands behind the mean
        first = last.tests[0].better
        others = [test for test in last.tests if test.better == first]
        beaten = sum(test.significant for test in others)
        best, second = (table.heads.get(metric, metric) for metric in (first, others[0].than))
        standing = _standing(beaten, len(others))
        gain = _gain(others[0], decimals)
        yield f"{name}, {last.words}: {best} agrees best with people, {standing}; above {second} by {gain}"


def _standing(beaten: int, others: int) -> str:
    if others == 1:
        return f"{'' if beaten else 'but not '}significantly better than the other"
    if not beaten:
        return "but not significantly better than any other"
    some = "all" if beaten == others else f"{beaten} of {others}"
    return f"significantly better than {some} others"


def _gain(test: Difference, decimals: int) -> str:
    low, high = test.gain.ci or (math.nan, math.nan)
    p = "" if test.p_holm is None else f", p = {test.p_holm:.3g}"
    return f"{written(test.gain.value, decimals)} [{written(low, decimals)}, {written(high, decimals)}]{p}"
