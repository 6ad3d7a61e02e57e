"""Direct assessment: a number from 0 to 100 for each translation (Graham et al. 2013)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.judging.protocols.base import (
    Answer,
    one_for_each,
    only_keys,
    score_of,
)
from pitchpipe.judging.protocols.scored import Scored


@dataclass(frozen=True)
class DirectAssessment(Scored):
    """``{"scores": [73.5]}``: one number for each output."""

    name: ClassVar[str] = "da"
    entries: ClassVar[str] = "scores"

    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        scores = one_for_each(only_keys(answer, ("scores",), "the answer").get("scores"), texts, "scores")
        return {"scores": [score_of(score) for score in scores]}

    def scores(self, answer: Answer) -> list[float]:
        return list(answer["scores"])
