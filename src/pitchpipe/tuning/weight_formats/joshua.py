"""Weights of Joshua: lines ``name value`` of its configuration; settings have ``=`` and stay as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitchpipe.text.files import split_lines
from pitchpipe.tuning.weight_formats.form import NUMBER, Parsed, add_weight

_LINE = re.compile(rf"\s*(?P<name>[^\s=#|][^=#|]*?)\s+(?P<value>{NUMBER})\s*(?:#.*)?", re.IGNORECASE)


def _name(match: re.Match[str]) -> str:
    """Names of old versions have words: ``phrasemodel pt 0``."""
    return " ".join(match["name"].split())


def parse(text: str, name: str) -> Parsed:
    """The weights of a text; ``name`` is what messages call it."""
    weights: dict[str, float] = {}
    for number, line in enumerate(split_lines(text), 1):
        if (match := _LINE.fullmatch(line)) is not None:
            add_weight(weights, _name(match), match["value"], f"{name}, line {number}")
    return Parsed(weights)


def update(text: str, weights: Mapping[str, float]) -> str:
    """The text with other values."""
    updated = []
    for line in split_lines(text):
        match = _LINE.fullmatch(line)
        if match is not None and (name := _name(match)) in weights:
            line = line[: match.start("value")] + repr(weights[name]) + line[match.end("value") :]
        updated.append(f"{line}\n")
    return "".join(updated)


def render(weights: Mapping[str, float]) -> str:
    """A new text with these weights."""
    return "".join(f"{name} {weight!r}\n" for name, weight in weights.items())
