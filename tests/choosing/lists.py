"""Small n-best lists for tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.nbest.lists import NBest

#: Few words, so that candidates share some.
WORDS = st.lists(st.sampled_from(["the", "cat", "cats", "sat", "mat", "on", "."]), max_size=6).map(" ".join)


def candidate_lists(most_segments: int = 3, most_candidates: int = 4) -> st.SearchStrategy[list[list[str]]]:
    """Lists of candidates, at least one each; texts may be empty or equal."""
    return st.lists(st.lists(WORDS, min_size=1, max_size=most_candidates), min_size=1, max_size=most_segments)


def nbest_of(
    groups: Sequence[Sequence[str]], features: Sequence[float] | None = None, totals: bool = True
) -> NBest:
    """A list with one feature, 1, 2, ... by default, which is the total as well."""
    texts = [text for group in groups for text in group]
    column = np.array(features if features is not None else range(len(texts)), dtype=np.float64)
    offsets = np.cumsum([0, *map(len, groups)])
    return NBest(
        ("model",), column[:, None], _core.Texts(texts), offsets, totals=column.copy() if totals else None
    )
