"""How it was made: everything that is needed to do it again, and what to cite."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import ClassVar

from pitchpipe._core import __version__
from pitchpipe.comparing.notes import provenance
from pitchpipe.metrics.citations import bibtex
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.reporting.panels.base import Panel
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.wording import counted

#: Packages whose versions may change what is shown.
_PACKAGES = ("numpy", "scipy", "altair", "vl-convert-python")
#: Characters of a digest.
_DIGEST = 16


@dataclass(frozen=True)
class Text:
    """A text of the test set: whose it is, its segments, and a digest of them."""

    role: str
    name: str
    segments: int
    digest: str


@dataclass(frozen=True, repr=False)
class Making(Panel):
    """Signatures by metric, versions, texts with digests, the command, and BibTeX."""

    key: ClassVar[str] = "making"
    question: ClassVar[str] = "How was it made?"
    short: ClassVar[str] = "How"
    pictured: ClassVar[str | None] = "making-facts"

    signatures: Mapping[str, str]
    versions: Mapping[str, str]
    texts: tuple[Text, ...]
    notes: tuple[str, ...]
    command: str | None
    bibtex: str

    @classmethod
    def of(cls, evidence: Evidence) -> Making:
        """The panel."""
        signatures = {evidence.heads[one.spec]: one.signature for one in evidence.measured}
        notes: Iterable[str] = ()
        if evidence.comparison is not None:
            notes = (note for note in provenance(evidence.comparison) if note not in signatures.values())
        names = {single.name: None for one in evidence.measured for single in one.metric.singles()}
        return cls(
            signatures,
            _versions(),
            tuple(_texts(evidence)),
            tuple(notes),
            evidence.command,
            "\n\n".join(bibtex(names)),
        )

    def answer(self) -> str:
        """What did it."""
        size = counted(self.texts[0].segments, "segments")
        return (
            f"Pitchpipe {__version__} measured {size} with {counted(len(self.signatures), 'metrics')}; "
            "the signatures say how, to the last option."
        )

    def grids(self) -> Mapping[str, Grid]:
        """Signatures, texts and versions."""
        return {
            "signatures": Grid(
                ("metric", "signature"),
                tuple((Cell(head), Cell(text)) for head, text in self.signatures.items()),
                labels=2,
            ),
            "texts": Grid(
                ("role", "name", "segments", "SHA-256"),
                tuple(
                    (Cell(one.role), Cell(one.name), Cell(one.segments), Cell(one.digest))
                    for one in self.texts
                ),
                labels=2,
                texts=frozenset({"SHA-256"}),
            ),
            "versions": Grid(
                ("package", "version"),
                tuple((Cell(name), Cell(version)) for name, version in self.versions.items()),
                labels=2,
            ),
        }


def _versions() -> dict[str, str]:
    found = {"pitchpipe": __version__, "Python": platform.python_version()}
    return found | {name: metadata.version(name) for name in _PACKAGES}


def _texts(evidence: Evidence) -> Iterator[Text]:
    test_set = evidence.test_set
    if test_set.source is not None:
        yield _text("source", test_set.source_language or "", test_set.source)
    for name, lines in test_set.references.items():
        yield _text("reference", name, lines)
    for name, outputs in test_set.systems.items():
        yield _text("system", name, outputs)


def _text(role: str, name: str, lines: Iterable[str | None]) -> Text:
    kept = list(lines)
    whole = "".join("" if line is None else f"{line}\n" for line in kept)
    digest = hashlib.sha256(whole.encode("utf-8")).hexdigest()
    return Text(role, name, len(kept), digest[:_DIGEST])
