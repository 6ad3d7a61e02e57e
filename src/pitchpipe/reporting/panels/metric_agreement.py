"""Do metrics agree? On systems, on segments, and where they contradict each other most."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.agreement.statistics import Gains, statistic
from pitchpipe.charts.matrices import similarity_chart
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.showing.grids import Cell, Grid

#: How metrics are held against each other: on systems, and on the segments of each system.
SYSTEMS, SEGMENTS = "kendall-b", "pearson:system"
_WORDS = {SYSTEMS: "Kendall's τ of systems", SEGMENTS: "Pearson's r of segments, mean over systems"}
#: Segments shown of every two metrics.
_SHOWN = 4


@dataclass(frozen=True)
class Dispute:
    """A segment on which one metric prefers one of two systems, and another metric the other.

    The preferences are differences in standard deviations of the metric's own; positive for ``preferred``.
    """

    metric: str
    other: str
    segment: int
    preferred: str
    rejected: str
    by_metric: float
    by_other: float


@dataclass(frozen=True, repr=False)
class MetricAgreement(Panel):
    """Agreements by (statistic, metric, other metric), and disputes."""

    key: ClassVar[str] = "agreement"
    question: ClassVar[str] = "Do metrics agree?"
    short: ClassVar[str] = "Metrics"

    heads: Mapping[str, str]
    agreements: Mapping[tuple[str, str, str], float]
    disputes: tuple[Dispute, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> MetricAgreement:
        """The panel, for metrics that say what is better; there must be two."""
        specs = directed(evidence)
        gains = {spec: _gains(evidence, spec) for spec in specs}
        found: dict[tuple[str, str, str], float] = {}
        for name in (SYSTEMS, SEGMENTS) if len(evidence.systems) > 1 else (SEGMENTS,):
            for one, other in combinations(specs, 2):
                human = _as_human(evidence, other, gains[other], segments=name == SEGMENTS)
                value = statistic(name)(human, gains[one]).value
                found[name, one, other] = found[name, other, one] = value
        heads = {spec: evidence.heads[spec] for spec in specs}
        return cls(heads, found, tuple(_disputes(evidence, gains)))

    def answer(self) -> str:
        """The least and the closest agreement on systems, or on segments where there is one system."""
        name = SYSTEMS if any(key[0] == SYSTEMS for key in self.agreements) else SEGMENTS
        values = {
            (one, other): value
            for (which, one, other), value in self.agreements.items()
            if which == name and not math.isnan(value)
        }
        if not values:
            return "It cannot be said: scores do not vary."
        least = min(values, key=lambda pair: values[pair])
        low = values[least]
        if low == 1 and name == SYSTEMS:
            return "All metrics rank the systems in the same order."
        names = " and ".join(self.heads[spec] for spec in least)
        return f"Least of all {names}: {_WORDS[name]} is {low:.2f}."

    def charts(self) -> Mapping[str, Picture]:
        """A square for every two metrics."""
        names = list(self.heads.values())
        found = {}
        for name, title in _WORDS.items():
            values = {
                (self.heads[one], self.heads[other]): value
                for (which, one, other), value in self.agreements.items()
                if which == name
            }
            if values:
                found[name.partition(":")[0]] = Picture(similarity_chart(values, names, title), title)
        return found

    def grids(self) -> Mapping[str, Grid]:
        """Agreements, and disputes."""
        agreements = tuple(
            (Cell(name), Cell(one), Cell(other), Cell(value))
            for (name, one, other), value in self.agreements.items()
        )
        disputes = tuple(
            (
                *(Cell(text) for text in (one.metric, one.other)),
                Cell(one.segment),
                *(Cell(text) for text in (one.preferred, one.rejected)),
                Cell(one.by_metric),
                Cell(one.by_other),
            )
            for one in self.disputes
        )
        heads = ("metric", "other", "segment", "preferred", "rejected", "by_metric", "by_other")
        return {
            "agreements": Grid(("statistic", "metric", "other", "value"), agreements, labels=3),
            "disputes": Grid(heads, disputes, labels=2, texts=frozenset({"preferred", "rejected"})),
        }


def directed(evidence: Evidence) -> list[str]:
    """The metrics that say what is better."""
    return [one.spec for one in evidence.measured if one.metric.higher_is_better is not None]


def _gains(evidence: Evidence, spec: str) -> Gains:
    one = evidence.measured[spec]
    oriented = one.metric.oriented
    return Gains(oriented(one.scores()), oriented(evidence.segment_scores[spec]))


def _as_human(evidence: Evidence, spec: str, gains: Gains, *, segments: bool) -> SegmentScores | SystemScores:
    """A metric in the place of people, for whom the statistics were made."""
    if segments:
        return SegmentScores(spec, evidence.systems, np.asarray(gains.segment))
    return SystemScores(spec, evidence.systems, np.asarray(gains.system))


def _disputes(evidence: Evidence, gains: Mapping[str, Gains]) -> list[Dispute]:
    """Of every two metrics, the segments and systems that they contradict each other about most."""
    systems = list(combinations(range(len(evidence.systems)), 2))
    if not systems:
        return []
    # [pairs of systems, segments], in standard deviations, so that metrics can be held against each other.
    leads = {spec: _lead(np.asarray(one.segment), systems) for spec, one in gains.items()}
    found = []
    for one, other in combinations(leads, 2):
        contradiction = np.where(
            leads[one] * leads[other] < 0, np.minimum(np.abs(leads[one]), np.abs(leads[other])), 0.0
        )
        # Of every segment the two systems that it is most about.
        pairs = contradiction.argmax(axis=0)
        most = contradiction.max(axis=0)
        best = np.argsort(-most, kind="stable")[:_SHOWN]
        for segment in best[most[best] > 0].tolist():
            pair = int(pairs[segment])
            found.append(
                _dispute(
                    evidence,
                    (one, other),
                    systems[pair],
                    segment,
                    (leads[one][pair, segment], leads[other][pair, segment]),
                )
            )
    return found


def _lead(segment: Any, systems: list[tuple[int, int]]) -> Any:
    differences = np.stack([segment[a] - segment[b] for a, b in systems])
    spread = np.nanstd(differences)
    return np.nan_to_num(differences / spread) if spread > 0 else np.zeros_like(differences)


def _dispute(
    evidence: Evidence, metrics: tuple[str, str], pair: tuple[int, int], segment: int, leads: tuple[Any, Any]
) -> Dispute:
    preferred, rejected = pair if leads[0] > 0 else pair[::-1]
    sign = 1.0 if leads[0] > 0 else -1.0
    return Dispute(
        *metrics,
        evidence.number(segment),
        evidence.systems[preferred],
        evidence.systems[rejected],
        float(sign * leads[0]),
        float(sign * leads[1]),
    )
