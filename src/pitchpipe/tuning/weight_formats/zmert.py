"""Weights of Z-MERT: a file of parameters, ``name ||| value Opt lowest highest ...``.

``Fix`` instead of ``Opt`` is not tuned, and ``normalization = absval 1 name`` gives the weights their length.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pitchpipe.errors import DataError
from pitchpipe.text.files import split_lines
from pitchpipe.tuning.norms import Norm
from pitchpipe.tuning.weight_formats.form import Parsed, add_weight
from pitchpipe.wording import quoted

_LINE = re.compile(r"\s*(?P<name>[^\s=#|][^=#|]*?)\s*\|\|\|(?P<rest>.*)")
_NORMALIZATION = re.compile(r"\s*normalization\s*=\s*(?P<how>[^#]*?)\s*(?:#.*)?", re.IGNORECASE)


def recognises(lines: Sequence[str]) -> bool:
    """Whether there is a parameter among the lines."""
    return any(map(_LINE.fullmatch, lines))


def parse(text: str, name: str) -> Parsed:
    """The weights of a text; ``name`` is what messages call it."""
    parsed = Parsed()
    fixed = []
    bounds: dict[str, tuple[float | None, float | None]] = {}
    ranges: dict[str, tuple[float | None, float | None]] = {}
    norm: Norm | Literal["none"] | None = None
    for number, line in enumerate(split_lines(text), 1):
        where = f"{name}, line {number}"
        if (asked := _NORMALIZATION.fullmatch(line)) is not None:
            norm = _norm(asked["how"], where)
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        feature = match["name"]
        value, *fields = match["rest"].split() or [""]
        add_weight(parsed.weights, feature, value, where)
        if fields and fields[0] not in {"Opt", "Fix"}:
            raise DataError(f"{where}: a parameter is tuned (Opt) or not (Fix), not {quoted(fields[0])}")
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
        f"{where}: normalization is none, absval V NAME, maxabsval V, minabsval V or LNorm P V, not "
        f"{quoted(how)}"
    )


def _positive(text: str, where: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0.0 < number < math.inf:
        raise DataError(f"{where}: weights are normalised by a number above 0, not {quoted(text)}")
    return number


def _limit(text: str, where: str) -> float | None:
    try:
        limit = float(text)
    except ValueError:
        limit = math.nan
    if math.isnan(limit):
        raise DataError(f"{where}: {quoted(text)} is no limit of a weight")
    return None if math.isinf(limit) else limit


def update(text: str, weights: Mapping[str, float]) -> str:
    """The text with other values."""
    updated = []
    for line in split_lines(text):
        match = _LINE.fullmatch(line)
        if match is not None and match["name"] in weights:
            _, *kept = match["rest"].split(None, 1)
            value = repr(weights[match["name"]])
            line = line[: match.start("rest")] + "\t" + "\t".join([value, *kept])
        updated.append(f"{line}\n")
    return "".join(updated)


def render(weights: Mapping[str, float]) -> str:
    """A new text with these weights."""
    lines = [f"{name}\t|||\t{weight!r}\tOpt\t-Inf\t+Inf\t-1\t+1\n" for name, weight in weights.items()]
    return "".join([*lines, "normalization = none\n"])
