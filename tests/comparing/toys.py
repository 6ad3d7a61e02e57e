"""A metric whose rows are written in the hypotheses themselves, for values worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

import pitchpipe as pp
from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics import Batch, Metric
from pitchpipe.metrics.base import Direction


@dataclass(frozen=True, kw_only=True)
class Mean(Metric):
    """The mean of the numbers that hypotheses are."""

    name: ClassVar[str] = "mean"
    title: ClassVar[str] = "Mean"
    paper: ClassVar[str] = "none"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("sum", "segments")

    def measure(self, batch: Batch) -> Measured:
        numbers = [[float(line), 1.0] for line in batch.hypotheses]
        return Measured(np.array(numbers))

    def combine(self, sums: Array) -> Array:
        return np.asarray(sums[..., 0] / sums[..., 1])


@dataclass(frozen=True, kw_only=True)
class Error(Mean):
    """The same, but less is better."""

    name: ClassVar[str] = "error"
    direction: ClassVar[Direction] = "lower"


@dataclass(frozen=True, kw_only=True)
class Amount(Mean):
    """The same, but neither is better."""

    name: ClassVar[str] = "amount"
    direction: ClassVar[Direction] = "none"


def rows(*systems: Sequence[float] | Array) -> Array:
    """Rows of :class:`Mean`, ``[systems, segments, 2]``."""
    return np.stack([np.column_stack([numbers, np.ones(len(numbers))]) for numbers in systems])


def toy_set(**systems: Sequence[float]) -> pp.TestSet:
    """A test set that :class:`Mean` scores."""
    segments = len(next(iter(systems.values())))
    return pp.TestSet(
        systems={name: [str(number) for number in numbers] for name, numbers in systems.items()},
        references={"ref": ["one two"] * segments},
    )
