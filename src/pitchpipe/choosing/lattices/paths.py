"""Paths of a lattice by their own scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitchpipe.brief import Brief
from pitchpipe.choosing.lattices.reading import Lattice
from pitchpipe.errors import ParameterError


@dataclass(frozen=True, repr=False)
class LatticePath(Brief):
    """A path: its text, the sum of its arcs' scores and of its end's, and the numbers of its arcs."""

    text: str
    path_score: float
    arcs: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class OraclePath(LatticePath):
    """A path and its segment score by a metric."""

    score: float

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "text": self.text,
            "score": self.score,
            "path_score": self.path_score,
            "arcs": list(self.arcs),
        }


def path_count(lattice: Lattice) -> int:
    """How many paths there are, equal texts counted apart."""
    ways = [0] * lattice.nodes
    for node, _ in lattice.ends:
        ways[node] = 1
    sources, targets = lattice.sources, lattice.targets
    for arc in np.argsort(sources, kind="stable")[::-1]:
        ways[sources[arc]] += ways[targets[arc]]
    return ways[lattice.start]


def best_paths(lattice: Lattice, n: int = 1) -> list[LatticePath]:
    """The ``n`` paths of highest score, or all if there are fewer.

    Of equal scores, the path comes first whose arcs do; texts may occur more than once.
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ParameterError(f"the number of best paths must be 1 or more, not {n!r}")
    return [path_of(lattice, *found) for found in lattice.best_paths(n)]


def path_of(lattice: Lattice, arcs: list[int], score: float) -> LatticePath:
    """The path with these arcs."""
    return LatticePath(lattice.text(arcs), score, tuple(arcs))
