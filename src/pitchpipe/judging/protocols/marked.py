"""Protocols whose annotators mark errors: ESA (Kocmi et al. 2024) and MQM (Freitag et al. 2021).

Offsets count code points of the output as shown, from 0, the end excluded. What is missing from a
translation has no place in it: ``missing`` lists such errors by their severity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from pitchpipe.errors import ParameterError
from pitchpipe.judging.protocols.base import (
    Answer,
    AnswerError,
    one_for_each,
    only_keys,
    score_of,
)
from pitchpipe.judging.protocols.scored import Scored
from pitchpipe.judging.protocols.taxonomy import Taxonomy
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.agreement.readers.mqm_weights import MQMWeights

#: Errors in one output; whoever marks more has misunderstood.
MOST_SPANS = 500


@dataclass(frozen=True)
class _Marked(Scored):
    """``{"outputs": [{"spans": […], "missing": […], …}]}``, an entry for each output."""

    entries: ClassVar[str] = "outputs"
    #: What an error and an entry may have.
    _span_keys: ClassVar[tuple[str, ...]] = ("start", "end", "severity")
    _entry_keys: ClassVar[tuple[str, ...]] = ("spans", "missing")

    @property
    def severities(self) -> tuple[str, ...]:
        """How bad an error may be."""
        return ("minor", "major")

    def _checked(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Answer:
        entries = one_for_each(only_keys(answer, ("outputs",), "the answer").get("outputs"), texts, "entries")
        return {"outputs": [self._entry(entry, text) for entry, text in zip(entries, texts, strict=True)]}

    def _entry(self, entry: object, text: str) -> dict[str, Any]:
        given = only_keys(entry, self._entry_keys, "the entry of an output")
        spans, missing = given.get("spans", []), given.get("missing", [])
        if not isinstance(spans, list) or not isinstance(missing, list):
            raise AnswerError("spans and missing are lists")
        if len(spans) + len(missing) > MOST_SPANS:
            raise AnswerError(f"{len(spans) + len(missing)} errors in one output: at most {MOST_SPANS}")
        placed = sorted(
            (self._span(span, text) for span in spans), key=lambda span: (span["start"], span["end"])
        )
        return {"spans": placed, "missing": [self._error(error, self._span_keys[2:]) for error in missing]}

    def _span(self, span: object, text: str) -> dict[str, Any]:
        given = only_keys(span, self._span_keys, "a span")
        start, end = given.get("start"), given.get("end")
        for place in (start, end):
            if isinstance(place, bool) or not isinstance(place, int):
                raise AnswerError(f"{quoted(place)} is no place in an output")
        assert isinstance(start, int)
        assert isinstance(end, int)
        if not 0 <= start < end <= len(text):
            raise AnswerError(f"a span from {start} to {end} in an output of {len(text)} letters")
        error = self._error(
            {key: given[key] for key in given if key in self._span_keys[2:]}, self._span_keys[2:]
        )
        return {"start": start, "end": end, **error}

    def _error(self, error: object, keys: Sequence[str]) -> dict[str, Any]:
        severity = only_keys(error, keys, "an error").get("severity")
        if severity not in self.severities:
            raise AnswerError(f"the severity is {quoted(severity)}: there are {', '.join(self.severities)}")
        return {"severity": severity}


@dataclass(frozen=True)
class ESA(_Marked):
    """Error spans, minor and major, then a score from 0 to 100 for each output."""

    name: ClassVar[str] = "esa"
    _entry_keys: ClassVar[tuple[str, ...]] = ("spans", "missing", "score")

    def _entry(self, entry: object, text: str) -> dict[str, Any]:
        checked = super()._entry(entry, text)
        assert isinstance(entry, Mapping)
        return {**checked, "score": score_of(entry.get("score"))}

    def scores(self, answer: Answer) -> list[float]:
        return [entry["score"] for entry in answer["outputs"]]


@dataclass(frozen=True)
class MQM(_Marked):
    """Error spans with category and severity; the score is what they cost, negative.

    Parameters
    ----------
    outputs
        How many outputs of different systems an item shows.
    taxonomy
        The categories.
    minor, major, critical
        What errors of these severities cost; without a ``critical`` weight there is no such severity.
    punctuation, non_translation
        What minor errors of punctuation cost, and a translation that is none, whatever its severity.
    """

    taxonomy: Taxonomy = field(default_factory=Taxonomy)
    minor: float = 1.0
    major: float = 5.0
    critical: float | None = None
    punctuation: float = 0.1
    non_translation: float = 25.0

    name: ClassVar[str] = "mqm"
    _span_keys: ClassVar[tuple[str, ...]] = ("start", "end", "severity", "category")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("minor", "major", "critical", "punctuation", "non_translation"):
            value = getattr(self, name)
            optional = name == "critical" and value is None
            if not optional and (isinstance(value, bool) or not isinstance(value, int | float)):
                raise ParameterError(f"MQM weight {name}={quoted(value)}: a weight is a number, 0 or more")
        self.weights()

    @property
    def severities(self) -> tuple[str, ...]:
        return ("minor", "major") if self.critical is None else ("minor", "major", "critical")

    def weights(self) -> MQMWeights:
        """The weights in the form that readers of MQM have."""
        # Loads what metrics are judged with, which a server of another protocol would wait for.
        from pitchpipe.agreement.readers.mqm_weights import MQMWeights

        return MQMWeights(
            minor=self.minor,
            major=self.major,
            critical=self.major if self.critical is None else self.critical,
            punctuation=self.punctuation,
            non_translation=self.non_translation,
        )

    def _error(self, error: object, keys: Sequence[str]) -> dict[str, Any]:
        checked = super()._error(error, keys)
        assert isinstance(error, Mapping)
        category = error.get("category")
        if category not in self.taxonomy.categories:
            raise AnswerError(f"{quoted(category)} is no category of this campaign")
        return {**checked, "category": category}

    def scores(self, answer: Answer) -> list[float]:
        weights = self.weights()
        return [
            0.0
            - sum(
                weights.penalty(error["category"], error["severity"])
                for error in (*entry["spans"], *entry["missing"])
            )
            for entry in answer["outputs"]
        ]
