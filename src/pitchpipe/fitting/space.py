"""Where parameters are searched: a cube with sides from 0 to 1, and the way from it to values.

Numbers that enter a formula only in proportion to each other (a mixture's weights, hLEPOR's 7:2:1, α:β)
are shares of a fixed total, so that n of them take n − 1 sides and no two points mean the same. A number
without bounds is searched on a logarithmic scale around the value it has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.fitting.axes import Axis, Interval, Shares, Slot
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import Parameter, parameters
from pitchpipe.wording import quoted

#: Values by parameter, as a metric's ``replace`` takes them.
Values = dict[str, Any]
Bounds = Mapping[str, tuple[float, float]]

#: How far a number without bounds is searched, as a factor either way.
REACH = 100.0


@dataclass(frozen=True)
class Space:
    """All axes, and the values the search starts from."""

    axes: tuple[Axis, ...]
    start: Values

    @property
    def size(self) -> int:
        """The sides of the cube."""
        return sum(axis.size for axis in self.axes)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters."""
        return tuple(self.start)

    def origin(self) -> Array:
        """The point of the values the search starts from."""
        sides = [side for axis in self.axes for side in axis.encode([self._at_start(s) for s in axis.slots])]
        return np.array(sides, dtype=np.float64)

    def values(self, point: Array) -> Values:
        """The values at a point."""
        if np.array_equal(point, self.origin()):
            return dict(self.start)  # exactly, not rounded
        found: dict[Slot, float] = {}
        begin = 0
        for axis in self.axes:
            numbers = axis.decode(point[begin : begin + axis.size])
            found.update(zip(axis.slots, numbers, strict=True))
            begin += axis.size
        return {name: _assembled(name, value, found) for name, value in self.start.items()}

    def _at_start(self, slot: Slot) -> float:
        name, index = slot
        value = self.start[name]
        return float(value if index is None else value[index])


def space(metric: Metric, names: Iterable[str] | None = None, bounds: Bounds | None = None) -> Space:
    """The space of a metric's parameters.

    Parameters
    ----------
    metric
        The metric; the search starts from its values.
    names
        The parameters to fit. By default every number of the formula that has bounds, declared or given, and
        those that matter in proportion to each other.
    bounds
        Low and high, by parameter; for a parameter with several numbers, of each of them.

    Raises
    ------
    ParameterError
        If there is nothing to fit, or a parameter cannot be fitted.
    """
    given = dict(bounds or {})
    declared = parameters(metric)
    effect = metric.in_effect()
    if names is None:
        usual = [name for name in effect if _is_usual(declared[name], effect[name])]
        chosen = list(dict.fromkeys([*usual, *given]))
    else:
        chosen = list(dict.fromkeys([*((names,) if isinstance(names, str) else names), *given]))
    for name in chosen:
        _require_fittable(metric, name, declared)
        if declared[name].type == "floats" and effect[name] is None:
            raise ParameterError(f"{metric.name}: give {name} some numbers to start from, {name}=1/1")
    if not chosen:
        there = _numbers(declared)
        hint = f"choose among {', '.join(there)}, with bounds" if there else "its formula has none"
        raise ParameterError(f"{metric.spec} has no numbers that are fitted by default: {hint}")
    axes = tuple(_axes(metric, chosen, given))
    if not any(axis.size for axis in axes):
        raise ParameterError(f"{metric.spec} has nothing to fit: a single weight can be any number")
    return Space(axes, _start(metric, chosen, axes))


def _numbers(declared: Mapping[str, Parameter]) -> list[str]:
    return [n for n, p in declared.items() if p.kind == "formula" and p.type in {"float", "floats"}]


def _is_usual(parameter: Parameter, value: Any) -> bool:
    if parameter.type not in {"float", "floats"} or value is None:
        return False
    return bool(parameter.ratio) or (math.isfinite(parameter.low) and math.isfinite(parameter.high))


