"""How source text is tokenised unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.text import languages
from pitchpipe.text.mecab import MECAB, is_installed
from pitchpipe.text.scripts import told_language
from pitchpipe.text.tokenizers import AUTO


def source_tokenizer(lines: Sequence[str], language: str | None, tokenize: str) -> str:
    """``zh`` for Chinese, MeCab or characters for Japanese, else what the target side uses.

    The language is told by its code where that is known, and by its script otherwise. Where the target's
    tokenizer is the one of its language (``auto``), so is the source's.
    """
    if tokenize == "none":
        return tokenize
    told = told_language(language, lines)
    if tokenize != AUTO and told not in {"zh", "ja"}:
        return tokenize
    return _installed(languages.word_tokenizer(told))


def _installed(tokenizer: str) -> str:
    """Characters where MeCab is not: nobody reads how the source was split."""
    return tokenizer if tokenizer not in MECAB or is_installed(tokenizer) else "char"
