"""Names of systems as WMT's files of rankings write them, reduced to what the test set calls them.

``newstest2013.fr-en.KIT_primary.2658`` and ``newstest2015.KIT.4017.de-en.txt`` carry the test set, the
language pair and the number of the submission; test sets mostly say ``KIT_primary``, or ``KIT.4017``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from pitchpipe.errors import DataError

_DECORATION = re.compile(r"[a-zA-Z]+[0-9]{4}|[a-z]{2,3}-[a-z]{2,3}|txt")
_NUMBER = re.compile(r"\.[0-9]+$")


def short_names(names: Iterable[str], systems: Collection[str] | None = None) -> dict[str, str]:
    """From each name in the file to what it is called here.

    Parameters
    ----------
    names
        The names in the file.
    systems
        The test set's systems: the longest form of a name that is among them is taken. Without them, or if
        none is, it is the shortest form that no other name has.

    Raises
    ------
    DataError
        If two names would be the same system of the test set.
    """
    listed = list(dict.fromkeys(names))
    bare = _without_decoration(listed)
    forms = {name: list(dict.fromkeys([name, bare[name], _NUMBER.sub("", bare[name])])) for name in listed}
    taken = Counter(form for name in listed for form in forms[name])
    result: dict[str, str] = {}
    for name in listed:
        known = [form for form in forms[name] if systems is not None and form in systems]
        free = [form for form in reversed(forms[name]) if taken[form] == 1]
        # A name that is also the short form of another one stays whole.
        result[name] = next(iter(known or free), name)
    _require_distinct(result)
    return result


def identical_systems(name: str) -> list[str]:
    """The systems behind a name: several, joined by ``+``, where identical outputs were judged together."""
    parts = name.split("+")
    # A plus may also be part of a single system's name; joined names all begin with the test set.
    beginnings = {part.partition(".")[0] for part in parts}
    return parts if len(beginnings) == 1 and all("." in part for part in parts) else [name]


def _without_decoration(names: list[str]) -> dict[str, str]:
    """The names without what all of them share at either end and what looks like a test set or a pair."""
    split = {name: name.split(".") for name in names}
    while _all_share(split.values(), 0):
        split = {name: parts[1:] for name, parts in split.items()}
    while _all_share(split.values(), -1):
        split = {name: parts[:-1] for name, parts in split.items()}
    return {name: ".".join(parts) for name, parts in split.items()}


def _all_share(split: Collection[list[str]], end: int) -> bool:
    ends = {parts[end] for parts in split}
    longer = all(len(parts) > 1 for parts in split)
    return longer and len(ends) == 1 and _DECORATION.fullmatch(ends.pop()) is not None


def _require_distinct(result: dict[str, str]) -> None:
    owners: dict[str, str] = {}
    for name, short in result.items():
        other = owners.setdefault(short, name)
        if other != name:
            raise DataError(f'"{other}" and "{name}" could both be system "{short}"; rename one of them')
