"""Metrics by name.

A name stands for a metric class with some parameters set (``chrf++`` is ``chrf`` with
``word_order=2``). Packages add their own through the entry-point group ``pitchpipe.metrics``: each
entry point names a metric class and is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.catalogue import MODULES
from pitchpipe.wording import meant, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

M = TypeVar("M", bound=Metric)
ENTRY_POINTS = "pitchpipe.metrics"


@dataclass(frozen=True)
class Entry:
    """A registered name."""

    name: str
    cls: type[Metric]
    preset: dict[str, Any]

    @cached_property
    def plain(self) -> Metric:
        """The metric with nothing further set: one for all who ask, since nobody can change it."""
        return self.cls.make(self.name, self.preset).asked_as(self.name)


_entries: dict[str, Entry] = {}


def register(**presets: dict[str, Any]) -> Callable[[type[M]], type[M]]:
    """Registers a metric class under its own name and under names with parameters preset.

    Keyword names cannot hold every character, so ``register(**{"chrf++": {...}})``.
    """

    def add(cls: type[M]) -> type[M]:
        for name, preset in {cls.name: {}, **presets}.items():
            if name in _entries and _entries[name].cls is not cls:
                raise ParameterError(f"metric {quoted(name)} is registered already")
            _entries[name] = Entry(name, cls, preset)
        cls.variants = MappingProxyType({cls.name: {}, **presets})
        return cls

    return add


def _third_party() -> dict[str, EntryPoint]:
    # Reading the metadata of all installed packages is slow; most runs never need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _load(name: str, point: EntryPoint) -> Entry:
    try:
        cls = point.load()
    except Exception as error:
        raise ParameterError(f"metric {quoted(name)} of {point.value} does not load: {error}") from error
    if not (isinstance(cls, type) and issubclass(cls, Metric)):
        raise ParameterError(f"metric {quoted(name)}: {point.value} is not a pitchpipe.Metric class")
    register()(cls)
    return _entries.setdefault(name, Entry(name, cls, {}))


def names() -> list[str]:
    """Every name there is, those of other packages included."""
    return sorted({*_entries, *MODULES, *_third_party()})


def entries() -> Iterator[Entry]:
    """Every registered metric in order of name."""
    for name in names():
        yield find(name)


def plain(name: str) -> Metric | None:
    """The metric of a name that is registered already, as it is written."""
    entry = _entries.get(name)
    return None if entry is None else entry.plain


def find(name: str) -> Entry:
    """A registered name, in any case (``BLEU``, ``chrF++``), or an error that suggests what was meant.

    A name that is registered as it is written goes first: packages may tell two by their case.
    """
    for known in (name, name.lower()):
        if known not in _entries and known in MODULES:
            import_module(f"pitchpipe.metrics.{MODULES[known]}")
        if known in _entries:
            return _entries[known]
    third_party = _third_party()
    if name in third_party:
        return _load(name, third_party[name])
    for known, point in third_party.items():
        if known.lower() == name.lower():
            return _load(known, point)
    known_names = names()
    pieces = name.lower().split("+")
    if len(pieces) > 1 and set(pieces) <= set(known_names):
        mixture = "+".join(f"1*{piece}" for piece in pieces)
        raise ParameterError(f"unknown metric {quoted(name)}: a mixture has weights, {mixture}")
    raise ParameterError(f"unknown metric {quoted(name)}: {meant(name.lower(), known_names, 3)}")
