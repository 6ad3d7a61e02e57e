"""Results with named parts; how they look is decided elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import DataError
from pitchpipe.metrics.signatures import signature

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Array, Metric
    from pitchpipe.resampling.sampling import Sampling


def plain(value: Any) -> Any:
    """What JSON knows: lists instead of tuples, and ``None`` for numbers that are none."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


@dataclass(frozen=True)
class Group:
    """The score of a part of the test set: a domain, a document."""

    name: str
    score: float
    segments: int


@dataclass(frozen=True)
class Score:
    """A score with everything that explains it.

    ``parts`` are the metric's named intermediate values; ``ci`` a confidence interval, where one
    was asked for; ``segments`` the sentence scores and ``groups`` those of parts of the test set.
    """

    metric: str
    title: str
    score: float
    signature: str
    short_signature: str
    higher_is_better: bool | None
    parts: Mapping[str, Any] = field(default_factory=dict)
    ci: tuple[float, float] | None = None
    segments: NDArray[np.float64] | None = None
    groups: tuple[Group, ...] = ()

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.title} = {self.score:.2f}"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metric": self.metric,
            "score": self.score,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "ci": None if self.ci is None else list(self.ci),
            "parts": dict(self.parts),
            "groups": {g.name: {"score": g.score, "segments": g.segments} for g in self.groups} or None,
            "segments": None if self.segments is None else [float(x) for x in self.segments],
        }


def score_of(
    metric: Metric,
    rows: Array,
    *,
    nrefs: str,
    align: str | None = None,
    sentence: bool = False,
    asked: Metric | None = None,
) -> Score:
    """The score of a prepared metric on additive rows, of a corpus or of a single sentence.

    ``asked`` is the metric before it was prepared; the score bears its name, while the signature
    shows the prepared values.
    """
    sums = rows.sum(axis=0)
    align = align if metric.wants("alignment") else None
    shown = metric.for_sentences() if sentence else metric
    value = metric.segment(rows)[0] if sentence else metric.combine(sums)
    return Score(
        metric=(asked or metric).spec,
        title=metric.title,
        score=float(value),
        signature=signature(shown, nrefs=nrefs, align=align),
        short_signature=signature(shown, nrefs=nrefs, align=align, short=True),
        higher_is_better=metric.higher_is_better,
        parts=metric.parts(sums),
    )


def with_segments(score: Score, metric: Metric, rows: Array) -> Score:
    """The score with the sentence scores behind it."""
    return replace(score, segments=metric.segment(rows))


def with_groups(score: Score, metric: Metric, rows: Array, groups: Mapping[str, NDArray[np.intp]]) -> Score:
    """The score with those of groups of segments."""
    scored = tuple(
        Group(name, float(metric.combine(rows[members].sum(axis=0))), len(members))
        for name, members in groups.items()
    )
    return replace(score, groups=scored)


@dataclass(frozen=True)
class ScoreTable:
    """Scores of systems by metric: ``table["system", "metric"].score``.

    ``metrics`` maps each metric as it was asked for to its canonical spec. ``sampling`` says how intervals
    were drawn, where they were asked for.
    """

    systems: tuple[str, ...]
    metrics: Mapping[str, str]
    scores: Mapping[tuple[str, str], Score]
    segments: int
    #: Numbers of the scored segments in the test set, from 1, where some were skipped.
    numbers: tuple[int, ...] | None = None
    skipped: int = 0
    sampling: Sampling | None = None

    def __getitem__(self, key: tuple[str, str]) -> Score:
        system, metric = key
        spec = self.metrics.get(metric, metric)
        if (system, spec) not in self.scores:
            raise DataError(
                f"no score of system {system!r} by metric {metric!r}: there are systems "
                f"{', '.join(self.systems)} and metrics {', '.join(self.metrics)}"
            )
        return self.scores[system, spec]

    def __iter__(self) -> Iterator[tuple[str, str, Score]]:
        """(system, metric spec, score), system by system."""
        for system in self.systems:
            for spec in self.specs:
                yield system, spec, self.scores[system, spec]

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics, each once, as specs."""
        return tuple(dict.fromkeys(self.metrics.values()))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe score``."""
        return {
            "segments": self.segments,
            "segment_numbers": None if self.numbers is None else list(self.numbers),
            "skipped": self.skipped,
            "confidence": None if self.sampling is None else self.sampling.to_dict(),
            "systems": [
                {"name": s, "scores": [self.scores[s, spec].to_dict() for spec in self.specs]}
                for s in self.systems
            ],
        }
