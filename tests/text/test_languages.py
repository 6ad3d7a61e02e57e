"""One table of languages."""

from __future__ import annotations

import pytest

from pitchpipe.agreement.readers.languages import pair_code
from pitchpipe.errors import ParameterError
from pitchpipe.text import languages, scripts
from pitchpipe.text.languages import LANGUAGES, word_tokenizer
from pitchpipe.text.scripts import (
    are_separated,
    language_by_letters,
    language_by_script,
    script_of,
    told_language,
)
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
    ("written", "code"),
    [
        ("EN", "en"),
        ("eng", "en"),
        ("en_US", "en"),
        (" de-AT", "de"),
        ("fil", "tl"),
        ("xx", "xx"),
        ("XYZ", "xyz"),
    ],
)
def test_one_code_for_a_language(written: str, code: str) -> None:
    assert languages.code(written) == code


@pytest.mark.parametrize("written", ["", "e", "engl", "English", "d1", "дe", "-en"])
def test_what_is_no_code(written: str) -> None:
    with pytest.raises(
        ParameterError, match=rf"^'{written}' is not the code of a language: give two letters"
    ):
        languages.code(written)


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
        ("Klingon", "今天天气很好", "zh"),
    ],
)
def test_source_tokenizers(language: str | None, line: str, tokenizer: str) -> None:
    assert source_tokenizer([line], language, "13a") == tokenizer
    assert source_tokenizer([line], language, "none") == "none"


def test_scripts() -> None:
    assert language_by_script([]) is language_by_letters([]) is None
    assert language_by_script(["Ein Satz mit 一 Zeichen"]) is None


@pytest.mark.parametrize(
    ("lines", "language"),
    [
        (["猫です。"], "ja"),
        (["漢字"], "zh"),
        # Kana in a tenth of the letters is Japanese, in fewer it is Chinese that quotes some.
        (["漢" * 9 + "の"], "ja"),
        (["漢" * 10 + "の"], "zh"),
        (["ｶﾀｶﾅ"], "ja"),
        (["한국어 문장"], "ko"),
        (["ภาษาไทย"], "th"),
        (["ພາສາລາວ"], "lo"),
        (["ភាសាខ្មែរ"], "km"),
        (["မြန်မာဘာသာ"], "my"),
        (["Ein Satz mit 一 Zeichen"], None),
        (["ein", "Satz", "東京"], None),
        (["Предложение"], None),
        (["123 … !"], None),
        (["\ud800"], None),
        # All lines together, not the first ones.
        (["OK"] * 300 + ["今天天气很好" * 200], "zh"),
    ],
)
def test_languages_by_script(lines: list[str], language: str | None) -> None:
    assert language_by_script(lines) == language_by_letters(lines) == language
    assert told_language(None, lines) == language
    assert told_language("de", lines) == "de"
    assert told_language("xx", lines) == language


def test_scripts_of_characters() -> None:
    assert [script_of(c) for c in "aßЖαا한々ーｱＡ1 \ud800"] == [
        *("latin", "latin", "cyrillic", "greek", "arabic", "hangul", "han", "kana", "kana", "latin"),
        *(None, None, None),
    ]


def test_separated_words() -> None:
    assert are_separated(["今天 下雨 。"])
    assert not are_separated(["今天下雨。", "好"])
    assert not are_separated(["今天下雨今天下雨今天下雨 今天下雨今天下雨"])
    assert not are_separated([])


def test_word_tokenizers() -> None:
    found = {
        code: word_tokenizer(code) for code in ("zh-TW", "jpn", "ko", "th", "lo", "km", "my", "de", "xx")
    }
    assert found == {
        **{"zh-TW": "zh", "jpn": "ja-mecab", "ko": "ko-mecab"},
        **{"th": "char", "lo": "char", "km": "char", "my": "char", "de": "13a", "xx": "13a"},
    }
    assert word_tokenizer(None) == "13a"
    assert [languages.tokenizer(code) for code in ("xx", "de", "zh")] == ["intl", "intl", "zh"]


@pytest.mark.parametrize(
    ("lines", "tokenizer"),
    [(["Ein Satz."], "13a"), (["今天天气很好"], "zh"), (["猫です。"], "ja-mecab"), (["ภาษาไทย"], "char")],
)
def test_the_source_has_a_tokenizer_of_its_own(lines: list[str], tokenizer: str) -> None:
    assert source_tokenizer(lines, None, "auto") == tokenizer


def test_letters_are_counted_over_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["ab é", "語a", "ж1", "", "語字 b", "a"]
    whole = scripts.letters_by_script(lines)
    assert {script: found.total for script, found in whole.items()} == {"latin": 6, "han": 3, "cyrillic": 1}
    assert {script: set(found.different) for script, found in whole.items()} == {
        "latin": set("abé"),
        "han": set("語字"),
        "cyrillic": {"ж"},
    }
    for block in (1, 2, 3):
        monkeypatch.setattr(scripts, "_BLOCK", block)
        assert scripts.letters_by_script(lines) == whole
