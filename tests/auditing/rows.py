"""Rows written by hand."""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.metrics import get

#: BLEU of words alone: a row is matches, words, hypothesis length, reference length.
UNIGRAMS = get("bleu:max_order=1,smooth=none")
#: A decomposable metric: a row is numerator, denominator, hypothesis length.
WRR = get("wrr")


def bleu_rows(*rows: tuple[int, int, int]) -> Array:
    """From (matches, words, reference length)."""
    return np.array([(matches, words, words, ref) for matches, words, ref in rows], dtype=np.float64)


def wrr_rows(*numerators: int, denominator: int = 10) -> Array:
    """From numerators."""
    return np.array([(numerator, denominator, 1) for numerator in numerators], dtype=np.float64)
