"""Metric parameters that declare themselves.

A metric is a frozen dataclass of keyword parameters. Each says what kind it is, which values it
takes and how it is spelled, and everything else derives from that: checking, the command-line
grammar, signatures, the listing of ``pitchpipe metrics`` and the bounds for fitting.

*formula* parameters enter where statistics become scores; *counting* parameters change the
statistics themselves, so changing one means measuring again.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from pitchpipe.errors import ParameterError
from pitchpipe.text.tokenizers import AUTO, NAMES
from pitchpipe.wording import quoted

Kind = Literal["formula", "counting"]
Type = Literal["bool", "int", "float", "floats", "str"]

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True)
class Parameter:
    """What a parameter declares of itself.

    ``word`` names it in the grammar, where the field cannot have that name itself; ``key`` and ``short`` name
    it in long and short signatures, ``codes`` spells values there, and
    ``always`` shows it there even at its default. Numbers of the same ``ratio`` enter the formula in
    proportion to each other only: all of them doubled change nothing. ``length`` says how many ``floats``
    there are, where that is fixed; the metric itself checks it, because bounds are checked one by one.
    """

    kind: Kind
    type: Type
    doc: str
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str, ...] = ()
    optional: bool = False
    callable: bool = False
    word: str = ""
    key: str = ""
    short: str = ""
    codes: Mapping[Any, str] = field(default_factory=dict)
    always: bool = False
    ratio: str = ""
    length: int = 0

    def check(self, where: str, value: Any, written: str | None = None) -> Any:
        """The value in its proper type, or a :class:`ParameterError` that begins with ``where``.

        The message shows the value as it was ``written``, where it was.
        """
        if self.optional and (value is None or _means_none(value)):
            return None
        if self.callable and callable(value):
            return value
        checked = _CHECKS[self.type](value)
        if checked is None:
            raise self._refused(where, quoted(value), written)
        numbers = checked if isinstance(checked, tuple) else (checked,)
        if self.type != "str" and not all(self.low <= x <= self.high for x in numbers):
            raise self._refused(where, format_value(checked), written)
        if self.choices and checked not in self.choices:
            raise self._refused(where, quoted(value), written)
        return checked

    def _refused(self, where: str, value: str, written: str | None) -> ParameterError:
        shown = value if written is None else _as_written(written)
        return ParameterError(f"{where} must be {self.wanted()}, not {shown}")

    def parse(self, where: str, text: str) -> Any:
        """The value a text spells, in the grammar of :mod:`pitchpipe.metrics.grammar`."""
        if self.optional and (not text or _means_none(text)):
            return None
        return self.check(where, _PARSERS[self.type](text), text)

    def wanted(self) -> str:
        """What values it takes, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        noun = {"bool": "true or false", "int": "a whole number", "float": "a number"}.get(self.type, "")
        floats = f"{self.length} numbers" if self.length else "numbers"
        noun = noun or {"floats": f"{floats} separated by '/'", "str": "a text"}[self.type]
        if self.type in {"bool", "str"}:
            return noun
        if math.isfinite(self.low) and math.isfinite(self.high):
            return f"{noun} between {self.low:g} and {self.high:g}"
        if math.isfinite(self.low):
            return f"{noun} of at least {self.low:g}"
        if math.isfinite(self.high):
            return f"{noun} of at most {self.high:g}"
        return noun


def _declare(kind: Kind, default: Any, doc: str, **facts: Any) -> Any:
    if "type" not in facts:
        facts["type"] = _type_of(default)
    facts.setdefault("optional", default is None)
    compare = facts.pop("compare", True)
    return field(
        default=default, compare=compare, metadata={"parameter": Parameter(kind=kind, doc=doc, **facts)}
    )


def formula(default: Any, doc: str, **facts: Any) -> Any:
    """Declares a dataclass field as a formula parameter; ``facts`` are :class:`Parameter`'s."""
    return _declare("formula", default, doc, **facts)


def counting(default: Any, doc: str, **facts: Any) -> Any:
    """Declares a dataclass field as a counting parameter; ``facts`` are :class:`Parameter`'s.

    With ``compare=False`` metrics that differ in it are equal, as before and after they are prepared.
    """
    return _declare("counting", default, doc, **facts)


def lowercase(default: bool, doc: str = "lower-case all text first") -> Any:
    """The ``lowercase`` parameter, the same for every metric of words."""
    codes = {False: "mixed", True: "lc"}
    return counting(default, doc, key="case", short="c", codes=codes, always=True)


