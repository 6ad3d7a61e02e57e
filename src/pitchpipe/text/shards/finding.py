"""Which files are meant: names, patterns and folders."""

from __future__ import annotations

from collections.abc import Iterable
from glob import glob, has_magic
from pathlib import Path
from typing import Literal

from pitchpipe.errors import DataError
from pitchpipe.text.compression import is_compressed, strip_compression_suffix
from pitchpipe.text.files import display_name, is_standard_stream

Kind = Literal["parquet", "jsonl", "tsv"]

KINDS: dict[str, Kind] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".tsv": "tsv",
}


def files_of(names: Iterable[str]) -> list[str]:
    """The files of names in their order; those of a pattern or a folder are sorted.

    In a folder, files whose names begin with ``_`` or ``.`` are notes about the others.
    """
    return [file for name in names for file in _files(name)]


def _files(name: str) -> list[str]:
    if is_standard_stream(name):
        raise DataError("standard input cannot be cut into parts: name files")
    try:
        is_there = Path(name).exists()
    except (OSError, ValueError):
        is_there = False
    if not is_there and has_magic(name):
        # Not pathlib's: patterns may be absolute, and stay as they were written.
        found = [file for file in glob(name, recursive=True) if Path(file).is_file()]  # noqa: PTH207
    elif is_there and Path(name).is_dir():
        below = (path for path in Path(name).rglob("*") if path.is_file())
        found = [str(path) for path in below if not _is_hidden(path.relative_to(name))]
    else:
        return [name]
    if not found:
        raise DataError(f"{display_name(name)}: no files there")
    return sorted(found)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in path.parts)


def kind_of(file: str) -> Kind:
    """The format of a table, by its name."""
    suffix = Path(strip_compression_suffix(file)).suffix.lower()
    if suffix not in KINDS:
        known = ", ".join(KINDS)
        raise DataError(
            f"cannot tell the format of {display_name(file)}: tables end in {known}, and those of text "
            "perhaps in .gz, .xz or .zst beyond that; plain text needs a reference beside it (-r)"
        )
    return KINDS[suffix]


def size_of(file: str) -> tuple[int, bool]:
    """How many bytes a file has, and whether it is compressed."""
    try:
        with Path(file).open("rb") as stream:
            return Path(file).stat().st_size, is_compressed(stream.read(8))
    except (OSError, ValueError):
        # Whoever reads it says what is wrong.
        return 0, True
