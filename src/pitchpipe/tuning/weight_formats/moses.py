"""Weights of Moses: lines ``Name= v v`` of the section ``[weight]`` of ``moses.ini``, or such lines alone.

The values of ``TM0= a b`` are the weights ``TM0_0`` and ``TM0_1``, as in n-best lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pitchpipe.errors import DataError
from pitchpipe.text.files import split_lines
from pitchpipe.tuning.weight_formats.form import NUMBER, Parsed, add_weight
from pitchpipe.wording import quoted

_LINE = re.compile(r"\s*(?P<name>[^\s=#\[]+)=\s*(?P<values>[^=]*?)\s*")
_SECTION = re.compile(r"\s*\[(?P<name>[^\]]+)\]\s*")


def recognises(lines: Sequence[str]) -> bool:
    """Whether lines are those of Moses: with its section, or with weights alone.

    Settings of Joshua, ``top_n=300``, look like weights too, but weights without ``=`` are beside them.
    """
    said = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return any(_is_section(line, "weight") for line in said) or (bool(said) and all(map(_numbers_of, said)))


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
    match = _LINE.fullmatch(line)
    values = match["values"].split() if match else []
    numbers = all(re.fullmatch(NUMBER, value, re.IGNORECASE) for value in values)
    return values if values and numbers else None


def _names(line: str, count: int) -> list[str]:
    """The names of a line's values, as those of features in n-best lists."""
    base = line.partition("=")[0].strip()
    return [base] if count == 1 else [f"{base}_{k}" for k in range(count)]


def parse(text: str, name: str) -> Parsed:
    """The weights of a text; ``name`` is what messages call it."""
    weights: dict[str, float] = {}
    for number, line, holds_weights in _weight_lines(text):
        if not holds_weights:
            continue
        values = _numbers_of(line)
        if values is None:
            raise DataError(
                f"{name}, line {number}: a weight is written 'Name= 0.5', not {quoted(line.strip())}"
            )
        for feature, value in zip(_names(line, len(values)), values, strict=True):
            add_weight(weights, feature, value, f"{name}, line {number}")
    return Parsed(weights)


def update(text: str, weights: Mapping[str, float]) -> str:
    """The text with other values."""
    updated = []
    for _, line, holds_weights in _weight_lines(text):
        values = (_numbers_of(line) if holds_weights else None) or []
        names = _names(line, len(values))
        if values and any(name in weights for name in names):
            new = [
                repr(weights[name]) if name in weights else old
                for name, old in zip(names, values, strict=True)
            ]
            line = f"{line.partition('=')[0].strip()}= {' '.join(new)}"
        updated.append(line)
    return "".join(f"{line}\n" for line in updated)


def render(weights: Mapping[str, float]) -> str:
    """A new text with these weights."""
    from pitchpipe.nbest.groups import feature_groups

    values = list(weights.values())
    lines = ["[weight]"]
    for base, width in feature_groups(list(weights)):
        lines.append(f"{base}= {' '.join(map(repr, values[:width]))}")
        values = values[width:]
    return "".join(f"{line}\n" for line in lines)
