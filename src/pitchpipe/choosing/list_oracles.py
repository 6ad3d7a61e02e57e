"""The best a list could have given: oracles by segment and of the whole corpus.

The best candidate of every segment, by its sentence score, is quickly found, but it is not the choice with
the best corpus score where a metric pools its counts (BLEU: Chiang et al. 2008). That one is searched for
by hill climbing: candidates are exchanged, segment by segment, as long as the score of the corpus rises.
It starts from the best candidates by segment, from the first ones, and from random ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.scores import Score
from pitchpipe.batch.values import Array
from pitchpipe.brief import Brief
from pitchpipe.choosing.candidates import batch_of, best_of, fact, require_direction
from pitchpipe.choosing.climbing import Gain, climb
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.scored import rows_of, score_of
from pitchpipe.nbest.extras import NO_EXTRAS, Extras
from pitchpipe.nbest.lists import NBest
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.threads import threads as thread_count
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, eq=False, repr=False)
class Choice(Brief):
    """One candidate per segment, as rows of the list, and the corpus score of them together."""

    chosen: NDArray[np.intp]
    score: Score


@dataclass(frozen=True, eq=False, repr=False)
class Choices(Shown):
    """What candidates could have scored.

    ``best`` and ``worst`` are of the whole corpus, ``by_segment`` takes the best candidate of every segment,
    ``first`` the first one. ``optimal`` says that no better choice exists; otherwise ``best`` was searched
    for, and ``starts`` are the scores that were reached.
    """

    metric: str
    higher_is_better: bool | None
    best: Choice
    by_segment: Choice
    first: Choice
    worst: Choice
    optimal: bool
    starts: tuple[float, ...]

    @property
    def gap(self) -> float:
        """The distance from the first candidates to the best ones."""
        return abs(self.best.score.score - self.first.score.score)

    @property
    def worst_gap(self) -> float:
        """The distance from the first candidates to the worst ones."""
        return abs(self.first.score.score - self.worst.score.score)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metric": self.metric,
            "signature": self.best.score.signature,
            "higher_is_better": self.higher_is_better,
            "best": self.best.score.score,
            "by_segment": self.by_segment.score.score,
            "first": self.first.score.score,
            "worst": self.worst.score.score,
            "gap": self.gap,
            "worst_gap": self.worst_gap,
            "optimal": self.optimal,
            "starts": list(self.starts),
        }

    def page(self, decimals: int = 2) -> Page:
        """The table of ``pitchpipe oracle``."""
        from pitchpipe.choosing.pages import oracle_page

        return oracle_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of choices."""
        from pitchpipe.choosing.machine_rows import oracle_rows

        return {"choices": lambda: oracle_rows(self)}

    def _brief(self) -> str:
        best = self.best.score
        segments = counted(len(self.best.chosen), "segments")
        return f"{segments}, best {best.score:.{best.decimals}f} by {self.metric}"


@dataclass(frozen=True, eq=False, repr=False)
class Oracles(Choices):
    """What a list could have scored.

    ``texts`` are those of ``best``, ``scores`` has the segment score of all candidates, ``extras`` what else
    the list says of them and of segments.
    """

    texts: list[str]
    scores: Array
    offsets: NDArray[np.int64]
    extras: Extras = NO_EXTRAS

    def segments(self) -> Iterator[dict[str, Any]]:
        """Plain numbers and texts of each segment; candidates are numbered from 0 within it.

        What else the list says of the best candidate and of its segment comes last.
        """
        begins = self.offsets[:-1].tolist()
        extras = self.extras.chosen(self.best.chosen)
        for s, (begin, text, said) in enumerate(zip(begins, self.texts, extras, strict=True)):
            row, own = int(self.best.chosen[s]), int(self.by_segment.chosen[s])
            yield {
                "chosen": row - begin,
                "text": text,
                "score": float(self.scores[row]),
                "first": float(self.scores[begin]),
                "by_segment": {"chosen": own - begin, "score": float(self.scores[own])},
                **said,
            }

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {**super().to_dict(), "segments": list(self.segments())}

    def page(self, decimals: int = 2, *, segments: bool = False) -> Page:
        """The tables of ``pitchpipe oracle``; ``segments`` adds that of segments."""
        from pitchpipe.choosing.pages import oracle_page

        return oracle_page(self, decimals, segments=self if segments else None)

    def tables(self) -> Tables:
        """Rows of choices, and of segments."""
        from pitchpipe.choosing.machine_rows import oracle_segment_rows

        return {**super().tables(), "segments": lambda: oracle_segment_rows(self)}


