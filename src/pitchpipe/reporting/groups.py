"""What segments have in common: domains, documents, lengths, and texts that occur twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pitchpipe.comparing.buckets import Members, members
from pitchpipe.comparing.contestants import Contestant
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.text.testset import TestSet


def groups_of(evidence: Evidence) -> dict[str, list[str]]:
    """Labels of all segments, by what they are grouped by; only what parts them at all."""
    test_set = evidence.test_set
    found: dict[str, Sequence[str]] = {}
    if test_set.domains is not None:
        found["domain"] = test_set.domains
    if test_set.documents is not None:
        found["document"] = test_set.documents
    if test_set.references:
        first = evidence.systems[0]
        alone = Contestant(first, (first,), (0,))
        lengths = members("length-quartile", evidence.measured, alone)
        found["length of the reference"] = _labels(lengths, len(test_set), "{} words")
    found["duplicates"] = duplicates(test_set)
    return {by: list(labels) for by, labels in found.items() if len(set(labels)) > 1}


def duplicates(test_set: TestSet) -> list[str]:
    """Of every segment, whether its source occurs again; without a source, its first reference."""
    lines: Sequence[str | None] = test_set.source or next(iter(test_set.references.values()), ())
    counts = Counter((line or "").strip() for line in lines)
    return ["repeated" if counts[(line or "").strip()] > 1 else "unique" for line in lines]


def _labels(found: Members, segments: int, form: str) -> list[str]:
    labels = [""] * segments
    for name, places in found.items():
        for place in places.tolist():
            labels[place] = form.format(name)
    return labels


def places_by(labels: Sequence[str]) -> Mapping[str, list[int]]:
    """The places of each label, in order of first appearance."""
    found: dict[str, list[int]] = {}
    for place, label in enumerate(labels):
        found.setdefault(label, []).append(place)
    return found
