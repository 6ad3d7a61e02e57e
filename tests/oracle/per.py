"""Position-independent word errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def errors(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """Words of the longer side that the bags do not have in common."""
    common = Counter(hyp) & Counter(ref)
    return max(len(hyp), len(ref)) - common.total()
