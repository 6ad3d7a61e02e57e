"""All segments: texts, scores, and what the browser of the page sorts and filters them by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.batch.values import Array
from pitchpipe.pickling import cached_property
from pitchpipe.reporting.alignments import Explaining, alignments, explaining
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.groups import SILENT
from pitchpipe.reporting.ngram_counts import first_references
from pitchpipe.reporting.panels.base import Panel
from pitchpipe.reporting.panels.cautions import KINDS, Cautions
from pitchpipe.reporting.panels.word_order import Order
from pitchpipe.showing.diffs import WORDS
from pitchpipe.wording import counted

#: Characters of texts in a block, which is unpacked at once.
_BLOCK = 1 << 20


@dataclass(frozen=True, repr=False)
class Segments(Panel):
    """Texts and scores; ``groups`` are labels of all segments, by what they are grouped by."""

    key: ClassVar[str] = "segments"
    question: ClassVar[str] = "What does it look like?"
    short: ClassVar[str] = "Segments"
    pictured: ClassVar[str | None] = "list"

    evidence: Evidence
    cautions: Cautions
    groups: Mapping[str, Sequence[str]]
    order: Order | None = None

    def answer(self) -> str:
        """How many there are."""
        sizes = (len(self.evidence.test_set), "segments"), (len(self.evidence.systems), "systems")
        return f"All {' of '.join(counted(*size) for size in sizes)}, with what differs from the reference."

    def record(self) -> dict[str, Any]:
        """Everything but the texts, which are in :meth:`blocks`."""
        test_set, measured = self.evidence.test_set, self.evidence.measured
        return {
            "count": len(test_set),
            "numbers": None if measured.numbers is None else list(measured.numbers),
            "ids": test_set.segment_ids,
            "source": test_set.source is not None,
            "references": list(test_set.references),
            "languages": [test_set.source_language, test_set.told_language()],
            "groups": {by: _indexed(labels, SILENT.get(by)) for by, labels in self.groups.items()},
            "scores": [
                _packed(scores, self.evidence.decimals[spec])
                for spec, scores in self.evidence.segment_scores.items()
            ],
            "odd": self._odd(),
            "explained": [{"head": one.head, "kind": one.kind} for one in self._explaining],
            "blocks": [[first, last] for first, last in self._borders()],
            "words": WORDS,
        }

    def blocks(self) -> Iterator[list[dict[str, Any]]]:
        """Texts of one run of segments after another: all of a segment together, as they are alike."""
        test_set = self.evidence.test_set
        columns: list[Sequence[str | None]] = [] if test_set.source is None else [test_set.source]
        columns += [*test_set.references.values(), *test_set.systems.values()]
        references = first_references(test_set)
        for first, last in self._borders():
            places = range(first, last)
            seen = alignments(self._explaining, test_set, references, places)
            yield [
                {
                    "texts": [column[i] for column in columns],
                    "explained": explained,
                    "order": [] if self.order is None else self.order.of_segment(i),
                }
                for i, explained in zip(places, seen, strict=True)
            ]

    @cached_property
    def _explaining(self) -> tuple[Explaining, ...]:
        return explaining(self.evidence)

    def _borders(self) -> list[tuple[int, int]]:
        test_set = self.evidence.test_set
        columns: list[Sequence[str | None]] = [*test_set.references.values(), *test_set.systems.values()]
        found, first, size = [], 0, 0
        for i in range(len(test_set)):
            size += sum(len(column[i] or "") for column in columns)
            if size > _BLOCK:
                found.append((first, i + 1))
                first, size = i + 1, 0
        return [*found, (first, len(test_set))] if first < len(test_set) else found

    def _odd(self) -> dict[str, list[int]]:
        """Places of segments with an odd output of any system, by what is odd."""
        found: dict[str, set[int]] = {}
        for kinds in self.cautions.odd.values():
            for kind, places in kinds.items():
                found.setdefault(KINDS[kind], set()).update(places)
        return {kind: sorted(places) for kind, places in found.items() if places}


def _indexed(labels: Sequence[str], silent: str | None) -> dict[str, Any]:
    """Labels once, and of every segment which it has; ``silent`` is the one that says nothing of it."""
    names = list(dict.fromkeys(labels))
    place = {name: k for k, name in enumerate(names)}
    which = [place[label] for label in labels]
    return {"labels": names, "which": which, "silent": None if silent is None else place.get(silent)}


def _packed(scores: Array, decimals: int) -> dict[str, Any]:
    """Scores as whole numbers of the last decimal that is shown, which takes less room."""
    scale = 10**decimals
    rows = [[None if math.isnan(x) else round(x * scale) for x in row] for row in scores.tolist()]
    return {"decimals": decimals, "values": rows}
