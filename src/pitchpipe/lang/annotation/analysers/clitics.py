"""English clitics: the tokenizer leaves *don't* together, and every model knows *do* and *n't*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from pitchpipe.lang.annotation.analysers.base import is_punctuation

_CLITIC = re.compile(r"(?i)(.+?)(n't|'s|'re|'ve|'ll|'d|'m|')")
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "be"}


def pieces(words: Sequence[str], language: str) -> tuple[list[str], list[int]]:
    """What a model is given for a sentence, and where in it each word begins; a clitic follows its word."""
    if language != "en":
        return list(words), list(range(len(words)))
    parts = [_apart(word) for word in words]
    starts = accumulate(map(len, parts[:-1]), initial=0) if parts else ()
    return [piece for part in parts for piece in part], list(starts)


@lru_cache(1 << 16)
def _apart(word: str) -> tuple[str, ...]:
    """A word and its clitic: *don't* is *do* and *n't*."""
    plain = word.replace("’", "'")
    match = _CLITIC.fullmatch(plain)
    if match is None or is_punctuation(match[1]):
        return (word if is_punctuation(word) else plain,)
    head, clitic = match[1], match[2]
    return _CONTRACTED.get(head.lower(), head) if clitic.lower() == "n't" else head, clitic
