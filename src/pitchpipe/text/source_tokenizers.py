"""How source text is tokenised unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

#: Lines that are looked at to tell the script.
_SAMPLE = 200


def source_tokenizer(lines: Sequence[str], language: str | None, default: str) -> str:
    """``zh`` for Chinese, MeCab or characters for Japanese, else what the target side uses.

    The language is told by its code where that is known, and by its script otherwise: kana are
    Japanese, mostly Han characters Chinese.
    """
    code = (language or _by_script(lines)).lower().replace("_", "-").partition("-")[0]
    if default == "none":
        return "none"
    if code in {"zh", "zho", "cmn", "yue"}:
        return "zh"
    if code in {"ja", "jpn"}:
        return "ja-mecab" if find_spec("MeCab") and find_spec("ipadic") else "char"
    return default


def _by_script(lines: Sequence[str]) -> str:
    text = "".join(lines[:_SAMPLE])
    kana = sum("\u3040" <= c <= "\u30ff" for c in text)
    han = sum("\u4e00" <= c <= "\u9fff" for c in text)
    letters = sum(c.isalpha() for c in text)
    if kana > 0.1 * letters:
        return "ja"
    return "zh" if han > 0.3 * letters else ""
