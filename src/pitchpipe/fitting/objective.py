"""What is maximised: agreement with people, averaged over test sets, as a function of parameters.

Nothing is counted again. Where the statistic looks at segments, only what people judged is weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pitchpipe.agreement.statistics import Gains, Statistic
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting.samples import Sample
from pitchpipe.fitting.space import Values

#: What counts the same: language pairs, judgments, or test sets, whose language pairs share.
Average = Literal["pairs", "judgments", "sets"]


@dataclass(frozen=True)
class _Bound:
    """A sample with its statistic."""

    sample: Sample
    value: Callable[[Gains], float]
    of_systems: bool

    @classmethod
    def of(cls, sample: Sample, statistic: Statistic) -> _Bound:
        return cls(sample, statistic.bind(sample.human), statistic.level == "system")

    def __call__(self, values: Values) -> float:
        if self.of_systems:
            return self.value(self.sample.scored(values).gains)
        segment = np.full(self.sample.shape, np.nan)
        segment.ravel()[self.sample.cells] = self.sample.judged_gains(values)
        return self.value(Gains(np.full(len(segment), np.nan), segment))


class Objective:
    """The mean agreement of a metric with people on some samples; calling it weighs and scores."""

    def __init__(
        self, samples: Iterable[Sample], statistic: Statistic, average: Average = "pairs", where: str = ""
    ) -> None:
        """Works out what does not depend on parameters; ``where`` names the samples in messages."""
        self.samples = tuple(samples)
        self.weights = weights(self.samples, average)
        self._parts = [_Bound.of(sample, statistic) for sample in self.samples]
        self._statistic = statistic
        self._where = where

    def __call__(self, values: Values) -> float:
        """The mean; NaN where it cannot be computed on one of the samples."""
        return float(self.weights @ self.each(values))

    def each(self, values: Values) -> Array:
        """The agreement on each sample."""
        return np.array([part(values) for part in self._parts])

    def require_defined(self) -> None:
        """Refuses data that people said nothing conclusive about, before anything is searched."""
        for sample, value in zip(self.samples, self.each({}), strict=True):
            if np.isnan(value):
                note = self._statistic(sample.human, sample.scored({}).gains).note
                where = f"{sample.name}, {self._where}" if self._where else sample.name
                reason = note.partition(";")[0].removeprefix("n/a: ")
                raise DataError(f"{where}: {self._statistic.spec} cannot be computed: {reason}")


def weights(samples: tuple[Sample, ...], average: Average) -> Array:
    """How much each sample counts: all the same, by the number of judgments, or as a part of its test set."""
    if average == "pairs":
        counts = np.ones(len(samples))
    elif average == "judgments":
        counts = np.array([sample.judgments for sample in samples], dtype=np.float64)
    elif average == "sets":
        sets = [sample.set_name for sample in samples]
        counts = np.array([1.0 / sets.count(own) for own in sets])
    else:
        raise ParameterError(f"average must be 'pairs', 'judgments' or 'sets', not {average!r}")
    return np.asarray(counts / counts.sum(), dtype=np.float64)
