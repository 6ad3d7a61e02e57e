"""The scores of segments, block by block, in a folder (:mod:`pitchpipe.text.shards.kept`), and their sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.measuring.block_sums import BlockSums, Sums
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.parquet import parquet_bytes, require_parquet

Style = Literal["parquet", "tsv"]
STYLES = ("parquet", "tsv")


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


def scores_folder(folder: str, style: Style) -> KeptFolder:
    """A folder for the scores of segments, in files of this style."""
    if style not in STYLES:
        raise ParameterError(f"scores of segments are kept as parquet or tsv, not as {style!r}")
    if style == "parquet":
        require_parquet()
    return KeptFolder(folder, "segments", style, "scores")


def keep_scores(kept: KeptFolder, number: int, sums: Sums, scores: SegmentScores) -> BlockSums:
    """Writes the scores of a block, and then its sums."""
    table = scores.table()
    content = parquet_bytes(table) if kept.suffix == "parquet" else _tsv_bytes(table)
    return keep_sums(kept, number, sums, content)


def keep_sums(kept: KeptFolder, number: int, sums: Sums, content: bytes) -> BlockSums:
    """Writes the results of a block, whatever they are, and then its sums."""
    done = BlockSums(number, sums, kept.write(number, content))
    done.save(kept.mark(number))
    return done


def segments_of(found: BlockSums) -> int:
    """How many segments a block has."""
    return found.sums.segments


def _tsv_bytes(table: dict[str, Any]) -> bytes:
    if any("\t" in one or "\n" in one for one in table.get("id", [])):
        raise DataError("an identifier has a tab or a line break, which TSV cannot hold: keep Parquet")
    columns = [values if isinstance(values, list) else values.tolist() for values in table.values()]
    rows = ("\t".join(map(str, row)) for row in zip(*columns, strict=True))
    return "".join(f"{line}\n" for line in ("\t".join(table), *rows)).encode("utf-8")
