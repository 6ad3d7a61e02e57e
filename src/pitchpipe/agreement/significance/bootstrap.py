"""Bootstrap intervals: segments are drawn again, with all systems.

Where a statistic compares within segments, their tallies are drawn and nothing is counted again, ties
calibrated on the whole data included. Where it compares across segments, the drawn judgments and scores are
counted anew, and the copies of a segment tie with each other, as they do in any bootstrap of rank
statistics. Scores of whole systems by people are given, not drawn. Soft pairwise accuracy takes its p-values
from the normal distribution here: random signs for each sample would take minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.agreement.coverage import SystemsOf, drawn_systems
from pitchpipe.agreement.drawing import Draws
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.statistics import Bound, Gains, Statistic
from pitchpipe.agreement.statistics.cells import Rows
from pitchpipe.agreement.statistics.parts import weighed
from pitchpipe.agreement.statistics.soft import SoftBound
from pitchpipe.agreement.statistics.tallied import TalliedBound
from pitchpipe.batch.values import Array
from pitchpipe.resampling.sampling import Sampling


@dataclass(frozen=True, eq=False)
class Entrant:
    """A metric whose agreement is to be drawn again; a statistic of systems needs ``systems_of``."""

    gains: Gains
    systems_of: SystemsOf | None = None


def interval(
    statistic: Statistic,
    human: Human,
    gains: Gains,
    *,
    confidence: float = 95.0,
    samples: int = 1000,
    seed: int = 12345,
    systems_of: SystemsOf | None = None,
) -> tuple[float, float] | None:
    """The percentile interval of a statistic over segments.

    Parameters
    ----------
    statistic, human, gains
        What is computed, with what, of which scores.
    confidence
        The level, in per cent.
    samples, seed
        How many times segments are drawn, and where random numbers begin.
    systems_of
        The metric's scores of systems on drawn segments, which a statistic of systems needs.

    Returns
    -------
    The limits, or ``None`` if there are none: the statistic has no value, or is of systems and nothing
    says how they score on other segments.
    """
    Sampling(samples, seed, confidence)
    values = resampled(statistic, human, gains, samples=samples, seed=seed, systems_of=systems_of)
    # A sample in which everything ties has no value, and says nothing.
    values = values[~np.isnan(values)]
    if not len(values):
        return None
    return middle(values, confidence)


def middle(values: Array, confidence: float) -> tuple[float, float]:
    """The limits between which so many per cent of the values lie, as many below as above."""
    tail = (100.0 - confidence) / 2.0
    low, high = np.percentile(values, [tail, 100.0 - tail])
    return float(low), float(high)


def resampled(
    statistic: Statistic,
    human: Human,
    gains: Gains,
    *,
    samples: int = 1000,
    seed: int = 12345,
    systems_of: SystemsOf | None = None,
) -> Array:
    """The statistic on drawn segments, ``[samples]``; empty where ``interval`` is ``None``.

    The draws depend on the seed and the number of segments only, so that those of two metrics can be
    subtracted.
    """
    Sampling(samples, seed)
    if statistic.of_systems and systems_of is None:
        return np.empty(0)
    bound = statistic.bind(human)
    if not gains.segment.shape[1] or np.isnan(bound(gains)):
        return np.empty(0)
    (parts,) = redrawn(bound, human, [Entrant(gains, systems_of)], samples=samples, seed=seed)
    return statistic.of_parts(parts)


def redrawn(
    bound: Bound, human: Human, entrants: Sequence[Entrant], *, samples: int, seed: int
) -> list[Array]:
    """What a statistic, bound to these judgments, is of on drawn segments: ``[k, samples]`` of each metric.

    All have the same draws, as in ``resampled``, and something that is counted without them; for the parts
    see ``Statistic.of_parts``.
    """
    if isinstance(human, SystemScores):
        assert isinstance(bound, TalliedBound)
        return _of_systems(bound, entrants, samples, seed)
    draws = Draws(entrants[0].gains.segment.shape[1], samples, seed)
    if isinstance(bound, SoftBound):
        pairs = bound.outcome(entrants[0].gains).used
        drawn = [np.stack([bound.redrawn(one.gains, times) for one in entrants]) for _, times in draws]
        return list(weighed(np.concatenate(drawn, axis=1), pairs).swapaxes(0, 1))
    if isinstance(bound, TalliedBound) and bound.judged.by_item:
        return _of_tallies(bound, entrants, draws)
    return _counted_anew(bound.statistic, human, entrants, draws)


def _of_tallies(bound: TalliedBound, entrants: Sequence[Entrant], draws: Draws) -> list[Array]:
    """Rows are segments: what adds up over them, as often as they were drawn."""
    parts = []
    for one in entrants:
        own, (scores,) = bound.scored(one.gains)
        parts.append(_placed(own.row_parts(scores), own.judged.items, one.gains.segment.shape[1]))
    beside = np.ascontiguousarray(np.concatenate(parts).T)
    sums = [_core.counted_sums(beside, times) for _, times in draws]
    return np.split(np.concatenate(sums).T, len(entrants))


def _of_systems(bound: TalliedBound, entrants: Sequence[Entrant], samples: int, seed: int) -> list[Array]:
    """People's scores of systems are given, the metrics' are of drawn segments: a row for each sample."""
    assert isinstance(bound.judged, Rows)
    systems = [one.systems_of for one in entrants if one.systems_of is not None]
    people = np.repeat(bound.judged.values[:, None], samples, axis=1)
    rows = TalliedBound(bound.statistic, Rows(people, "item"))
    found = []
    for scores in drawn_systems(systems, Draws(systems[0].segments, samples, seed)):
        own, (flat,) = rows.scored(Gains(scores[0], scores.T))
        found.append(_placed(own.row_parts(flat), own.judged.items, samples))
    return found


def _placed(parts: Array, places: NDArray[np.int64], count: int) -> Array:
    """Parts of rows at their places among so many; those without a row add nothing."""
    everywhere = np.zeros((len(parts), count))
    everywhere[:, places] = parts
    return everywhere


def _counted_anew(
    statistic: Statistic, human: Human, entrants: Sequence[Entrant], draws: Draws
) -> list[Array]:
    found: list[list[Array]] = [[] for _ in entrants]
    for some, times in draws:
        systems = [_drawn_systems(statistic, one, times) for one in entrants]
        for k, drawn in enumerate(some):
            bound = statistic.bind(of_segments(human, drawn))
            for parts, one, scores in zip(found, entrants, systems, strict=True):
                parts.append(bound.parts(Gains(scores[k], one.gains.segment[:, drawn])))
    return [np.stack(parts, axis=1) for parts in found]


def _drawn_systems(statistic: Statistic, one: Entrant, times: Array) -> Array:
    if statistic.level == "system" and one.systems_of is not None:
        return one.systems_of(times)
    return np.broadcast_to(one.gains.system, (len(times), len(one.gains.system)))


def of_segments(human: Human, segments: NDArray[np.int64]) -> Human:
    """The judgments of some segments, each as often as it is named, numbered anew."""
    if isinstance(human, SystemScores):
        return human
    if isinstance(human, SegmentScores):
        return replace(human, values=human.values[:, segments])
    if isinstance(human, DocumentScores):
        documents = tuple(human.documents[document] for document in segments)
        return replace(human, documents=documents, values=human.values[:, segments])
    return _ranks_of(human, segments)


def _ranks_of(ranks: Ranks, segments: NDArray[np.int64]) -> Ranks:
    order = np.argsort(ranks.segment, kind="stable")
    begins = np.searchsorted(ranks.segment[order], segments)
    ends = np.searchsorted(ranks.segment[order], segments, side="right")
    pieces = [order[begin:end] for begin, end in zip(begins, ends, strict=True)]
    pairs = np.concatenate([np.empty(0, dtype=np.intp), *pieces])
    return replace(
        ranks,
        segment=np.repeat(np.arange(len(segments)), ends - begins),
        first=ranks.first[pairs],
        second=ranks.second[pairs],
        preference=ranks.preference[pairs],
        judge=(),
        task=(),
        weight=None if ranks.weight is None else ranks.weight[pairs],
    )
