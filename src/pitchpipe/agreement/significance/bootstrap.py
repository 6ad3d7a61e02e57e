"""Bootstrap intervals: segments are drawn again, with all systems.

Where a statistic compares within segments, their tallies are drawn and nothing is counted again, ties
calibrated on the whole data included. Where it compares across segments, the drawn judgments and scores are
counted anew, and the copies of a segment tie with each other, as they do in any bootstrap of rank
statistics. Scores of whole systems by people are given, not drawn. Soft pairwise accuracy takes its p-values
from the normal distribution here: random signs for each sample would take minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.statistics import Gains, Statistic
from pitchpipe.agreement.statistics.soft import SoftBound
from pitchpipe.agreement.statistics.tallied import TalliedBound
from pitchpipe.batch.values import Array
from pitchpipe.resampling.sampling import Sampling

#: The system scores of drawn segments, from their numbers.
SystemsOf = Callable[[NDArray[np.int64]], Array]
_BATCH = 1 << 20


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
        The system scores of drawn segments, which a statistic of systems needs.

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
    segments = gains.segment.shape[1]
    bound = statistic.bind(human)
    if not segments or np.isnan(bound(gains)):
        return np.empty(0)
    if statistic.of_systems and systems_of is None:
        return np.empty(0)
    draws = _draws(segments, samples, seed)
    if isinstance(bound, SoftBound):
        return bound.redrawn(gains, draws)
    if isinstance(human, SystemScores):
        assert systems_of is not None
        nothing = gains.segment[:, :0]
        return np.array([bound(Gains(systems_of(drawn), nothing)) for drawn in draws])
    if isinstance(bound, TalliedBound) and bound.judged.by_item:
        return np.concatenate(list(_of_tallies(bound, gains, draws, samples)))
    return np.array([_counted_anew(statistic, human, gains, drawn, systems_of) for drawn in draws])


def _draws(segments: int, samples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    for sample in range(samples):
        yield np.random.default_rng([seed, sample]).integers(0, segments, segments, dtype=np.int64)


def _of_tallies(
    bound: TalliedBound, gains: Gains, draws: Iterator[NDArray[np.int64]], samples: int
) -> Iterator[Array]:
    """Rows are segments: those of the drawn ones, as often as they were drawn."""
    bound, (scores,) = bound.scored(gains)
    columns = bound.tally(scores, bound.statistic.ties_within(bound.judged, scores))
    rows = np.full(gains.segment.shape[1], -1)
    rows[bound.judged.items] = np.arange(bound.judged.rows)
    step = max(_BATCH // len(rows), 1)
    # A segment without a row counts for nothing: one more row of NaN, or of zeros where counts are summed.
    nothing = 0.0 if bound.statistic.sums_rows() else np.nan
    columns, fixed = (
        np.concatenate([table, np.full((len(table), 1), nothing)], axis=1) for table in (columns, bound.fixed)
    )
    for begin in range(0, samples, step):
        count = min(step, samples - begin)
        drawn = rows[np.stack([next(draws) for _ in range(count)])]
        yield bound.statistic.value(columns[:, drawn], fixed[:, drawn])


def _counted_anew(
    statistic: Statistic,
    human: Human,
    gains: Gains,
    drawn: NDArray[np.int64],
    systems_of: SystemsOf | None,
) -> float:
    systems = gains.system if systems_of is None else systems_of(drawn)
    return statistic.bind(of_segments(human, drawn))(Gains(systems, gains.segment[:, drawn]))


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
    )
