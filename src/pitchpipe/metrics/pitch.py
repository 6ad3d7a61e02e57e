"""pitch: a metric of our own, fitted to people: chrF of short n-grams across words, and CER.

Two parts that need nothing but text, in any language: the F-score of character n-grams of up to four
characters, blanks among them, with β = 3, so that recall weighs nine times as much as precision; and the
rate of edits of characters. n-grams see which words are there, whatever their order; edits see the order,
and what is too much. ``pitch-1`` is the first version; ``pitch`` is the newest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.metrics.frozen_mixture import FrozenMixture
from pitchpipe.metrics.registry import register


@register(pitch={})
@dataclass(frozen=True, kw_only=True)
class Pitch(FrozenMixture):
    """The first version for any language."""

    name: ClassVar[str] = "pitch-1"
    title: ClassVar[str] = "pitch"
    paper: ClassVar[str] = "of Popović 2015 and Levenshtein 1966, fitted to people"
    exceptions: ClassVar = {"decomposable": "its parts sum n-grams and lengths over the corpus"}
