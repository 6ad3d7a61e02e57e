"""Presets: metric parameters fitted to people, in a file that says to whom and how.

``hlepor:preset=FILE`` is the metric with the file's parameters, ``ensemble:preset=FILE`` a mixture. A
file holds the metric it was made for with everything that was not fitted, the fitted values, how they
were found, and a SHA-256 of all this, of which signatures show the beginning. Some come with Pitchpipe,
by name: ``lr-kb4:preset=wmt12`` is ``frozen/lr-kb4/wmt12.json``, which never changes.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import grammar
from pitchpipe.text.files import StrPath, display_name, read_text, write_lines

if TYPE_CHECKING:
    from typing_extensions import Self


FORMAT = "pitchpipe-preset"
VERSION = 1
#: As much of the digest as signatures show.
SHOWN = 12


@dataclass(frozen=True, repr=False)
class Preset(Brief):
    """A metric in the grammar, values for some of its parameters, and how they were found.

    ``record`` may hold anything JSON can, under any names but those of the other fields. ``where`` is
    the file it was read from, for messages.
    """

    metric: str
    parameters: Mapping[str, float | list[float]]
    record: Mapping[str, Any] = field(default_factory=dict)
    where: str = field(default="the preset", compare=False)

    @classmethod
    def find(cls, metric: str, name: StrPath) -> Self:
        """The one that comes with Pitchpipe under this name for this metric, otherwise that of a file."""
        return cls.read(shipped(metric).get(str(name), name))

    @classmethod
    def read(cls, path: StrPath) -> Self:
        """Reads a file and checks that it is whole and unchanged; using it checks the values."""
        where = display_name(path)
        try:
            content = json.loads(read_text(path), parse_float=_finite, parse_constant=_finite)
        except (ValueError, RecursionError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(f"{where} is no preset: it is not valid JSON ({error})") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise DataError(f'{where} is no preset: it does not begin with "format": "{FORMAT}"')
        if content.get("version") != VERSION:
            raise DataError(
                f"{where} is a preset of version {content.get('version')!r}, this Pitchpipe reads version "
                f"{VERSION}: fit again, or use the Pitchpipe that wrote it ({content.get('pitchpipe')})"
            )
        digest = content.pop("digest", None)
        metric, values = content.get("metric"), content.get("parameters")
        if not isinstance(metric, str) or not isinstance(values, dict) or not values:
            raise DataError(f"{where} is no preset: it names no metric with parameters")
        if digest != _digest(content):
            raise DataError(
                f"{where} was changed after it was written (its digest is another): "
                "give other values beside it, metric:preset=FILE,param=value, or fit again"
            )
        record = {k: v for k, v in content.items() if k not in {"format", "version", "metric", "parameters"}}
        return cls(metric, values, record, where)

    def write(self, path: StrPath) -> None:
        """Writes the file."""
        content = {**self._content(), "digest": self.digest}
        text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False)
        write_lines(path, text.split("\n"))

    @property
    def digest(self) -> str:
        """The SHA-256 of everything in the file."""
        return _digest(self._content())

    @property
    def shown_digest(self) -> str:
        """As much of it as signatures show."""
        return self.digest[:SHOWN]

    def _content(self) -> dict[str, Any]:
        head = {"format": FORMAT, "version": VERSION, "metric": self.metric}
        return {**head, "parameters": dict(self.parameters), **self.record}

    def refuse_nesting(self) -> None:
        """Refuses a preset whose metric is one of another preset."""
        parsed = grammar.parse(self.metric)
        specs = [term.spec for term in parsed] if isinstance(parsed, tuple) else [parsed]
        if any(grammar.take_preset(spec)[1] is not None for spec in specs):
            raise ParameterError("its metric refers to a preset again")


def shipped(metric: str) -> dict[str, str]:
    """The presets that come with Pitchpipe for a metric: names and files.

    >>> list(shipped("lr-kb4"))
    ['wmt12']
    """
    frozen = files("pitchpipe.metrics") / "frozen"
    paths = (
        path for folder in frozen.iterdir() if folder.name == metric.lower() for path in folder.iterdir()
    )
    return {path.name.removesuffix(".json"): str(path) for path in sorted(paths, key=str)}


def _digest(content: Mapping[str, Any]) -> str:
    canonical = json.dumps(
        content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no finite number")
    return number
