"""Texts that are matched by document and segment identifier, as in WMT XML and NIST SGML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pitchpipe.errors import DataError
from pitchpipe.text.testset import TestSet

Key: TypeAlias = tuple[str, str]
"""Document and segment identifier."""

NO_DOMAIN = "none"
"""The domain of a document that names none while others do, as in the files of mt-metrics-eval."""


@dataclass
class KeyedTexts:
    """The texts of the source, of one reference or of one system.

    Parameters
    ----------
    label
        What messages call it: ``system "base"``.
    file
        Which file it is from, for messages.
    """

    label: str
    file: str
    texts: dict[Key, str] = field(default_factory=dict)

    def add(self, key: Key, text: str, place: str) -> None:
        """Adds a segment found at a place (``file, line n``), which must be new."""
        if key in self.texts:
            raise DataError(f"{place}: {self.label} has {describe(key)} twice")
        self.texts[key] = text


def describe(key: Key) -> str:
    """A segment in words."""
    document, segment = key
    return f'segment {segment} of document "{document}"'


def assemble(
    *,
    anchor: KeyedTexts,
    source: KeyedTexts | None,
    references: Mapping[str, KeyedTexts],
    systems: Mapping[str, KeyedTexts],
    domains: Mapping[str, str],
    source_language: str | None,
    target_language: str | None,
    name: str | None,
) -> TestSet:
    """Bring all texts into the order of the anchor's segments.

    A segment that a reference lacks is missing; one that a system lacks, or that the anchor lacks, is an
    error. ``domains`` maps documents to domains.
    """
    keys = list(anchor.texts)
    for texts in (*references.values(), *systems.values()):
        for key in texts.texts:
            if key not in anchor.texts:
                raise DataError(f"{texts.file}: {texts.label} has {describe(key)}, {anchor.label} does not")
    return TestSet(
        systems={system: _complete(texts, keys) for system, texts in systems.items()},
        references={ref: [texts.texts.get(key) for key in keys] for ref, texts in references.items()},
        source=None if source is None else _complete(source, keys),
        documents=[document for document, _ in keys],
        domains=[domains.get(document, NO_DOMAIN) for document, _ in keys] if domains else None,
        segment_ids=[segment for _, segment in keys],
        source_language=source_language,
        target_language=target_language,
        name=name,
    )


def only(values: Iterable[str]) -> str | None:
    """The value, if there is exactly one."""
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


def _complete(texts: KeyedTexts, keys: Sequence[Key]) -> list[str]:
    for key in keys:
        if key not in texts.texts:
            raise DataError(f"{texts.file}: {texts.label} lacks {describe(key)}")
    return [texts.texts[key] for key in keys]
