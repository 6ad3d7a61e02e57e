"""Weights in JSON: ``{"weights": {"lm": 0.5}}`` with anything beside it, or the weights alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.jsonl import parse_json
from pitchpipe.tuning.weight_formats.form import Parsed, finite
from pitchpipe.wording import quoted


def parse(text: str, name: str) -> Parsed:
    """The weights of a text; ``name`` is what messages call it."""
    content = parse_json(text, name)
    inner = content.get("weights", content) if isinstance(content, dict) else None
    if not isinstance(inner, dict) or not inner:
        raise DataError(f'{name} has no weights: write {{"weights": {{"name": 0.5, ...}}}}')
    weights = {}
    for key, value in inner.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise DataError(f"{name}: the weight of {key} is no number, but {quoted(value)}")
        if any("\ud800" <= c <= "\udfff" for c in key):
            raise DataError(f"{name}: the name {quoted(key)} holds a lone surrogate: it is no valid Unicode")
        weights[key] = finite(value, key, name)
    return Parsed(weights)


def update(text: str, weights: Mapping[str, float]) -> str:
    """The text with other values."""
    import json

    content: dict[str, Any] = json.loads(text)
    if "weights" not in content:
        return _json({**content, **weights})
    # What is written beside weights tells of how those were found, not of these.
    return _json({"weights": {**content["weights"], **weights}})


def render(weights: Mapping[str, float]) -> str:
    """A new text with these weights."""
    return _json({"weights": dict(weights)})


def _json(content: Mapping[str, Any]) -> str:
    import json

    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
