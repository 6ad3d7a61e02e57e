"""What a ranking SVM can fit: metrics that are weighted sums of features."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from pitchpipe.metrics.base import Array, Measured, Metric


@runtime_checkable
class Linear(Protocol):
    """A metric whose score of a sentence is, up to scale and shift, a weighted sum of features."""

    @property
    def weights(self) -> tuple[float, ...] | None:
        """A number for each feature; ``None``: those the metric has before it learns."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features, of a prepared metric."""

    @property
    def score_range(self) -> tuple[float, float]:
        """The lowest and the highest weighted sum there can be, of a prepared metric."""

    def features(self, measured: Measured) -> Array:
        """The features of every hypothesis, ``[hypotheses, features]``."""

    def for_other_texts(self) -> Metric:
        """A prepared metric without what belongs to the texts it was prepared on."""
