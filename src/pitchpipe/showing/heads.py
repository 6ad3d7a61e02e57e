"""Metrics as the heads of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pitchpipe.errors import PitchpipeError
from pitchpipe.metrics import grammar
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.catalogue import TITLES
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.registry import find
from pitchpipe.text.named_files import is_file, is_there, split_names

#: A value with folders in it, in a metric as the grammar writes it; 7/2/1 looks the same.
_PATH = re.compile(r'(?<=[:=])[^\s,:="*+|\\]*/[^\s,:="*+|\\/]+')
#: More numbers than anybody compares, the weights of many features: the first two, and the others.
_NUMBER = r"-?[\d.]+(?:e-?\d+)?"
_NUMBERS = re.compile(rf"(?<==)({_NUMBER}/{_NUMBER}/)(?:{_NUMBER}/)+{_NUMBER}")


def heads(specs: Sequence[str], asked: Iterable[Metric] = ()) -> dict[str, str]:
    """What to write above the column of each metric: of a file its name, of many numbers the first two.

    A metric goes by the name it was given, and so does a preset that was asked for. Signatures tell paths,
    digests and numbers. Metrics that would look alike keep theirs.
    """
    names = {
        metric.spec: metric.asked if metric.asked and _comes_from_preset(metric) else metric.heading
        for metric in asked
    }
    told = {spec: names.get(spec, spec) for spec in specs}
    short = {spec: _NUMBERS.sub(r"\1…", _PATH.sub(_without_folders, text)) for spec, text in told.items()}
    written = list(short.values())
    return {spec: head if written.count(head) == 1 else spec for spec, head in short.items()}


def heads_in(style: str, specs: Sequence[str], asked: Iterable[Metric] = ()) -> dict[str, str]:
    """The heads of columns in a format: LaTeX is for papers, which write BLEU and chrF++."""
    plain = heads(specs, asked)
    if style != "latex":
        return plain
    titled = {spec: _titled(spec, text) for spec, text in plain.items()}
    written = list(titled.values())
    return {spec: text if written.count(text) == 1 else plain[spec] for spec, text in titled.items()}


def _titled(spec: str, text: str) -> str:
    parsed = grammar.parse(spec)
    if isinstance(parsed, tuple):
        terms = (f"{term.weight:g} {_with_values(term.spec.name, term.spec.values)}" for term in parsed)
        return " + ".join(terms)
    _, _, values = text.partition(":")
    return f"{_title(parsed.name)} ({values})" if values else _title(parsed.name)


def _with_values(name: str, values: Iterable[tuple[str, str]]) -> str:
    written = ",".join(f"{key}={value}" for key, value in values)
    return f"{_title(name)} ({written})" if written else _title(name)


def _title(name: str) -> str:
    entry = find(name)
    return TITLES.get(name, entry.cls.title if name == entry.cls.name else name)


def head(spec: str) -> str:
    """The same for a metric by itself."""
    try:
        asked = [get(spec)]
    except PitchpipeError:  # the metric may be an object that has no name in the grammar
        asked = []
    return heads([spec], asked)[spec]


def _comes_from_preset(metric: Metric) -> bool:
    return any(part.provenance is not None for part in (metric, *metric.singles()))


def _without_folders(value: re.Match[str]) -> str:
    """Files by their names, without folders and digests; anything else as it is."""
    path = Path(value.group())
    if is_there(path):
        return path.name
    named, rest = split_names(value.group(), lambda name: is_file(Path(name)))
    return value.group() if rest is not None else "/".join(Path(each.name).name for each in named)
