"""What the targets of all readers are made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.fuzz.cases import Input, Target, require
from tests.fuzz.mutating import one_mutated

Run = Callable[[Input, Path], None]


Plain = Callable[[], Sequence[Input]]


def reader(
    name: str, plain: Plain, run: Run, hostile: Callable[[random.Random], Input] | None = None
) -> Target:
    """A target of the kind ``files``; by default one of the plain inputs is mutated."""
    made = lru_cache(maxsize=1)(plain)
    return Target(name, "files", made, hostile or (lambda rng: one_mutated(made(), rng)), run)


def finite(values: Any, what: str) -> None:
    """Numbers must be numbers."""
    require(bool(np.isfinite(np.asarray(values, dtype=np.float64)).all()), f"{what} is not finite")
