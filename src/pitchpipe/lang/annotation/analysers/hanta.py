"""HanTa, the Hanover Tagger: German, English and Dutch (Wartena 2019).

Its models come with the package. German tags are STTS, English ones C5, Dutch ones CGN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from pitchpipe.lang.annotation.analysers.base import Lines, Tags, is_punctuation, package_version
from pitchpipe.lang.annotation.analysers.clitics import pieces
from pitchpipe.lang.annotation.tagsets import C5, STTS, cgn_upos
from pitchpipe.pickling import WithoutCaches, cached_property

MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}
_TAGSETS = {"de": "stts", "en": "c5", "nl": "cgn"}

#: HanTa's time grows with the square of a word's length; of longer ones it sees the end.
_LONGEST = 100
#: HanTa gives up below a probability of exp(-1e6), which some 80,000 words come to. A line with more than
#: this, far more than a sentence has, is cut into pieces.
_LONGEST_SENTENCE = 2000
#: Words whose analyses are remembered.
_REMEMBERED = 1 << 16
_SYMBOLS = frozenset("%$€£¥§©®°+=<>&@#*~^|")
_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_DUTCH_AUXILIARIES = frozenset(
    ("hebben", "zijn", "worden", "zullen", "kunnen", "moeten", "mogen", "willen", "gaan")
)


class HanTa(WithoutCaches):
    """HanTa for one of its languages."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.tagset = _TAGSETS[language]

    @property
    def tool(self) -> str:
        return f"{package_version('HanTa')}-{self.language}"

    @cached_property
    def _tagger(self) -> Any:
        from HanTa.HanoverTagger import HanoverTagger

        tagger = HanoverTagger(MODELS[self.language])
        # The same words come again and again; their analyses depend on nothing else.
        for name in ("analyze_forward", "analyze_viterbi"):
            setattr(tagger, name, lru_cache(_REMEMBERED)(getattr(tagger, name)))
        return tagger

    def analyse(self, lines: Lines) -> Tags:
        found = Tags([], [], [])
        for words in lines:
            heads, lemmas, tags = self._tagged(words)
            found.lemmas.extend(lemmas)
            found.upos.extend(_UPOS[self.language](heads, lemmas, tags))
            found.xpos.extend(tags)
        return found

    def lemmas(self, words: Sequence[str], upos: Sequence[str]) -> list[str]:
        """The lemmas of a sentence; HanTa goes by its own tags."""
        return self._tagged(words)[1]

    def _tagged(self, words: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
        """Words without clitics, their lemmas and tags."""
        given, starts = pieces(words, self.language)
        short = [piece[-_LONGEST:] for piece in given]
        tagged = [
            word
            for start in range(0, len(short), _LONGEST_SENTENCE)
            for word in self._tagger.tag_sent(short[start : start + _LONGEST_SENTENCE])
        ]
        heads = [tagged[start] for start in starts]
        lemmas = [
            given[start] if len(given[start]) > _LONGEST or not lemma else str(lemma)
            for start, (_, lemma, _) in zip(starts, heads, strict=True)
        ]
        return [form for form, _, _ in heads], lemmas, [self._tag(tag) for _, _, tag in heads]

    def _tag(self, tag: str) -> str:
        """HanTa writes STTS's ``VAFIN`` as ``VA(FIN)``, and knows two kinds more of ``NN``."""
        if self.language != "de":
            return tag
        plain = tag.replace("(", "", tag[-1:] == ")").rstrip(")") if tag[:1] != "$" else tag
        return "NN" if plain in {"NNA", "NNI"} else plain


def _shared(words: Sequence[str], tags: Sequence[str], upos: Callable[[str], str]) -> list[str]:
    """Tags as parts of speech; signs that a model has never seen are told by what they look like."""
    return [
        ("SYM" if word in _SYMBOLS else "PUNCT") if is_punctuation(word) else upos(tag)
        for word, tag in zip(words, tags, strict=True)
    ]


def _german(words: Sequence[str], lemmas: Sequence[str], tags: Sequence[str]) -> list[str]:
    return _shared(words, tags, lambda tag: STTS.get(tag, "X"))


def _dutch(words: Sequence[str], lemmas: Sequence[str], tags: Sequence[str]) -> list[str]:
    found = _shared(words, tags, cgn_upos)
    return [
        "AUX" if tag == "VERB" and lemma in _DUTCH_AUXILIARIES else tag
        for tag, lemma in zip(found, lemmas, strict=True)
    ]


def _english(words: Sequence[str], lemmas: Sequence[str], tags: Sequence[str]) -> list[str]:
    """C5 has no auxiliaries apart from *be* and the modals, and one tag for *this* with a noun and alone."""
    found = _shared(words, tags, lambda tag: C5.get(tag, "X"))
    for i, tag in enumerate(tags):
        after = found[i + 1] if i + 1 < len(found) else ""
        if tag[:2] in {"VH", "VD"} and _helps(i, tags):
            found[i] = "AUX"
        elif tag in {"DT0", "DTQ"} and after not in _NOMINAL:
            found[i] = "PRON"
    return found


def _helps(i: int, tags: Sequence[str]) -> bool:
    """Whether *have* is followed by a participle, or *do* by an infinitive, past adverbs and pronouns."""
    wanted = "N" if tags[i][1] == "H" else "IB"
    for tag in tags[i + 1 : i + 5]:
        if tag[0] == "V" and tag[:2] != "VM":
            return tag[2] in wanted
        if tag[:2] not in {"AV", "XX", "PN", "AT", "NN", "NP", "DT", "DP"}:
            return False
    return False


_UPOS: dict[str, Callable[[Sequence[str], Sequence[str], Sequence[str]], list[str]]] = {
    "de": _german,
    "en": _english,
    "nl": _dutch,
}
