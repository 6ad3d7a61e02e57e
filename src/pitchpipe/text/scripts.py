"""Scripts: which letters belong to those without spaces, and which one a text is in."""

from __future__ import annotations

from collections.abc import Sequence

#: Ranges of characters, for regular expressions.
KANA = "\u3040-\u30ff"
HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
SOUTH_EAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer

#: Lines that are looked at to tell the script.
_SAMPLE = 200


def language_by_script(lines: Sequence[str]) -> str | None:
    """``ja`` where a tenth of the letters are kana, ``zh`` where three tenths are Han characters."""
    text = "".join(lines[:_SAMPLE])
    kana = sum("\u3040" <= c <= "\u30ff" for c in text)
    han = sum("\u4e00" <= c <= "\u9fff" for c in text)
    letters = sum(c.isalpha() for c in text)
    if kana > 0.1 * letters:
        return "ja"
    return "zh" if han > 0.3 * letters else None
