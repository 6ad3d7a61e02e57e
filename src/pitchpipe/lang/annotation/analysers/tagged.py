"""Parts of speech by a trained tagger, lemmas by HanTa, pymorphy3 or simplemma."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.lang.annotation.analysers.base import (
    Lemmatiser,
    Lines,
    Tags,
    installed,
    is_punctuation,
    package_version,
)
from pitchpipe.lang.annotation.analysers.hanta import MODELS, HanTa
from pitchpipe.lang.annotation.analysers.pymorphy import PyMorphy
from pitchpipe.lang.annotation.tagger import Tagger

#: Languages of simplemma 1.1 and later, where its codes are ours.
SIMPLEMMA = frozenset((
    "ar", "ast", "bg", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "fa", "fi", "fr",
    "ga", "gd", "gl", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ka", "la", "lb", "lt", "lv",
    "mk", "ml", "ms", "nb", "nl", "nn", "pl", "pt", "ro", "ru", "se", "sk", "sl", "sq", "sr", "sv",
    "sw", "tl", "tr", "uk",
))  # fmt: skip
_SERBO_CROATIAN = {"hr": "hbs", "sr": "hbs"}


class Simplemma:
    """Lemmas from simplemma's word lists (Barbaresi); what these do not know stays as it is."""

    def __init__(self, language: str) -> None:
        self._language = _SERBO_CROATIAN.get(language, language)

    @property
    def tool(self) -> str:
        return package_version("simplemma")

    def lemmas(self, words: Sequence[str], upos: Sequence[str]) -> list[str]:
        from simplemma import lemmatize

        return [word if is_punctuation(word) else str(lemmatize(word, self._language)) for word in words]


class Tagged:
    """A trained tagger with a lemmatiser."""

    def __init__(self, tagger: Tagger, lemmatiser: Lemmatiser) -> None:
        self._tagger = tagger
        self._lemmatiser = lemmatiser
        self.tagset = tagger.description.tagset

    @property
    def tool(self) -> str:
        described = self._tagger.description
        return f"tagger-{described.language}-{described.digest[:8]}+{self._lemmatiser.tool}"

    def analyse(self, lines: Lines) -> Tags:
        found = Tags([], [], [])
        for words in lines:
            upos = self._tagger.tag(words)
            found.lemmas.extend(self._lemmatiser.lemmas(words, upos))
            found.upos.extend(upos)
        found.xpos.extend(found.upos)
        return found


def lemmatiser_module(language: str) -> str | None:
    """The module that lemmatises a language, whether or not it is installed."""
    if language in MODELS:
        return "HanTa"
    if language == "ru":
        return "pymorphy3"
    return "simplemma" if language in SIMPLEMMA else None


def lemmatiser(language: str) -> Lemmatiser | None:
    """The lemmatiser of a language, where it is installed."""
    module = lemmatiser_module(language)
    if module is None or not installed(module):
        return None
    if module == "HanTa":
        return HanTa(language)
    return PyMorphy() if module == "pymorphy3" else Simplemma(language)
