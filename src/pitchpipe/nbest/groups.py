"""Features that go by one name: Moses writes ``TM0= a b`` for what are ``TM0_0`` and ``TM0_1`` here."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"(.+)_([0-9]+)", re.DOTALL)


def feature_groups(names: Sequence[str]) -> list[tuple[str, int]]:
    """Names and numbers of values: ``X_0``, ``X_1`` are written ``X= v v``, unless ``X`` itself is there.

    >>> feature_groups(["LM0", "TM0_0", "TM0_1"])
    [('LM0', 1), ('TM0', 2)]
    """
    groups: list[tuple[str, int]] = []
    taken = set(names)
    position = 0
    while position < len(names):
        base, width = _run(names, position)
        if width > 1 and base not in taken:
            taken.add(base)
            groups.append((base, width))
            position += width
        else:
            groups.append((names[position], 1))
            position += 1
    return groups


def group_members(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The features of each group that has several, by its name.

    >>> group_members(["LM0", "TM0_0", "TM0_1"])
    {'TM0': ('TM0_0', 'TM0_1')}
    """
    return {
        base: tuple(f"{base}_{k}" for k in range(width)) for base, width in feature_groups(names) if width > 1
    }


def _run(names: Sequence[str], begin: int) -> tuple[str, int]:
    """The name that is numbered from 0 here, and how far."""
    match = _NUMBERED.fullmatch(names[begin])
    if match is None or match[2] != "0":
        return "", 0
    width = 1
    while begin + width < len(names) and names[begin + width] == f"{match[1]}_{width}":
        width += 1
    return match[1], width
