"""The languages of the interface: messages in a JSON file each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pitchpipe.judging.settings import INTERFACES

_RIGHT_TO_LEFT = frozenset({"ar"})


@dataclass(frozen=True)
class Locale:
    """A language of the interface, and what it says."""

    code: str
    messages: Mapping[str, str]

    @property
    def direction(self) -> str:
        """As HTML writes it."""
        return "rtl" if self.code in _RIGHT_TO_LEFT else "ltr"


@lru_cache(maxsize=len(INTERFACES))
def locale(code: str) -> Locale:
    """The language with this code, which must be one of those there are."""
    text = (files("pitchpipe.judging.server") / "messages" / f"{code}.json").read_text(encoding="utf-8")
    return Locale(code, json.loads(text))


def names() -> dict[str, str]:
    """What every language calls itself."""
    return {code: locale(code).messages["language_name"] for code in INTERFACES}


def chosen(asked: str | None, kept: str | None, accepted: str, usual: str) -> Locale:
    """The language to speak.

    What somebody asks for on the page comes first, what they asked for before next; then the first language
    of their browser that there is, and at last the campaign's.
    """
    for code in (asked, kept, *_wanted(accepted)):
        if code in INTERFACES:
            return locale(code)
    return locale(usual)


def _wanted(accepted: str) -> list[str]:
    """The codes of an ``Accept-Language`` header, best first.

    >>> _wanted("fr;q=0.4, de-AT, *;q=0.1")
    ['de', 'fr', '*']
    """
    found = []
    for at, part in enumerate(accepted[:200].split(",")):
        code, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        found.append((-weight, at, code.strip().lower().partition("-")[0]))
    return [code for _, _, code in sorted(found)]
