"""Scores computed elsewhere (COMET, a quality estimator, people) as a metric like any other.

``external:FILE`` takes a number per segment and system from any file that
:mod:`pitchpipe.text.scores` reads. ``comet:FILE``, ``metricx:FILE`` and ``bleurt:FILE`` are the same with the
name, the direction and the scale of these metrics. A system's score is the mean of its segments.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pitchpipe.batch.values import Array, Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.foreign import Foreign, rows_of
from pitchpipe.metrics.parameters import counting
from pitchpipe.metrics.registry import register
from pitchpipe.text.scores import ScoreFile

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.batch.batch import Batch

_PLACE = "{system}"
#: Neural metrics by the name they are given: how to get their scores.
_REMEDIES = {
    "COMET": "comet-score -s SRC -t HYP... -r REF --to_json scores.json",
    "MetricX": "python -m metricx24.predict ... --output_file scores.jsonl",
    "BLEURT": "python -m bleurt.score_files ... -scores_file=scores.txt",
}


@register(
    comet={"label": "COMET", "scale": 1.0},
    metricx={"label": "MetricX", "lower": True, "scale": 25.0},
    bleurt={"label": "BLEURT", "scale": 1.0},
)
@dataclass(frozen=True, kw_only=True)
class External(Foreign):
    """The mean of numbers from a file."""

    name: ClassVar[str] = "external"
    title: ClassVar[str] = "external"
    paper: ClassVar[str] = "whatever made the file"
    needs: ClassVar[frozenset[str]] = frozenset({"file"})
    positional: ClassVar[str | None] = "file"
    exceptions: ClassVar = {
        "bounded": "the file may hold any numbers",
        "identity_is_best": "the file decides",
        "pairwise": "scores exist for given hypotheses only",
        "self_contained": "it needs the file",
    }

    file: str = counting("-", "the file of scores; {system} in it stands for a system's name")
    digest: str | None = counting(None, "the beginning of the file's SHA-256, checked if given", type="str")

    def check(self) -> None:
        if self.file != "-":
            return
        if self.label in _REMEDIES:
            name, command = self.label.lower(), _REMEDIES[self.label]
            raise ParameterError(
                f"{name} is not computed here: write its scores with `{command}` and give them as "
                f"{name}:{command.replace('=', ' ').split()[-1]}, or let command:PROGRAM run it"
            )
        raise ParameterError("external needs a file of scores: external:FILE")

    def prepare(self, batch: Batch) -> Self:
        """Fixes what the file contains, so that the signature says it."""
        digest = hashlib.sha256()
        for numbers in self._numbers(batch.systems or ("",)):
            digest.update(numbers.tobytes())
        found = digest.hexdigest()[:12]
        if self.digest is not None and self.digest != found:
            raise DataError(f"{self.file} does not hold the scores of digest {self.digest}, but of {found}")
        return self.replace(digest=found)

    def undividable(self) -> str | None:
        return "its file has the scores of a whole test set"

    def _numbers(self, systems: Iterable[str]) -> list[Array]:
        if _PLACE not in self.file:
            return ScoreFile.read(self.file).of(systems)
        return [
            numbers
            for system in systems
            for numbers in ScoreFile.read(self.file.replace(_PLACE, system)).of([system])
        ]

    def measure(self, batch: Batch) -> Measured:
        if len(batch.row_hyp) != len(batch.hypotheses):
            raise ParameterError("external scores exist for given hypotheses only, not for pairs")
        if batch.system is None:
            (numbers,) = self._numbers([""])
            return rows_of(self._fitting(numbers, len(batch), "hypotheses"))
        segments = len(batch.ref_offsets) - 1
        found = zip(batch.systems, self._numbers(batch.systems), strict=True)
        numbers = np.stack([self._fitting(one, segments, f"segments of {system}") for system, one in found])
        return rows_of(numbers[batch.system, batch.owner])

    def _fitting(self, numbers: Array, count: int, what: str) -> Array:
        if len(numbers) != count:
            raise DataError(f"{self.file} has {len(numbers)} scores, but there are {count} {what}")
        return numbers
