"""How far a harmful change can go before a metric minds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pitchpipe.auditing.results import Tolerance
from pitchpipe.auditing.rows import ROUNDING, Versions
from pitchpipe.auditing.walks import ROUNDS, Stage, Walk
from pitchpipe.batch.values import Array

#: The steps in which random changes are tried on average.
SHARES = 1000
#: Whether an output with these rows is significantly worse than the original.
Falls = Callable[[Array], bool]


def tolerance(
    versions: Versions,
    original: Stage,
    stages: Sequence[Stage],
    falls: Falls,
    random: np.random.Generator | None = None,
) -> Tolerance | None:
    """How far segments can go through all stages.

    ``original.words`` are the words each segment has. With ``random`` numbers, segments are taken as they
    come, through a single stage, and what is free is meant on average; otherwise those go first that cost
    least. ``None`` where the score is undefined, and for a single segment, of which the bootstrap has
    nothing to draw.
    """
    segments = len(original.rows)
    walk = Walk(versions, original.rows, stages, random)
    if segments < 2 or not np.isfinite(walk.gains[0]):
        return None
    rounds, unlimited = _unnoticed(walk, falls)
    free = _free(walk) if random is None else _free_on_average(versions, walk, original.rows, stages[0].rows)
    unnoticed = max(walk.ends[rounds], free)
    words = np.cumsum(walk.words)
    has = int(original.words.sum())
    return Tolerance(
        score=versions.as_score(walk.gains[unnoticed]),
        segments=min(unnoticed, segments),
        segments_share=100.0 * min(unnoticed, segments) / segments,
        words=int(words[unnoticed]),
        words_share=_share(int(words[unnoticed]), has),
        free_segments=min(free, segments),
        free_words=int(words[free]),
        free_words_share=_share(int(words[free]), has),
        unlimited=unlimited,
    )


def _unnoticed(walk: Walk, falls: Falls) -> tuple[int, bool]:
    """The rounds before a significant fall, and whether there is none; sought in leaps, then by halving."""

    def noticed(rounds: int) -> bool:
        fallen = walk.gains[walk.ends[rounds]] < walk.gains[0] - ROUNDING
        return fallen and falls(walk.rows_after(rounds))

    low, leap = 0, 1
    while not noticed(high := walk.extend(leap)):
        if high < leap:
            return high, True
        low, leap = high, 2 * leap
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if noticed(middle) else (middle, high)
    return low, False


def _free(walk: Walk) -> int:
    """The segments changed where the score was last as good as before."""
    return int(np.flatnonzero(np.array(walk.gains) >= walk.gains[0] - ROUNDING)[-1])


def _free_on_average(versions: Versions, walk: Walk, before: Array, after: Array) -> int:
    """The segments that can change before the score of the expected sums falls.

    A single random order would say little: where a metric does not mind, its score wanders by chance.
    """
    walk.extend(ROUNDS)
    shares = np.linspace(0, 1, SHARES + 1)[:, None]
    gains = versions.gain((1 - shares) * before.sum(axis=0) + shares * after.sum(axis=0))
    fallen = np.flatnonzero(gains < gains[0] - ROUNDING)
    last = SHARES if not len(fallen) else int(fallen[0]) - 1
    return last * walk.ends[-1] // SHARES


def _share(words: int, of: int) -> float | None:
    return 100.0 * words / of if of else None
