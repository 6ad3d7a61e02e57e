"""Files of weights: read in a decoder's own format, and written back with other values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, display_name, read_text, write_bytes
from pitchpipe.tuning.norms import Norm
from pitchpipe.tuning.weight_formats import FORMATS, FORMS, WeightFormat, recognised
from pitchpipe.tuning.weight_formats.form import finite
from pitchpipe.tuning.weights import Bounds
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.nbest.lists import NBest

#: What the end of a file's name says of its format.
SUFFIXES: Mapping[str, WeightFormat] = {".json": "json", ".ini": "moses"}


@dataclass(frozen=True, repr=False)
class WeightFile(Brief):
    """Weights by name, and the text they stand in, where others can take their place.

    Z-MERT's files also say which weights are ``fixed``, their ``bounds``, the ``ranges`` that random
    starts come from, and the length that weights are scaled to, or that they are not (``"none"``).
    """

    weights: Mapping[str, float]
    format: WeightFormat
    text: str
    name: str = "the weights"
    fixed: tuple[str, ...] = ()
    bounds: Bounds = field(default_factory=dict)
    ranges: Bounds = field(default_factory=dict)
    norm: Norm | Literal["none"] | None = None

    def start(self, names: tuple[str, ...]) -> dict[str, float]:
        """The weights of these features; each must have one."""
        if missing := [name for name in names if name not in self.weights]:
            raise DataError(
                f"{self.name} has no weight for feature {missing[0]}: there are {', '.join(self.weights)}"
            )
        return {name: self.weights[name] for name in names}

    def others(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Weights that are of none of these features; they stay as they are."""
        return tuple(name for name in self.weights if name not in names)

    def named(self, nbest: NBest) -> NBest:
        """The list with the names of Z-MERT's parameters in their order, where it has no names of its own."""
        unnamed = tuple(f"f{k}" for k in range(len(nbest.names)))
        if self.format != "zmert" or nbest.names != unnamed or set(unnamed) <= set(self.weights):
            return nbest
        if len(self.weights) != len(unnamed):
            raise DataError(
                f"the n-best list has {len(unnamed)} features, but {self.name} {len(self.weights)} parameters"
            )
        return replace(nbest, names=tuple(self.weights))

    def updated(self, weights: Mapping[str, float]) -> str:
        """The text with other values; everything else in it stays."""
        if astray := [name for name in weights if name not in self.weights]:
            raise DataError(f"{self.name} has no weight {astray[0]} to be replaced")
        return FORMS[self.format].update(self.text, weights)


def read_weights(path: StrPath, *, format: WeightFormat | None = None) -> WeightFile:
    """Reads a file of weights in one of :data:`FORMATS`; by default its content tells which.

    Raises
    ------
    DataError
        If there are no weights in it, or one is no finite number; the message names the line.
    """
    require_format(format)
    text, name = read_text(path), display_name(path)
    if not text.strip():
        raise DataError(f"{name} is empty: it has no weights")
    read_as = format or ("json" if _named_json(path) else recognised(text))
    parsed = FORMS[read_as].parse(text, name)
    if not parsed.weights:
        tried = ", ".join(FORMATS) if format is None else format
        raise DataError(f"{name} has no weights (formats tried: {tried})")
    return WeightFile(
        parsed.weights, read_as, text, name, parsed.fixed, parsed.bounds, parsed.ranges, parsed.norm
    )


def inline_weights(text: str) -> dict[str, float] | None:
    """Weights written as ``qe=1,lm=0.2``; ``None`` where the text is rather the name of a file."""
    if "=" not in text or Path(text).exists():
        return None
    weights: dict[str, float] = {}
    for piece in text.split(","):
        name, _, number = (part.strip() for part in piece.partition("="))
        try:
            weight = float(number)
        except ValueError:
            weight = math.nan
        if not name or not math.isfinite(weight):
            raise ParameterError(
                f"cannot read weights {quoted(text)}: write NAME=NUMBER,NAME=NUMBER, or name a file"
            )
        if name in weights:
            raise ParameterError(f"cannot read weights {quoted(text)}: {name} has two")
        weights[name] = weight
    return weights


def _named_json(path: StrPath) -> bool:
    return strip_compression_suffix(str(path)).lower().endswith(".json")


def write_weights(
    path: StrPath,
    weights: Mapping[str, float],
    *,
    format: WeightFormat | None = None,
    like: WeightFile | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> None:
    """Writes weights; the file appears complete or not at all.

    Parameters
    ----------
    format
        By default what the end of the name says, or else that of ``like``, or JSON.
    like
        Where it has the same format, its text is written with these weights in their places.
    provenance
        Further entries of a JSON file: how the weights were found.
    """
    require_format(format)
    format = format or format_of(path, like)
    for name, weight in weights.items():
        finite(weight, name, display_name(path))
    if like is not None and like.format == format:
        text = like.updated(weights)
    else:
        text = FORMS[format].render({**(like.weights if like else {}), **weights})
    if provenance and format == "json":
        import json

        text = json.dumps({**json.loads(text), **provenance}, ensure_ascii=False, indent=2) + "\n"
    write_bytes(path, text.encode("utf-8"))


def format_of(path: StrPath, like: WeightFile | None = None) -> WeightFormat:
    """The format in which a file of this name is written."""
    name = strip_compression_suffix(str(path)).lower()
    for suffix, format in SUFFIXES.items():
        if name.endswith(suffix):
            return format
    return "json" if like is None else like.format


def require_format(format: str | None) -> None:
    """Refuses a format that is none."""
    if format is not None and format not in FORMATS:
        raise ParameterError(f"weights are kept as {', '.join(FORMATS)}, not {format!r}")
