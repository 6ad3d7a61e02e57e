"""A metric from whatever names it: the grammar, a signature, a preset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import grammar
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import Parameter, parameters
from pitchpipe.metrics.parts import declared, value_of
from pitchpipe.metrics.registry import find, plain
from pitchpipe.text.tokenizer_versions import OUTSIDE
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.metrics.presets import Preset

#: How a signature begins: a name, and a field. No metric in the grammar does.
_SIGNATURE = re.compile(r'[^\s:|*="]+\|\w+:')
_SEPARATOR = re.compile(r'((?:[^|"]|"(?:[^"\\]|\\.)*")+)(?:\||$)')


def get(text: str | Metric, **values: Any) -> Metric:
    """A metric by name, in the grammar, or by its long signature; ``values`` set further parameters.

    >>> get("bleu", tokenize="intl") == get("bleu:tokenize=intl")
    True
    """
    if isinstance(text, Metric):
        return text.replace(**values) if values else text
    # In a loop over sentences, making it would take longer than counting.
    if not values and isinstance(text, str) and (known := plain(text)) is not None:
        return known
    return _made(text, values).asked_as(text)


def _made(text: str, values: dict[str, Any]) -> Metric:
    if isinstance(text, str) and _SIGNATURE.match(text):
        return get(from_signature(text), **values)
    parsed = grammar.parse(text)
    if isinstance(parsed, tuple):
        if values:
            raise ParameterError(
                "parameters of a mixture are given to its parts: 0.7*bleu:smooth=none+0.3*chrf"
            )
        from pitchpipe.metrics.ensemble import Ensemble  # most metrics are none

        return Ensemble(
            metrics=tuple(_build(term.spec, {}) for term in parsed),
            weights=tuple(term.weight for term in parsed),
        )
    return _build(parsed, values)


def _build(spec: grammar.Spec, values: dict[str, Any]) -> Metric:
    spec, file = grammar.take_preset(spec)
    file = values.get("preset", file)
    if file is not None:
        from pitchpipe.metrics.presets import Preset  # most metrics come without

        explicit = {name: value for name, value in values.items() if name != "preset"}
        return _build_fitted(Preset.find(spec.name, file), spec, explicit)
    entry = find(spec.name)
    given = {**grammar.values_for(entry.cls, spec), **values}
    return entry.cls.make(spec.name, {**entry.preset, **given})


def from_signature(text: str) -> Metric:
    """The metric behind a long signature; version and number of references are no part of it.

    A preset is named by its digest only; the values it set are in the signature. A metric that runs a program
    is refused: a signature is copied from anywhere.
    """
    name, *written = _SEPARATOR.findall(text) or [""]
    if ":" in name:
        raise ParameterError(
            f"cannot read signature {quoted(text)}: it must begin with the metric's name, bleu|nrefs:1|…"
        )
    pairs = [field.partition(":") for field in written]
    values = {key: value for key, _, value in pairs if key not in {"nrefs", "align", "version", *OUTSIDE}}
    from pitchpipe.metrics.provenance import Provenance

    preset = values.pop("preset", None)
    if name == "ensemble":
        if "mix" not in values:
            raise ParameterError(f"cannot read signature {quoted(text)}: a mixture has a field mix")
        mixture = get(grammar.unquote(values["mix"]))
        refuse_programs(mixture, "a signature")
        return Provenance.attached(mixture, preset)
    known = parameters(find(name).cls)
    by_key = {parameter.key or field: field for field, parameter in known.items()}
    for key in values:
        if key not in by_key:
            raise ParameterError(f"cannot read signature {quoted(text)}: {name} has no field {quoted(key)}")
    read = {by_key[k]: _read(known[by_key[k]], f"{name}: {by_key[k]}", v) for k, v in values.items()}
    metric = find(name).cls.make(name, read)
    refuse_programs(metric, "a signature")
    return Provenance.attached(metric, preset)


def refuse_programs(metric: Metric, what: str) -> None:
    """Refuses a metric that runs a program, where it comes from what somebody else may have written."""
    if metric.wants("program"):
        raise ParameterError(
            f"{what} may run no program, as {metric.spec} does: ask for it on the command line or in a call"
        )


def shortened(text: str) -> str:
    """A long signature with short keys; any other text as it is.

    >>> shortened("bleu|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:pitchpipe-0.1.0")
    'bleu|#:1|c:mixed|e:no|tok:13a|s:exp|v:pitchpipe-0.1.0'
    """
    if not _SIGNATURE.match(text) or "|version:" not in text:
        return text
    name, *written = _SEPARATOR.findall(text)
    known = {} if name == "ensemble" else parameters(find(name).cls)
    short = {p.key or field: p.short or p.key or field for field, p in known.items()}
    short |= {"nrefs": "#", "align": "a", "version": "v"}
    pairs = [field.partition(":") for field in written]
    return "|".join([name, *(f"{short.get(key, key)}:{value}" for key, _, value in pairs)])


def _read(parameter: Parameter, where: str, text: str) -> Any:
    for original, code in parameter.codes.items():
        if text == code:
            return original
    return parameter.parse(where, grammar.unquote(text))


def fitted(preset: Preset, *, programs: bool = False) -> Metric:
    """The metric of a preset, with the fitted values; with ``programs``, it may run one.

    That is for presets made here: a file may name no program.
    """
    try:
        preset.refuse_nesting()
        metric = get(preset.metric)
        if not programs:
            refuse_programs(metric, "a preset")
        known = declared(metric)
        for name in preset.parameters:
            if name not in known or known[name].kind != "formula":
                raise ParameterError(f"{metric.name} has no formula parameter {quoted(name)}")
        changed = metric.replace(**preset.parameters)
    except ParameterError as error:
        raise DataError(f"{preset.where} does not fit this Pitchpipe: {error}") from None
    from pitchpipe.metrics.provenance import Provenance, as_worth

    values = tuple((name, value_of(changed, name)) for name in preset.parameters)
    return changed.replace(
        provenance=Provenance(preset.shown_digest, values, as_worth(preset.record.get("verdict")))
    )


def _build_fitted(preset: Preset, spec: grammar.Spec, values: Mapping[str, Any]) -> Metric:
    """The metric of a preset as asked for by ``spec``, whose parameters and ``values`` override."""
    metric = fitted(preset)
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
        hint = f": write ensemble:preset={grammar.quote(preset.where)}" if metric.name == "ensemble" else ""
        raise ParameterError(f"{preset.where} was fitted for {preset.metric}, not for {spec.name}{hint}")
    return metric.replace(**{**grammar.values_for(entry.cls, spec), **values})
