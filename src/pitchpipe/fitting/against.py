"""Is a fitted metric better than another one, on what it was not fitted on?

Pair by pair, in the mean of all pairs, and over the judgments of all pairs pooled. The segments of every
pair are drawn with replacement, for both metrics alike (a paired bootstrap over segments within pairs).
"""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.agreement.significance import Drawn, Entrant, Spread, mean, pooled, stream
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.comparing.correction import holm
from pitchpipe.fitting.held_out import Tested
from pitchpipe.fitting.results import Against, Beside
from pitchpipe.fitting.samples import Sample


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
    found: dict[str, list[Drawn]] = {}
    for number, (fold, rivals) in enumerate(zip(tested, others, strict=True)):
        for k, (own, rival) in enumerate(zip(fold.samples, rivals, strict=True)):
            both = [own.scored(fold.values), rival.scored({})]
            drawn = Drawn.of(
                statistic,
                own.human,
                [Entrant(one.gains, one.systems_of) for one in both],
                samples=samples,
                seed=stream(seed, number, k),
            )
            found.setdefault(own.name, []).append(drawn)
    pairs = {name: pooled(drawn) for name, drawn in found.items()}
    beside = [_beside(name, one, confidence) for name, one in pairs.items()]
    corrected = holm([one.p for one in beside])
    return Against(
        metric=others[0][0].measurement.asked.spec,
        pairs=tuple(one.corrected(p) for one, p in zip(beside, corrected, strict=True)),
        mean=_beside("mean", mean(list(pairs.values())), confidence),
        pooled=_beside("pooled", pooled(list(pairs.values())), confidence),
        samples=samples,
        confidence=confidence,
    )


def _beside(name: str, both: Spread, confidence: float) -> Beside:
    gain, p = both.difference(0, 1, confidence)
    fitted, other = (both.estimate(which, confidence) for which in (0, 1))
    return Beside(name=name, fitted=fitted, other=other, gain=gain, p=p)
