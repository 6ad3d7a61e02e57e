"""Scores of systems by metric, with named parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitchpipe.batch.scores import Score
from pitchpipe.errors import DataError
from pitchpipe.resampling.sampling import Sampling
from pitchpipe.wording import quoted


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
                f"no score of system {quoted(system)} by metric {quoted(metric)}: there are systems "
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
