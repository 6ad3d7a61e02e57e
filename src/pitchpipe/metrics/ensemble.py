"""A weighted mixture of metrics, itself a metric: ``0.7*bleu+0.3*chrf``.

Rows are the parts' rows side by side, so a mixture is additive as its parts are. Each part enters
with its *gain*: the score, or 100 − score where lower is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.grammar import quote
from pitchpipe.metrics.parameters import format_value, formula
from pitchpipe.metrics.parts import by_part, is_of_part

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.batch.batch import Batch
    from pitchpipe.metrics.corpus_facts import Facts


#: Weights up to here leave room for any score.
LARGEST = 1e100


@dataclass(frozen=True, kw_only=True)
class Ensemble(Metric):
    """Σ weight · gain of the parts."""

    name: ClassVar[str] = "ensemble"
    title: ClassVar[str] = "mixture"
    paper: ClassVar[str] = "a weighted sum of gains"
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))
    exceptions: ClassVar = {
        "bounded": "as its parts and weights are",
        "identity_is_best": "as its parts are",
        "decomposable": "as its parts are",
    }

    metrics: tuple[Metric, ...] = ()
    weights: tuple[float, ...] = formula(
        (), "one for each part", type="floats", optional=True, low=0.0, ratio="parts"
    )

    def check(self) -> None:
        if not isinstance(self.metrics, tuple) or len(self.metrics) != len(self.weights or ()):
            raise ParameterError("a mixture needs metrics and a weight for each: 0.7*bleu+0.3*chrf")
        if not any(self.weights):
            raise ParameterError("a mixture needs a weight above 0")
        for weight in self.weights:
            if weight > LARGEST:
                raise ParameterError(
                    f"the weight {weight:g} is too large for a finite score of a mixture: "
                    f"give at most {LARGEST:g}"
                )
        for metric in self.metrics:
            if not isinstance(metric, Metric) or isinstance(metric, Ensemble):
                raise ParameterError(f"a mixture is of single metrics: {metric!s} is none")
            metric.gain(np.zeros(1))

    def replace(self, **values: Any) -> Self:
        """This mixture with other weights, or other parameters of its parts: ``chrf.beta``."""
        own = {name: value for name, value in values.items() if not is_of_part(name)}
        if len(own) == len(values):
            return super().replace(**values)
        changed = by_part(self, {name: value for name, value in values.items() if is_of_part(name)})
        parts = list(own.get("metrics", self.metrics))
        for index, parameters in changed.items():
            parts[index] = parts[index].replace(**parameters)
        return super().replace(**own | {"metrics": tuple(parts)})

    def prepare(self, batch: Batch) -> Self:
        return self.replace(metrics=tuple(metric.prepare(batch) for metric in self.metrics))

    def settle(self, batch: Batch) -> Self:
        settled = (m.settle(batch) if m.estimates else m.prepare(batch) for m in self.metrics)
        return self.replace(metrics=tuple(settled))

    @property
    def estimates(self) -> bool:
        """Whether a part does."""
        return any(metric.estimates for metric in self.metrics)

    def corpus_facts(self, batch: Batch) -> Facts:
        return tuple(m.corpus_facts(batch) if m.estimates else None for m in self.metrics)

    def with_corpus_facts(self, facts: tuple[Facts, ...]) -> Self:
        known = zip(self.metrics, facts, strict=True)
        return self.replace(metrics=tuple(m if own is None else m.with_corpus_facts(own) for m, own in known))

    def measure(self, batch: Batch) -> Measured:
        return Measured(np.zeros((len(batch), 0)), parts=tuple(m.measure(batch) for m in self.metrics))

    def measure_pairs(
        self,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        parts = tuple(
            m.measure_pairs(hypotheses, references, pairs, sources=sources, resources=resources)
            for m in self.metrics
        )
        return Measured(np.zeros((len(parts[0]), 0)), parts=parts)

    def measure_groups(
        self,
        hypotheses: list[str],
        references: list[str],
        hyp_offsets: NDArray[np.integer],
        ref_offsets: NDArray[np.integer],
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        groups = (hypotheses, references, hyp_offsets, ref_offsets)
        parts = tuple(m.measure_groups(*groups, sources=sources, resources=resources) for m in self.metrics)
        return Measured(np.zeros((len(parts[0]), 0)), parts=parts)

    def expect(self, batch: Batch, weights: Array) -> Measured:
        parts = tuple(m.expect(batch, weights) for m in self.metrics)
        return Measured(np.zeros((len(batch), 0)), parts=parts)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(f"{k}.{name}" for k, m in enumerate(self.metrics) for name in m.columns)

    def may_be_negative(self, column: str) -> bool:
        part, _, name = column.partition(".")
        return self.metrics[int(part)].may_be_negative(name)

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        parts = enumerate(self.metrics)
        return tuple((f"{k}.{less}", f"{k}.{more}") for k, m in parts for less, more in m.never_more)

    def impossible(self, rows: Array) -> str | None:
        for k, (metric, part) in enumerate(self._split(rows)):
            if (reason := metric.impossible(part)) is not None:
                return f"part {k} ({metric.name}): {reason}"
        return None

    def weigh(self, measured: Measured) -> Array:
        rows = [m.weigh(part) for m, part in zip(self.metrics, measured.parts, strict=True)]
        return np.concatenate(rows, axis=-1)

    def combine(self, sums: Array) -> Array:
        return self.mix([m.gain(m.combine(part)) for m, part in self._split(sums)])

    def segment(self, rows: Array) -> Array:
        return self.mix([m.gain(m.segment(part)) for m, part in self._split(rows)])

    def parts(self, sums: Array) -> dict[str, Any]:
        return {m.spec: float(m.combine(part)) for m, part in self._split(sums)}

    def _split(self, sums: Array) -> Iterator[tuple[Metric, Array]]:
        begin = 0
        for metric in self.metrics:
            end = begin + len(metric.columns)
            yield metric, sums[..., begin:end]
            begin = end

    def mix(self, gains: Sequence[Array]) -> Array:
        """The weighted sum of the parts' gains."""
        mixed = np.zeros_like(gains[0])
        for weight, gain in zip(self.weights, gains, strict=True):
            mixed = mixed + weight * gain
        return mixed

    def singles(self) -> tuple[Metric, ...]:
        return self.metrics

    def undividable(self) -> str | None:
        for metric in self.metrics:
            if (reason := metric.undividable()) is not None:
                return f"{metric.spec}: {reason}"
        return None

    def with_tokenizer(self, name: str) -> Self:
        return self.replace(metrics=tuple(metric.with_tokenizer(name) for metric in self.metrics))

    def for_given_links(self) -> Self:
        return self.replace(metrics=tuple(metric.for_given_links() for metric in self.metrics))

    @property
    def by_segment(self) -> bool:
        return all(metric.by_segment for metric in self.metrics)

    def wants(self, what: str) -> bool:
        return any(metric.wants(what) for metric in self.metrics)

    def gain(self, scores: Array) -> Array:
        """A mixture of gains is one."""
        return scores

    @property
    def heading(self) -> str:
        return self._written([metric.heading for metric in self.metrics])

    @property
    def spec(self) -> str:
        return self._written([metric.spec for metric in self.metrics])

    def _written(self, names: list[str]) -> str:
        terms = zip(self.weights, names, strict=True)
        return "+".join(f"{format_value(weight)}*{name}" for weight, name in terms)

    def signature_fields(self) -> dict[str, tuple[str, str]]:
        return {"mix": ("mix", quote(self.spec))}
