"""Metrics by name.

A name stands for a metric class with some parameters set (``chrf++`` is ``chrf`` with
``word_order=2``). Packages add their own through the entry-point group ``pitchpipe.metrics``: each
entry point names a metric class and is loaded when it is first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import grammar
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.signatures import from_signature

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

M = TypeVar("M", bound=Metric)
ENTRY_POINTS = "pitchpipe.metrics"
#: How a signature begins: a name, and a field. No metric in the grammar does.
_SIGNATURE = re.compile(r'[^\s:|*="]+\|\w+:')

#: The module that registers each of our own names; loaded when a name is first asked for, so that
#: importing the package stays as light as its first use.
MODULES = {
    "4-grr": "recognition",
    "bleu": "bleu",
    "bleu-sbp": "bleu_sbp",
    "cder": "cder",
    "cer": "cer",
    "chrf": "chrf",
    "chrf++": "chrf",
    "external": "external",
    "grr": "recognition",
    "gtm": "gtm",
    "hlepor": "hlepor",
    "length-ratio": "length_ratio",
    "maxsim": "maxsim",
    "meteor": "meteor",
    "nist": "nist",
    "nlepor": "nlepor",
    "per": "per",
    "ribes": "ribes",
    "ter": "ter",
    "tesla-b": "tesla_b",
    "tesla-f": "tesla_f",
    "tesla-m": "tesla_m",
    "wer": "wer",
    "hamming": "ordering",
    "kendall": "ordering",
    "lr-hb1": "lrscore",
    "lr-hb4": "lrscore",
    "lr-kb1": "lrscore",
    "lr-kb4": "lrscore",
    "lrscore": "lrscore",
    "ordering": "ordering",
    "port": "port",
    "qmean": "port",
    "spearman": "ordering",
    "tau": "ordering",
    "v": "ordering",
    "wrr": "recognition",
}


@dataclass(frozen=True)
class Entry:
    """A registered name."""

    name: str
    cls: type[Metric]
    preset: dict[str, Any]


_entries: dict[str, Entry] = {}


def register(**presets: dict[str, Any]) -> Callable[[type[M]], type[M]]:
    """Registers a metric class under its own name and under names with parameters preset.

    Keyword names cannot hold every character, so ``register(**{"chrf++": {...}})``.
    """

    def add(cls: type[M]) -> type[M]:
        for name, preset in {cls.name: {}, **presets}.items():
            if name in _entries and _entries[name].cls is not cls:
                raise ParameterError(f"metric {name!r} is registered already")
            _entries[name] = Entry(name, cls, preset)
        return cls

    return add


def presets(cls: type[Metric]) -> dict[str, dict[str, Any]]:
    """The names registered for a class with the parameters each presets."""
    return {entry.name: entry.preset for entry in _entries.values() if entry.cls is cls}


def _third_party() -> dict[str, EntryPoint]:
    # Reading the metadata of all installed packages is slow; most runs never need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _load(name: str, point: EntryPoint) -> Entry:
    try:
        cls = point.load()
    except Exception as error:
        raise ParameterError(f"metric {name!r} of {point.value} does not load: {error}") from error
    if not (isinstance(cls, type) and issubclass(cls, Metric)):
        raise ParameterError(f"metric {name!r}: {point.value} is not a pitchpipe.Metric class")
    register()(cls)
    return _entries.setdefault(name, Entry(name, cls, {}))


def names() -> list[str]:
    """Every name there is, those of other packages included."""
    return sorted({*_entries, *MODULES, *_third_party()})


def entries() -> Iterator[Entry]:
    """Every registered metric in order of name."""
    for name in names():
        yield find(name)


def find(name: str) -> Entry:
    """A registered name, or an error that suggests what may have been meant."""
    if name not in _entries and name in MODULES:
        import_module(f"pitchpipe.metrics.{MODULES[name]}")
    if name in _entries:
        return _entries[name]
    third_party = _third_party()
    if name in third_party:
        return _load(name, third_party[name])
    import difflib

    known = names()
    close = difflib.get_close_matches(name.lower(), known, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known)}"
    raise ParameterError(f"unknown metric {name!r}: {hint}")


def get(text: str | Metric, **values: Any) -> Metric:
    """A metric by name, in the grammar, or by its long signature; ``values`` set further parameters.

    >>> get("bleu", tokenize="intl") == get("bleu:tokenize=intl")
    True
    """
    if isinstance(text, Metric):
        return text.replace(**values) if values else text
    if isinstance(text, str) and _SIGNATURE.match(text):
        return get(from_signature(text), **values)
    parsed = grammar.parse(text)
    if isinstance(parsed, tuple):
        if values:
            raise ParameterError(
                "parameters of a mixture are given to its parts: 0.7*bleu:smooth=none+0.3*chrf"
            )
        from pitchpipe.metrics.ensemble import Ensemble

        return Ensemble(
            metrics=tuple(_build(term.spec, {}) for term in parsed),
            weights=tuple(term.weight for term in parsed),
        )
    return _build(parsed, values)


def _build(spec: grammar.Spec, values: dict[str, Any]) -> Metric:
    spec, file = grammar.take_preset(spec)
    file = values.get("preset", file)
    if file is not None:
        from pitchpipe.metrics.presets import Preset

        explicit = {name: value for name, value in values.items() if name != "preset"}
        return Preset.read(file).build(spec, explicit)
    entry = find(spec.name)
    given = {**grammar.values_for(entry.cls, spec), **values}
    return entry.cls.make(spec.name, {**entry.preset, **given})
