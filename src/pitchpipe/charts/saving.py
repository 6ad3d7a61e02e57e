"""Charts as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitchpipe.charts.loading import load_altair, load_converter
from pitchpipe.errors import ParameterError
from pitchpipe.showing.json_output import json_text
from pitchpipe.text.files import StrPath, write_bytes
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    import altair

#: Pixels of a PNG for each of the specification: sharp in print and on fine screens.
SCALE = 2


def save(chart: altair.TopLevelMixin, path: StrPath) -> None:
    """Writes a chart, complete or not at all: as ``.svg``, ``.png``, ``.pdf``, or ``.json`` (Vega-Lite)."""
    require_drawable(path)
    write_bytes(path, _WRITERS[_ending(path)](chart.to_dict()))


def require_drawable(path: StrPath) -> None:
    """Refuses a file whose ending says no format, or what cannot be drawn here."""
    ending = _ending(path)
    if ending not in _WRITERS:
        there = ", ".join(_WRITERS)
        raise ParameterError(
            f"a chart cannot be written as {quoted(str(path))}: its name must end in {there}"
        )
    load_altair()
    if ending != ".json":
        load_converter()


def _ending(path: StrPath) -> str:
    return Path(path).suffix.lower()


def _svg(content: dict[str, Any]) -> bytes:
    return str(load_converter().vegalite_to_svg(content)).encode("utf-8")


def _png(content: dict[str, Any]) -> bytes:
    return bytes(load_converter().vegalite_to_png(content, scale=SCALE))


def _pdf(content: dict[str, Any]) -> bytes:
    return bytes(load_converter().vegalite_to_pdf(content))


def _json(content: dict[str, Any]) -> bytes:
    return f"{json_text(content)}\n".encode()


_WRITERS: dict[str, Callable[[dict[str, Any]], bytes]] = {
    ".svg": _svg,
    ".png": _png,
    ".pdf": _pdf,
    ".json": _json,
}
