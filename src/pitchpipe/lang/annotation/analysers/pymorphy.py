"""pymorphy3: Russian, from the dictionary of OpenCorpora (Korobov 2015).

It looks at one word at a time; where parts of speech are known already, they choose the reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pitchpipe.lang.annotation.analysers.base import Lines, Tags, is_punctuation, package_version
from pitchpipe.pickling import WithoutCaches, cached_property

_UPOS = {
    "NOUN": "NOUN", "ADJF": "ADJ", "ADJS": "ADJ", "COMP": "ADJ", "VERB": "VERB", "INFN": "VERB",
    "PRTF": "VERB", "PRTS": "VERB", "GRND": "VERB", "NUMR": "NUM", "ADVB": "ADV", "NPRO": "PRON",
    "PRED": "ADV", "PREP": "ADP", "CONJ": "SCONJ", "PRCL": "PART", "INTJ": "INTJ",
}  # fmt: skip
_PROPER = ("Name", "Surn", "Patr", "Geox", "Orgn", "Trad")
_COORDINATING = frozenset(("и", "а", "но", "или", "либо", "да", "ни", "однако", "зато"))
_SYMBOLS = frozenset("%$€£¥§©®°+=<>&@#*~^|№")


class PyMorphy(WithoutCaches):
    """pymorphy3 with its Russian dictionary."""

    tagset = "opencorpora"

    @property
    def tool(self) -> str:
        return package_version("pymorphy3")

    @cached_property
    def _analyser(self) -> Any:
        from pymorphy3 import MorphAnalyzer

        return MorphAnalyzer(lang="ru")

    @cached_property
    def _readings(self) -> Any:
        """Readings of a word, the likeliest first; text repeats its words."""
        return lru_cache(maxsize=100_000)(lambda word: tuple(map(_reading, self._analyser.parse(word))))

    def analyse(self, lines: Lines) -> Tags:
        found = Tags([], [], [])
        for word in (word for words in lines for word in words):
            lemma, upos, xpos = self._readings(word)[0]
            found.lemmas.append(lemma)
            found.upos.append(upos)
            found.xpos.append(xpos)
        return found

    def lemmas(self, words: Sequence[str], upos: Sequence[str]) -> list[str]:
        """The lemmas of a sentence, of the likeliest reading that has the part of speech."""
        return [self._lemma(word, tag) for word, tag in zip(words, upos, strict=True)]

    def _lemma(self, word: str, tag: str) -> str:
        readings = self._readings(word)
        alike = {"PROPN": "NOUN", "AUX": "VERB", "DET": "ADJ", "CCONJ": "SCONJ"}
        fitting = [r for r in readings if r[1] == tag or alike.get(r[1], r[1]) == alike.get(tag, tag)]
        return str((fitting or readings)[0][0])


def _reading(parse: Any) -> tuple[str, str, str]:
    """Lemma, universal part of speech and tag of a reading."""
    tag = parse.tag
    return str(parse.normal_form) or str(parse.word), _upos(parse), str(tag.POS or str(tag).partition(",")[0])


def _upos(parse: Any) -> str:
    tag, word = parse.tag, str(parse.word)
    if is_punctuation(word):
        return "SYM" if word in _SYMBOLS else "PUNCT"
    if "NUMB" in tag or "ROMN" in tag:
        return "NUM"
    if "LATN" in tag:
        return "PROPN" if word[:1].isalpha() else "X"
    if tag.POS is None:
        return "X"
    if parse.normal_form == "быть" and tag.POS in {"VERB", "INFN", "GRND"}:
        return "AUX"
    if tag.POS == "NOUN" and any(mark in tag for mark in _PROPER):
        return "PROPN"
    if tag.POS == "ADJF" and "Apro" in tag:
        return "DET"
    if tag.POS == "CONJ" and parse.normal_form in _COORDINATING:
        return "CCONJ"
    return _UPOS.get(str(tag.POS), "X")
