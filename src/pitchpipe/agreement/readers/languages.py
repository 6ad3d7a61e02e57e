"""Language pairs in files that write languages out or with three letters, and may hold several pairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from pitchpipe.agreement.readers.cells import left_out
from pitchpipe.agreement.readers.tables import Row
from pitchpipe.errors import DataError
from pitchpipe.text import languages
from pitchpipe.text.names import listing


def pair_code(source: str, target: str) -> str:
    """A language pair as ``de-en``, from names or codes of any length.

    >>> pair_code("German", "eng")
    'de-en'
    """
    return f"{_code(source)}-{_code(target)}"


def written_pair(text: str) -> str:
    """The same of a pair that is written as one word.

    >>> written_pair("German-eng"), written_pair("en_ja")
    ('de-en', 'en-ja')
    """
    source, separator, target = text.partition("-")
    if not separator:
        source, separator, target = text.partition("_")
    return pair_code(source, target) if separator else text.strip().lower()


def rows_of_pair(
    rows: Iterable[Row], pair_of: Callable[[Row], str], wanted: str | None, file: str
) -> tuple[list[Row], list[str]]:
    """The rows of the wanted language pair, or of the only one there is, and notes on what is left out.

    Parameters
    ----------
    rows
        All rows.
    pair_of
        The language pair of a row, as ``de-en``.
    wanted
        For example ``de-en``; None if there should be only one.
    file
        What messages call the file.

    Raises
    ------
    DataError
        If there is no row at all, no such pair, or several pairs and none is wanted.
    """
    by_pair: dict[str, list[Row]] = {}
    for row in rows:
        by_pair.setdefault(pair_of(row), []).append(row)
    if not by_pair:
        raise DataError(f"{file} has no judgment at all")
    chosen = by_pair.pop(_choose_pair(by_pair, wanted, file))
    others = sum(len(rows) for rows in by_pair.values())
    return chosen, left_out(file, {"rows of other language pairs": others})


def _choose_pair(there: Collection[str], wanted: str | None, file: str) -> str:
    if wanted is None:
        if len(there) > 1:
            raise DataError(f"{file} has several language pairs, choose one: {listing(sorted(there))}")
        return next(iter(there))
    pair = written_pair(wanted)
    if pair not in there:
        raise DataError(f'{file} has no judgments of "{wanted}"; it has {listing(sorted(there))}')
    return pair


def _code(language: str) -> str:
    # A script or a country tells pairs apart, zh-Hans and zh-Hant.
    known = None if "-" in language or "_" in language else languages.find(language)
    return language.strip().lower() if known is None else known.code
