"""What words? Accuracy by frequency and part of speech, and n-grams that one system gets right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.ngram_counts import Tokenized
from pitchpipe.reporting.panels.base import Panel, Picture
from pitchpipe.reporting.phrases import SHOWN, Phrase, Phrases
from pitchpipe.reporting.word_accuracy import SampledKinds
from pitchpipe.resampling.intervals import Interval
from pitchpipe.showing.grids import Cell, Grid, written
from pitchpipe.wording import counted

#: Of more systems than this, fewer n-grams are kept for each of the many pairs.
_MANY = 12


@dataclass(frozen=True)
class Kind:
    """Words of a kind: how many the references have, and F of every system."""

    name: str
    words: int
    scores: Mapping[str, float]
    intervals: Mapping[str, Interval | None]


@dataclass(frozen=True)
class Kinds:
    """All kinds of words by one of their properties."""

    by: str
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, repr=False)
class Words(Panel):
    """Accuracies by kind; and for every pair of systems, by places, what each gets right."""

    key: ClassVar[str] = "words"
    question: ClassVar[str] = "What words?"
    short: ClassVar[str] = "Words"

    evidence: Evidence
    found: tuple[Kinds, ...]
    phrases: Mapping[tuple[int, int], tuple[tuple[Phrase, ...], tuple[Phrase, ...]]]

    @classmethod
    def of(cls, evidence: Evidence, texts: Tokenized, words: Sequence[SampledKinds]) -> Words:
        """The panel."""
        known = Phrases(texts)
        systems = range(len(evidence.systems))
        shown = SHOWN if len(systems) <= _MANY else SHOWN // 2
        phrases = {pair: known.of_pair(*pair, shown) for pair in combinations(systems, 2)}
        return cls(evidence, tuple(_kinds(evidence, one) for one in words), phrases)

    def answer(self) -> str:
        """Who is best with rare words, and with frequent ones."""
        if not self.found or not self.found[0].kinds:
            return "The references have no words to be right about."
        kinds = self.found[0].kinds
        said = []
        for kind, which in ((kinds[0], "rarest"), (kinds[-1], "most frequent")):
            best = max(kind.scores, key=lambda name: (not math.isnan(kind.scores[name]), kind.scores[name]))
            said.append(
                f"the {which} ({kind.name} in the references) best by {best}, F {kind.scores[best]:.1f}"
            )
        return f"Of the words of the references, {' and '.join(said)}."

    def charts(self) -> Mapping[str, Picture]:
        """F of every kind of words, a panel for each."""
        return {f"accuracy-{k}": self._accuracy(one) for k, one in enumerate(self.found) if one.kinds}

    def _accuracy(self, found: Kinds) -> Picture:
        panels = [
            IntervalPanel(
                f"{kind.name} ({counted(kind.words, 'words')})",
                tuple(_point(kind, system) for system in self.evidence.ranked),
            )
            for kind in found.kinds
        ]
        title = f"F of words by {_by(found.by)}"
        subtitle = f"in per cent, {self.evidence.sampling.confidence:g} % intervals by bootstrap"
        return Picture(interval_chart(panels, title, subtitle), title)

    def grids(self) -> Mapping[str, Grid]:
        """Accuracies, and n-grams."""
        accuracy = (
            (
                Cell(of.by),
                Cell(kind.name),
                Cell(kind.words),
                Cell(system),
                Cell(kind.scores[system]),
                *(Cell(end) for end in kind.intervals[system] or (None, None)),
            )
            for of in self.found
            for kind in of.kinds
            for system in self.evidence.ranked
        )
        ngrams = (
            (
                Cell(self.evidence.systems[ahead]),
                Cell(self.evidence.systems[behind]),
                Cell(one.words),
                Cell(one.first),
                Cell(one.second),
                Cell(one.references),
                Cell(" ".join(str(self.evidence.number(place)) for place in one.segments)),
            )
            for (first, second), both in self.phrases.items()
            for (ahead, behind), found in zip(((first, second), (second, first)), both, strict=True)
            for one in found
        )
        header = ("by", "kind", "words", "system", "F", "low", "high")
        heads = ("system", "other", "n-gram", "right", "other_right", "references", "segments")
        return {
            "accuracy": Grid(header, tuple(accuracy), labels=2),
            "n-grams": Grid(heads, tuple(ngrams), labels=3, texts=frozenset({"segments"})),
        }

    def record(self) -> dict[str, Any]:
        """N-grams by pair."""
        return {
            "phrases": [
                [list(pair), [[self._packed(one) for one in side] for side in both]]
                for pair, both in self.phrases.items()
            ]
        }

    def _packed(self, one: Phrase) -> list[Any]:
        numbers = [self.evidence.number(place) for place in one.segments]
        return [one.words, one.first, one.second, one.references, numbers]


def _kinds(evidence: Evidence, sampled: SampledKinds) -> Kinds:
    words = sampled.kinds
    scores = words.scores()
    kinds = []
    for k, (name, size) in enumerate(zip(words.names, words.words().tolist(), strict=True)):
        kinds.append(
            Kind(
                name,
                size,
                dict(zip(evidence.systems, scores[:, k].tolist(), strict=True)),
                dict(zip(evidence.systems, sampled.intervals(k), strict=True)),
            )
        )
    return Kinds(words.by, tuple(kinds))


def _point(kind: Kind, system: str) -> Point:
    low, high = kind.intervals[system] or (None, None)
    return Point(system, kind.scores[system], low, high, written(kind.scores[system], 1))


def _by(by: str) -> str:
    return "their frequency in the references" if by == "word frequency" else f"their {by}"
