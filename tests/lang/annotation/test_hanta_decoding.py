"""Many sentences at once by HanTa's model: what HanTa itself says of each."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pitchpipe.lang.annotation.analysers import hanta
from pitchpipe.lang.annotation.analysers.hanta import MODELS, HanTa
from pitchpipe.lang.annotation.analysers.hanta_decoding import Decoder

WORDS = {
    "en": "The the old Old cats cat ran runs running saw that those have been had n't , . ( x1 Zzyzx `` 1,0",
    "de": "Die die alten Alten Katzen sahen laufen gelaufen zu zum Haus Häuser das dass hat , . ( x1 Zzyzx",
    "nl": "De de oude katten kat liep lopen gelopen dat die heeft hadden huis huizen , . ( x1 Zzyzx",
}


@pytest.fixture(params=sorted(WORDS))
def language(request: pytest.FixtureRequest) -> str:
    pytest.importorskip("HanTa")
    return str(request.param)


@pytest.fixture
def tagger(language: str) -> Any:
    from HanTa.HanoverTagger import HanoverTagger

    return HanoverTagger(MODELS[language])


def sentences_of(language: str) -> list[list[str]]:
    """Random sentences, and variants that begin like them or are the same."""
    draw = random.Random(1)
    words = WORDS[language].split()
    made: list[list[str]] = [[]]
    for _ in range(60):
        sentence = draw.choices(words, k=draw.randint(1, 14))
        kept = draw.randint(0, len(sentence))
        made += [sentence, sentence[:kept] + draw.choices(words, k=draw.randint(0, 4)), list(sentence)]
    draw.shuffle(made)
    return made


def test_it_says_what_hanta_says(language: str, tagger: Any) -> None:
    sentences = sentences_of(language)
    assert Decoder(tagger).tag(sentences) == [tagger.tag_sent(sentence) for sentence in sentences]
    assert Decoder(tagger).tag([]) == []


def test_other_sentences_make_no_difference(language: str, tagger: Any) -> None:
    decoder, sentences = Decoder(tagger), sentences_of(language)
    together = decoder.tag(sentences)
    assert [decoder.tag([sentence])[0] for sentence in sentences] == together


def test_a_version_that_is_not_known_is_asked_itself(
    language: str, monkeypatch: pytest.MonkeyPatch, tagger: Any
) -> None:
    lines = sentences_of(language)
    usual = HanTa(language).analyse(lines)

    def never(*_: object) -> Callable[..., Any]:
        raise AssertionError("the model of another version is not ours to decode")

    monkeypatch.setattr(hanta, "VERSIONS", "0.")
    monkeypatch.setattr(hanta, "Decoder", never)
    assert HanTa(language).analyse(lines) == usual
