"""How the weights of a decoder are written in each of its files, and how others take their place.

=========  ==========================================================================================
``json``   ``{"weights": {"lm": 0.5}}`` with anything beside it, or the weights alone
``moses``  ``moses.ini``: lines ``Name= v v`` of the section ``[weight]``, or such lines alone; the values of
           ``TM0= a b`` are the weights ``TM0_0`` and ``TM0_1``, as in n-best lists
``joshua`` a configuration with lines ``name value``; settings have ``=`` and stay as they are
``zmert``  a file of parameters: ``name ||| value Opt lowest highest ...``, where ``Fix`` is not tuned, and
           ``normalization = absval 1 name`` or another length of the weights
=========  ==========================================================================================
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from pitchpipe.errors import DataError
from pitchpipe.text.files import split_lines
from pitchpipe.tune.norms import Norm
from pitchpipe.tune.weights import Bounds

WeightFormat = Literal["json", "moses", "joshua", "zmert"]
FORMATS: tuple[WeightFormat, ...] = get_args(WeightFormat)

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?(?:inf|nan)(?:inity)?"
_MOSES = re.compile(r"\s*(?P<name>[^\s=#\[]+)=\s*(?P<values>[^=]*?)\s*")
_JOSHUA = re.compile(rf"\s*(?P<name>[^\s=#|][^=#|]*?)\s+(?P<value>{_NUMBER})\s*(?:#.*)?", re.IGNORECASE)
_ZMERT = re.compile(r"\s*(?P<name>[^\s=#|][^=#|]*?)\s*\|\|\|(?P<rest>.*)")
_NORMALIZATION = re.compile(r"\s*normalization\s*=\s*(?P<how>[^#]*?)\s*(?:#.*)?", re.IGNORECASE)
_SECTION = re.compile(r"\s*\[(?P<name>[^\]]+)\]\s*")


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


def recognised(text: str) -> WeightFormat:
    """The format a text is in."""
    lines = split_lines(text)
    if text.lstrip().startswith("{"):
        return "json"
    if any(map(_ZMERT.fullmatch, lines)):
        return "zmert"
    said = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    # Settings of Joshua, top_n=300, look like weights of Moses, but weights without = are beside them.
    if any(_is_section(line, "weight") for line in said) or (said and all(map(_numbers_of, said))):
        return "moses"
    return "joshua"


# -- JSON -----------------------------------------------------------------------------------------------


def _parse_json(text: str, name: str) -> Parsed:
    import json

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for k, (key, _) in enumerate(pairs):
            if any(key == other for other, _ in pairs[:k]):
                raise DataError(f"{name}: {key} is there twice")
        return dict(pairs)

    try:
        content = json.loads(text, object_pairs_hook=unique)
    except ValueError as error:
        raise DataError(f"{name} is no JSON ({error})") from None
    inner = content.get("weights", content) if isinstance(content, dict) else None
    if not isinstance(inner, dict) or not inner:
        raise DataError(f'{name} has no weights: write {{"weights": {{"name": 0.5, ...}}}}')
    weights = {}
    for key, value in inner.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise DataError(f"{name}: the weight of {key} is no number, but {value!r}")
        weights[key] = finite(value, key, name)
    return Parsed(weights)


def _update_json(text: str, weights: Mapping[str, float]) -> str:
    import json

    content: dict[str, Any] = json.loads(text)
    if "weights" not in content:
        return _json({**content, **weights})
    # What is written beside weights tells of how those were found, not of these.
    return _json({"weights": {**content["weights"], **weights}})


def _render_json(weights: Mapping[str, float]) -> str:
    return _json({"weights": dict(weights)})


def _json(content: Mapping[str, Any]) -> str:
    import json

    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


# -- Moses ----------------------------------------------------------------------------------------------


def _weight_lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Every line with its number, and whether it is where Moses keeps weights."""
    lines = split_lines(text)
    sectioned = any(_is_section(line, "weight") for line in lines)
    inside = not sectioned
    for number, line in enumerate(lines, 1):
        if sectioned and (section := _SECTION.fullmatch(line)) is not None:
            inside = section["name"] == "weight"
            yield number, line, False
        else:
            yield number, line, inside and bool(line.strip()) and not line.lstrip().startswith("#")


