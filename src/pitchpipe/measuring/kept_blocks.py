"""A folder with the scores of segments, block by block, and with what it takes to go on after a stop.

| file | holds |
| --- | --- |
| ``segments-00000.parquet`` (or ``.tsv``) | the scores of the segments of a block, in the order of the text |
| ``_blocks/00000.npz`` | its sums; written after the scores, so that it says that they are complete |
| ``_job.json`` | what is scored and how: a run goes on only where this is the same |
| ``_manifest.json`` | every file with its rows and digest; written when all is done |
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.measuring.block_sums import BlockSums, Sums
from pitchpipe.text.files import read_text, write_bytes
from pitchpipe.text.outputs import make_folder
from pitchpipe.text.shards.parquet import parquet_bytes, require_parquet

Style = Literal["parquet", "tsv"]
STYLES = ("parquet", "tsv")

_JOB, _MANIFEST, _SUMS = "_job.json", "_manifest.json", "_blocks"


@dataclass
class SegmentScores:
    """Scores of segments, a column for every system and metric; with their identifiers, if they have any."""

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    segments: int = 0
    identifiers: list[str] | None = None
    columns: list[list[Array]] = field(default_factory=list)

    def empty(self) -> SegmentScores:
        """The same columns without a segment."""
        return SegmentScores(self.systems, self.metrics)

    def add(self, scores: Array) -> None:
        """The scores of one metric after the other, ``[systems, segments]``."""
        self.columns.append(list(scores))

    def named(self, identifiers: list[str] | None, segments: int) -> None:
        """A batch is complete: what its segments are called."""
        self.segments += segments
        if identifiers is not None:
            self.identifiers = [*(self.identifiers or []), *identifiers]

    def extend(self, other: SegmentScores) -> None:
        """What comes next."""
        self.columns += other.columns
        self.named(other.identifiers, other.segments)

    def table(self) -> dict[str, Any]:
        """Columns by title: the metric, and the system where there are several."""
        table: dict[str, Any] = {} if self.identifiers is None else {"id": self.identifiers}
        one = len(self.systems) == 1
        for m, metric in enumerate(self.metrics):
            batches = self.columns[m :: len(self.metrics)]
            for s, system in enumerate(self.systems):
                values = [batch[s] for batch in batches]
                title = metric if one else f"{system}:{metric}"
                table[title] = np.concatenate(values) if values else np.zeros(0)
        return table


@dataclass(frozen=True)
class KeptBlocks:
    """The folder; it travels to workers, which write into it."""

    folder: str
    style: Style = "parquet"

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise ParameterError(f"scores of segments are kept as parquet or tsv, not as {self.style!r}")
        if self.style == "parquet":
            require_parquet()

    def begin(self, job: dict[str, Any], *, resume: bool) -> None:
        """Makes the folder; one that is there must have the same job, and be meant to be gone on with."""
        folder, path = Path(self.folder), Path(self.folder) / _JOB
        if path.exists() and not resume:
            raise DataError(f"{folder} has scores already: go on with --resume, or name another folder")
        if path.exists():
            if json.loads(read_text(path)) != json.loads(json.dumps(job)):
                raise DataError(
                    f"{folder} has scores of other files, metrics or options: name another folder"
                )
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DataError(f"{folder} is there and not empty: name another folder")
        make_folder(folder / _SUMS)
        _write(path, job)

    def done(self, number: int) -> BlockSums | None:
        """The sums of a block that was finished before."""
        path = self._sums(number)
        if not path.exists():
            return None
        found = BlockSums.load(path)
        return found if self._scores(number).exists() else None

    def keep(self, number: int, sums: Sums, scores: SegmentScores) -> BlockSums:
        """Writes the scores of a block, and then its sums."""
        table = scores.table()
        content = parquet_bytes(table) if self.style == "parquet" else _tsv_bytes(table)
        write_bytes(self._scores(number), content)
        done = BlockSums(number, sums, hashlib.sha256(content).hexdigest())
        done.save(self._sums(number))
        return done

    def end(self, job: dict[str, Any], blocks: Sequence[dict[str, Any]], results: dict[str, Any]) -> None:
        """Writes the manifest: what there is, and that it is all."""
        files = [{"file": self._scores(block["number"]).name, **block} for block in blocks]
        _write(Path(self.folder) / _MANIFEST, {"job": job, "files": files, "results": results})

    def _scores(self, number: int) -> Path:
        return Path(self.folder) / f"segments-{number:05}.{self.style}"

    def _sums(self, number: int) -> Path:
        return Path(self.folder) / _SUMS / f"{number:05}.npz"


def _write(path: Path, content: dict[str, Any]) -> None:
    write_bytes(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())


def _tsv_bytes(table: dict[str, Any]) -> bytes:
    if any("\t" in one or "\n" in one for one in table.get("id", [])):
        raise DataError("an identifier has a tab or a line break, which TSV cannot hold: keep Parquet")
    columns = [values if isinstance(values, list) else values.tolist() for values in table.values()]
    rows = ("\t".join(map(str, row)) for row in zip(*columns, strict=True))
    return "".join(f"{line}\n" for line in ("\t".join(table), *rows)).encode("utf-8")
