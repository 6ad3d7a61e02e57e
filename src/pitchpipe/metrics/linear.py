"""What a ranking SVM can fit: metrics that are weighted sums of features."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitchpipe.batch.values import Array, Measured


class Linear(ABC):
    """A metric whose score of a sentence is, up to scale and shift, a weighted sum of features.

    Its formula parameter ``weights`` has a number for each; ``None`` is what it has before it learns.
    """

    @property
    @abstractmethod
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features, of a prepared metric."""

    @property
    @abstractmethod
    def score_range(self) -> tuple[float, float]:
        """The lowest and the highest weighted sum there can be, of a prepared metric."""

    @abstractmethod
    def features(self, measured: Measured) -> Array:
        """The features of every hypothesis, ``[hypotheses, features]``."""
