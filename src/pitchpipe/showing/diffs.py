"""Two translations of one segment: what each says that the other does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import click

from pitchpipe.text.scripts import HAN, KANA

# Han characters and kana stand for themselves: there are no spaces between their words. So do marks at words.
_UNSPACED = KANA + HAN
_MARKS = r".,;:!?" + '"' + r"()\[\]…«»“”„¿¡、。，！？：；"
#: A word and the blanks after it, as a regular expression of Python and of JavaScript.
WORDS = f"([{_UNSPACED}]|[{_MARKS}]|[^\\s{_MARKS}{_UNSPACED}]+)(\\s*)"
_WORD = re.compile(WORDS)
_Pieces = list[tuple[str, str]]

#: Above this product of lengths an exact diff of a repetitive text would take seconds.
_EXACT = 4_000_000
#: Words only the older text has, only the newer one; and those that are wrong, and what they should be.
_STYLES: dict[str, dict[str, Any]] = {
    "-": {"fg": "red", "strikethrough": True},
    "+": {"fg": "green", "bold": True},
    "!": {"fg": "red", "bold": True},
    "?": {"dim": True, "strikethrough": True},
}


def diff(old: str, new: str, *, colour: bool) -> tuple[str, str]:
    """Both texts, with the words marked that only one of them has.

    In colour, words of the old text are red and struck through, those of the new one green; without,
    they stand in brackets.

    >>> diff("the cat sat", "a cat sat down", colour=False)
    ('[-the-] cat sat', '{+a+} cat sat {+down+}')
    """
    olds, news = _pieces(old), _pieces(new)
    lines: tuple[list[str], list[str]] = ([], [])
    for same, before, after in _steps(olds, news):
        lines[0].append(_run(before, "" if same else "-", colour))
        lines[1].append(_run(after, "" if same else "+", colour))
    first, second = ("".join(parts).rstrip() for parts in lines)
    return first, second


def marked(text: str, references: Sequence[str], *, colour: bool) -> str:
    """A text with what is not in the reference, and in its place what is there instead.

    Of several references the nearest counts. In colour, words that the reference lacks are red, and those
    that are missing struck through; without, they stand in brackets.

    >>> marked("a cat sat down", ["the cat sat", "dogs"], colour=False)
    '{+a+} [-the-] cat sat {+down+}'
    """
    words = _pieces(text)
    nearest = max((_pieces(one) for one in references), key=lambda other: _matcher(other, words).ratio())
    wrong, lacking = "!?" if colour else "+-"
    parts = [
        _run(own, "", colour) if same else _spaced((_run(own, wrong, colour), _run(missing, lacking, colour)))
        for same, missing, own in _steps(nearest, words)
    ]
    return "".join(parts).rstrip()


def _spaced(runs: Iterable[str]) -> str:
    """Runs of words that stand in one place, kept apart where the texts have no blank there."""
    shown = ""
    for run in filter(None, runs):
        shown += run if not shown or shown[-1].isspace() else f" {run}"
    return shown


def _pieces(text: str) -> _Pieces:
    """Words, each with the blanks after it."""
    return _WORD.findall(text)


def _matcher(olds: _Pieces, news: _Pieces) -> SequenceMatcher[str]:
    junk = len(olds) * len(news) > _EXACT
    return SequenceMatcher(None, [word for word, _ in olds], [word for word, _ in news], autojunk=junk)


def _steps(olds: _Pieces, news: _Pieces) -> Iterator[tuple[bool, _Pieces, _Pieces]]:
    """Runs of both, and whether they are the same."""
    for step, begin, end, new_begin, new_end in _matcher(olds, news).get_opcodes():
        yield step == "equal", olds[begin:end], news[new_begin:new_end]


def _run(pieces: _Pieces, mark: str, colour: bool) -> str:
    """Words that belong together, marked; the blanks after them stay outside of the mark."""
    text = "".join(word + blanks for word, blanks in pieces)
    if not mark or not text:
        return text
    kept = text.rstrip()
    blanks = text[len(kept) :]
    if colour:
        return click.style(kept, **_STYLES[mark]) + blanks
    opening, closing = "[]" if mark == "-" else "{}"
    return f"{opening}{mark}{kept}{mark}{closing}{blanks}"