def _is_section(line: str, name: str) -> bool:
    section = _SECTION.fullmatch(line)
    return section is not None and section["name"] == name


def _numbers_of(line: str) -> list[str] | None:
    """The values of a line ``Name= v v``, or ``None`` for any other line."""
    match = _MOSES.fullmatch(line)
    values = match["values"].split() if match else []
    numbers = all(re.fullmatch(_NUMBER, value, re.IGNORECASE) for value in values)
    return values if values and numbers else None


def _moses_names(line: str, count: int) -> list[str]:
    """The names of a line's values, as those of features in n-best lists."""
    base = line.partition("=")[0].strip()
    return [base] if count == 1 else [f"{base}_{k}" for k in range(count)]


def _parse_moses(text: str, name: str) -> Parsed:
    weights: dict[str, float] = {}
    for number, line, holds_weights in _weight_lines(text):
        if not holds_weights:
            continue
        values = _numbers_of(line)
        if values is None:
            raise DataError(f"{name}, line {number}: a weight is written 'Name= 0.5', not {line.strip()!r}")
        for feature, value in zip(_moses_names(line, len(values)), values, strict=True):
            _add(weights, feature, value, f"{name}, line {number}")
    return Parsed(weights)


def _update_moses(text: str, weights: Mapping[str, float]) -> str:
    updated = []
    for _, line, holds_weights in _weight_lines(text):
        values = (_numbers_of(line) if holds_weights else None) or []
        names = _moses_names(line, len(values))
        if values and any(name in weights for name in names):
            new = [
                repr(weights[name]) if name in weights else old
                for name, old in zip(names, values, strict=True)
            ]
            line = f"{line.partition('=')[0].strip()}= {' '.join(new)}"
        updated.append(line)
    return "".join(f"{line}\n" for line in updated)


def _render_moses(weights: Mapping[str, float]) -> str:
    from pitchpipe.tune.writing import feature_groups

    values = list(weights.values())
    lines = ["[weight]"]
    for base, width in feature_groups(tuple(weights)):
        lines.append(f"{base}= {' '.join(map(repr, values[:width]))}")
        values = values[width:]
    return "".join(f"{line}\n" for line in lines)


# -- Joshua ---------------------------------------------------------------------------------------------


def _joshua_name(match: re.Match[str]) -> str:
    """Names of old versions have words: ``phrasemodel pt 0``."""
    return " ".join(match["name"].split())


def _parse_joshua(text: str, name: str) -> Parsed:
    weights: dict[str, float] = {}
    for number, line in enumerate(split_lines(text), 1):
        if (match := _JOSHUA.fullmatch(line)) is not None:
            _add(weights, _joshua_name(match), match["value"], f"{name}, line {number}")
    return Parsed(weights)


def _update_joshua(text: str, weights: Mapping[str, float]) -> str:
    updated = []
    for line in split_lines(text):
        match = _JOSHUA.fullmatch(line)
        if match is not None and (name := _joshua_name(match)) in weights:
            line = line[: match.start("value")] + repr(weights[name]) + line[match.end("value") :]
        updated.append(f"{line}\n")
    return "".join(updated)


def _render_joshua(weights: Mapping[str, float]) -> str:
    return "".join(f"{name} {weight!r}\n" for name, weight in weights.items())


# -- Z-MERT ---------------------------------------------------------------------------------------------


