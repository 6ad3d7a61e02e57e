"""Statistics kept on disk: measured once, weighed, merged and scored later or elsewhere.

A file is a numpy archive (``.npz``) with the metric's spec, the countings, and who each row belongs
to. Statistics of the same metric merge by concatenation, whatever machine made them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.scores import Score
from pitchpipe.batch.values import Array, Measured
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, PitchpipeError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get, refuse_programs
from pitchpipe.metrics.scored import score_of
from pitchpipe.text.files import read_bytes, write_bytes
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.wording import counted, quoted

FORMAT = "pitchpipe-statistics"
VERSION = 1


@dataclass(frozen=True, repr=False)
class Statistics(Brief):
    """The countings of one metric over a batch, with the segment and system of every row."""

    metric: Metric
    measured: Measured
    owner: NDArray[np.uint32]
    system: NDArray[np.uint32]
    systems: tuple[str, ...]
    nrefs: str

    @classmethod
    def of(cls, metric: Metric, batch: Batch) -> Statistics:
        """Prepares and measures a batch, which may be a part of the corpus.

        All parts must be tokenised alike: ``tokenize=auto`` goes by the language given, not by the script.
        """
        fixed = metric.with_tokenizer(word_tokenizer(batch.resources.target_language))
        prepared = fixed.prepare(batch)
        unnamed = np.zeros(len(batch), dtype=np.uint32)
        return cls(
            prepared,
            prepared.measure(batch),
            batch.owner,
            unnamed if batch.system is None else batch.system,
            batch.systems or ("",),
            batch.nrefs,
        )

    def __len__(self) -> int:
        return len(self.owner)

    def _brief(self) -> str:
        named = [name for name in self.systems if name]
        return ", ".join([self.metric.spec, counted(len(self), "rows"), *named])

    def rows(self, system: str | None = None) -> Array:
        """Additive rows, of one system or of all."""
        rows = self.metric.weigh(self.measured)
        if system is None:
            return rows
        if system not in self.systems:
            raise DataError(f"there are no statistics of system {quoted(system)}")
        own: Array = rows[self.system == self.systems.index(system)]
        return own

    def score(self, system: str | None = None) -> Score:
        """The corpus score of one system, or of all rows together."""
        return score_of(self.metric, self.rows(system), nrefs=self.nrefs)

    def save(self, path: str | Path) -> None:
        """Writes the archive, complete or not at all; not where reading it would name a program to run."""
        refuse_programs(self.metric, "a file of statistics")
        header = {
            "format": FORMAT,
            "version": VERSION,
            "metric": self.metric.spec,
            "systems": list(self.systems),
            "nrefs": self.nrefs,
        }
        arrays: dict[str, Any] = dict(_flatten(self.measured, "measured"))
        arrays |= {"header": np.array(json.dumps(header)), "owner": self.owner, "system": self.system}
        content = io.BytesIO()
        np.savez_compressed(content, allow_pickle=False, **arrays)
        write_bytes(path, content.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Statistics:
        """Reads an archive; a file that is not one is refused in a sentence."""
        try:
            with np.load(io.BytesIO(read_bytes(path)), allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
                header = json.loads(str(arrays["header"]))
            if header["format"] != FORMAT:
                raise ValueError(header["format"])
            if header["version"] != VERSION:
                raise DataError(
                    f"{path} was written by another version of pitchpipe (format {header['version']})"
                )
            metric = get(header["metric"])
            refuse_programs(metric, "a file of statistics")
            found = cls(
                metric,
                _unflatten(arrays, "measured"),
                arrays["owner"],
                arrays["system"],
                tuple(header["systems"]),
                header["nrefs"],
            )
            problem = _problem(found)
        except PitchpipeError:
            raise
        except Exception as error:
            raise DataError(f"{path} is not a file of pitchpipe statistics") from error
        if problem:
            raise DataError(f"{path} is not a file of pitchpipe statistics: {problem}")
        return found


def _problem(found: Statistics) -> str | None:
    """Why these can be no statistics of the metric, as far as that shows; nothing where they may be."""
    rows, systems = len(found.owner), found.systems
    if not all(isinstance(name, str) for name in (*systems, found.nrefs)) or len(set(systems)) < len(systems):
        return "systems need different names"
    for name, column in (("owner", found.owner), ("system", found.system)):
        if column.shape != (rows,) or column.dtype != np.uint32:
            return f"{name} is not a number for each of {rows} rows"
    if rows and int(found.system.max()) >= len(systems):
        return f"system {found.system.max()} of {len(systems)}, counted from 0"
    if (reason := _misshapen(found.measured, rows)) is not None:
        return reason
    weighed = found.rows()
    columns = len(found.metric.columns)
    if weighed.shape != (rows, columns):
        return f"rows of {found.metric.name} have {columns} columns, not {weighed.shape[-1]}"
    return found.metric.impossible(weighed)


def _misshapen(measured: Measured, rows: int) -> str | None:
    values, starts = measured.values, measured.starts
    if values.ndim != 2 or values.dtype != np.float64 or not np.isfinite(values).all():
        return "countings must be rows of finite numbers"
    if starts is not None:
        if starts.ndim != 1 or starts.dtype.kind not in "iu" or not len(starts):
            return "where the references of each row begin must be whole numbers"
        if starts[0] != 0 or starts[-1] != len(values) or (np.diff(starts.astype(np.int64)) < 1).any():
            return "every row must have the countings of a reference"
    if len(measured) != rows:
        return f"there are countings of {len(measured)} rows, but {rows} rows"
    return next((reason for part in measured.parts if (reason := _misshapen(part, rows)) is not None), None)


def merge(statistics: Iterable[Statistics]) -> Statistics:
    """One set of statistics from several of the same metric; segments are numbered on."""
    several = list(statistics)
    if not several:
        raise DataError("there are no statistics to merge")
    specs = {s.metric.spec for s in several}
    if len(specs) > 1:
        raise DataError(f"statistics of different metrics do not merge: {', '.join(sorted(specs))}")
    names = tuple(dict.fromkeys(name for s in several for name in s.systems))
    owners, systems, first = [], [], 0
    for s in several:
        owners.append(s.owner + np.uint32(first))
        systems.append(np.array([names.index(n) for n in s.systems], dtype=np.uint32)[s.system])
        first += int(s.owner.max()) + 1 if len(s) else 0
    nrefs = {s.nrefs for s in several}
    return Statistics(
        several[0].metric,
        _concatenated([s.measured for s in several]),
        np.concatenate(owners),
        np.concatenate(systems),
        names,
        nrefs.pop() if len(nrefs) == 1 else "var",
    )


def _concatenated(several: list[Measured]) -> Measured:
    starts = None
    if several[0].starts is not None:
        begins, end = [np.zeros(1, dtype=np.int64)], 0
        for measured in several:
            assert measured.starts is not None
            begins.append(measured.starts[1:] + end)
            end += int(measured.starts[-1])
        starts = np.concatenate(begins)
    parts = zip(*(m.parts for m in several), strict=True)
    return Measured(
        np.concatenate([m.values for m in several]), starts, tuple(_concatenated(list(p)) for p in parts)
    )


def _flatten(measured: Measured, name: str) -> Iterator[tuple[str, NDArray[Any]]]:
    yield f"{name}.values", measured.values
    if measured.starts is not None:
        yield f"{name}.starts", measured.starts
    for k, part in enumerate(measured.parts):
        yield from _flatten(part, f"{name}.{k}")


def _unflatten(arrays: dict[str, NDArray[Any]], name: str) -> Measured:
    parts: list[Measured] = []
    while f"{name}.{len(parts)}.values" in arrays:
        parts.append(_unflatten(arrays, f"{name}.{len(parts)}"))
    return Measured(arrays[f"{name}.values"], arrays.get(f"{name}.starts"), tuple(parts))
