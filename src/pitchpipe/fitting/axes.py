"""The sides of the cube that is searched, and the numbers they stand for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pitchpipe.batch.values import Array

#: One number: a parameter, and the position within it where it has several.
Slot = tuple[str, int | None]

#: Digits of the values that are tried; what is reported is exactly what was tried.
DIGITS = 6


class Axis(Protocol):
    """Some sides of the cube, and the numbers they stand for."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The numbers."""

    @property
    def size(self) -> int:
        """The sides."""

    def decode(self, point: Array) -> list[float]:
        """The numbers at a point."""

    def encode(self, numbers: Sequence[float]) -> list[float]:
        """The point of the numbers."""


@dataclass(frozen=True)
class Interval:
    """A number between two others."""

    slot: Slot
    low: float
    high: float
    log: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (self.slot,)

    @property
    def size(self) -> int:
        return 1

    def decode(self, point: Array) -> list[float]:
        share = float(point[0])
        if self.log:
            number = self.low * (self.high / self.low) ** share
        else:
            number = self.low + share * (self.high - self.low)
        rounded = float(f"{number:.{DIGITS}g}")
        return [min(max(rounded, self.low), self.high)]

    def encode(self, numbers: Sequence[float]) -> list[float]:
        number = min(max(numbers[0], self.low), self.high)
        if self.log:
            return [math.log(number / self.low) / math.log(self.high / self.low)]
        return [(number - self.low) / (self.high - self.low)]


@dataclass(frozen=True)
class Shares:
    """Numbers of at least 0 with a fixed sum: a stick of that length, broken piece by piece.

    A uniform point of the cube is a uniform point of the simplex.
    """

    slots: tuple[Slot, ...]
    total: float

    @property
    def size(self) -> int:
        return len(self.slots) - 1

    def decode(self, point: Array) -> list[float]:
        rest = 1.0
        shares = []
        for k, side in enumerate(point):
            share = rest * (1.0 - (1.0 - float(side)) ** (1.0 / (self.size - k)))
            shares.append(share)
            rest -= share
        numbers = [round(self.total * share, DIGITS) for share in (*shares, max(rest, 0.0))]
        # What rounding lost goes to the largest, where it is least noticed.
        largest = numbers.index(max(numbers))
        numbers[largest] = round(numbers[largest] + self.total - math.fsum(numbers), DIGITS)
        return numbers

    def encode(self, numbers: Sequence[float]) -> list[float]:
        rest = math.fsum(numbers)
        point = []
        for k, number in enumerate(numbers[:-1]):
            left = 1.0 - number / rest if rest > 0 else 0.0
            point.append(1.0 - max(left, 0.0) ** (self.size - k))
            rest -= number
        return point
