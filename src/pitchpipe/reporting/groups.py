"""What segments have in common: domains, documents, lengths, and texts that occur twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pitchpipe.comparing.buckets import Members, members
from pitchpipe.comparing.contestants import Contestant
from pitchpipe.errors import DataError
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.text.testset import TestSet


def groups_of(evidence: Evidence, terms: Sequence[str] = ()) -> dict[str, list[str]]:
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
    if terms:
        found["terms"] = with_terms(test_set, terms)
    return {by: list(labels) for by, labels in found.items() if len(set(labels)) > 1}


def duplicates(test_set: TestSet) -> list[str]:
    """Of every segment, whether its source occurs again; without a source, its first reference."""
    lines: Sequence[str | None] = test_set.source or next(iter(test_set.references.values()), ())
    counts = Counter((line or "").strip() for line in lines)
    return ["repeated" if counts[(line or "").strip()] > 1 else "unique" for line in lines]


def with_terms(test_set: TestSet, terms: Sequence[str]) -> list[str]:
    """Of every segment, whether its source or a reference has one of the terms, in any case."""
    # Longer ones first; a term is whole words, where it begins and ends with letters.
    ordered = sorted({term.strip() for term in terms if term.strip()}, key=lambda term: (-len(term), term))
    if not ordered:
        raise DataError("there is no term in the list of terms")
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(term)}(?!\w)" for term in ordered), re.IGNORECASE)
    columns: list[Sequence[str | None]] = [*test_set.references.values()]
    columns += [] if test_set.source is None else [test_set.source]
    return [
        "with a term" if any(pattern.search(line or "") for line in lines) else "without"
        for lines in zip(*columns, strict=True)
    ]


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
