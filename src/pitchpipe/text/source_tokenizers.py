"""How source text is tokenised unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from pitchpipe.text import languages
from pitchpipe.text.scripts import language_by_script


def source_tokenizer(lines: Sequence[str], language: str | None, default: str) -> str:
    """``zh`` for Chinese, MeCab or characters for Japanese, else what the target side uses.

    The language is told by its code where that is known, and by its script otherwise.
    """
    known = languages.find(language or language_by_script(lines))
    if default == "none" or known is None:
        return default
    if known.code == "zh":
        return "zh"
    if known.code == "ja":
        return "ja-mecab" if find_spec("MeCab") and find_spec("ipadic") else "char"
    return default
