"""Small repairs of a text: entities, Unicode normal forms, line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from pitchpipe.errors import ParameterError

NORMAL_FORMS: dict[str, Literal["NFC", "NFKC", "NFD", "NFKD"]] = {
    "nfc": "NFC",
    "nfkc": "NFKC",
    "nfd": "NFD",
    "nfkd": "NFKD",
}

_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")


def text_cleaner(*, unescape: bool = False, normalise: str | None = None) -> Callable[[str], str] | None:
    """The function that cleans one text as asked, or None if nothing is asked.

    Parameters
    ----------
    unescape
        Turn HTML entities into characters, by the rules of the HTML standard (``&quot;``, ``&#39;``, and the
        old names without semicolon).
    normalise
        Bring the text, after unescaping, into a Unicode normal form: ``nfc``, ``nfkc``, ``nfd`` or ``nfkd``.

    Raises
    ------
    ParameterError
        If the normal form is unknown.
    """
    if normalise is None and not unescape:
        return None
    import html
    import unicodedata

    if normalise is None:
        return html.unescape
    if normalise not in NORMAL_FORMS:
        raise ParameterError(f"normalise={normalise!r} is unknown: choose one of {', '.join(NORMAL_FORMS)}")
    form = NORMAL_FORMS[normalise]
    if unescape:
        return lambda text: unicodedata.normalize(form, html.unescape(text))
    return lambda text: unicodedata.normalize(form, text)


def one_line(text: str) -> str:
    """The text of an element that may span lines: line breaks become one space, the ends are stripped.

    Only ASCII blanks are touched, and those inside a line stay as they are.
    """
    if "\n" not in text:
        return text.strip(" \t\r")
    return " ".join(filter(None, (line.strip(" \t\r") for line in text.split("\n"))))


def resolve_entities(text: str) -> str:
    """Replaces the entities of SGML text, which end in a semicolon; anything else with ``&`` stays as it is.

    Stricter than ``html.unescape``, which would turn the ``&copy=1`` of a web address into a sign.
    """
    if "&" not in text:
        return text
    return _ENTITY.sub(_resolve, text)


def _resolve(match: re.Match[str]) -> str:
    import html
    from html.entities import html5

    entity = match[0]
    known = entity[1] == "#" or entity[1:] in html5
    return html.unescape(entity) if known else entity