def tokenize() -> Any:
    """The ``tokenize`` parameter, the same for every metric of words."""
    doc = f"tokenizer: auto (13a, or what the language wants), {', '.join(NAMES)}, or a callable"
    return counting(AUTO, doc, key="tok", short="tok", callable=True, always=True)


#: Other people's words for the opposite of a parameter, which are taken as well.
_OPPOSITES = {"case_sensitive": "lowercase"}


def opposite_of(name: str, declared: Collection[str]) -> str | None:
    """The parameter whose opposite this name says, where the metric has it.

    >>> opposite_of("case_sensitive", ["lowercase", "tokenize"])
    'lowercase'
    """
    other = _OPPOSITES.get(name)
    return other if other in declared else None


def parameters(metric: Any) -> Mapping[str, Parameter]:
    """The declared parameters of a metric or metric class, in order; what needs no name comes first."""
    return _declared(_class_of(metric)).parameters


def words(metric: Any) -> Mapping[str, str]:
    """The fields of the declared parameters by what the grammar calls them: itself, mostly."""
    return _declared(_class_of(metric)).words


def defaults(metric: Any) -> Mapping[str, Any]:
    """Default values by name."""
    return _declared(_class_of(metric)).defaults


def field_names(cls: type) -> Collection[str]:
    """All fields of a metric class, parameters or not."""
    return _declared(cls).fields


def _class_of(metric: Any) -> type:
    return metric if isinstance(metric, type) else type(metric)


class _Declared(NamedTuple):
    """What a class declares, found once: a sentence is scored in the time that takes."""

    parameters: Mapping[str, Parameter]
    words: Mapping[str, str]
    defaults: Mapping[str, Any]
    fields: Collection[str]


@cache
def _declared(cls: type) -> _Declared:
    declared = [f for f in dataclasses.fields(cls) if "parameter" in f.metadata]
    declared.sort(key=lambda f: f.name != getattr(cls, "positional", None))
    found: dict[str, Parameter] = {f.name: f.metadata["parameter"] for f in declared}
    return _Declared(
        MappingProxyType(found),
        MappingProxyType({parameter.word or name: name for name, parameter in found.items()}),
        MappingProxyType({f.name: f.default for f in declared}),
        tuple(f.name for f in dataclasses.fields(cls)),
    )


def format_value(value: Any) -> str:
    """A value as the grammar spells it, without quotes."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "/".join(format_value(x) for x in value)
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if callable(value):
        module = getattr(value, "__module__", "?")
        return f"{module}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    return str(value)


def _type_of(default: Any) -> Type:
    by_type: list[tuple[type, Type]] = [
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (tuple, "floats"),
        (str, "str"),
    ]
    for python, name in by_type:
        if isinstance(default, python):
            return name
    raise TypeError(f"a parameter with default {default!r} must say its type")


def _means_none(value: Any) -> bool:
    """Whether a value spells that there is none: what the grammar could not tell apart is the same."""
    return isinstance(value, str) and value.lower() == "none"


def _check_bool(value: Any) -> bool | None:
    return bool(value) if isinstance(value, bool | np.bool_) else None


def _check_int(value: Any) -> int | None:
    if isinstance(value, bool | np.bool_):
        return None
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating) and math.isfinite(value) and float(value).is_integer():
        return int(value)
    return None


def _check_float(value: Any) -> float | None:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _check_floats(value: Any) -> tuple[float, ...] | None:
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return None
    numbers = [_check_float(x) for x in value]
    return None if None in numbers or not numbers else tuple(x for x in numbers if x is not None)


def _check_str(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


_CHECKS: dict[Type, Callable[[Any], Any]] = {
    "bool": _check_bool,
    "int": _check_int,
    "float": _check_float,
    "floats": _check_floats,
    "str": _check_str,
}


def _as_written(text: str) -> str:
    """Numbers as they stand, other texts in quotes."""
    return quoted(text) if any(isinstance(_number(part), str) for part in text.split("/")) else text


def _whole_number(text: str) -> Any:
    """A whole number with all its digits, of which a float has sixteen."""
    try:
        return int(text)
    except ValueError:
        return _number(text)


def _number(text: str) -> Any:
    """A number, or the text itself for the check to refuse by name."""
    try:
        return float(text)
    except ValueError:
        return text


def _truth(text: str) -> Any:
    return True if text.lower() in _TRUE else False if text.lower() in _FALSE else text


_PARSERS: dict[Type, Callable[[str], Any]] = {
    "bool": _truth,
    "int": _whole_number,
    "float": _number,
    "floats": lambda text: [_number(x) for x in text.split("/")],
    "str": str,
}
