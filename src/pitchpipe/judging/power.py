"""How many judgments a sign test needs to find a difference that is there."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from pitchpipe.batch.values import Array

#: Up to so many the exact test is tried, number by number; beyond, the normal approximation is as good.
EXACT = 5000


def decided_for(share: float, alpha: float, power: float = 0.8) -> int | None:
    """Decided judgments of which a two-sided sign test finds a share with this power; ``None``: none.

    Six who are all of one mind are the fewest that can be significant at 5 %.

    >>> decided_for(1.0, 0.05), decided_for(0.6, 0.05), decided_for(0.5, 0.05)
    (6, 199, None)
    """
    from scipy.special import bdtr, ndtri

    likelier = max(share, 1 - share)
    if math.isclose(likelier, 0.5):
        return None
    counts = np.arange(1, EXACT + 1)
    critical = _critical(alpha)
    found = np.where(critical >= 0, bdtr(np.maximum(critical, 0), counts, 1 - likelier), 0.0)
    enough = np.flatnonzero(found >= power)
    if len(enough):
        return int(counts[enough[0]])
    chance, luck = (
        float(ndtri(1 - alpha / 2)) * 0.5,
        float(ndtri(power)) * math.sqrt(likelier * (1 - likelier)),
    )
    return math.ceil(((chance + luck) / (likelier - 0.5)) ** 2)


@lru_cache(maxsize=8)
def _critical(alpha: float) -> Array:
    """Of 1, 2, … votes, how many for the one behind are still significant; -1 where none would be."""
    from scipy.special import bdtr, ndtri

    counts = np.arange(1, EXACT + 1)
    # The normal approximation is less than three votes off, below; from there it is counted up.
    near = np.floor(counts / 2 - float(ndtri(1 - alpha / 2)) * np.sqrt(counts) / 2) - 3
    found: Array = np.maximum(near, -1.0)
    while (more := 2 * bdtr(found + 1, counts, 0.5) <= alpha).any():
        found = found + more
    return found