def _parse_zmert(text: str, name: str) -> Parsed:
    parsed = Parsed()
    fixed = []
    bounds: dict[str, tuple[float | None, float | None]] = {}
    ranges: dict[str, tuple[float | None, float | None]] = {}
    norm: Norm | Literal["none"] | None = None
    for number, line in enumerate(split_lines(text), 1):
        where = f"{name}, line {number}"
        if (asked := _NORMALIZATION.fullmatch(line)) is not None:
            norm = _norm(asked["how"], where)
        match = _ZMERT.fullmatch(line)
        if match is None:
            continue
        feature = match["name"]
        value, *fields = match["rest"].split() or [""]
        _add(parsed.weights, feature, value, where)
        if fields and fields[0] not in {"Opt", "Fix"}:
            raise DataError(f"{where}: a parameter is tuned (Opt) or not (Fix), not {fields[0]!r}")
        if fields and fields[0] == "Fix":
            fixed.append(feature)
            continue
        limits = [_limit(text, where) for text in fields[1:5]]
        if len(limits) >= 2 and limits[:2] != [None, None]:
            bounds[feature] = limits[0], limits[1]
        if len(limits) == 4 and None not in limits[2:]:
            ranges[feature] = limits[2], limits[3]
    if isinstance(norm, Norm) and norm.name is not None and norm.name not in parsed.weights:
        raise DataError(f"{name}: normalization is by {norm.name}, which is no parameter")
    return Parsed(parsed.weights, tuple(fixed), bounds, ranges, norm)


def _norm(how: str, where: str) -> Norm | Literal["none"]:
    """From ``none``, ``absval V NAME``, ``maxabsval V``, ``minabsval V`` or ``LNorm P V``."""
    kind, *rest = how.split(None, 2) or [""]
    orders = {"maxabsval": math.inf, "minabsval": -math.inf}
    kind = kind.lower()
    if kind == "none" and not rest:
        return "none"
    if kind == "absval" and len(rest) == 2:
        return Norm(_positive(rest[0], where), name=" ".join(rest[1].split()))
    if kind in orders and len(rest) == 1:
        return Norm(_positive(rest[0], where), orders[kind])
    if kind == "lnorm" and len(rest) == 2:
        return Norm(_positive(rest[1], where), _positive(rest[0], where))
    raise DataError(
        f"{where}: normalization is none, absval V NAME, maxabsval V, minabsval V or LNorm P V, not {how!r}"
    )


def _positive(text: str, where: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0.0 < number < math.inf:
        raise DataError(f"{where}: weights are normalised by a number above 0, not {text!r}")
    return number


def _limit(text: str, where: str) -> float | None:
    try:
        limit = float(text)
    except ValueError:
        limit = math.nan
    if math.isnan(limit):
        raise DataError(f"{where}: {text!r} is no limit of a weight")
    return None if math.isinf(limit) else limit


def _update_zmert(text: str, weights: Mapping[str, float]) -> str:
    updated = []
    for line in split_lines(text):
        match = _ZMERT.fullmatch(line)
        if match is not None and match["name"] in weights:
            _, *kept = match["rest"].split(None, 1)
            value = repr(weights[match["name"]])
            line = line[: match.start("rest")] + "\t" + "\t".join([value, *kept])
        updated.append(f"{line}\n")
    return "".join(updated)


def _render_zmert(weights: Mapping[str, float]) -> str:
    lines = [f"{name}\t|||\t{weight!r}\tOpt\t-Inf\t+Inf\t-1\t+1\n" for name, weight in weights.items()]
    return "".join([*lines, "normalization = none\n"])


# -- all ------------------------------------------------------------------------------------------------


def _add(weights: dict[str, float], name: str, text: str, where: str) -> None:
    if name in weights:
        raise DataError(f"{where}: {name} has a weight already")
    try:
        value = float(text)
    except ValueError:
        raise DataError(f"{where}: the weight of {name} is no number, but {text!r}") from None
    weights[name] = finite(value, name, where)


def finite(value: float, name: str, where: str) -> float:
    """The value, unless it is infinite or not a number."""
    if not math.isfinite(value):
        raise DataError(f"{where}: the weight of {name} is no finite number")
    return float(value)


FORMS: Mapping[WeightFormat, Form] = {
    "json": Form(_parse_json, _update_json, _render_json),
    "moses": Form(_parse_moses, _update_moses, _render_moses),
    "joshua": Form(_parse_joshua, _update_joshua, _render_joshua),
    "zmert": Form(_parse_zmert, _update_zmert, _render_zmert),
}