def _require_fittable(metric: Metric, name: str, declared: Mapping[str, Parameter]) -> None:
    if name not in declared:
        there = _numbers(declared)
        listed = f"there are {', '.join(there)}" if there else "it has none"
        raise ParameterError(f"{metric.name} has no parameter {quoted(name)} to fit: {listed}")
    if declared[name].kind == "counting":
        raise ParameterError(
            f"{metric.name}: {name} changes what is counted, and fit counts only once: "
            f"fit with each value of {name} and compare"
        )
    if declared[name].type not in {"float", "floats"}:
        raise ParameterError(
            f"{metric.name}: {name} is not a number to search: fit with each value of {name} and compare"
        )


def _axes(metric: Metric, chosen: list[str], given: Bounds) -> Iterator[Axis]:
    """Shares for what matters in proportion only, unless bounds are given; intervals for the rest."""
    declared, effect = parameters(metric), metric.in_effect()
    groups: dict[str, list[str]] = {}
    for name in chosen:
        if declared[name].ratio and name not in given and effect[name] is not None:
            groups.setdefault(declared[name].ratio, []).append(name)
    shared = set()
    for names in groups.values():
        slots = tuple(slot for name in names for slot in _slots(name, effect[name]))
        # One number alone is no proportion unless it is all there is; the others stay as they are.
        if len(slots) > 1 or declared[names[0]].type == "floats":
            shared.update(names)
            yield Shares(slots, _total(metric, slots))
    for name in chosen:
        if name not in shared:
            for slot in _slots(name, effect[name]):
                yield _interval(metric, slot, declared[name], effect[name], given.get(name))


def _total(metric: Metric, slots: Sequence[Slot]) -> float:
    """A mixture's weights sum to 1; others to what they sum to now, so that they look as in their paper."""
    if metric.singles() != (metric,):
        return 1.0
    effect = metric.in_effect()
    return math.fsum(effect[name] if index is None else effect[name][index] for name, index in slots)


def _slots(name: str, value: Any) -> list[Slot]:
    if isinstance(value, tuple):
        return [(name, index) for index in range(len(value))]
    return [(name, None)]


def _interval(
    metric: Metric, slot: Slot, parameter: Parameter, value: Any, given: tuple[float, float] | None
) -> Interval:
    name, index = slot
    low, high = (parameter.low, parameter.high) if given is None else _given_bounds(metric, name, given)
    if math.isfinite(low) and math.isfinite(high):
        return Interval(slot, low, high)
    number = value if index is None else value[index]
    if number is None or number <= 0:
        raise ParameterError(f"{metric.name}: {name} has no bounds: give some, {name}=LOW:HIGH")
    return Interval(slot, max(number / REACH, low), min(number * REACH, high), log=True)


def _given_bounds(metric: Metric, name: str, bounds: tuple[float, float]) -> tuple[float, float]:
    low, high = (float(bound) for bound in bounds)
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ParameterError(f"{metric.name}: {name} must be searched between two numbers, low before high")
    parameter = parameters(metric)[name]
    for bound in (low, high):
        parameter.check(f"{metric.name}: {name}", (bound,) if parameter.type == "floats" else bound)
    return low, high


def _start(metric: Metric, chosen: list[str], axes: Sequence[Axis]) -> Values:
    """The values in effect, moved within bounds; the middle where there is none."""
    effect = metric.in_effect()
    numbers: dict[Slot, float] = {}
    for axis in axes:
        own = [effect[name] if index is None else effect[name][index] for name, index in axis.slots]
        if isinstance(axis, Interval):
            own = [(axis.low + axis.high) / 2 if own[0] is None else min(max(own[0], axis.low), axis.high)]
        if isinstance(axis, Shares):
            scale = axis.total / math.fsum(own)
            own = [scale * number for number in own]
        numbers.update(zip(axis.slots, own, strict=True))
    return {name: _assembled(name, effect[name], numbers) for name in chosen}


def _assembled(name: str, like: Any, numbers: Mapping[Slot, float]) -> Any:
    """A parameter's value from its numbers."""
    if isinstance(like, tuple):
        return tuple(numbers[name, index] for index in range(len(like)))
    return numbers[name, None]
