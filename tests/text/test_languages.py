"""One table of languages."""

from __future__ import annotations

import pytest

from pitchpipe.agreement.readers.languages import pair_code
from pitchpipe.text import languages
from pitchpipe.text.languages import LANGUAGES
from pitchpipe.text.scripts import language_by_script
from pitchpipe.text.source_tokenizers import source_tokenizer
from pitchpipe.text.tokenizers import check_tokenizer


def test_codes_and_names_are_of_one_language_each() -> None:
    codes = [code for one in LANGUAGES for code in (one.code, *one.others.split())]
    assert len(codes) == len(set(codes))
    assert len({one.name for one in LANGUAGES}) == len(LANGUAGES)
    assert [one.code for one in LANGUAGES] == sorted(one.code for one in LANGUAGES)


@pytest.mark.parametrize("one", LANGUAGES, ids=lambda one: one.code)
def test_a_language_is_found_by_all_its_names(one: languages.Language) -> None:
    for written in (one.code, one.code.upper(), f"{one.code}-XX", one.name, *one.others.split()):
        assert languages.find(written) is one
    assert languages.name(one.code) == one.name
    for tokenizer in filter(None, (one.words, one.analysed_words)):
        check_tokenizer(tokenizer)
    assert one.is_spaced or one.words is not None


@pytest.mark.parametrize("unknown", [None, "", "xx", "Klingon", "e"])
def test_unknown_ones_are_none(unknown: str | None) -> None:
    assert languages.find(unknown) is None


@pytest.mark.parametrize(
    ("source", "target", "pair"),
    [
        ("German", "eng", "de-en"),
        ("cmn", "Chinese", "zh-zh"),
        ("en", "zh-Hans", "en-zh-hans"),
        ("en", "zh-Hant", "en-zh-hant"),
        ("en", "Klingon", "en-klingon"),
    ],
)
def test_pairs_of_judgments(source: str, target: str, pair: str) -> None:
    assert pair_code(source, target) == pair


@pytest.mark.parametrize(
    ("language", "line", "tokenizer"),
    [
        ("chi", "x", "zh"),
        ("zh_TW", "x", "zh"),
        (None, "今天天气很好", "zh"),
        (None, "今日はいい天気です", "ja-mecab"),
        ("de", "今天天气很好", "13a"),
        (None, "a fine day", "13a"),
        ("Klingon", "今天天气很好", "13a"),
    ],
)
def test_source_tokenizers(language: str | None, line: str, tokenizer: str) -> None:
    assert source_tokenizer([line], language, "13a") == tokenizer
    assert source_tokenizer([line], language, "none") == "none"


def test_scripts() -> None:
    assert language_by_script([]) is None
    assert language_by_script(["Ein Satz mit 一 Zeichen"]) is None
