"""The one grammar for metrics, everywhere: API, command line, signatures, JSON.

``name[:param=value[,param=value]]``: values are quoted where they hold ``,`` ``:`` or ``+``, lists
are written with ``/``. A mixture is ``0.7*port+0.3*chrf``. One parameter of a metric may be
positional (``external:scores.txt``). ``preset=FILE`` reads fitted values for any metric.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import ParameterError
from pitchpipe.metrics.parameters import defaults, format_value, opposite_of, parameters, words
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

_NUMBER = r"(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf)"
_TERM = re.compile(rf"\s*([+-]?{_NUMBER})\s*\*\s*", re.IGNORECASE)
# A weight that follows a plus has none of its own, so that chrf+++0.5*bleu is chrf++ and 0.5*bleu.
_NEXT_TERM = re.compile(rf"\s*\+(?=\s*-?{_NUMBER}\s*\*)", re.IGNORECASE)
# A minus before a weight; that of 1e-3 is none.
_MINUS = re.compile(rf"(?<![\d.]e)-(?=\s*{_NUMBER}\s*\*)", re.IGNORECASE)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")
_NEEDS_QUOTES = re.compile(r'[,:"=*+|\\\s]')


@dataclass(frozen=True)
class Spec:
    """A parsed metric: its name and its parameters as written; ``""`` names the positional one."""

    name: str
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Term:
    """A weighted metric of a mixture."""

    weight: float
    spec: Spec


def parse(text: str) -> Spec | tuple[Term, ...]:
    """A metric, or the terms of a mixture."""
    if not isinstance(text, str):
        raise ParameterError(f"a metric is named by a text, not {quoted(text)}")
    if _MINUS.search(_mask(text)):
        raise ParameterError(
            f"cannot read mixture {quoted(text.strip())}: weights are positive, and error rates enter as "
            "100 - score: write 0.7*bleu+0.3*ter"
        )
    if _TERM.match(text) is None:
        return _parse_metric(text)
    return tuple(_parse_term(part) for part in _split_terms(text))


def _mask(text: str) -> str:
    """The text with quoted parts blanked, so that their characters mean nothing."""
    return _QUOTED.sub(lambda match: "_" * len(match.group()), text)


def _split_terms(text: str) -> list[str]:
    masked = _mask(text)
    parts: list[str] = []
    begin = 0
    while True:
        # The weight is stepped over: the plus of 1e+16 begins no term.
        weight = _TERM.match(masked, begin)
        following = _NEXT_TERM.search(masked, weight.end() if weight else begin)
        if following is None:
            return [*parts, text[begin:]]
        parts.append(text[begin : following.start()])
        begin = following.end()


def _parse_term(text: str) -> Term:
    match = _TERM.match(text)
    if match is None:
        raise ParameterError(f"cannot read {quoted(text.strip())}: a mixture is written 0.7*bleu+0.3*chrf")
    return Term(float(match.group(1)), _parse_metric(text[match.end() :]))


def _parse_metric(text: str) -> Spec:
    name, colon, rest = text.strip().partition(":")
    if not _NAME.fullmatch(name):
        raise ParameterError(
            f"cannot read metric {quoted(text.strip())}: write name:param=value, or 0.7*bleu+0.3*chrf "
            "for a mixture"
        )
    if not colon:
        return Spec(name)
    if not rest.strip():
        raise ParameterError(f"cannot read metric {quoted(text.strip())}: nothing follows the colon")
    return Spec(name, tuple(_parse_value(text, piece) for piece in _split_commas(rest)))


def _split_commas(text: str) -> list[str]:
    masked = _mask(text)
    borders = [i for i, c in enumerate(masked) if c == ","]
    return [text[a + 1 : b] for a, b in zip([-1, *borders], [*borders, len(text)], strict=True)]


def _parse_value(text: str, piece: str) -> tuple[str, str]:
    masked = _mask(piece)
    equals = masked.find("=")
    name = piece[:equals].strip() if equals >= 0 else ""
    value = piece[equals + 1 :].strip()
    if (equals >= 0 and not name) or (equals < 0 and not value):
        raise ParameterError(f"cannot read metric {quoted(text.strip())}: write param=value after the colon")
    return name, unquote(value)


def unquote(value: str) -> str:
    """A value without the quotes the grammar put around it."""
    if _QUOTED.fullmatch(value):
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    return value


def quote(value: str) -> str:
    """A value with quotes where the grammar needs them."""
    if value and not _NEEDS_QUOTES.search(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def take_preset(spec: Spec) -> tuple[Spec, str | None]:
    """A spec without its ``preset=FILE``, which every metric takes, and the file."""
    files = [text for name, text in spec.values if name == "preset"]
    if len(files) > 1:
        raise ParameterError(f"{spec.name}: preset is given twice")
    others = tuple((name, text) for name, text in spec.values if name != "preset")
    return Spec(spec.name, others), files[0] if files else None


def values_for(cls: type[Metric], spec: Spec) -> dict[str, Any]:
    """The parameter values a spec gives a metric class, parsed and checked."""
    fields = words(cls)
    declared = {word: parameters(cls)[field] for word, field in fields.items()}
    values: dict[str, Any] = {}
    for written, text in spec.values:
        name = written or cls.positional
        if name is None:
            raise ParameterError(f"{spec.name}: write {quoted(text)} as param=value")
        opposite = opposite_of(name, declared)
        if opposite is not None:
            _set(values, spec, opposite, not declared[opposite].parse(f"{spec.name}: {name}", text))
            continue
        if name not in declared:
            meant = [word for word, p in declared.items() if name in {p.key, p.short}]
            if meant:
                raise ParameterError(f"{spec.name} has no parameter {quoted(name)}: did you mean {meant[0]}?")
            there = f"there are {', '.join(declared)}" if declared else "it has none"
            raise ParameterError(f"{spec.name} has no parameter {quoted(name)}: {there}")
        _set(values, spec, fields[name], declared[name].parse(f"{spec.name}: {name}", text))
    return values


def _set(values: dict[str, Any], spec: Spec, name: str, value: Any) -> None:
    if name in values:
        raise ParameterError(f"{spec.name}: {name} is given twice")
    values[name] = value


def name_and_preset(metric: Metric) -> tuple[str, Mapping[str, Any]]:
    """The registered name that says most of a metric, and the parameters that it stands for."""
    name: str = metric.name
    preset: Mapping[str, Any] = {}
    # A subclass has its own names, or none.
    for candidate, values in vars(type(metric)).get("variants", {}).items():
        if len(values) > len(preset) and all(getattr(metric, k) == v for k, v in values.items()):
            name, preset = candidate, values
    return name, preset


def spell(metric: Metric) -> str:
    """A metric as the grammar writes it: the registered name that says most, then what differs."""
    own = {name: getattr(metric, name) for name in parameters(metric)}
    name, preset = name_and_preset(metric)
    base = {**defaults(metric), **preset}
    written = [
        quote(format_value(own[field]))
        if word == metric.positional
        else f"{word}={quote(format_value(own[field]))}"
        for word, field in words(metric).items()
        if own[field] != base[field]
    ]
    return f"{name}:{','.join(written)}" if written else name
