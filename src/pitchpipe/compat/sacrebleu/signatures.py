"""Signatures as sacreBLEU writes them: no metric's name, and a version that says whose numbers they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitchpipe._core import __version__

#: The sacreBLEU whose definitions hold, and who counted; a version number in the sense of PEP 440.
VERSION = f"2.6.0+pitchpipe.{__version__}"

#: Short keys of all metrics.
_SHORT = {
    "nrefs": "#",
    "bs": "bs",
    "seed": "rs",
    "case": "c",
    "eff": "e",
    "tok": "tok",
    "smooth": "s",
    "nc": "nc",
    "nw": "nw",
    "space": "s",
    "norm": "nr",
    "punct": "pn",
    "asian": "as",
    "version": "v",
}


class Signature:
    """How a number was made: ``nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:…``.

    ``short`` replaces short keys: TER abbreviates its tokenizer as nobody else does.
    """

    def __init__(self, info: Mapping[str, Any], short: Mapping[str, str] | None = None) -> None:
        self.info = dict(info)
        self._short = {**_SHORT, **(short or {})}

    def update(self, key: str, value: Any) -> None:
        """Adds a field, or changes one."""
        self.info[key] = value

    def format(self, short: bool = False) -> str:
        """All fields that have a value, the version last."""
        fields = {**self.info, "version": VERSION}
        return "|".join(
            f"{self._short.get(key, key) if short else key}:{_spelt(value)}"
            for key, value in fields.items()
            if value is not None
        )

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