def list_oracles(
    nbest: NBest,
    against: Batch | Streams,
    metric: str | Metric = "bleu",
    *,
    restarts: int = 2,
    seed: int = 12345,
    threads: int | None = None,
) -> Oracles:
    """The best and the worst choice of candidates by a metric, beside the first ones of every list.

    ``against`` are reference streams, or a batch of the list with sources and an aligner. Further searches,
    ``restarts`` of them, begin at random candidates.
    """
    asked = get(metric)
    require_search(restarts, seed)
    with nullcontext() if threads is None else thread_count(threads):
        batch = batch_of(nbest, against)
        prepared, rows = rows_of(asked, batch)
    found = searched(
        Rows(asked, prepared, rows, nbest.offsets, batch.nrefs, batch.alignment_origin), restarts, seed
    )
    own = {one.name: getattr(found, one.name) for one in fields(found)}
    texts, scores = nbest.select(found.best.chosen), prepared.segment(rows)
    return Oracles(**own, texts=texts, scores=scores, offsets=nbest.offsets, extras=nbest.extras)


@dataclass(frozen=True, eq=False)
class Rows:
    """Every candidate of some segments, measured by a metric that is prepared."""

    asked: Metric
    prepared: Metric
    rows: Array
    offsets: NDArray[np.int64]
    nrefs: str
    align: str | None

    def choice(self, chosen: NDArray[np.intp]) -> Choice:
        """One candidate of each segment, with their score."""
        rows = self.rows[chosen]
        return Choice(
            chosen, score_of(self.prepared, rows, nrefs=self.nrefs, align=self.align, asked=self.asked)
        )


def require_search(restarts: int, seed: int) -> None:
    """Refuses what makes no sense before anything is measured."""
    if restarts < 0:
        raise ParameterError(f"restarts must be 0 or more, not {restarts}")
    if seed < 0:
        raise ParameterError(f"seed must be a whole number from 0 on, not {seed}")


def searched(measured: Rows, restarts: int, seed: int) -> Choices:
    """The best and the worst choice of candidates that are measured."""
    prepared, rows, offsets = measured.prepared, measured.rows, measured.offsets
    _require_finite(measured.asked, rows, offsets)
    require_direction(prepared)
    gains = prepared.oriented(prepared.segment(rows))
    first = offsets[:-1].astype(np.intp)
    by_segment, lowest = best_of(gains, offsets), best_of(-gains, offsets)

    def rises(sums: Array) -> Array:
        return prepared.oriented(prepared.combine(sums))

    def falls(sums: Array) -> Array:
        return -rises(sums)

    begun = [by_segment, first, *_random_starts(offsets, restarts, seed)]
    reached = [climb(rises, rows, offsets, start) for start in begun]
    sunk = [climb(falls, rows, offsets, start) for start in (lowest, first)]
    best = max(reached, key=lambda chosen: _height(rises, rows, chosen))
    worst = max(sunk, key=lambda chosen: _height(falls, rows, chosen))
    return Choices(
        measured.asked.spec,
        prepared.higher_is_better,
        measured.choice(best),
        measured.choice(by_segment),
        measured.choice(first),
        measured.choice(worst),
        fact(measured.asked, "decomposable")[1].holds and measured.nrefs == "1",
        tuple(measured.choice(chosen).score.score for chosen in reached),
    )


def _require_finite(metric: Metric, rows: Array, offsets: NDArray[np.int64]) -> None:
    bad = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if len(bad):
        segment = int(np.searchsorted(offsets, bad[0], side="right"))
        number = int(bad[0] - offsets[segment - 1] + 1)
        raise DataError(f"candidate {number} of segment {segment} has no finite statistics by {metric.spec}")


def _random_starts(offsets: NDArray[np.int64], restarts: int, seed: int) -> Iterator[NDArray[np.intp]]:
    for restart in range(restarts):
        random = np.random.default_rng([seed, restart])
        yield random.integers(offsets[:-1], offsets[1:]).astype(np.intp)


def _height(gain: Gain, rows: Array, chosen: NDArray[np.intp]) -> float:
    height = float(gain(rows[chosen].sum(axis=0)))
    return -np.inf if np.isnan(height) else height
