"""Human judgments in a directory in the layout of mt-metrics-eval.

``human-scores/PAIR.NAME.seg.score`` (and ``.sys``, ``.doc``), and ``human-ranks/PAIR.tsv`` with every pair of
every ranking task; each may be compressed.
"""

from __future__ import annotations

import re
from pathlib import Path

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.readers.recognise import read_human
from pitchpipe.errors import DataError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, read_lines
from pitchpipe.text.mtme import language_pairs
from pitchpipe.text.names import choose_names, listing

#: What the judgments of `human-ranks` are called.
RANKS = "ranks"
# From fine to coarse: a name without a level means the finest there is.
_LEVELS = ("seg", "doc", "sys")


def human_names(directory: StrPath, language_pair: str) -> list[str]:
    """The judgments of a language pair: ``da-z.seg``, ``da-z.sys``, ``ranks``.

    Raises
    ------
    DataError
        If the directory has another layout, or no such pair.
    """
    return sorted(_files(directory, language_pair))


def human_of(directory: StrPath, language_pair: str, name: str) -> Human:
    """Reads the judgments of a language pair.

    Parameters
    ----------
    directory, language_pair
        The directory, and one of its pairs.
    name
        One of ``human_names``. Without a level (``da-z``), the finest there is: segments, documents, systems.

    Raises
    ------
    DataError
        If there are no such judgments, or the file is malformed.
    """
    files = _files(directory, language_pair)
    candidates = [name, *(f"{name}.{level}" for level in _LEVELS)]
    chosen = next((candidate for candidate in candidates if candidate in files), None)
    if chosen is None:
        raise DataError(
            f'{directory}, {language_pair}, has no human judgments "{name}"; it has {listing(sorted(files))}'
        )
    stem, _, level = chosen.rpartition(".")
    if level not in _LEVELS:
        return read_human(files[chosen], format="ranks", name=chosen)
    documents = _document_names(Path(directory), language_pair) if level == "doc" else None
    return read_human(files[chosen], format=level, name=stem, documents=documents)


def _files(directory: StrPath, language_pair: str) -> dict[str, Path]:
    """The files of a pair by name and level."""
    choose_names(language_pair, language_pairs(directory), "language pair", str(directory))
    root = Path(directory)
    score_file = re.compile(rf"{re.escape(language_pair)}\.(.+\.(?:{'|'.join(_LEVELS)}))\.score")
    files: dict[str, Path] = {}
    for path in _sorted(root / "human-scores"):
        match = score_file.fullmatch(strip_compression_suffix(path.name))
        if match:
            _add(files, match[1], path)
    for path in _sorted(root / "human-ranks"):
        if strip_compression_suffix(path.name) == f"{language_pair}.tsv":
            _add(files, RANKS, path)
    return files


def _add(files: dict[str, Path], name: str, path: Path) -> None:
    if name in files:
        raise DataError(f"{path} and {files[name]} are the same file twice; keep one of them")
    files[name] = path


def _sorted(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _document_names(root: Path, language_pair: str) -> list[str] | None:
    """The documents in order of first appearance, as score files list them; None if there is no list."""
    for path in _sorted(root / "documents"):
        if strip_compression_suffix(path.name) == f"{language_pair}.docs":
            return list(dict.fromkeys(line.rpartition("\t")[2] for line in read_lines(path)))
    return None
