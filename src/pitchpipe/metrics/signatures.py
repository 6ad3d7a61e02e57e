"""Signatures: one line that says how a number was made, in sacreBLEU's form.

``bleu|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:pitchpipe-0.1.0`` derives from the metric's own
fields, and the metric can be made again from it (:func:`pitchpipe.metrics.from_signature`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitchpipe._core import __version__
from pitchpipe.metrics.grammar import quote
from pitchpipe.metrics.parameters import Parameter, defaults, format_value, parameters
from pitchpipe.text.tokenizer_versions import versions

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

_UNSAFE = frozenset('|"')


def signature(
    metric: Metric, *, nrefs: str | None = None, align: str | None = None, short: bool = False
) -> str:
    """The signature of a metric, long or short; ``nrefs`` where references are known.

    ``align`` is the digest of the model behind word alignments, for metrics that use them.
    """
    if align is not None:
        # There is no end of models, and metrics live long.
        return _signed(metric, nrefs, align, short)
    return metric.remembered(("signature", nrefs, short), lambda: _signed(metric, nrefs, None, short))


def _signed(metric: Metric, nrefs: str | None, align: str | None, short: bool) -> str:
    all_fields = {} if nrefs is None else {"nrefs": ("#", nrefs)}
    all_fields |= metric.signature_fields()
    if metric.provenance is not None and metric.provenance.holds(metric):
        all_fields["preset"] = ("preset", metric.provenance.digest)
    # Another version of an outside tokenizer may split words otherwise.
    for one in metric.singles():
        all_fields |= {
            key: (key, version) for key, version in versions(getattr(one, "tokenize", None)).items()
        }
    if align is not None:
        all_fields["align"] = ("a", align)
    # The metric's name is many tools' own, and so are their numbers.
    all_fields["version"] = ("v", f"pitchpipe-{__version__}")
    written = [f"{brief if short else key}:{value}" for key, (brief, value) in all_fields.items()]
    return "|".join([metric.name, *written])


def fields(metric: Metric) -> dict[str, tuple[str, str]]:
    """What a metric's declared parameters contribute: long key to (short key, value)."""
    default = defaults(metric)
    shown: dict[str, tuple[str, str]] = {}
    for name, parameter in parameters(metric).items():
        value = getattr(metric, name)
        if parameter.always or value != default[name]:
            key = parameter.key or name
            shown[key] = (parameter.short or key, _spell(parameter, value))
    return shown


def _spell(parameter: Parameter, value: Any) -> str:
    for original, code in parameter.codes.items():
        if value is original or (value == original and type(value) is type(original)):
            return code
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = format_value(value)
    return quote(text) if _UNSAFE & set(text) else text
