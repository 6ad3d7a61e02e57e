"""How far a metric's scores agree with people: correlations, accuracies, consistency.

``statistic("kendall-b:item")(human, gains)`` gives an ``Outcome``; ``available(human)`` lists what judgments
of that kind allow. A metric's scores enter as ``Gains``, higher is better.

Judgments nobody gave are left out cell by cell, rows with fewer than two cells do not count, and means over
rows are of those that have a value; this is how mt-metrics-eval does it, and values are the same.
"""

from pitchpipe.agreement.statistics.base import Average, Bound, Level, Statistic
from pitchpipe.agreement.statistics.gains import Gains, Outcome
from pitchpipe.agreement.statistics.registry import STATISTICS, available, statistic

__all__ = [
    "STATISTICS",
    "Average",
    "Bound",
    "Gains",
    "Level",
    "Outcome",
    "Statistic",
    "available",
    "statistic",
]
