"""All metrics against each other, and the ranks that follow."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.significance import permutation, williams
from pitchpipe.agreement.statistics import Bound, Gains, Statistic
from pitchpipe.batch.values import Array
from pitchpipe.engines.engine import Engine, nobody
from pitchpipe.errors import ParameterError
from pitchpipe.pickling import cached_property
from pitchpipe.resampling.sampling import Sampling

Test = Literal["perm-both", "williams"]


@dataclass(frozen=True)
class Contest:
    """Metrics from the best to the worst, tested against each other.

    ``p`` has for every two metrics, the better one first, the one-sided p-value that it agrees better with
    people. ``ranks`` are those of WMT's metrics tasks: from the best metric down, a metric shares the rank
    of the one above unless a metric of that rank is significantly better, which begins the next rank. A
    metric without a value has no rank.
    """

    statistic: str
    test: Test
    alpha: float
    values: Mapping[str, float]
    p: Mapping[tuple[str, str], float]
    ranks: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; what has no value is ``None``."""
        return {
            "statistic": self.statistic,
            "test": self.test,
            "alpha": self.alpha,
            "metrics": [
                {"name": name, "value": _or_none(value), "rank": self.ranks.get(name)}
                for name, value in self.values.items()
            ],
            "p": [{"better": a, "worse": b, "p": _or_none(p)} for (a, b), p in self.p.items()],
        }


def contest(
    statistic: Statistic,
    human: Human,
    gains: Mapping[str, Gains],
    *,
    test: Test = "perm-both",
    samples: int = 1000,
    seed: int = 12345,
    alpha: float = 0.05,
    stop_early: bool = True,
    progress: Callable[[str], None] | None = None,
    engine: Engine | None = None,
) -> Contest:
    """Tests every metric against every other.

    Parameters
    ----------
    statistic, human
        How agreement is measured, and with what.
    gains
        The metrics' scores by name.
    test
        ``perm-both``, or ``williams``, which tests Pearson correlations only: of others nothing is
        tested then, and there are no ranks.
    samples, seed, stop_early
        See ``permutation_test``.
    alpha
        A p-value up to this is significant.
    progress
        Is told each metric before it is tested against the ones below.
    engine
        What runs the tests, a part for each metric; by default this process. Results do not depend on it.

    Raises
    ------
    ParameterError
        If the statistic does not suit the judgments, or a number cannot be meant.
    """
    if test not in ("perm-both", "williams"):
        raise ParameterError(f"the test must be perm-both or williams, not {test!r}")
    if not 0 < alpha < 1:
        raise ParameterError(f"alpha must be between 0 and 1, not {alpha:g}")
    Sampling(samples, seed)
    bound = statistic.bind(human)
    found = {name: bound(scores) for name, scores in gains.items()}
    values = dict(sorted(found.items(), key=lambda item: (math.isnan(item[1]), -item[1])))
    ranked = [name for name, value in values.items() if not math.isnan(value)]
    if test == "williams" and not williams.suits(statistic):
        return Contest(statistic.spec, test, alpha, values, {}, {})

    job = _Testing(statistic, human, gains, test, samples, seed, stop_early)
    parts = [(better, tuple(ranked[place + 1 :])) for place, better in enumerate(ranked)]
    p: dict[tuple[str, str], float] = {}
    for (better, below), values_below in zip(parts, _run(job, parts, engine, progress), strict=True):
        p |= {(better, worse): value for worse, value in zip(below, values_below, strict=True)}
    matrix = np.full((len(ranked), len(ranked)), np.nan)
    place_of = {name: place for place, name in enumerate(ranked)}
    for (better, worse), value in p.items():
        matrix[place_of[better], place_of[worse]] = value
    ranks = dict(zip(ranked, clusters(matrix, alpha), strict=True))
    return Contest(statistic.spec, test, alpha, values, p, ranks)


#: A metric, and those that it is tested against.
_Part = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class _Testing:
    """Tests a metric against others, which agree less with people; it travels to workers."""

    statistic: Statistic
    human: Human
    gains: Mapping[str, Gains]
    test: Test
    samples: int
    seed: int
    stop_early: bool

    @cached_property
    def _bound(self) -> Bound:
        return self.statistic.bind(self.human)

    @cached_property
    def _contestants(self) -> dict[str, permutation.Contestant]:
        return {name: permutation.Contestant(self._bound, own) for name, own in self.gains.items()}

    def __call__(self, part: _Part) -> list[float]:
        better, below = part
        return [self._p(better, worse) for worse in below]

    def _p(self, better: str, worse: str) -> float:
        if self.test == "williams":
            return williams.tested(self._bound, self.statistic, self.gains[worse], self.gains[better]).p
        return permutation.tested(
            self._contestants[worse],
            self._contestants[better],
            samples=self.samples,
            seed=self.seed,
            stop_early=self.stop_early,
        ).p


def _run(
    job: _Testing, parts: Sequence[_Part], engine: Engine | None, progress: Callable[[str], None] | None
) -> Iterator[list[float]]:
    """The p-values of each part, in their order."""
    if engine is not None:
        yield from engine.run(job, parts, nobody)
        return
    for part in parts:
        if progress is not None:
            progress(part[0])
        yield job(part)


def clusters(p: Array, alpha: float) -> list[int]:
    """Ranks of metrics in order, ``p[i, j]`` the p-value of i being better than j; see ``Contest``."""
    ranks: list[int] = []
    begin = 0
    for place in range(len(p)):
        if place and np.any(p[begin:place, place] <= alpha):
            begin = place
            ranks.append(ranks[-1] + 1)
        else:
            ranks.append(ranks[-1] if ranks else 1)
    return ranks


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
