"""The parameters of a mixture's parts by name: ``chrf.beta``, and ``chrf#2.beta`` of the second of two.

What fits and remembers parameters knows a metric by the names and values here: a metric alone has its own
parameters, a mixture its weights and those of its parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import ParameterError
from pitchpipe.metrics.grammar import name_and_preset
from pitchpipe.metrics.parameters import Parameter, parameters
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric


def is_of_part(name: str) -> bool:
    """Whether a parameter is a part's: no metric's own has a dot."""
    return "." in name


def part_names(metrics: tuple[Metric, ...]) -> tuple[str, ...]:
    """What the parts are called: as they are registered, and numbered where one occurs again.

    >>> from pitchpipe.metrics import get
    >>> part_names(get("1*chrf+1*bleu+1*chrf:char_order=4").singles())
    ('chrf#1', 'bleu', 'chrf#2')
    """
    names = [name_and_preset(metric)[0] for metric in metrics]
    often, seen = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name}#{seen[name]}" if often[name] > 1 else name)
    return tuple(numbered)


def has_parts(metric: Metric) -> bool:
    """Whether it is a mixture."""
    return metric.singles() != (metric,)


def declared(metric: Metric) -> dict[str, Parameter]:
    """The declared parameters of a metric, and of a mixture's parts by their names.

    What the registered name of a part stands for is left out, or the name would be another's.
    """
    found = dict(parameters(metric))
    if not has_parts(metric):
        return found
    parts = metric.singles()
    for part_name, part in zip(part_names(parts), parts, strict=True):
        _, fixed = name_and_preset(part)
        for name, parameter in parameters(part).items():
            if name not in fixed:
                # Proportions are within a part.
                ratio = parameter.ratio and f"{part_name}.{parameter.ratio}"
                found[f"{part_name}.{name}"] = replace(parameter, ratio=ratio)
    return found


def in_effect(metric: Metric) -> dict[str, Any]:
    """The values of formula parameters as they enter the formula, those of parts by their names."""
    found = metric.in_effect()
    if has_parts(metric):
        parts = metric.singles()
        for part_name, part in zip(part_names(parts), parts, strict=True):
            found |= {f"{part_name}.{name}": value for name, value in part.in_effect().items()}
    return found


def value_of(metric: Metric, name: str) -> Any:
    """The value of a parameter, its own or a part's."""
    if not is_of_part(name):
        return getattr(metric, name)
    part_name, own = of_part(metric, name)
    parts = metric.singles()
    return getattr(parts[part_names(parts).index(part_name)], own)


def of_part(metric: Metric, name: str) -> tuple[str, str]:
    """Which part of a mixture a name means, and which parameter of it.

    Raises
    ------
    ParameterError
        If it has no such part, or several of that name.
    """
    # Names of metrics may have dots; those of parameters have none.
    part_name, _, own = name.rpartition(".")
    parts = metric.singles()
    names = part_names(parts)
    if has_parts(metric) and part_name in names:
        return part_name, own
    if not has_parts(metric):
        raise ParameterError(f"{metric.spec} is no mixture: write {own}, without the name of a part")
    alike = [k for k, there in enumerate(names) if there.startswith(f"{part_name}#")]
    if alike:
        which = " or ".join(f"{names[k]}.{own} ({parts[k].spec})" for k in alike)
        raise ParameterError(f"the mixture has {part_name} {len(alike)} times: write {which}")
    raise ParameterError(f"the mixture has no part {quoted(part_name)}: there are {', '.join(names)}")


def without_zeros(metric: Metric, values: Mapping[str, Any]) -> tuple[Metric, dict[str, Any]]:
    """A mixture and fitted values of it without the parts whose weight is 0, which score nothing.

    Of two parts of a name the one that is left has it alone.
    """
    parts, weights = metric.singles(), values["weights"]
    kept = [index for index, weight in enumerate(weights) if weight]
    left = tuple(parts[index] for index in kept)
    found: dict[str, Any] = {"weights": tuple(weights[index] for index in kept)}
    others = by_part(metric, {name: value for name, value in values.items() if is_of_part(name)})
    for name, index in zip(part_names(left), kept, strict=True):
        found |= {f"{name}.{own}": value for own, value in others.get(index, {}).items()}
    return metric.replace(metrics=left, weights=(1.0,) * len(left)), found


def by_part(metric: Metric, values: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """The values of parts' parameters by part."""
    names = {name: index for index, name in enumerate(part_names(metric.singles()))}
    found: dict[int, dict[str, Any]] = {}
    for name, value in values.items():
        part_name, _, own = name.rpartition(".")
        if part_name not in names:
            part_name, own = of_part(metric, name)
        found.setdefault(names[part_name], {})[own] = value
    return found
