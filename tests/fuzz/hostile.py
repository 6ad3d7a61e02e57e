"""Texts, numbers and values that nobody expects."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

#: Numbers as they are written in files and on command lines.
NUMBERS = (
    "0", "-0", "1", "-1", "2", "3", "0.5", "1e-320", "1e308", "-1e308", "1e999", "nan", "NaN", "inf",
    "-inf",
    "+Inf", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807",
    "18446744073709551616",
    "9" * 40, "1" + "0" * 400, "0x10", "1_000", "１２", "1,5", "1.", ".5", "--1", "", " 1", "1e", "None",
)  # fmt: skip
#: Pieces of files.
PIECES = tuple(
    piece.encode("utf-8", "surrogatepass")
    for piece in (
        "|||",
        " ||| ",
        "&amp;",
        "&#0;",
        "&#x110000;",
        "&lt;",
        "]]>",
        "<!--",
        "<?xml",
        "<seg>",
        "</doc>",
        "\\",
        '\\"',
        "\\ud800",
        "{}",
        "[]",
        "null",
        "true",
        '{"a":',
        "((('",
        "0-0",
        "-1-0",
        "999999-0",
        "# text =",
        "_",
        "\ufeff",
        "\u2028",
        "\u0085",
        "\x0b",
        "\x1c",
        "e\u0301",
        "\U0001f469\u200d\U0001f469",
        "[[[[[[[[",
        "((((((((",
        "*EPS*",
        "<eps>",
        "<s>",
        "</s>",
        "<unk>",
        "\\data\\",
        "\\1-grams:",
        "\\end\\",
        "%s",
        "{0}",
        "$(x)",
        "../",
        "\0\0\0\0",
    )
)
_WORDS = (
    "the", "The", "a", "cat", "cats", "sat", "on", "mat", ".", ",", "!", "?", "...", "Straße", "naïve",
    "don't", "U.S.",
    "1,000.5", "$5", "x" * 300, "-", "--", "@-@", "&quot;", "<a>", "||", "|||", "\\", "/", "'", '"', "_",
    "#", "%",
    "e\u0301", "\u0301", "\u0301" * 40, "שלום", "مرحبا", "\u202eabc\u202c", "\u200f", "你好", "世界",
    "日本語", "한국어", "ไทย",
    "\U0001f600", "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "\ufe0f",
    "\u200b", "\u00ad", "\ufeff",
    "\u00a0", "\u3000", "\u2028", "\u0085", "\x00", "\x01", "\x1b[31m", "\x7f", "\ufffd", "\uffff", "İ",
    "ı", "ß", "ẞ", "ǆ", "ﬁ",
    "𝔘𝔫𝔦", "𐍈", "Å", "\u1100\u1161", "①", "½", "٣", "०", "-1", "1e5", "NaN", "None", "EVAL",
    "SCORE", "0 ||| a",
)  # fmt: skip
_SEPARATORS = (" ", " ", " ", " ", "", "  ", "\t", "\u00a0", "\u3000", "\r", "\x0b", "\x0c", "\u2028")
#: Characters of a line, at most: some tokenizers of others need the square of it.
LONGEST = 10_000
_SURROGATES = ("\ud800", "\udfff", "\udc80", "a\ud83d", "\ude00b")


def text(rng: random.Random, *, surrogates: bool = False, newlines: bool = False) -> str:
    """A hostile line; with lone surrogates and line ends where a caller can pass them."""
    kind = rng.random()
    if kind < 0.05:
        return ""
    if kind < 0.1:
        return rng.choice(_SEPARATORS) * rng.randrange(1, 20)
    if kind < 0.15:
        return (rng.choice(_WORDS) * rng.choice((2, 7, 100, 400)))[:LONGEST]
    if kind < 0.2:
        return " ".join([rng.choice(_WORDS)] * rng.choice((2, 7, 50, 200)))[:LONGEST]
    if kind < 0.25:
        return "".join(chr(_code(rng)) for _ in range(rng.randrange(1, 60)))
    if kind < 0.27:
        return " ".join(rng.choices(_WORDS[:30], k=rng.choice((100, 400))))
    words = rng.choices(_WORDS, k=min(int(rng.expovariate(0.15)) + 1, 60))
    if surrogates and rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), rng.choice(_SURROGATES))
    if newlines and rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), rng.choice(("\n", "\r\n", "\n\n", "\r")))
    separator = rng.choice(_SEPARATORS) if rng.random() < 0.2 else " "
    return separator.join(words)


def _code(rng: random.Random) -> int:
    code = rng.choice((rng.randrange(0x80), rng.randrange(0x3000), rng.randrange(0x110000)))
    # Lone surrogates are tried on purpose elsewhere.
    return code if not 0xD800 <= code < 0xE000 else 0x4E00


def number(rng: random.Random) -> float:
    """A number of any size."""
    return rng.choice(_NUMBERS)(rng)


_NUMBERS: tuple[Callable[[random.Random], float], ...] = (
    lambda rng: rng.choice((0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 4.0, 100.0)),
    lambda rng: rng.uniform(-2, 2),
    lambda rng: float(rng.randrange(-10, 200)),
    lambda rng: 10.0 ** rng.randrange(-330, 308),
    lambda rng: rng.choice(
        (5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 1e-17, 1 - 1e-16, 2**53 + 1.0)
    ),
    lambda rng: rng.choice((float("nan"), float("inf"), float("-inf"))),
)


def value(rng: random.Random) -> Any:
    """Any value at all, of any type that JSON has."""
    return rng.choice(_VALUES)(rng)


_VALUES: tuple[Callable[[random.Random], Any], ...] = (
    number,
    lambda rng: rng.randrange(-5, 40),
    lambda rng: rng.choice((2**31, 2**32, 2**63, 2**64, -(2**63), 10**40, 33, 1000, 65536)),
    lambda rng: rng.choice((True, False, None)),
    lambda rng: rng.choice(NUMBERS),
    lambda rng: text(rng, surrogates=True, newlines=True)[:200],
    lambda rng: [number(rng) for _ in range(rng.randrange(6))],
    lambda rng: rng.choice(([], {}, [[]], ["a"], {"a": 1}, [None])),
)
