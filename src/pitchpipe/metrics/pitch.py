"""pitch: a metric of our own, fitted to people: chrF of short n-grams across words, and CER.

Two parts that need nothing but text, in any language: the F-score of character n-grams of up to four
characters, blanks among them, with β = 3, so that recall weighs nine times as much as precision; and the
rate of edits of characters. n-grams see which words are there, whatever their order; edits see the order,
and what is too much. ``pitch-1`` is the first version: parts, weights, the judgments they were learnt from
and what was gained on others are in ``frozen/pitch-1.json``, which never changes; ``pitch`` is the newest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array, Measured
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.presets import Preset
from pitchpipe.metrics.registry import register

if TYPE_CHECKING:
    from pitchpipe.batch.batch import Batch

VERSION = "pitch-1"


@lru_cache(maxsize=1)
def frozen() -> Preset:
    """The parts and their weights, and where they come from."""
    return Preset.read(str(files("pitchpipe.metrics") / "frozen" / f"{VERSION}.json"))


@lru_cache(maxsize=1)
def _mixture() -> Ensemble:
    from pitchpipe.metrics.lookup import fitted

    mixture = fitted(frozen())
    assert isinstance(mixture, Ensemble)
    return mixture


@register(pitch={})
@dataclass(frozen=True, kw_only=True)
class Pitch(Metric):
    """The mixture of :func:`frozen`. A row has those of its parts, side by side."""

    name: ClassVar[str] = VERSION
    title: ClassVar[str] = "pitch"
    paper: ClassVar[str] = "of Popović 2015 and Levenshtein 1966, fitted to people"
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), 100.0)
    exceptions: ClassVar = {
        "decomposable": "its parts sum n-grams and lengths over the corpus",
    }

    @classmethod
    def background(cls) -> tuple[str, ...]:
        record = frozen().record
        trained = ", ".join(one["name"] for one in record["training"])
        tests = [
            ("held out by language pair", record["scores"]["against"]),
            ("into English alone", record["into_english_alone"]),
            ("out of English alone", record["out_of_english_alone"]),
            *((one["pairs"][0]["name"].split()[0], one) for one in record["other_years"]),
        ]
        return (
            f"{record['name']}, {record['date']}: {_mixture().spec}",
            f"learnt from {trained}; {record['objective']}; digest {frozen().shown_digest}",
            *(line for name, found in tests for line in _lines(name, found)),
            *(f"mind: {caution}" for caution in record["not_for"]),
        )

    def measure(self, batch: Batch) -> Measured:
        return _mixture().measure(batch)

    def measure_pairs(
        self,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        return _mixture().measure_pairs(hypotheses, references, pairs, sources=sources, resources=resources)

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
        return _mixture().measure_groups(*groups, sources=sources, resources=resources)

    @property
    def columns(self) -> tuple[str, ...]:
        return _mixture().columns

    def may_be_negative(self, column: str) -> bool:
        return _mixture().may_be_negative(column)

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        return _mixture().never_more

    def weigh(self, measured: Measured) -> Array:
        return _mixture().weigh(measured)

    def combine(self, sums: Array) -> Array:
        return _mixture().combine(sums)

    def segment(self, rows: Array) -> Array:
        return _mixture().segment(rows)

    def parts(self, sums: Array) -> dict[str, Any]:
        return _mixture().parts(sums)


def _lines(name: str, found: dict[str, Any]) -> Iterator[str]:
    """What was gained over another metric: over all judgments, and by language pair."""
    yield f"{name}, gain over {found['metric']}: {_gain(found['pooled'])}"
    for pair in found["pairs"]:
        yield f"  {pair['name']}: {_gain(pair)}"


def _gain(one: dict[str, Any]) -> str:
    low, high = one["gain"]["ci"]
    return f"{one['gain']['value']:+.4f} [{low:+.4f}, {high:+.4f}]"
