"""What a format of weights can do, and what all of them need."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pitchpipe.errors import DataError
from pitchpipe.tuning.norms import Norm
from pitchpipe.tuning.weights import Bounds
from pitchpipe.wording import quoted

#: A number as decoders write it, to be matched whatever its case.
NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?(?:inf|nan)(?:inity)?"


@dataclass(frozen=True)
class Parsed:
    """What a text says of weights; without a ``norm``, nothing of their length."""

    weights: dict[str, float] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    bounds: Bounds = field(default_factory=dict)
    ranges: Bounds = field(default_factory=dict)
    norm: Norm | Literal["none"] | None = None


class Form(NamedTuple):
    """One format: reading, replacing values in a text, and writing a new one.

    ``parse`` is given a name for messages.
    """

    parse: Callable[[str, str], Parsed]
    update: Callable[[str, Mapping[str, float]], str]
    render: Callable[[Mapping[str, float]], str]


def add_weight(weights: dict[str, float], name: str, text: str, where: str) -> None:
    """Adds a weight as it is written; refuses a second one of the same name, and what is no number."""
    if name in weights:
        raise DataError(f"{where}: {name} has a weight already")
    try:
        value = float(text)
    except ValueError:
        raise DataError(f"{where}: the weight of {name} is no number, but {quoted(text)}") from None
    weights[name] = finite(value, name, where)


def finite(value: float, name: str, where: str) -> float:
    """The value, unless it is infinite or not a number."""
    try:
        number = float(value)
    except OverflowError:  # an integer of JSON may be larger than any float
        number = math.inf
    if not math.isfinite(number):
        raise DataError(f"{where}: the weight of {name} is no finite number")
    return number
