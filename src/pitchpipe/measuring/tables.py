"""Scores of systems by metric, with named parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from pitchpipe.batch.scores import Score
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.measuring.failures import as_asked, failed_records, refuse_failed
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.resampling.sampling import Sampling
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, repr=False)
class ScoreTable(Shown):
    """Scores of systems by metric: ``table["system", "metric"].score``, or ``table["system"]["metric"]``.

    ``metrics`` maps each metric as it was asked for to its canonical spec. ``sampling`` says how intervals
    were drawn, where they were asked for. ``heads`` are what stands above the columns of metrics.
    """

    systems: tuple[str, ...]
    metrics: Mapping[str, str]
    scores: Mapping[tuple[str, str], Score]
    segments: int
    #: Numbers of the scored segments in the test set, from 1, where some were skipped.
    numbers: tuple[int, ...] | None = None
    skipped: int = 0
    sampling: Sampling | None = None
    heads: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Why metrics have no scores, by spec, where that was to be kept.
    errors: Mapping[str, str] = field(default_factory=dict)
    #: Whether it is of a corpus that was scored in parts, and what of it could not be read.
    in_parts: bool = False
    corrupt: tuple[str, ...] = ()

    @overload
    def __getitem__(self, key: tuple[str, str]) -> Score: ...

    @overload
    def __getitem__(self, key: str) -> ScoresOfSystem: ...

    def __getitem__(self, key: tuple[str, str] | str) -> Score | ScoresOfSystem:
        if isinstance(key, str):
            return self._system(key)
        system, metric = key
        spec = self.metrics.get(metric, metric)
        refuse_failed(self.errors, spec)
        if (system, spec) not in self.scores:
            raise DataError(
                f"no score of system {quoted(system)} by metric {quoted(metric)}: there are systems "
                f"{', '.join(self.systems)} and metrics {', '.join(self.metrics)}"
            )
        return self.scores[system, spec]

    def _system(self, name: str) -> ScoresOfSystem:
        if name not in self.systems:
            raise DataError(f"there is no system {quoted(name)}: there are {', '.join(self.systems)}")
        return ScoresOfSystem(self, name)

    def __iter__(self) -> Iterator[tuple[str, str, Score]]:
        """(system, metric spec, score), system by system."""
        for system in self.systems:
            for spec in self.specs:
                yield system, spec, self.scores[system, spec]

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics that have scores, each once, as specs."""
        return tuple(dict.fromkeys(spec for spec in self.metrics.values() if spec not in self.errors))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe score``."""
        failed = [{**record, "score": None} for record in failed_records(self.metrics, self.errors)]
        return {
            "segments": self.segments,
            "segment_numbers": None if self.numbers is None else list(self.numbers),
            "skipped": self.skipped,
            "confidence": None if self.sampling is None else self.sampling.to_dict(),
            "systems": [
                {"name": s, "scores": [*(self._record(s, spec) for spec in self.specs), *failed]}
                for s in self.systems
            ],
            **({"corrupt": list(self.corrupt)} if self.in_parts else {}),
        }

    def _record(self, system: str, spec: str) -> dict[str, Any]:
        """A score with its metric as it was asked for, beside the normal form."""
        record = self.scores[system, spec].to_dict()
        return {"metric": record.pop("metric"), "asked": as_asked(self.metrics, spec), **record}

    def page(self, decimals: int = 2, *, verbose: bool = False, short: bool = False) -> Page:
        """The tables of ``pitchpipe score``; ``verbose`` adds what is behind scores; ``short`` signatures."""
        from pitchpipe.measuring.pages import score_page

        return score_page(self, decimals, verbose=verbose, short=short)

    def plot(self) -> Chart:
        """An Altair chart: a panel for each metric, a row for each system, intervals where there are any."""
        from pitchpipe.measuring.pictures import score_chart

        return score_chart(self)

    def tables(self) -> Tables:
        """Rows of systems; of groups and of segments, where they were asked for."""
        from pitchpipe.measuring.machine_rows import group_rows, segment_rows, system_rows

        there: dict[str, Any] = {"systems": lambda: system_rows(self)}
        first = self.scores[self.systems[0], self.specs[0]]
        if first.groups:
            there["groups"] = lambda: group_rows(self)
        if first.segments is not None:
            there["segments"] = lambda: segment_rows(self)
        return there

    def _brief(self) -> str:
        sizes = (len(self.systems), "systems"), (len(self.specs), "metrics"), (self.segments, "segments")
        return ", ".join(counted(*size) for size in sizes)


@dataclass(frozen=True, repr=False)
class ScoresOfSystem(Brief, Mapping[str, Score]):
    """The scores of one system by metric, as it was asked for or as its spec: a view of a table."""

    table: ScoreTable
    system: str

    def __getitem__(self, metric: str) -> Score:
        return self.table[self.system, metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table.specs)

    def __len__(self) -> int:
        return len(self.table.specs)

    def _brief(self) -> str:
        return ", ".join(
            [self.system, *(f"{spec} {score.score:.{score.decimals}f}" for spec, score in self.items())]
        )
