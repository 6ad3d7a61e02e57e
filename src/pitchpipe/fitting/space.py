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
from pitchpipe.metrics.parameters import Parameter
from pitchpipe.metrics.parts import declared, has_parts, in_effect, is_of_part, of_part
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
        those that matter in proportion to each other; of a mixture, the weights. Parameters of its parts,
        ``chrf.beta``, are fitted beside the weights.
    bounds
        Low and high, by parameter; for a parameter with several numbers, of each of them.

    Raises
    ------
    ParameterError
        If there is nothing to fit, or a parameter cannot be fitted.
    """
    given = dict(bounds or {})
    if names is None:
        known, own = declared(metric), metric.in_effect()
        chosen = [*(name for name in own if _is_usual(known[name], own[name])), *given]
    else:
        chosen = [*((names,) if isinstance(names, str) else names), *given]
    if has_parts(metric) and any(map(is_of_part, chosen)):
        chosen = ["weights", *chosen]
    if not chosen:
        there = _numbers(declared(metric))
        hint = f"choose among {', '.join(there)}, with bounds" if there else "its formula has none"
        raise ParameterError(f"{metric.spec} has no numbers that are fitted by default: {hint}")
    found = _space(metric, chosen, given)
    if not found.size:
        raise ParameterError(f"{metric.spec} has nothing to fit: a single weight can be any number")
    return found


def space_of_parts(metric: Metric, names: Iterable[str], bounds: Bounds | None = None) -> Space:
    """The space of the parameters of a mixture's parts, without its weights."""
    given = dict(bounds or {})
    if "weights" in given:
        raise ParameterError("weights that are learnt from pairs have no bounds: --optimiser hill")
    chosen = [*((names,) if isinstance(names, str) else names), *given]
    return _space(metric, [name for name in chosen if name != "weights"], given)


def _space(metric: Metric, names: Iterable[str], given: Bounds) -> Space:
    chosen = list(dict.fromkeys(names))
    known, effect = declared(metric), in_effect(metric)
    for name in chosen:
        _require_fittable(metric, name, known)
        if known[name].type == "floats" and effect[name] is None:
            raise ParameterError(f"{metric.name}: give {name} some numbers to start from, {name}=1/1")
    axes = tuple(_axes(metric, chosen, given))
    return Space(axes, _start(metric, chosen, axes))


def _numbers(declared: Mapping[str, Parameter]) -> list[str]:
    return [n for n, p in declared.items() if p.kind == "formula" and p.type in {"float", "floats"}]


def _is_usual(parameter: Parameter, value: Any) -> bool:
    if parameter.type not in {"float", "floats"} or value is None:
        return False
    return bool(parameter.ratio) or (math.isfinite(parameter.low) and math.isfinite(parameter.high))


def _require_fittable(metric: Metric, name: str, known: Mapping[str, Parameter]) -> None:
    if name not in known:
        raise _unknown(metric, name, _numbers(known))
    if known[name].kind == "counting":
        raise ParameterError(
            f"{metric.name}: {name} changes what is counted, and fit counts only once: "
            f"fit with each value of {name} and compare"
        )
    if known[name].type not in {"float", "floats"}:
        raise ParameterError(
            f"{metric.name}: {name} is not a number to search: fit with each value of {name} and compare"
        )


def _unknown(metric: Metric, name: str, there: Sequence[str]) -> ParameterError:
    """What to say of a name that is none, with those that are."""
    who = metric.name
    if is_of_part(name):
        who, _ = of_part(metric, name)
        there = [one for one in there if one.startswith(f"{who}.")]
    listed = f"there are {', '.join(there)}" if there else "it has none"
    return ParameterError(f"{who} has no parameter {quoted(name.rpartition('.')[2])} to fit: {listed}")


def _axes(metric: Metric, chosen: list[str], given: Bounds) -> Iterator[Axis]:
    """Shares for what matters in proportion only, unless bounds are given; intervals for the rest."""
    known, effect = declared(metric), in_effect(metric)
    groups: dict[str, list[str]] = {}
    for name in chosen:
        if known[name].ratio and name not in given and effect[name] is not None:
            groups.setdefault(known[name].ratio, []).append(name)
    shared = set()
    for names in groups.values():
        slots = tuple(slot for name in names for slot in _slots(name, effect[name]))
        # One number alone is no proportion unless it is all there is; the others stay as they are.
        if len(slots) > 1 or known[names[0]].type == "floats":
            shared.update(names)
            yield Shares(slots, _total(metric, slots))
    for name in chosen:
        if name not in shared:
            for slot in _slots(name, effect[name]):
                yield _interval(metric, slot, known[name], effect[name], given.get(name))


def _total(metric: Metric, slots: Sequence[Slot]) -> float:
    """A mixture's weights sum to 1; others to what they sum to now, so that they look as in their paper."""
    if has_parts(metric) and not is_of_part(slots[0][0]):
        return 1.0
    effect = in_effect(metric)
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
    parameter = declared(metric)[name]
    for bound in (low, high):
        parameter.check(f"{metric.name}: {name}", (bound,) if parameter.type == "floats" else bound)
    return low, high


def _start(metric: Metric, chosen: list[str], axes: Sequence[Axis]) -> Values:
    """The values in effect, moved within bounds; the middle where there is none."""
    effect = in_effect(metric)
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
