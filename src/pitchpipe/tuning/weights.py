"""Weights by name and as vectors, the ranges they may take, and where searches begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.nbest.groups import group_members
from pitchpipe.wording import quoted

Weights: TypeAlias = "Mapping[str, float] | Sequence[float] | Array"
#: Lowest and highest value; ``None`` where there is none.
Bounds: TypeAlias = "Mapping[str, tuple[float | None, float | None]]"
Normalise = Literal["l1", "l2", "none"]
#: Uniform draws reach this many mean absolute weights to either side of the start.
REACH = 2.0
#: Prices of distances are no larger: what they are multiplied with stays a number.
LARGEST_AMOUNT = 1e100


def as_vector(names: Sequence[str], weights: Weights) -> Array:
    """One weight for each name, from a mapping or in the order of the names."""
    if isinstance(weights, Mapping):
        require_known(names, weights, "weight")
        if missing := [name for name in names if name not in weights]:
            raise ParameterError(f"there is no weight for feature {missing[0]}")
        weights = [weights[name] for name in names]
    try:
        vector = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ParameterError("weights must be numbers") from error
    if vector.shape != (len(names),):
        raise ParameterError(f"{vector.size} weights for {len(names)} features")
    if not np.isfinite(vector).all():
        name = names[int(np.flatnonzero(~np.isfinite(vector))[0])]
        raise ParameterError(f"the weight of {name} is no finite number")
    return vector


def as_mapping(names: Sequence[str], vector: Array) -> dict[str, float]:
    """Weights by name; a negative zero is zero."""
    return dict(zip(names, map(float, vector + 0.0), strict=True))


def require_amounts(**amounts: float) -> None:
    """Refuses prices and tolerances that are no amounts, or so large that their products are no numbers."""
    for name, amount in amounts.items():
        if not isinstance(amount, int | float) or not 0.0 <= amount <= LARGEST_AMOUNT:
            raise ParameterError(
                f"{name} must be a number of at least 0 and at most {LARGEST_AMOUNT:g}, not {amount!r}"
            )


def require_known(names: Sequence[str], given: Iterable[str], what: str) -> None:
    """Refuses a name that no feature has."""
    for name in given:
        if name not in names:
            raise ParameterError(f"{what} of {quoted(name)}: there are features {', '.join(names)}")


def fixed_names(names: Sequence[str], fixed: str | Iterable[str]) -> list[str]:
    """The features that are meant by names of features, and of groups of them as Moses has (``TM0= a b``).

    Raises
    ------
    ParameterError
        If a name is neither.
    """
    groups = group_members(names)
    found: list[str] = []
    for name in [fixed] if isinstance(fixed, str) else fixed:
        if name not in names and name not in groups:
            known = f"there are features {', '.join(names)}"
            if groups:
                known += f", and groups of them: {', '.join(groups)}"
            raise ParameterError(f"a fixed weight of {quoted(name)}: {known}")
        found += groups.get(name, [name])
    return found


def normalised(weights: Array, how: Normalise) -> Array:
    """The same weights at length 1, which choose the same candidates; zero stays zero."""
    if how == "none":
        return weights
    # Scaled by a power of two, no digit changes and no sum overflows.
    _, exponent = np.frexp(np.abs(weights).max(initial=0.0))
    scaled = np.ldexp(weights, -exponent)
    length = np.abs(scaled).sum() if how == "l1" else np.linalg.norm(scaled)
    return weights if length == 0.0 else scaled / length


@dataclass(frozen=True, eq=False)
class Space:
    """Which weights may be moved, and how far."""

    names: tuple[str, ...]
    low: Array
    high: Array
    free: NDArray[np.bool_]

    @classmethod
    def of(
        cls, names: Sequence[str], start: Array, bounds: Bounds | None = None, fixed: Iterable[str] = ()
    ) -> Space:
        """Fixed weights, or groups of them, stay where they start, others within their bounds."""
        bounds, kept = bounds or {}, fixed_names(names, fixed)
        require_known(names, bounds, "bounds")
        low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
        for name, (lowest, highest) in bounds.items():
            at = names.index(name)
            low[at] = -np.inf if lowest is None else lowest
            high[at] = np.inf if highest is None else highest
            if low[at] > high[at]:
                raise ParameterError(f"bounds of {name}: {low[at]:g} is above {high[at]:g}")
            if not low[at] <= start[at] <= high[at]:
                raise ParameterError(
                    f"{name} starts at {start[at]:g}, outside its bounds {low[at]:g} and {high[at]:g}"
                )
        free = np.array([name not in kept for name in names], dtype=bool) & (low < high)
        if not free.any():
            raise ParameterError("no weight is left to tune: all are fixed")
        return cls(tuple(names), low, high, free)

    def normalisation(self, asked: Normalise | None, start: Array) -> Normalise:
        """What was asked for; by default L1 where scaling keeps fixed weights and bounds as they are."""
        if asked is not None and asked not in get_args(Normalise):
            raise ParameterError(
                f"normalise must be one of {', '.join(get_args(Normalise))}, not {quoted(asked)}"
            )
        limits = np.concatenate([self.low, self.high, start[~self.free]])
        scales = bool(((limits == 0.0) | np.isinf(limits)).all())
        if asked in {"l1", "l2"} and not scales:
            raise ParameterError("weights with bounds or fixed values cannot be normalised")
        return asked or ("l1" if scales else "none")

    def limits(self, point: Array, directions: Array) -> tuple[Array, Array]:
        """How far one may go from a point along each direction, backwards and forwards."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ends = np.stack([(self.low - point) / directions, (self.high - point) / directions])
        moves = directions != 0.0
        low = np.where(moves, ends.min(axis=0), -np.inf).max(axis=1)
        high = np.where(moves, ends.max(axis=0), np.inf).min(axis=1)
        # Rounding may put a point a trace outside, and then there is no way but to stay.
        return np.minimum(low, 0.0), np.maximum(high, 0.0)

    def clipped(self, point: Array) -> Array:
        """The point, or the nearest one within the bounds."""
        return np.clip(point, self.low, self.high)

    def coordinates(self) -> Array:
        """The directions along each free weight, ``[free, features]``."""
        return np.eye(len(self.names))[self.free]

    def scattered(self, centre: Array, spread: float, random: np.random.Generator) -> Array:
        """A point around another one: normal noise of ``spread`` mean absolute weights on free weights."""
        noise = random.standard_normal(len(centre)) * spread * _scale(centre)
        return self.clipped(centre + np.where(self.free, noise, 0.0))

    def anywhere(self, centre: Array, ranges: Bounds | None, random: np.random.Generator) -> Array:
        """A point with free weights uniform in their ranges.

        Without a range, within the bounds or around the centre where those are infinite.
        """
        reach = REACH * _scale(centre)
        low = np.where(np.isinf(self.low), np.minimum(centre - reach, self.high), self.low)
        high = np.where(np.isinf(self.high), np.maximum(centre + reach, self.low), self.high)
        for name, (lowest, highest) in (ranges or {}).items():
            at = self.names.index(name)
            low[at] = low[at] if lowest is None else lowest
            high[at] = high[at] if highest is None else highest
        drawn = low + random.random(len(centre)) * (high - low)
        return self.clipped(np.where(self.free, drawn, centre))

    def require_ranges(self, ranges: Bounds | None) -> None:
        """Refuses ranges to start in that are none."""
        require_known(self.names, ranges or {}, "a range")
        for name, ends in (ranges or {}).items():
            numbers = [end for end in ends if end is not None]
            if not np.isfinite(numbers).all() or numbers != sorted(numbers):
                raise ParameterError(f"the range of {name} must go from a number to a larger one, not {ends}")


def _scale(weights: Array) -> float:
    """The mean absolute weight, or 1 where all are 0."""
    return float(np.abs(weights).mean()) or 1.0
