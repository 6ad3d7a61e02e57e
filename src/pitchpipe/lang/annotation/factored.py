"""Factored text as Moses reads it: ``word|lemma|POS`` separated by blanks, a segment per line.

A ``|`` within a factor is written ``&#124;``.
"""

from __future__ import annotations

from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Token
from pitchpipe.lang.annotation.conllu import Segments
from pitchpipe.text.files import StrPath, display_name, read_lines
from pitchpipe.wording import quoted

_FACTORS = 3


def read_factored(path: StrPath) -> Segments:
    """The segments of a factored text; the tags are of whatever tagset the file has.

    Raises
    ------
    DataError
        If a token has not three factors; the message names line and token.
    """
    found = Segments()
    for number, line in enumerate(read_lines(path), 1):
        where = f"{display_name(path)}, line {number}"
        words = [_token(token, f"{where}, token {k}") for k, token in enumerate(line.split(), 1)]
        found.words.append(words)
        found.texts.append(" ".join(word.form for word in words))
    return found


def _token(text: str, where: str) -> Token:
    factors = text.split("|")
    if len(factors) != _FACTORS or not all(factors):
        raise DataError(
            f"{where}: {quoted(text)} is not word|lemma|POS (a | within a factor is written &#124;)"
        )
    form, lemma, tag = (factor.replace("&#124;", "|") for factor in factors)
    return Token(form, lemma, "_", tag)
