"""What an audit found, with named parts; how it looks is decided elsewhere.

``None`` stands for what cannot be said (n/a), such as a share of nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from pitchpipe.brief import Brief
from pitchpipe.comparing.results import Signs
from pitchpipe.errors import DataError
from pitchpipe.measuring.failures import as_asked, failed_records, refuse_failed
from pitchpipe.showing.json_output import plain
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.showing.pages import Page

#: What a metric does on this test set; the first that applies.
#: ``n/a``: there is too little to audit.
Word = Literal["contradicts itself", "looks away", "consistent", "n/a"]


@dataclass(frozen=True, repr=False)
class SignPair(Brief):
    """Two systems, and what the sign test says of each against the other (Chiang et al. 2008, §3.1).

    ``forward`` counts outputs of the second system put in place of the first's, one at a time;
    ``backward`` the reverse. A contradiction: either is significantly better than the other. ``chance`` is
    the largest majority, in per cent, that so many signs may have by chance.
    """

    first: str
    second: str
    first_score: float
    second_score: float
    forward: Signs | None
    backward: Signs | None
    contradiction: bool
    chance: float | None = None

    @property
    def majority(self) -> float | None:
        """The smaller share of improvements in the two directions, in per cent; equal signs left out."""
        shares = [
            100.0 * signs.better / (signs.better + signs.worse)
            for signs in (self.forward, self.backward)
            if signs is not None and signs.better + signs.worse
        ]
        return min(shares) if len(shares) == 2 else None


@dataclass(frozen=True, repr=False)
class SignAudit(Brief):
    """The sign test on the systems as given, where there are two, and on a terse and a wordy one made of
    the first."""

    given: SignPair | None
    made: SignPair

    @property
    def contradiction(self) -> bool:
        """Whether the metric contradicts itself."""
        return any(pair is not None and pair.contradiction for pair in (self.given, self.made))


@dataclass(frozen=True, repr=False)
class Part(Brief):
    """The scores of two systems on a part of the test set, or on all of it."""

    name: str
    segments: int
    first_score: float
    second_score: float


@dataclass(frozen=True, repr=False)
class Mixing(Brief):
    """Two systems on the parts of a test set and on the whole (Chiang et al. 2008, §3.2).

    A contradiction: one system is better on every part, the other on the whole. ``margin`` is then the
    least of these differences, in points, and ``excess`` by how many points all of them exceed what chance
    may give, half the width of a bootstrap interval; ``None`` where a part has a single segment.
    """

    first: str
    second: str
    parts: tuple[Part, ...]
    whole: Part
    contradiction: bool
    margin: float
    excess: float | None = None


@dataclass(frozen=True, repr=False)
class GenreAudit(Brief):
    """Genres as given, where there are two systems, and the worst contradiction found by a search."""

    given: Mixing | None
    found: Mixing | None

    @property
    def contradiction(self) -> bool:
        """Whether the metric contradicts itself."""
        return self.found is not None or (self.given is not None and self.given.contradiction)

    @property
    def worst(self) -> Mixing | None:
        """The contradiction with the largest margin."""
        there = [one for one in (self.given, self.found) if one is not None and one.contradiction]
        return max(there, key=lambda one: one.margin, default=None)

    @property
    def margin(self) -> float:
        """By how many points at least; 0 without a contradiction."""
        return 0.0 if self.worst is None else self.worst.margin


@dataclass(frozen=True, repr=False)
class Tolerance(Brief):
    """How far a harmful change goes before the metric minds.

    ``segments`` and ``words`` are changed (words deleted, or added) before the score falls significantly,
    ``free_segments`` and ``free_words`` before it falls at all; shares in per cent of the system's output,
    ``None`` where it has no words. ``unlimited``: the score never fell significantly, however far it went.
    """

    score: float
    segments: int
    segments_share: float
    words: int
    words_share: float | None
    free_segments: int
    free_words: int
    free_words_share: float | None
    unlimited: bool


@dataclass(frozen=True, repr=False)
class DeletionAudit(Brief):
    """Whole segments emptied (Chiang et al. 2008, §3.3): those that cost least first, or at random; and at
    random in an output with a surplus of words."""

    greedy: Tolerance | None
    random: Tolerance | None
    surplus: Tolerance | None


@dataclass(frozen=True, repr=False)
class PaddingAudit(Brief):
    """Words appended, where they cost least first: one that is in no reference, or their commonest."""

    junk: Tolerance | None
    common: Tolerance | None
    common_word: str | None


@dataclass(frozen=True, repr=False)
class TradingAudit(Brief):
    """One half of the segments cut, the other stretched by as much: what a change of length costs alone,
    and together with the other (in points, positive where the score gets worse).

    ``forgiven`` is the part of the cost, in per cent, that the metric remits when both happen at once,
    because one segment's words pay for another's; ``None`` where there is no cost. ``segments`` is the mean
    cost of both by the metric's own sentence scores, in which no segment can pay for another.
    """

    cut: float
    stretched: float
    both: float
    segments: float
    forgiven: float | None


@dataclass(frozen=True, repr=False)
class Verdict(Brief):
    """The finding in a word, and in a sentence or two.

    ``affected`` says whether the two systems that were given are among those of which the metric contradicts
    itself; ``None`` where one was given.
    """

    word: Word
    text: str
    affected: bool | None = None


@dataclass(frozen=True, repr=False)
class MetricAudit(Brief):
    """All scenarios by one metric."""

    metric: str
    title: str
    signature: str
    higher_is_better: bool
    scores: Mapping[str, float]
    sign: SignAudit
    genres: GenreAudit
    deletion: DeletionAudit
    padding: PaddingAudit
    trading: TradingAudit
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        record: dict[str, Any] = plain(asdict(self))
        record["sign"]["contradiction"] = self.sign.contradiction
        record["genres"]["contradiction"] = self.genres.contradiction
        return record


@dataclass(frozen=True, repr=False)
class AuditTable(Shown):
    """Audits by metric: ``table["bleu"].verdict``.

    ``system`` is the system whose output was changed, ``other`` the second one, where there is one.
    ``by`` says what the segments were grouped by, ``groups`` how many segments each group has.
    ``names`` maps each metric as it was asked for to its spec. ``heads`` are the metrics as tables call them.
    """

    system: str
    other: str | None
    segments: int
    skipped: int
    by: str
    groups: Mapping[str, int]
    samples: int
    seed: int
    confidence: float
    metrics: Mapping[str, MetricAudit]
    names: Mapping[str, str] = field(default_factory=dict)
    heads: Mapping[str, str] = field(default_factory=dict, compare=False)
    #: Why metrics were not audited, by spec, where that was to be kept.
    errors: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, metric: str) -> MetricAudit:
        spec = self.names.get(metric, metric)
        refuse_failed(self.errors, spec)
        if spec not in self.metrics:
            raise DataError(f"metric {quoted(metric)} was not audited: there are {', '.join(self.metrics)}")
        return self.metrics[spec]

    def __iter__(self) -> Iterator[MetricAudit]:
        return iter(self.metrics.values())

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe audit``."""
        return {
            "system": self.system,
            "other": self.other,
            "segments": self.segments,
            "skipped": self.skipped,
            "by": self.by,
            "groups": dict(self.groups),
            "samples": self.samples,
            "seed": self.seed,
            "confidence": self.confidence,
            "metrics": [
                *(
                    {"metric": one.metric, "asked": as_asked(self.names, one.metric), **one.to_dict()}
                    for one in self
                ),
                *failed_records(self.names, self.errors),
            ],
        }

    def page(self, decimals: int = 2) -> Page:
        """The tables of ``pitchpipe audit``."""
        from pitchpipe.auditing.pages import audit_page

        return audit_page(self, decimals)

    def plot(self) -> Chart:
        """An Altair chart of how many words can be changed before a metric minds."""
        from pitchpipe.auditing.pictures import audit_chart

        return audit_chart(self)

    def tables(self) -> Tables:
        """Rows of metrics, and of groups of segments where there are two systems."""
        from pitchpipe.auditing.grids import genre_rows, machine_rows

        there: dict[str, Any] = {"metrics": lambda: machine_rows(self)}
        if self.other is not None:
            there["groups"] = lambda: genre_rows(self)
        return there

    def _brief(self) -> str:
        words = ", ".join(f"{one.metric} {one.verdict.word}" for one in self)
        return f"changes of {self.system}, {counted(self.segments, 'segments')}; {words}"
