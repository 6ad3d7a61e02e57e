"""Files of segment scores made elsewhere."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import DataError
from pitchpipe.text.files import read_lines
from pitchpipe.wording import quoted


def read_scores(path: str, system: str) -> NDArray[np.float64]:
    """The numbers of one system: a number per line, or lines ``system<TAB>score``.

    In a file with system names, those of ``system`` are taken, in order; if no name is asked for,
    the file must hold a single system.
    """
    by_system: dict[str, list[float]] = {}
    for number, line in enumerate(read_lines(path), start=1):
        name, tab, score = line.rpartition("\t")
        by_system.setdefault(name if tab else "", []).append(_number(path, number, score))
    if set(by_system) == {""}:
        return np.array(by_system[""])
    if not system and len(by_system) == 1:
        return np.array(next(iter(by_system.values())))
    if system not in by_system:
        there = ", ".join(sorted(by_system)) or "none"
        raise DataError(f"{path} has no scores of system {quoted(system)}: there are {there}")
    return np.array(by_system[system])


def _number(path: str, line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DataError(f"{path}, line {line}: {quoted(text.strip())} is not a number")
    return value
