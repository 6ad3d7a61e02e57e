"""Word order of a system: how far it is from the reference's, and what moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning.permutations import MEASURES
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, MissingError
from pitchpipe.measuring.measured import as_batch
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text import languages
from pitchpipe.text.source_tokenizers import source_tokenizer
from pitchpipe.text.tokenizers import AUTO, View, check_tokenizer, encode
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning, WordAlignments
    from pitchpipe.showing.pages import Page
    from pitchpipe.text.testset import TestSet


@dataclass(frozen=True, repr=False)
class SegmentOrder(Brief):
    """One segment: its words, and the links of source with hypothesis and with reference."""

    number: int
    score: float
    source: tuple[str, ...]
    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    hypothesis_links: tuple[tuple[int, int], ...]
    reference_links: tuple[tuple[int, int], ...]


@dataclass(frozen=True, repr=False)
class WordOrder(Brief):
    """The word order of one system.

    ``measures`` are means over segments, from 0 to 100; ``mean_jump`` is how far, in source words, a
    hypothesis and a reference step from one word to the next; ``monotone`` the share of segments that
    keep the source's order; ``reordering`` the amount d_k of each side (100 is monotone).
    """

    system: str
    segments: int
    source_tokenize: str
    tokenize: str
    alignment: str
    measures: dict[str, float]
    mean_jump: dict[str, float]
    monotone: dict[str, float]
    reordering: dict[str, float]
    scores: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        return {
            "system": self.system,
            "segments": self.segments,
            "source_tokenize": self.source_tokenize,
            "tokenize": self.tokenize,
            "alignment": self.alignment,
            "measures": self.measures,
            "mean_jump": self.mean_jump,
            "monotone": self.monotone,
            "reordering": self.reordering,
            "scores": [float(x) for x in self.scores],
        }


@dataclass(frozen=True, repr=False)
class OrderTable(Shown):
    """The word order of every system, by name, and pictures of what moved in a segment."""

    systems: dict[str, WordOrder]
    _analyses: dict[str, _Analysis] = field(repr=False)

    def __getitem__(self, system: str) -> WordOrder:
        return self.systems[system]

    def __iter__(self) -> Iterator[WordOrder]:
        return iter(self.systems.values())

    def __len__(self) -> int:
        return len(self.systems)

    def segment(self, system: str, number: int) -> SegmentOrder:
        """One segment of a system, by its number from 1."""
        return self._analyses[system].segment(number, self[system].scores)

    def worst(self, system: str, count: int) -> list[int]:
        """The numbers of the segments whose order is furthest from the reference's."""
        return [int(i) + 1 for i in self[system].scores.argsort(kind="stable")[:count]]

    def to_list(self) -> list[dict[str, Any]]:
        """The JSON of ``pitchpipe order``."""
        return [one.to_dict() for one in self]

    def page(self, decimals: int = 2) -> Page:
        """The table of ``pitchpipe order``."""
        from pitchpipe.measuring.pages import order_page

        return order_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of systems, and of segments."""
        from pitchpipe.measuring.machine_rows import order_rows, order_segment_rows

        return {"systems": lambda: order_rows(self), "segments": lambda: order_segment_rows(self)}

    def _brief(self) -> str:
        segments = next(iter(self)).segments
        return f"{counted(len(self), 'systems')}, {counted(segments, 'segments')}"


def order(
    test_set: TestSet,
    *,
    tokenize: str = AUTO,
    source_tokenize: str | None = None,
    aligner: Aligning | None = None,
) -> OrderTable:
    """The word order of every system of a test set, beside that of its first reference.

    Words of source, hypotheses and reference are aligned once for all systems, by the ``aligner`` as for
    :func:`pitchpipe.score`; the tokenizers of both sides are chosen by their languages by default.
    """
    source = test_set.source
    if source is None:
        raise MissingError("word order is judged from the source text: give it with -s FILE (source=)")
    if not test_set.references:
        raise DataError("there is no reference to compare word order with")
    test_set = test_set.with_references([next(iter(test_set.references))]).with_aligner(aligner)
    chosen = source_tokenize or source_tokenizer(source, test_set.source_language, tokenize)
    batch = as_batch(test_set)
    if tokenize == AUTO:
        tokenize = languages.word_tokenizer(batch.language)
    for name in (tokenize, chosen):
        check_tokenizer(name)
    alignments = batch.alignments(tokenize, chosen)
    analyses = {
        system: _Analysis(test_set, system, tokenize, chosen, alignments) for system in test_set.systems
    }
    return OrderTable({system: one.measure() for system, one in analyses.items()}, analyses)


class _Analysis:
    """One system of a test set, its words aligned."""

    def __init__(
        self,
        test_set: TestSet,
        system: str,
        tokenize: str,
        source_tokenize: str,
        alignments: WordAlignments,
    ) -> None:
        self.test_set = test_set.with_systems([system])
        self.system, self.reference = system, next(iter(test_set.references))
        self.tokenize, self.source_tokenize = tokenize, source_tokenize
        self._alignments = alignments
        self._offset = list(test_set.systems).index(system) * len(test_set)

    def measure(self) -> WordOrder:
        """All measures."""
        n = len(self.test_set)
        batch = as_batch(self.test_set)
        lengths = self._alignments.source_lengths
        own = np.arange(self._offset, self._offset + n, dtype=np.uint32)
        hypotheses = self._alignments.hypotheses.select(own)
        references = self._alignments.references
        rows = _core.orderings(lengths, hypotheses, references, batch.layout)
        counted = rows[:, 0] > 0
        measures = {name: _percent(rows[counted, k]) for name, k in MEASURES.items()}
        sides = {"hypothesis": hypotheses, "reference": references}
        similarities = {name: _core.monotonicity(lengths, side) for name, side in sides.items()}
        return WordOrder(
            self.system,
            n,
            self.source_tokenize,
            self.tokenize,
            self._alignments.origin,
            measures,
            {name: _mean_jump(side, lengths) for name, side in sides.items()},
            {name: _percent(s[counted] == 1.0) for name, s in similarities.items()},
            {name: _percent(s[counted]) for name, s in similarities.items()},
            100.0 * rows[:, MEASURES["kendall"]],
        )

    def segment(self, number: int, scores: NDArray[np.float64]) -> SegmentOrder:
        """One segment, by its number from 1."""
        if not 1 <= number <= len(self.test_set):
            raise DataError(f"there is no segment {number}: there are 1 to {len(self.test_set)}")
        i = number - 1
        assert self.test_set.source is not None
        hypothesis = self.test_set.systems[self.system][i]
        reference = self.test_set.references[self.reference][i] or ""
        (source,) = encode([[self.test_set.source[i]]], View(self.source_tokenize, "lower"))
        targets = encode([[hypothesis], [reference]], View(self.tokenize))
        return SegmentOrder(
            number,
            float(scores[i]),
            tuple(source.words(0)),
            tuple(targets[0].words(0)),
            tuple(targets[1].words(0)),
            tuple(self._alignments.hypotheses.line(self._offset + i)),
            tuple(self._alignments.references.line(i)),
        )


def _percent(values: NDArray[Any]) -> float:
    return float(100.0 * np.mean(values)) if len(values) else 0.0


def _mean_jump(alignments: _core.Alignments, lengths: NDArray[np.uint32]) -> float:
    """The mean distance between neighbours in the order in which source words are said."""
    total = steps = 0
    for i, n in enumerate(lengths):
        order, _ = _core.permutation(alignments.line(i), int(n))
        total += sum(abs(b - a) for a, b in pairwise(order))
        steps += max(0, len(order) - 1)
    return total / steps if steps else 0.0
