"""HanTa, the Hanover Tagger: German, English and Dutch (Wartena 2019).

Its models come with the package. German tags are STTS, English ones C5, Dutch ones CGN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from pitchpipe.lang.annotation.analysers.base import Lines, Tags, is_punctuation, package_version
from pitchpipe.lang.annotation.analysers.clitics import pieces
from pitchpipe.lang.annotation.analysers.hanta_decoding import VERSIONS, Decoder, Tagged
from pitchpipe.lang.annotation.tagsets import C5, STTS, cgn_upos
from pitchpipe.pickling import WithoutCaches, cached_property

MODELS = {"de": "morphmodel_ger.pgz", "en": "morphmodel_en.pgz", "nl": "morphmodel_dutch.pgz"}
_TAGSETS = {"de": "stts", "en": "c5", "nl": "cgn"}

#: HanTa's time grows with the square of a word's length; of longer ones it sees the end.
_LONGEST = 100
#: HanTa gives up below a probability of exp(-1e6), which some 80,000 words come to. A line with more than
#: this, far more than a sentence has, is cut into pieces.
_LONGEST_SENTENCE = 2000
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

        return HanoverTagger(MODELS[self.language])

    @cached_property
    def _tag_all(self) -> Callable[[Sequence[list[str]]], list[list[Tagged]]]:
        """Words with lemmas and tags, of sentences of a bearable length."""
        tagger = self._tagger
        if package_version("HanTa").startswith(f"hanta-{VERSIONS}"):
            return Decoder(tagger).tag
        return lambda sentences: [tagger.tag_sent(sentence) for sentence in sentences]

    def analyse(self, lines: Lines) -> Tags:
        found = Tags([], [], [])
        for heads, lemmas, tags in self._tagged(lines):
            found.lemmas.extend(lemmas)
            found.upos.extend(_UPOS[self.language](heads, lemmas, tags))
            found.xpos.extend(tags)
        return found

    def lemmas(self, words: Sequence[str], upos: Sequence[str]) -> list[str]:
        """The lemmas of a sentence; HanTa goes by its own tags."""
        ((_, lemmas, _),) = self._tagged([words])
        return lemmas

    def _tagged(self, lines: Lines) -> Iterator[tuple[list[str], list[str], list[str]]]:
        """Of every line, words without clitics, their lemmas and tags."""
        given = [pieces(words, self.language) for words in lines]
        sentences = [
            [piece[-_LONGEST:] for piece in line[start : start + _LONGEST_SENTENCE]]
            for line, _ in given
            for start in range(0, len(line), _LONGEST_SENTENCE)
        ]
        tagged = chain.from_iterable(self._tag_all(sentences))
        for line, starts in given:
            words = list(islice(tagged, len(line)))
            heads = [words[start] for start in starts]
            lemmas = [
                line[start] if len(line[start]) > _LONGEST or not lemma else str(lemma)
                for start, (_, lemma, _) in zip(starts, heads, strict=True)
            ]
            yield [form for form, _, _ in heads], lemmas, [self._tag(tag) for _, _, tag in heads]

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
