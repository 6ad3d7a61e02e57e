"""Is a fitted metric better than another one, on what it was not fitted on?

Pair by pair, in the mean of all pairs, and over the judgments of all pairs pooled. The segments of every
pair are drawn with replacement, for both metrics alike (a paired bootstrap over segments within pairs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitchpipe.agreement.statistics import Statistic
from pitchpipe.batch.values import Array
from pitchpipe.comparing.correction import holm
from pitchpipe.fitting.held_out import Tested, agreement, estimate, p_value, stream
from pitchpipe.fitting.results import Against, Beside
from pitchpipe.fitting.samples import Sample


@dataclass(frozen=True)
class _Drawn:
    """Two metrics on some judgments: as they are, and in samples of the segments; and how many there are."""

    observed: Array
    drawn: Array
    size: float


def against(
    tested: Sequence[Tested],
    others: Sequence[tuple[Sample, ...]],
    statistic: Statistic,
    *,
    samples: int,
    confidence: float,
    seed: int,
) -> Against:
    """The fitted metric beside another; ``others`` are its held-out samples, fold by fold."""
    found: dict[str, list[_Drawn]] = {}
    for number, (fold, rivals) in enumerate(zip(tested, others, strict=True)):
        for k, (own, rival) in enumerate(zip(fold.samples, rivals, strict=True)):
            both = [
                agreement(sample, values, statistic, samples, stream(seed, number, k))
                for sample, values in ((own, fold.values), (rival, {}))
            ]
            observed, drawn = (np.array(numbers) for numbers in zip(*both, strict=True))
            size = statistic(own.human, own.scored(fold.values).gains).used
            found.setdefault(own.name, []).append(_Drawn(observed, drawn, size))
    pairs = {name: _joined(drawn) for name, drawn in found.items()}
    alike = [_Drawn(one.observed, one.drawn, 1.0) for one in pairs.values()]
    beside = [_beside(name, one, confidence) for name, one in pairs.items()]
    corrected = holm([one.p for one in beside])
    return Against(
        metric=others[0][0].measurement.asked.spec,
        pairs=tuple(one.corrected(p) for one, p in zip(beside, corrected, strict=True)),
        mean=_beside("mean", _joined(alike), confidence),
        pooled=_beside("pooled", _joined(list(pairs.values())), confidence),
        samples=samples,
        confidence=confidence,
    )


def _joined(parts: Sequence[_Drawn]) -> _Drawn:
    """Several together, each by its size; one without a value leaves the others."""
    there = [one for one in parts if not np.isnan(one.observed).any()]
    sizes = np.array([one.size for one in there])
    if not sizes.sum():
        return parts[0]
    shares = sizes / sizes.sum()
    observed = sum(share * one.observed for share, one in zip(shares, there, strict=True))
    drawn = sum(share * one.drawn for share, one in zip(shares, there, strict=True))
    return _Drawn(np.asarray(observed), np.asarray(drawn), float(sizes.sum()))


def _beside(name: str, one: _Drawn, confidence: float) -> Beside:
    # A sample in which the statistic is undefined says nothing.
    drawn = one.drawn[:, ~np.isnan(one.drawn).any(axis=0)]
    gain, gains = one.observed[0] - one.observed[1], drawn[0] - drawn[1]
    return Beside(
        name=name,
        fitted=estimate(one.observed[0], drawn[0], confidence),
        other=estimate(one.observed[1], drawn[1], confidence),
        gain=estimate(gain, gains, confidence),
        p=p_value(gain, gains),
    )
