"""Can the metric be trusted here? The audit of the two best systems, or of those that were named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.auditing.grids import overview, tolerances
from pitchpipe.auditing.results import AuditTable
from pitchpipe.reporting.panels.base import Panel, Picture, listed
from pitchpipe.showing.grids import Grid


@dataclass(frozen=True, repr=False)
class Trust(Panel):
    """An audit, as ``pitchpipe audit`` makes it."""

    key: ClassVar[str] = "trust"
    question: ClassVar[str] = "Can the metric be trusted here?"
    short: ClassVar[str] = "Trust"

    audit: AuditTable

    def answer(self) -> str:
        """Metrics by verdict, and whether these systems are affected."""
        words: dict[str, list[str]] = {}
        for one in self.audit:
            words.setdefault(one.verdict.word, []).append(self._head(one.metric))
        said = [f"{listed(heads)}: {word}" for word, heads in words.items()]
        whom = (
            self.audit.system if self.audit.other is None else f"{self.audit.system} and {self.audit.other}"
        )
        affected = [self._head(one.metric) for one in self.audit if one.verdict.affected]
        yours = f"The comparison of {whom} is affected by {listed(affected)}." if affected else ""
        return f"Tried on {whom}: {'; '.join(said)}. {yours}".strip()

    def verdicts(self) -> list[tuple[str, str, str]]:
        """Of every metric its head, the verdict in a word, and in sentences."""
        return [(self._head(one.metric), one.verdict.word, one.verdict.text) for one in self.audit]

    def charts(self) -> Mapping[str, Picture]:
        """How many words can be changed before a metric minds."""
        return {"tolerances": Picture(self.audit.plot(), "Words changed before the score falls")}

    def grids(self) -> Mapping[str, Grid]:
        """Findings, and tolerances."""
        return {"findings": overview(self.audit), "tolerances": tolerances(self.audit)}

    def _head(self, spec: str) -> str:
        return self.audit.heads.get(spec, spec)
