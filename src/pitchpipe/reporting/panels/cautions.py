"""Warnings first: outputs, systems and metrics that are probably not what they are taken for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.comparing.notes import too_little
from pitchpipe.measuring.failures import failed_notes
from pitchpipe.measuring.measured import measure
from pitchpipe.measuring.oddities import odd_outputs
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel, Picture, listed
from pitchpipe.showing.grids import Cell, Grid, written
from pitchpipe.text.testset import TestSet
from pitchpipe.wording import counted

#: What odd outputs are called.
KINDS = {
    "empty": "empty",
    "untranslated": "equal to the source",
    "other_script": "in another script than the references",
    "repeated": "the same for different segments",
}
#: A length ratio out of line: so many per cent from that of the references.
_OUT_OF_LINE = 15
#: A reference scored as a system: so many of its lines are those of a reference.
_COPIED = 0.5
#: Segments linked from a warning; the others are found in the browser by the filter.
_LINKED = 12


@dataclass(frozen=True)
class Caution:
    """A warning in a sentence, of which kind and system, with numbers of segments to look at."""

    kind: str
    text: str
    system: str | None = None
    segments: tuple[int, ...] = ()

    @property
    def linked(self) -> tuple[int, ...]:
        """The first segments."""
        return self.segments[:_LINKED]


@dataclass(frozen=True, repr=False)
class Cautions(Panel):
    """All warnings, those about most of a result first."""

    key: ClassVar[str] = "cautions"
    question: ClassVar[str] = "What should be looked at first?"
    short: ClassVar[str] = "Warnings"

    cautions: tuple[Caution, ...]
    ratios: Mapping[str, float]
    #: Places of odd outputs by system and kind, for the browser of segments.
    odd: Mapping[str, Mapping[str, tuple[int, ...]]]

    @classmethod
    def of(cls, evidence: Evidence) -> Cautions:
        """The panel."""
        odd = {system: vars(found) for system, found in odd_outputs(evidence.test_set)}
        ratios = _length_ratios(evidence)
        found = (
            *_about_metrics(evidence),
            *_copied(evidence.test_set),
            *_twins(evidence.test_set),
            *_odd(evidence, odd),
            *_lengths(ratios),
        )
        return cls(found, ratios, odd)

    def answer(self) -> str:
        """How many warnings, about whom."""
        if not self.cautions:
            return "Nothing: no output, length or metric is out of line."
        about = list(dict.fromkeys(one.system for one in self.cautions if one.system is not None))
        whom = f", about {listed(about)}" if about else ""
        are = "is" if len(self.cautions) == 1 else "are"
        return f"There {are} {counted(len(self.cautions), 'warnings')}{whom}."

    def charts(self) -> Mapping[str, Picture]:
        """Length ratios."""
        if not self.ratios:
            return {}
        points = tuple(
            Point(system, ratio, None, None, written(ratio, 1)) for system, ratio in self.ratios.items()
        )
        title = "Words per word of the references, in per cent"
        return {"lengths": Picture(interval_chart([IntervalPanel("", points)], title, "100: equal"), title)}

    def grids(self) -> Mapping[str, Grid]:
        """Warnings, and length ratios."""
        rows = tuple(
            (Cell(one.kind), Cell(one.system or ""), Cell(one.text), Cell(" ".join(map(str, one.segments))))
            for one in self.cautions
        )
        texts = frozenset({"warning", "segments"})
        found = {"warnings": Grid(("kind", "system", "warning", "segments"), rows, labels=2, texts=texts)}
        if self.ratios:
            lengths = tuple((Cell(system), Cell(ratio)) for system, ratio in self.ratios.items())
            found["lengths"] = Grid(("system", "length ratio in per cent"), lengths)
        return found


def _about_metrics(evidence: Evidence) -> Iterator[Caution]:
    for text in evidence.warned:
        yield Caution("metric", text)
    for text in failed_notes(evidence.measured.errors):
        yield Caution("metric", text)
    little = None if evidence.comparison is None else too_little(evidence.comparison)
    if little is not None:
        yield Caution("test", little)
    if evidence.measured.skipped:
        skipped = counted(evidence.measured.skipped, "segments")
        yield Caution("texts", f"{skipped} without a reference left out")


def _odd(evidence: Evidence, odd: Mapping[str, Mapping[str, tuple[int, ...]]]) -> Iterator[Caution]:
    for system, kinds in odd.items():
        for kind, places in kinds.items():
            if places:
                are = "output is" if len(places) == 1 else "outputs are"
                numbers = tuple(evidence.number(place) for place in places)
                yield Caution(kind, f"{len(places)} {are} {KINDS[kind]}", system, numbers)


def _length_ratios(evidence: Evidence) -> dict[str, float]:
    """Words of each system per word of the references, in per cent; none without references."""
    if not evidence.test_set.references:
        return {}
    one = evidence.measured.measurements.get("length-ratio")
    if one is None:
        (one,) = measure(evidence.test_set, ["length-ratio"])
    return dict(zip(evidence.systems, one.scores().tolist(), strict=True))


def _lengths(ratios: Mapping[str, float]) -> Iterator[Caution]:
    for system, ratio in ratios.items():
        if math.isfinite(ratio) and abs(ratio - 100) > _OUT_OF_LINE:
            how = "longer" if ratio > 100 else "shorter"
            text = f"outputs are {abs(ratio - 100):.0f} % {how} than the references"
            yield Caution("length", text, system)


def _copied(test_set: TestSet) -> Iterator[Caution]:
    for system, lines in test_set.systems.items():
        for name, references in test_set.references.items():
            same = sum(line == reference for line, reference in zip(lines, references, strict=True))
            if same > _COPIED * len(lines):
                text = f"{same} of {len(lines)} outputs are those of reference {name}"
                yield Caution("reference", f"{text}: a reference scored as a system?", system)


def _twins(test_set: TestSet) -> Iterator[Caution]:
    """Systems whose outputs are all the same."""
    seen: dict[tuple[str, ...], str] = {}
    for system, lines in test_set.systems.items():
        first = seen.setdefault(_whole(lines), system)
        if first != system:
            yield Caution("twin", f"all outputs are the same as those of {first}", system)


def _whole(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines)
