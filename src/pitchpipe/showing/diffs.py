"""Two translations of one segment: what each says that the other does not."""

from __future__ import annotations

import os
import re
import sys
from difflib import SequenceMatcher

import click

from pitchpipe.text.scripts import HAN, KANA

# Han characters and kana stand for themselves: there are no spaces between their words.
_UNSPACED = KANA + HAN
_WORD = re.compile(f"([{_UNSPACED}]|[^\\s{_UNSPACED}]+)(\\s*)")

#: Above this product of lengths an exact diff of a repetitive text would take seconds.
_EXACT = 4_000_000


def is_colourful() -> bool:
    """Whether standard output shows colours: a terminal, unless NO_COLOR says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def diff(old: str, new: str, *, colour: bool) -> tuple[str, str]:
    """Both texts, with the words marked that only one of them has.

    In colour, words of the old text are red and struck through, those of the new one green; without,
    they stand in brackets.

    >>> diff("the cat sat", "a cat sat down", colour=False)
    ('[-the-] cat sat', '{+a+} cat sat {+down+}')
    """
    olds, news = _WORD.findall(old), _WORD.findall(new)
    matcher = SequenceMatcher(
        None,
        [word for word, _ in olds],
        [word for word, _ in news],
        autojunk=len(olds) * len(news) > _EXACT,
    )
    lines: tuple[list[str], list[str]] = ([], [])
    for step, begin, end, new_begin, new_end in matcher.get_opcodes():
        same = step == "equal"
        lines[0].append(_run(olds[begin:end], "" if same else "-", colour))
        lines[1].append(_run(news[new_begin:new_end], "" if same else "+", colour))
    first, second = ("".join(parts).rstrip() for parts in lines)
    return first, second


def _run(pieces: list[tuple[str, str]], mark: str, colour: bool) -> str:
    """Words that belong together, marked; the blanks after them stay outside of the mark."""
    text = "".join(word + blanks for word, blanks in pieces)
    if not mark or not text:
        return text
    kept = text.rstrip()
    blanks = text[len(kept) :]
    if colour and mark == "-":
        return click.style(kept, fg="red", strikethrough=True) + blanks
    if colour:
        return click.style(kept, fg="green", bold=True) + blanks
    opening, closing = "[]" if mark == "-" else "{}"
    return f"{opening}{mark}{kept}{mark}{closing}{blanks}"
