"""What was measured, and how it compares with what was wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.timing import Timing

#: Instead of a number of threads: as many as there are cores.
ALL_THREADS = 0


@dataclass(frozen=True)
class Comparison:
    """Our time beside a peer's; the target is a ratio of the two."""

    subject: str
    peer: str
    threads: int
    ours: Timing
    theirs: Timing
    target: float | None
    note: str = ""
    #: Shown where the target is missed.
    why: str = ""

    @property
    def ratio(self) -> float:
        """How many times sooner we are done, by the wall clock."""
        return self.theirs.wall / self.ours.wall

    @property
    def cpu_ratio(self) -> float:
        """How many times less the processor works; other load on the machine hardly changes this."""
        return self.theirs.cpu / self.ours.cpu if self.ours.cpu > 0 else float("nan")

    @property
    def reached(self) -> bool | None:
        """``None`` where there is no target."""
        return None if self.target is None else self.ratio >= self.target

    @property
    def verdict(self) -> str:
        """In words; what is missing as the factor by which we would have to be faster."""
        if self.target is None:
            return "for information"
        if self.reached:
            return "reached"
        return _missed(f"missed: needs {self.target / self.ratio:.2f}x the speed", self.why)


@dataclass(frozen=True)
class Limit:
    """A number that should not exceed a limit."""

    subject: str
    value: float
    limit: float
    unit: str
    detail: str = ""
    why: str = ""

    @property
    def reached(self) -> bool:
        """Whether it does not."""
        return self.value <= self.limit

    @property
    def verdict(self) -> str:
        """In words."""
        if self.reached:
            return "reached"
        return _missed(f"missed by {self.value - self.limit:.2f} {self.unit}", self.why)


@dataclass(frozen=True)
class Growth:
    """Seconds per segment for growing numbers of segments."""

    metric: str
    threads: int
    per_segment: dict[int, float]

    @property
    def factor(self) -> float:
        """Time per segment with the most segments, relative to the fewest."""
        sizes = sorted(self.per_segment)
        return self.per_segment[sizes[-1]] / self.per_segment[sizes[0]]


@dataclass(frozen=True)
class Share:
    """Seconds per segment of one step of a metric's corpus score."""

    metric: str
    step: str
    per_segment: float


@dataclass(frozen=True)
class Results:
    """Everything one subject found out. ``wrong`` are results that differ from a peer's."""

    comparisons: Sequence[Comparison] = ()
    limits: Sequence[Limit] = ()
    growth: Sequence[Growth] = ()
    shares: Sequence[Share] = ()
    skipped: Sequence[str] = ()
    wrong: Sequence[str] = field(default=())


def _missed(by_how_much: str, why: str) -> str:
    return f"{by_how_much} ({why})" if why else by_how_much


def merged(parts: Sequence[Results]) -> Results:
    """The results of several subjects together."""
    return Results(
        comparisons=[x for part in parts for x in part.comparisons],
        limits=[x for part in parts for x in part.limits],
        growth=[x for part in parts for x in part.growth],
        shares=[x for part in parts for x in part.shares],
        skipped=list(dict.fromkeys(x for part in parts for x in part.skipped)),
        wrong=[x for part in parts for x in part.wrong],
    )
