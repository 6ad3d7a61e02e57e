"""Test sets in the directory layout of mt-metrics-eval.

``sources/PAIR.txt``, ``references/PAIR.NAME.txt``, ``system-outputs/PAIR/NAME.txt`` and, if there is one,
``documents/PAIR.docs`` (domain and document); each may be compressed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pitchpipe.errors import DataError
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath
from pitchpipe.text.names import choose_names, listing
from pitchpipe.text.testset import TestSet


def language_pairs(directory: StrPath) -> list[str]:
    """The language pairs of a directory, sorted.

    Raises
    ------
    DataError
        If the directory does not exist or has another layout.
    """
    root = Path(directory)
    if not root.exists():
        raise DataError(f"{directory}: no such directory")
    if not root.is_dir():
        raise DataError(f"{directory} is not a directory")
    pairs = sorted(_files(root / "sources", ".txt"))
    if not pairs:
        raise DataError(f"{directory} is not in the layout of mt-metrics-eval: it has no sources/PAIR.txt")
    return pairs


def read_mtme(
    directory: StrPath,
    language_pair: str | None = None,
    *,
    references: str | Iterable[str] | None = None,
    systems: str | Iterable[str] | None = None,
) -> TestSet:
    """Reads one language pair of a directory.

    A reference is often scored as a system too. It is never both here: a reference in use is left out of
    the systems, and a system that is asked for by name is left out of the references.

    Parameters
    ----------
    directory
        The directory.
    language_pair
        For example ``de-en``; may be omitted if there is only one.
    references, systems
        Which of them to read; all by default.

    Raises
    ------
    DataError
        If the pair, a reference or a system is not there, the same name is asked for as both, or a file
        cannot be read.
    """
    root = Path(directory)
    pair = _choose_pair(language_pair, directory)
    reference_files = {
        name.removeprefix(f"{pair}."): path
        for name, path in _files(root / "references", ".txt").items()
        if name.startswith(f"{pair}.")
    }
    system_files = _files(root / "system-outputs" / pair, ".txt")
    where = f"{directory}, {pair},"
    asked_systems = [] if systems is None else choose_names(systems, system_files, "system", where)
    if references is None:
        used_references = [name for name in reference_files if name not in asked_systems]
    else:
        used_references = choose_names(references, reference_files, "reference", where)
    for name in asked_systems:
        if name in used_references:
            raise DataError(f'"{name}" cannot be both a reference and a system; leave it out of one of them')
    used_systems = asked_systems
    if systems is None:
        used_systems = [name for name in system_files if name not in used_references]
    test_set = TestSet.read(
        source=_files(root / "sources", ".txt")[pair],
        references={name: reference_files[name] for name in used_references},
        systems={name: system_files[name] for name in used_systems},
        documents=_files(root / "documents", ".docs").get(pair),
    )
    source_language, _, target_language = pair.partition("-")
    return replace(
        test_set,
        source_language=source_language,
        target_language=target_language or None,
        name=root.resolve().name,
    )


def _choose_pair(language_pair: str | None, directory: StrPath) -> str:
    pairs = language_pairs(directory)
    if language_pair is None:
        if len(pairs) > 1:
            raise DataError(f"{directory} has several language pairs, choose one: {listing(pairs)}")
        return pairs[0]
    return choose_names(language_pair, pairs, "language pair", str(directory))[0]


def _files(folder: Path, suffix: str) -> dict[str, Path]:
    """The files of a folder that end in a suffix (and perhaps in ``.gz``), by name without it, sorted."""
    if not folder.is_dir():
        return {}
    files: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        name = strip_compression_suffix(path.name)
        if not name.endswith(suffix) or name.startswith("."):
            continue
        stem = name.removesuffix(suffix)
        if stem in files:
            raise DataError(f"{path} and {files[stem]} are the same file twice; keep one of them")
        files[stem] = path
    return files
