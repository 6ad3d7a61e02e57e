"""How the weights of a decoder are written in its own files: a module for each format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pitchpipe.text.files import split_lines
from pitchpipe.tuning.weight_formats import joshua, json, moses, zmert
from pitchpipe.tuning.weight_formats.form import Form

WeightFormat = Literal["json", "moses", "joshua", "zmert"]
FORMATS: tuple[WeightFormat, ...] = get_args(WeightFormat)
FORMS: Mapping[WeightFormat, Form] = {
    "json": Form(json.parse, json.update, json.render),
    "moses": Form(moses.parse, moses.update, moses.render),
    "joshua": Form(joshua.parse, joshua.update, joshua.render),
    "zmert": Form(zmert.parse, zmert.update, zmert.render),
}


def recognised(text: str) -> WeightFormat:
    """The format a text is in."""
    lines = split_lines(text)
    if text.lstrip().startswith("{"):
        return "json"
    if zmert.recognises(lines):
        return "zmert"
    return "moses" if moses.recognises(lines) else "joshua"
