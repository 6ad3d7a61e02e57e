"""What a metric saw in one sentence: which words it matched, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Step = Literal["match", "substitution", "insertion", "deletion"]


@dataclass(frozen=True)
class Path:
    """A monotone way through hypothesis and reference."""

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    steps: tuple[Step, ...]

    def columns(self) -> Iterator[tuple[str, str, Step]]:
        """(reference word, hypothesis word, step), an empty text where a side has none."""
        hyp, ref = iter(self.hypothesis), iter(self.reference)
        for step in self.steps:
            r = "" if step == "insertion" else next(ref)
            h = "" if step == "deletion" else next(hyp)
            yield r, h, step


@dataclass(frozen=True)
class Links:
    """For every hypothesis word the position of the reference word it is matched to, if any."""

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    positions: tuple[int | None, ...]


Explanation = Path | Links
