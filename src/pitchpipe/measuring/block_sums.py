"""What is left of a block of text when it is scored: sums of rows, from which everything follows.

Sums are as wide as the rows of all metrics side by side. They are kept as numpy archives, so that a run that
was stopped goes on from the blocks that are done.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, read_bytes, write_bytes


@dataclass
class Sums:
    """Sums over segments, ``[systems, width]``; those of samples and groups where they are asked for."""

    rows: Array
    #: ``[samples, systems * width]``.
    samples: Array | None = None
    groups: dict[str, tuple[int, Array]] = field(default_factory=dict)
    segments: int = 0
    #: Segments without a reference that were left out.
    skipped: int = 0
    #: The fewest and the most references of a segment.
    references: tuple[int, int] | None = None
    #: What could not be read and was left out, in words.
    corrupt: list[str] = field(default_factory=list)

    @classmethod
    def zero(cls, systems: int, width: int, samples: int | None) -> Sums:
        """Of no segments."""
        drawn = None if samples is None else np.zeros((samples, systems * width))
        return cls(np.zeros((systems, width)), drawn)

    def add(self, other: Sums) -> None:
        """Adds the sums of what comes next; the order decides about the last bits."""
        self.rows += other.rows
        if self.samples is not None and other.samples is not None:
            self.samples += other.samples
        for name, (count, rows) in other.groups.items():
            before = self.groups.get(name)
            self.groups[name] = (count, rows) if before is None else (before[0] + count, before[1] + rows)
        self.segments += other.segments
        self.skipped += other.skipped
        both = [one for one in (self.references, other.references) if one is not None]
        if both:
            self.references = min(one[0] for one in both), max(one[1] for one in both)
        self.corrupt += other.corrupt

    @property
    def nrefs(self) -> str:
        """How many references a segment has, for signatures."""
        low, high = self.references or (0, 0)
        return str(low) if low == high else "var"


@dataclass(frozen=True)
class BlockSums:
    """The sums of a block, and the digest of its file of segment scores, where there is one."""

    number: int
    sums: Sums
    digest: str | None = None

    def save(self, path: StrPath) -> None:
        """Writes an archive, complete or not at all."""
        sums = self.sums
        header = {
            "number": self.number,
            "digest": self.digest,
            "segments": sums.segments,
            "skipped": sums.skipped,
            "references": sums.references,
            "corrupt": sums.corrupt,
            "groups": {name: count for name, (count, _) in sums.groups.items()},
        }
        arrays: dict[str, Any] = {"header": np.array(json.dumps(header)), "rows": sums.rows}
        if sums.samples is not None:
            arrays["samples"] = sums.samples
        arrays["groups"] = np.array([rows for _, rows in sums.groups.values()])
        content = io.BytesIO()
        np.savez(content, allow_pickle=False, **arrays)
        write_bytes(path, content.getvalue())

    @classmethod
    def load(cls, path: StrPath) -> BlockSums:
        """Reads an archive; a file that is not one is refused in a sentence."""
        try:
            with np.load(io.BytesIO(read_bytes(path)), allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            header = json.loads(str(arrays["header"]))
            groups = zip(header["groups"].items(), arrays["groups"], strict=True)
            sums = Sums(
                arrays["rows"],
                arrays.get("samples"),
                {name: (count, rows) for (name, count), rows in groups},
                header["segments"],
                header["skipped"],
                None if header["references"] is None else tuple(header["references"]),
                header["corrupt"],
            )
            return cls(header["number"], sums, header["digest"])
        except DataError:
            raise
        except Exception:
            raise DataError(f"{path} does not hold the sums of a block: remove it, and go on") from None
