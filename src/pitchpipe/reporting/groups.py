"""What segments have in common: domains, documents, lengths, and texts that occur twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pitchpipe.comparing.buckets import Members, members
from pitchpipe.comparing.contestants import Contestant
from pitchpipe.errors import DataError, warn
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.text.testset import TestSet

#: What most segments are, so that it says nothing of them.
SILENT = {"duplicates": "unique", "terms": "without one"}
#: Letters of scripts that put spaces between words: all but Thai, Lao, Burmese, Khmer, kana and Han.
_LETTER = r"[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"


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
        if len(set(found["terms"])) == 1:
            warn(f"all segments are {found['terms'][0]} of the list, so that terms are no group")
    return {by: list(labels) for by, labels in found.items() if len(set(labels)) > 1}


def duplicates(test_set: TestSet) -> list[str]:
    """Of every segment, whether its source occurs again; without a source, its first reference."""
    lines: Sequence[str | None] = test_set.source or next(iter(test_set.references.values()), ())
    counts = Counter((line or "").strip() for line in lines)
    return ["repeated" if counts[(line or "").strip()] > 1 else SILENT["duplicates"] for line in lines]


def with_terms(test_set: TestSet, terms: Sequence[str]) -> list[str]:
    """Of every segment, whether its source or a reference has one of the terms, in any case."""
    # Longer ones first; a term is whole words, where it begins or ends with a letter of words with spaces.
    ordered = sorted({term.strip() for term in terms if term.strip()}, key=lambda term: (-len(term), term))
    if not ordered:
        raise DataError("there is no term in the list of terms")
    pattern = re.compile("|".join(map(_whole, ordered)), re.IGNORECASE)
    columns: list[Sequence[str | None]] = [*test_set.references.values()]
    columns += [] if test_set.source is None else [test_set.source]
    return [
        "with a term" if any(pattern.search(line or "") for line in lines) else SILENT["terms"]
        for lines in zip(*columns, strict=True)
    ]


def _whole(term: str) -> str:
    before = f"(?<!{_LETTER})" if re.match(_LETTER, term[0]) else ""
    after = f"(?!{_LETTER})" if re.match(_LETTER, term[-1]) else ""
    return f"{before}{re.escape(term)}{after}"


def _labels(found: Members, segments: int, form: str) -> list[str]:
    labels = [""] * segments
    for name, places in found.items():
        for place in places.tolist():
            labels[place] = form.format(name)
    return labels
