"""How far fitted numbers depend on the judgments that happened to be there: fitted again to samples of them.

The judged segments of every test set are drawn with replacement, as many as there are, and everything is
fitted anew. An interval that is wide, or a weight that is 0 in many samples, says that the judgments do not
settle the number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.statistics import Statistic
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.results import Spread, Stability
from pitchpipe.fitting.samples import Sample, is_divisible
from pitchpipe.fitting.searches import Search
from pitchpipe.fitting.space import Values
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.parts import has_parts, part_names

#: More would take longer than anybody waits.
MOST_SAMPLES = 100_000


def check_bootstrap(samples: int, humans: Iterable[Human]) -> None:
    """Refuses what cannot be drawn, before anything is searched; 0 means that nothing is."""
    if isinstance(samples, bool) or not isinstance(samples, int) or not 0 <= samples <= MOST_SAMPLES:
        raise ParameterError(
            f"bootstrap must be a whole number of samples from 0 to {MOST_SAMPLES}, not {samples!r}"
        )
    whole = next((human.name for human in humans if not is_divisible(human)), None) if samples else None
    if whole is not None:
        raise DataError(f"{whole} judges whole systems: there are no segments to draw samples of (bootstrap)")


def stability(
    search: Search,
    samples: Sequence[Sample],
    statistic: Statistic,
    metric: Metric,
    values: Values,
    *,
    draws: int,
    confidence: float,
    seed: int,
    tell: Callable[[str], None],
) -> Stability:
    """The numbers of ``values``, each with its interval over samples of the judged segments."""
    found = []
    for draw in range(draws):
        tell(f"sample {draw + 1}/{draws}")
        try:
            fitted = search.run(_drawn(samples, np.random.default_rng([seed, draw])), statistic)
        except DataError:  # a sample in which people prefer nothing says nothing
            continue
        if not np.isnan(fitted.score):
            found.append(_numbers(fitted.values))
    if not found:
        raise DataError(
            f"in none of {draws} samples of the judgments anything can be fitted: there are too few"
        )
    drawn = np.array(found)
    ends = np.percentile(drawn, [50 - confidence / 2, 50 + confidence / 2], axis=0)
    spreads = (
        Spread(name, value, (float(low), float(high)), float(share))
        for name, value, low, high, share in zip(
            _names(metric, values), _numbers(values), *ends, (drawn != 0.0).mean(axis=0), strict=True
        )
    )
    return Stability(tuple(spreads), len(found), confidence)


def _drawn(samples: Sequence[Sample], random: np.random.Generator) -> list[Sample]:
    """Each sample with as many of its judged segments, some of them repeatedly."""
    return [one.select(random.choice(one.judged_segments, len(one.judged_segments))) for one in samples]


def _numbers(values: Values) -> list[float]:
    return [
        float(number)
        for value in values.values()
        for number in (value if isinstance(value, tuple) else (value,))
    ]


def _names(metric: Metric, values: Values) -> list[str]:
    """What each number is called: weights after what they weigh, others of several after their position."""
    names: list[str] = []
    for name, value in values.items():
        if not isinstance(value, tuple):
            names.append(name)
        elif name == "weights" and has_parts(metric):
            names += [f"weight of {part}" for part in part_names(metric.singles())]
        elif name == "weights" and isinstance(metric, Linear):
            names += [f"weight of {feature}" for feature in metric.feature_names]
        else:
            names += [f"{name} {position + 1}" for position in range(len(value))]
    return names
