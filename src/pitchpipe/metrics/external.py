"""Scores computed elsewhere (COMET, a quality estimator, people) as a metric like any other.

``external:FILE`` takes one number per segment and system: either a number per line (``{system}`` in
the file name stands for the system's), or lines ``system<TAB>score``, a system's segments in order,
as mt-metrics-eval writes them. A system's score is the mean of its segments.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.parameters import counting, formula
from pitchpipe.metrics.registry import register
from pitchpipe.text.scores import read_scores

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.batch.batch import Batch


@register()
@dataclass(frozen=True, kw_only=True)
class External(Metric):
    """The mean of numbers from a file. A row is the number and a 1."""

    name: ClassVar[str] = "external"
    title: ClassVar[str] = "external"
    paper: ClassVar[str] = "whatever made the file"
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))
    needs: ClassVar[frozenset[str]] = frozenset({"file"})
    positional: ClassVar[str | None] = "file"
    exceptions: ClassVar = {
        "bounded": "the file may hold any numbers",
        "identity_is_best": "the file decides",
        "pairwise": "scores exist for given hypotheses only",
        "self_contained": "it needs the file",
    }

    file: str = counting("-", "the file of scores; {system} in it stands for a system's name")
    lower: bool = formula(False, "lower numbers are better")
    scale: float | None = formula(
        None, "the best possible number, to mix it with other metrics", type="float", low=1e-12
    )
    digest: str | None = counting(None, "the beginning of the file's SHA-256, checked if given", type="str")

    def check(self) -> None:
        if self.file == "-":
            raise ParameterError("external needs a file of scores: external:FILE")

    def prepare(self, batch: Batch) -> Self:
        """Fixes what the file contains, so that the signature says it."""
        digest = hashlib.sha256()
        for name in batch.systems or ("",):
            numbers = self._numbers(name)
            digest.update(numbers.tobytes())
        found = digest.hexdigest()[:12]
        if self.digest is not None and self.digest != found:
            raise DataError(f"{self.file} does not hold the scores of digest {self.digest}, but of {found}")
        return self.replace(digest=found)

    def _numbers(self, system: str) -> Array:
        return read_scores(self.file.replace("{system}", system), system)

    def measure(self, batch: Batch) -> Measured:
        if len(batch.row_hyp) != len(batch.hypotheses):
            raise ParameterError("external scores exist for given hypotheses only, not for pairs")
        if batch.system is None:
            scores = self._fitting(self._numbers(""), len(batch), "hypotheses")
        else:
            segments = len(batch.ref_offsets) - 1
            numbers = [self._fitting(self._numbers(s), segments, f"segments of {s}") for s in batch.systems]
            scores = np.stack(numbers)[batch.system, batch.owner]
        return Measured(np.stack([scores, np.ones(len(scores))], axis=-1))

    def _fitting(self, numbers: Array, count: int, what: str) -> Array:
        if len(numbers) != count:
            raise DataError(f"{self.file} has {len(numbers)} scores, but there are {count} {what}")
        return numbers

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", "segments")

    def combine(self, sums: Array) -> Array:
        return ratio(sums[..., 0], sums[..., 1], 0.0)

    def gain(self, scores: Array) -> Array:
        if self.scale is None:
            raise ParameterError(
                "external scores have no known scale: say the best possible number, external:FILE,scale=1"
            )
        scaled = 100.0 * scores / self.scale
        return 100.0 - scaled if self.lower else scaled

    @property
    def higher_is_better(self) -> bool | None:
        return not self.lower

    def parts(self, sums: Array) -> dict[str, Any]:
        return {"segments": int(sums[1])}
