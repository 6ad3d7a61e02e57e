"""What all panels of a report draw from: a test set measured once, and what was decided from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.comparing.results import ComparisonTable
from pitchpipe.measuring.measured import MeasuredSet, Measurement
from pitchpipe.resampling.intervals import Interval, score_intervals
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet

#: Samples of what is computed for many pairs, groups or metrics at once.
COARSE = 1000


@dataclass(frozen=True, repr=False)
class Evidence(Brief):
    """A measured set, the comparison of all pairs of its systems where there are several, and warnings."""

    measured: MeasuredSet
    sampling: Sampling
    comparison: ComparisonTable | None
    warned: tuple[str, ...] = ()
    command: str | None = None

    @property
    def test_set(self) -> TestSet:
        """The segments that were scored."""
        return self.measured.test_set

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order of the test set."""
        return self.measured.systems

    @cached_property
    def coarse_sampling(self) -> Sampling:
        """With fewer samples, for intervals of many pairs in many groups, of which some are looked at."""
        return replace(self.sampling, samples=min(COARSE, self.sampling.samples))

    @cached_property
    def heads(self) -> dict[str, str]:
        """What metrics are called, by spec."""
        return heads(list(self.measured.measurements), [one.asked for one in self.measured])

    @cached_property
    def segment_scores(self) -> dict[str, Array]:
        """The scores of segments by each metric, ``[systems, segments]``."""
        return {one.spec: one.segment_scores() for one in self.measured}

    @cached_property
    def decimals(self) -> dict[str, int]:
        """With how many decimals the scores of each metric are written."""
        return {one.spec: 2 + one.metric.further_decimals(one.scores()) for one in self.measured}

    def number(self, place: int) -> int:
        """What the segment at this place is called, from 1 in the whole test set."""
        numbers = self.measured.numbers
        return place + 1 if numbers is None else numbers[place]

    def intervals(self, spec: str) -> dict[str, Interval | None]:
        """The interval of each system's score; those of the comparison, where there is one."""
        if self.comparison is not None:
            return {system.name: system.ci for system in self.comparison[spec].systems}
        one = self.measured[spec]
        found = score_intervals(one.metric, one.rows(), self.sampling)
        return dict(zip(self.systems, found, strict=True))

    @cached_property
    def ranked(self) -> tuple[str, ...]:
        """Systems by :attr:`ranking`, best first; without one, in the order of the test set."""
        if self.ranking is None:
            return self.systems
        gains = self.ranking.metric.oriented(self.ranking.scores())
        order = sorted(range(len(gains)), key=lambda k: (gains[k] != gains[k], -gains[k]))
        return tuple(self.systems[k] for k in order)

    @cached_property
    def ranking(self) -> Measurement | None:
        """What the first metric that says what is better has measured."""
        return next((one for one in self.measured if one.metric.higher_is_better is not None), None)
