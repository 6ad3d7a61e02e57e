"""Presets: metric parameters fitted to people, in a file that says to whom and how.

``hlepor:preset=FILE`` is the metric with the file's parameters, ``ensemble:preset=FILE`` a mixture. A
file holds the metric it was made for with everything that was not fitted, the fitted values, how they
were found, and a SHA-256 of all this, of which signatures show the beginning.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import grammar
from pitchpipe.metrics.parameters import parameters
from pitchpipe.text.files import StrPath, display_name, read_text, write_lines

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.metrics.base import Metric

FORMAT = "pitchpipe-preset"
VERSION = 1
#: As much of the digest as signatures show.
SHOWN = 12


@dataclass(frozen=True)
class Provenance:
    """The beginning of a preset's digest, and the values it set."""

    digest: str
    values: tuple[tuple[str, Any], ...]

    def holds(self, metric: Metric) -> bool:
        """Whether the metric still has all of these values."""
        return all(getattr(metric, name) == value for name, value in self.values)

    @classmethod
    def attached(cls, metric: Metric, digest: str | None) -> Metric:
        """A metric whose formula parameters came from the preset of this digest, if there is one."""
        if digest is None:
            return metric
        formulas = [name for name, parameter in parameters(metric).items() if parameter.kind == "formula"]
        return metric.replace(provenance=cls(digest, tuple((n, getattr(metric, n)) for n in formulas)))


@dataclass(frozen=True)
class Preset:
    """A metric in the grammar, values for some of its parameters, and how they were found.

    ``record`` may hold anything JSON can, under any names but those of the other fields. ``where`` is
    the file it was read from, for messages.
    """

    metric: str
    parameters: Mapping[str, float | list[float]]
    record: Mapping[str, Any] = field(default_factory=dict)
    where: str = field(default="the preset", compare=False)

    @classmethod
    def read(cls, path: StrPath) -> Self:
        """Reads a file and checks that it is whole and unchanged; :meth:`build` checks the values."""
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

    def _content(self) -> dict[str, Any]:
        head = {"format": FORMAT, "version": VERSION, "metric": self.metric}
        return {**head, "parameters": dict(self.parameters), **self.record}

    def fitted(self) -> Metric:
        """The metric with the fitted values."""
        from pitchpipe.metrics.registry import get

        try:
            self._refuse_nesting()
            metric = get(self.metric)
            declared = parameters(metric)
            for name in self.parameters:
                if name not in declared or declared[name].kind != "formula":
                    raise ParameterError(f"{metric.name} has no formula parameter {name!r}")
            changed = metric.replace(**self.parameters)
        except ParameterError as error:
            raise DataError(f"{self.where} does not fit this Pitchpipe: {error}") from None
        values = tuple((name, getattr(changed, name)) for name in self.parameters)
        return changed.replace(provenance=Provenance(self.digest[:SHOWN], values))

    def build(self, spec: grammar.Spec, values: Mapping[str, Any]) -> Metric:
        """The fitted metric as asked for by ``spec``, whose parameters and ``values`` override."""
        from pitchpipe.metrics.registry import find

        metric = self.fitted()
        if spec.name == metric.name == "ensemble":
            if spec.values or values:
                raise ParameterError("a mixture's preset takes no further parameters")
            return metric
        entry = None if spec.name == "ensemble" else find(spec.name)
        if (
            entry is None
            or type(metric) is not entry.cls
            or any(getattr(metric, name) != value for name, value in entry.preset.items())
        ):
            hint = f": write ensemble:preset={grammar.quote(self.where)}" if metric.name == "ensemble" else ""
            raise ParameterError(f"{self.where} was fitted for {self.metric}, not for {spec.name}{hint}")
        return metric.replace(**{**grammar.values_for(entry.cls, spec), **values})

    def _refuse_nesting(self) -> None:
        parsed = grammar.parse(self.metric)
        specs = [term.spec for term in parsed] if isinstance(parsed, tuple) else [parsed]
        if any(grammar.take_preset(spec)[1] is not None for spec in specs):
            raise ParameterError("its metric refers to a preset again")


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
