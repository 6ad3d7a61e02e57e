"""Where does A differ from B? Differences within groups of segments, for all pairs of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe.charts.brushed import difference_chart, group_chart, scatter_chart
from pitchpipe.comparing.buckets import buckets
from pitchpipe.comparing.contestants import ALL, contestants, pairs
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.reporting.word_accuracy import SampledKinds
from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.text.columns import positions_of

#: Groups of a kind; of more, those with most segments.
_MOST = 40


@dataclass(frozen=True)
class Difference:
    """Of one pair, within one group."""

    baseline: str
    system: str
    delta: float
    ci: Interval | None


@dataclass(frozen=True)
class Group:
    """Segments, or words, that have something in common, and the differences of all pairs there."""

    name: str
    size: int
    deltas: tuple[Difference, ...]


@dataclass(frozen=True)
class Grouped:
    """Groups of one kind by one measure: a metric's score of segments, or F of words."""

    by: str
    measure: str
    unit: str
    decimals: int
    groups: tuple[Group, ...]
    #: How many smaller groups are not shown.
    left_out: int = 0


@dataclass(frozen=True, repr=False)
class Differences(Panel):
    """Differences of all pairs by group, for every metric; of words, by F."""

    key: ClassVar[str] = "differences"
    question: ClassVar[str] = "Where does A differ from B?"
    short: ClassVar[str] = "Differences"

    evidence: Evidence
    grouped: tuple[Grouped, ...]

    @classmethod
    def of(
        cls, evidence: Evidence, groups: Mapping[str, Sequence[str]], words: Sequence[SampledKinds]
    ) -> Differences:
        """The panel; there must be two systems or more."""
        sampling = evidence.coarse_sampling
        found = contestants(evidence.systems, None)
        paired = pairs(found, ALL)
        made = []
        for by, labels in groups.items():
            places = positions_of(labels)
            kept = sorted(places, key=lambda name: -len(places[name]))[:_MOST]
            members = {name: own for name, own in places.items() if name in kept}
            for one in evidence.measured:
                within = buckets(one, members, found, paired, sampling)
                each = tuple(
                    Group(
                        bucket.name,
                        bucket.segments,
                        tuple(Difference(d.baseline, d.system, d.delta, d.delta_ci) for d in bucket.deltas),
                    )
                    for bucket in within
                )
                left = len(places) - len(members)
                made.append(Grouped(by, one.spec, "segments", evidence.decimals[one.spec], each, left))
        for sampled in words:
            kinds = sampled.kinds
            each = tuple(
                Group(
                    name,
                    size,
                    tuple(
                        Difference(baseline.name, system.name, d.delta, d.ci)
                        for (baseline, system), d in zip(paired, own, strict=True)
                    ),
                )
                for name, size, own in zip(
                    kinds.names, kinds.words().tolist(), sampled.differences(paired), strict=True
                )
            )
            made.append(Grouped(kinds.by, "F of words", "words", 2, each))
        return cls(evidence, tuple(made))

    def answer(self) -> str:
        """Where the two best differ most, by the metric that ranks them."""
        one = self.evidence.ranking
        if one is None:
            return "No metric here says which system is better. Choose any two."
        second, first = self.evidence.ranked[1], self.evidence.ranked[0]
        scores = self.evidence.segment_scores[one.spec]
        a, b = (self.evidence.systems.index(name) for name in (first, second))
        gains = one.metric.oriented(scores[a] - scores[b])
        won, lost = int(np.sum(gains > 0)), int(np.sum(gains < 0))
        head = self.evidence.heads[one.spec]
        return (
            f"By {head}, the best two, {first} and {second}, differ on {won + lost} of {len(gains)} "
            f"segments: {first} is ahead on {won}, {second} on {lost}. Choose any two."
        )

    def charts(self) -> Mapping[str, Picture]:
        """Differences of segments, fed with those of the two systems that were chosen."""
        return {
            "histogram": Picture(difference_chart(), "Differences of segment scores"),
            "scatter": Picture(scatter_chart(), "Segment scores of A and B", dots=True),
            "groups": Picture(group_chart(), "Differences by group"),
        }

    def grids(self) -> Mapping[str, Grid]:
        """All differences of all pairs."""
        header = ("by", "group", "size", "measure", "baseline", "system", "delta", "delta_low", "delta_high")
        rows = (
            (
                *(Cell(text) for text in (of.by, group.name)),
                Cell(group.size),
                *(Cell(text) for text in (of.measure, one.baseline, one.system)),
                Cell(one.delta),
                *(Cell(end) for end in one.ci or (None, None)),
            )
            for of in self.grouped
            for group in of.groups
            for one in group.deltas
        )
        return {"groups": Grid(header, tuple(rows), labels=2)}

    def record(self) -> dict[str, Any]:
        """Differences by pair; numbers in units of the last decimal that is shown."""
        systems = {name: k for k, name in enumerate(self.evidence.systems)}
        return {
            "pairs": [[systems[d.baseline], systems[d.system]] for d in self.grouped[0].groups[0].deltas]
            if self.grouped
            else [],
            "grouped": [_record(one) for one in self.grouped],
        }


def _record(found: Grouped) -> dict[str, Any]:
    scale = 10**found.decimals

    def packed(value: float) -> int | None:
        return None if np.isnan(value) else round(value * scale)

    return {
        "by": found.by,
        "measure": found.measure,
        "unit": found.unit,
        "decimals": found.decimals,
        "names": [group.name for group in found.groups],
        "sizes": [group.size for group in found.groups],
        "left_out": found.left_out,
        "values": [
            [[packed(d.delta), *([None, None] if d.ci is None else map(packed, d.ci))] for d in group.deltas]
            for group in found.groups
        ],
    }
