"""Where phrase tables are: files, and those that are kept in the cache folder by their languages."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.caches import cache_folder
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.text import languages
from pitchpipe.text.named_files import Named, is_file, kept_while_unchanged, split_names

SUFFIX = ".table"
#: All tables of the language that are in the cache folder.
AUTO = "auto"


def table_path(language: str, pivot: str) -> Path:
    """Where a table is kept so that it is found without being named."""
    return _folder() / f"{language}-{pivot}{SUFFIX}"


def _folder() -> Path:
    return cache_folder("phrase-tables")


def find_tables(names: str, language: str | None) -> dict[str, PivotTable]:
    """Tables by name: files and codes of pivot languages, separated by ``/``, or ``auto``.

    A name may end in ``#`` and the digest that the table must have; the names returned do.

    Raises
    ------
    MissingError
        If there is no such table; the message says how to make one.
    DataError
        If a table is of another language, or has another digest.
    """
    code = None if language is None else languages.code(language)
    found = {}
    for named in _kept(code) if names == AUTO else _split(names, code):
        table = _opened(_path(named.name, code) or Path(named.name))
        if code is not None and table.description.language != code:
            raise DataError(
                f"{named.name} has phrases of {table.description.language}, but the texts are in {code}: "
                "give a table of that language"
            )
        found[named.require(table.digest)] = table
    return found


def _kept(language: str | None) -> list[Named]:
    """The pivot languages of the tables in the cache folder."""
    if language is None:
        raise MissingError(
            "phrase tables depend on the language: say which with -l de-en (language= in Python), "
            "or name a table"
        )
    try:
        kept = sorted(_folder().glob(f"{language}-*{SUFFIX}"))
    except OSError:
        kept = []
    if not kept:
        raise MissingError(
            f"there is no phrase table for {languages.name(language)}: make one with "
            f"pitchpipe lang phrase-table TEXT PIVOT_TEXT -l {language} -p CODE"
        )
    return [Named(path.name.removeprefix(f"{language}-").removesuffix(SUFFIX)) for path in kept]


def _path(bare: str, language: str | None) -> Path | None:
    """The file of a name without its digest: a path, or the code of a pivot language."""
    if is_file(Path(bare)):
        return Path(bare)
    if language is None or not bare.isalpha():
        return None
    kept = table_path(language, bare)
    return kept if is_file(kept) else None


def _split(names: str, language: str | None) -> list[Named]:
    found, rest = split_names(names, lambda name: _path(name, language) is not None)
    if rest is not None:
        raise MissingError(
            f"there is no phrase table {rest}: give a file, or make one with "
            "pitchpipe lang phrase-table TEXT PIVOT_TEXT -l CODE -p CODE"
        )
    return found


_opened = kept_while_unchanged(PivotTable.open, most=32)
