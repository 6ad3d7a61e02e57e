"""Language pairs in files that write languages out or with three letters, and may hold several pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pitchpipe.agreement.readers.cells import left_out
from pitchpipe.agreement.readers.tables import Row
from pitchpipe.errors import DataError
from pitchpipe.text.names import listing

# English names and ISO 639 codes of the languages of WMT's human evaluations.
_CODES = {
    "bengali": "bn", "ben": "bn",
    "chinese": "zh", "zho": "zh", "chi": "zh",
    "croatian": "hr", "hrv": "hr",
    "czech": "cs", "ces": "cs", "cze": "cs", "cz": "cs",
    "english": "en", "eng": "en",
    "estonian": "et", "est": "et",
    "finnish": "fi", "fin": "fi",
    "french": "fr", "fra": "fr", "fre": "fr",
    "german": "de", "deu": "de", "ger": "de",
    "gujarati": "gu", "guj": "gu",
    "hausa": "ha", "hau": "ha",
    "hindi": "hi", "hin": "hi",
    "hungarian": "hu", "hun": "hu",
    "icelandic": "is", "isl": "is", "ice": "is",
    "italian": "it", "ita": "it",
    "japanese": "ja", "jpn": "ja",
    "kazakh": "kk", "kaz": "kk",
    "khmer": "km", "khm": "km",
    "korean": "ko", "kor": "ko",
    "latvian": "lv", "lav": "lv",
    "lithuanian": "lt", "lit": "lt",
    "pashto": "ps", "pus": "ps",
    "polish": "pl", "pol": "pl", "plk": "pl",
    "portuguese": "pt", "por": "pt",
    "romanian": "ro", "ron": "ro", "rum": "ro",
    "russian": "ru", "rus": "ru",
    "spanish": "es", "spa": "es",
    "tamil": "ta", "tam": "ta",
    "turkish": "tr", "tur": "tr",
    "ukrainian": "uk", "ukr": "uk",
    "xhosa": "xh", "xho": "xh",
    "zulu": "zu", "zul": "zu",
}  # fmt: skip


def pair_code(source: str, target: str) -> str:
    """A language pair as `de-en`, from names or codes of any length.

    >>> pair_code("German", "eng")
    'de-en'
    """
    return f"{_code(source)}-{_code(target)}"


def rows_of_pair(
    rows: Iterable[Row], source: int, target: int, wanted: str | None, file: str
) -> tuple[list[Row], list[str]]:
    """The rows of the wanted language pair, or of the only one there is, and notes on what is left out.

    Parameters
    ----------
    rows
        All rows.
    source, target
        The positions of the languages in a row.
    wanted
        For example `de-en`; None if there should be only one.
    file
        What messages call the file.

    Raises
    ------
    DataError
        If there is no row at all, no such pair, or several pairs and none is wanted.
    """
    by_pair: dict[str, list[Row]] = {}
    for row in rows:
        by_pair.setdefault(pair_code(row.fields[source], row.fields[target]), []).append(row)
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
    pair = pair_code(*wanted.split("-", 1)) if "-" in wanted else wanted
    if pair not in there:
        raise DataError(f'{file} has no judgments of "{wanted}"; it has {listing(sorted(there))}')
    return pair


def _code(language: str) -> str:
    name = language.strip().lower()
    return _CODES.get(name, name)
