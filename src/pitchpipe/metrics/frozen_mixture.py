"""Mixtures of our own that never change: a file has their parts and weights, and where they come from.

``frozen/pitch-1.json`` holds the parts of ``pitch-1``, the judgments their weights were learnt from and what
was gained on others. A version never changes; a better one is a new file and a new name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.presets import Preset

if TYPE_CHECKING:
    from pitchpipe.batch.batch import Batch


@cache
def frozen(version: str) -> Preset:
    """The parts of a version and their weights, and where they come from."""
    return Preset.read(str(files("pitchpipe.metrics") / "frozen" / f"{version}.json"))


@cache
def _mixture_of(version: str) -> Ensemble:
    from pitchpipe.metrics.lookup import fitted

    mixture = fitted(frozen(version))
    assert isinstance(mixture, Ensemble)
    return mixture


#: Results on some of the training pairs alone, where a record has them.
_APART = (
    ("into English alone", "into_english_alone"),
    ("out of English alone", "out_of_english_alone"),
)


@dataclass(frozen=True, kw_only=True)
class FrozenMixture(Metric):
    """The mixture that :func:`frozen` has for its name. A row has those of its parts, side by side."""

    bounds: ClassVar[tuple[float, float]] = (-float("inf"), 100.0)

    @classmethod
    def background(cls) -> tuple[str, ...]:
        record = frozen(cls.name).record
        trained = ", ".join(one["name"] for one in record["training"])
        tests = [
            ("held out by language pair", record["scores"]["against"]),
            *((title, record[key]) for title, key in _APART if key in record),
            *((one["pairs"][0]["name"].split()[0], one) for one in record["other_years"]),
        ]
        return (
            f"{record['name']}, {record['date']}: {_mixture_of(cls.name).spec}",
            f"learnt from {trained}; {record['objective']}; digest {frozen(cls.name).shown_digest}",
            *(line for name, found in tests for line in _lines(name, found)),
            *(f"mind: {caution}" for caution in record["not_for"]),
        )

    @property
    def _mixture(self) -> Ensemble:
        return _mixture_of(self.name)

    def measure(self, batch: Batch) -> Measured:
        return self._mixture.measure(batch)

    def measure_pairs(
        self,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        return self._mixture.measure_pairs(
            hypotheses, references, pairs, sources=sources, resources=resources
        )

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
        return self._mixture.measure_groups(*groups, sources=sources, resources=resources)

    @property
    def columns(self) -> tuple[str, ...]:
        return self._mixture.columns

    def may_be_negative(self, column: str) -> bool:
        return self._mixture.may_be_negative(column)

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return self._mixture.never_more

    def weigh(self, measured: Measured) -> Array:
        return self._mixture.weigh(measured)

    def combine(self, sums: Array) -> Array:
        return self._mixture.combine(sums)

    def segment(self, rows: Array) -> Array:
        return self._mixture.segment(rows)

    def parts(self, sums: Array) -> dict[str, Any]:
        return self._mixture.parts(sums)


def _lines(name: str, found: dict[str, Any]) -> Iterator[str]:
    """What was gained over another metric: over all judgments, and by language pair."""
    yield f"{name}, gain over {found['metric']}: {_gain(found['pooled'])}"
    for pair in found["pairs"]:
        yield f"  {pair['name']}: {_gain(pair)}"


def _gain(one: dict[str, Any]) -> str:
    low, high = one["gain"]["ci"]
    return f"{one['gain']['value']:+.4f} [{low:+.4f}, {high:+.4f}]"
