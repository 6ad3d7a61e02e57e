"""Reading a test set whose format is recognised."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.caches import is_sacrebleu, located, read_sacrebleu
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import StrPath, decode, display_name, is_standard_stream, read_bytes
from pitchpipe.text.testset import TestSet

Format = Literal["mtme", "jsonl", "tsv", "xml", "sgml"]
FORMATS: tuple[Format, ...] = get_args(Format)

_SUFFIXES: dict[str, Format] = {".jsonl": "jsonl", ".ndjson": "jsonl", ".tsv": "tsv"}
_ROOT_ELEMENTS: dict[str, Format] = {
    "dataset": "xml",
    "mteval": "sgml",
    "srcset": "sgml",
    "refset": "sgml",
    "tstset": "sgml",
}
_SNIFFED_BYTES = 65536


def read_test_set(
    path: StrPath,
    *more: StrPath,
    format: str | None = None,
    language_pair: str | None = None,
    references: str | Iterable[str] | None = None,
    systems: str | Iterable[str] | None = None,
    missing_token: str | None = None,
    unescape: bool = False,
    normalise: str | None = None,
) -> TestSet:
    """Reads a test set from a directory or a file, plain or compressed, whatever its format.

    Plain files with one segment per line are read by ``TestSet.read``.

    Parameters
    ----------
    path
        A directory in the layout of mt-metrics-eval; a JSONL, TSV, WMT XML or SGML file; ``-``; or what
        other tools have downloaded, ``sacrebleu:wmt22`` or ``mtme:wmt22`` (:mod:`pitchpipe.text.caches`).
    more
        Further SGML files: sources, references and systems come in one file each, in any order.
    format
        ``mtme``, ``jsonl``, ``tsv``, ``xml`` or ``sgml``, instead of recognising it.
    language_pair
        Which pair of an mt-metrics-eval directory; may be omitted if there is only one. For other formats,
        the languages where the file does not say them.
    references, systems
        Which references and systems to keep; all by default.
    missing_token
        The field of a TSV reference column that says that the reference is missing.
    unescape, normalise
        Clean all texts, see ``TestSet.cleaned``.

    Raises
    ------
    DataError
        If the format cannot be recognised or the content is malformed.
    MissingError
        If other tools have not downloaded what is named so.
    """
    forced = None if format is None else _known_format(format)
    path = located(path)
    if forced is None and is_sacrebleu(path):
        if more:
            raise DataError("sacreBLEU's cache holds whole test sets; further files cannot be added")
        test_set = read_sacrebleu(str(path), language_pair, references=references, systems=systems)
    elif forced == "mtme" or (forced is None and _is_directory(path)):
        if more:
            raise DataError("a directory holds a whole test set; further files cannot be added")
        from pitchpipe.text.mtme import read_mtme

        test_set = read_mtme(path, language_pair, references=references, systems=systems)
    else:
        test_set = _read_files([path, *more], forced, references, systems, missing_token)
        if language_pair is not None:
            test_set = test_set.with_languages(language_pair)
    return test_set.cleaned(unescape=unescape, normalise=normalise)


def recognise(data: bytes, name: str) -> Format | None:
    """The format of uncompressed content, from the name of the file and its first bytes; None if unknown."""
    import re

    suffix = Path(strip_compression_suffix(name)).suffix.lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    head = data[:_SNIFFED_BYTES].decode("utf-8", errors="replace").removeprefix("\ufeff").lstrip()
    if head.startswith("<"):
        element = re.search(r"<([a-z]+)", re.sub(r"<!--.*?-->", "", head, flags=re.DOTALL), re.IGNORECASE)
        return _ROOT_ELEMENTS.get(element[1].lower()) if element else None
    if head.startswith("{"):
        return "jsonl"
    if "\t" in head.partition("\n")[0]:
        return "tsv"
    return None


def _read_files(
    paths: list[StrPath],
    forced: Format | None,
    references: str | Iterable[str] | None,
    systems: str | Iterable[str] | None,
    missing_token: str | None,
) -> TestSet:
    contents = [(read_bytes(path), display_name(path)) for path in paths]
    formats = [forced or _require_format(data, name) for data, name in contents]
    if set(formats) == {"sgml"}:
        from pitchpipe.text.sgml import combine_sgml, parse_sgml

        test_set = combine_sgml([parse_sgml(decode(data, name), name) for data, name in contents])
    elif len(contents) > 1:
        raise DataError(f"{contents[1][1]}: only SGML test sets come in several files")
    else:
        data, name = contents[0]
        if formats[0] == "xml":
            from pitchpipe.text.xml import parse_xml

            return parse_xml(data, name, references=references, systems=systems)
        test_set = _parse_lines(decode(data, name), name, formats[0], missing_token)
    if references is not None:
        test_set = test_set.with_references(references)
    if systems is not None:
        test_set = test_set.with_systems(systems)
    return test_set


def _parse_lines(text: str, name: str, format: Format, missing_token: str | None) -> TestSet:
    if format == "jsonl":
        from pitchpipe.text.jsonl import parse_jsonl

        return parse_jsonl(text, name)
    from pitchpipe.text.tsv import parse_tsv

    return parse_tsv(text, name, missing_token=missing_token)


def _known_format(name: str) -> Format:
    for known in FORMATS:
        if known == name:
            return known
    raise ParameterError(f"format={name!r} is unknown: choose one of {', '.join(FORMATS)}")


def _require_format(data: bytes, name: str) -> Format:
    found = recognise(data, name)
    if found is None:
        raise DataError(f"cannot tell the format of {name}: name it, one of {', '.join(FORMATS)}")
    return found


def _is_directory(path: StrPath) -> bool:
    return not is_standard_stream(path) and Path(path).is_dir()
