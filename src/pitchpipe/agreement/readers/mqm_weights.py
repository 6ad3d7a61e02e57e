"""What errors cost that experts marked, as MQM weighs them (Freitag et al. 2021)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.wording import quoted

_NO_ERROR = frozenset({"", "no-error", "no error", "neutral"})


@dataclass(frozen=True, kw_only=True)
class MQMWeights:
    """What an error costs.

    Parameters
    ----------
    major, minor, critical
        Errors of these severities; WMT's guidelines before 2024 know no critical ones.
    punctuation
        Minor errors of fluency in punctuation.
    non_translation
        A translation that has nothing to do with the source, whatever its severity.
    free
        Categories that cost nothing (a part of the category's name, lower case).
    """

    major: float = 5.0
    minor: float = 1.0
    critical: float = 5.0
    punctuation: float = 0.1
    non_translation: float = 25.0
    free: tuple[str, ...] = ("source issue", "source error", "reinterpretation")

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "free" and not (math.isfinite(value) and value >= 0):
                raise ParameterError(
                    f"MQM weight {field.name}={quoted(value)}: a weight is a number, 0 or more"
                )

    def penalty(self, category: str, severity: str, where: str = "MQM") -> float:
        """What one error costs; ``where`` names file and line for messages."""
        kind, grade = category.strip().lower().replace("_", "-"), severity.strip().lower()
        if grade in _NO_ERROR or any(part in kind.replace("-", " ") for part in self.free):
            return 0.0
        if kind.startswith("non-translation"):
            return self.non_translation
        if grade == "minor" and kind.startswith("fluency/punctuation"):
            return self.punctuation
        costs = {"major": self.major, "minor": self.minor, "critical": self.critical}
        if grade not in costs:
            raise DataError(
                f"{where}: unknown severity {quoted(severity)}; there are {', '.join(costs)}, no-error"
            )
        return costs[grade]
