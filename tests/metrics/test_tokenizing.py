"""``tokenize=auto``: fixed once by language or script, named in signatures, warned of where it cannot fit."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from typing import Any

import pytest

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.choosing import mbr
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeWarning
from pitchpipe.measuring.scoring import score
from pitchpipe.metrics import from_signature, get
from pitchpipe.metrics.statistics import Statistics, merge
from pitchpipe.metrics.tokenizing import warn_of_script
from pitchpipe.text import tokenizers
from pitchpipe.text.testset import TestSet

JAPANESE = ["猫はマットの上に座っていた。", "今日は雨が降っています。"]
CHINESE = ["猫坐在垫子上。", "今天下雨。"]
KOREAN = ["고양이가 매트 위에 앉았다.", "오늘은 비가 온다."]
THAI = ["แมวนั่งบนเสื่อ", "วันนี้ฝนตก"]
ENGLISH = ["The cat sat on the mat.", "It is raining today."]
#: Every metric of words, in a form that needs nothing else.
METRICS = (
    "bleu",
    "bleu-sbp",
    "wrr",
    "4-grr",
    "qmean",
    "nlepor",
    "hlepor",
    "meteor:modules=exact",
    "wer",
    "per",
    "cder",
    "nist",
    "gtm",
    "ribes",
    "length-ratio",
)


def batch(lines: Sequence[str], language: str | None = None, **more: Any) -> Batch:
    return Batch.from_streams(
        list(lines), [list(lines)], resources=Resources(target_language=language), **more
    )


@pytest.mark.parametrize("spec", METRICS)
@pytest.mark.parametrize(
    ("lines", "tokenizer"),
    [(JAPANESE, "ja-mecab"), (CHINESE, "zh"), (KOREAN, "ko-mecab"), (THAI, "char"), (ENGLISH, "13a")],
)
def test_every_metric_of_words_goes_by_the_script(spec: str, lines: list[str], tokenizer: str) -> None:
    metric = get(spec)
    assert "|tok:auto|" in metric.signature
    assert from_signature(metric.signature) == metric
    prepared = metric.prepare(batch(lines))
    assert prepared.tokenize == tokenizer  # type: ignore[attr-defined]
    named = metric.replace(tokenize=tokenizer)
    assert metric.corpus_score(lines[::-1], [lines]).score == named.corpus_score(lines[::-1], [lines]).score
    assert f"|tok:{tokenizer}|" in metric.corpus_score(lines, [lines]).signature


def test_the_language_given_comes_before_the_script() -> None:
    assert get("bleu").prepare(batch(ENGLISH, "ja")).tokenize == "ja-mecab"  # type: ignore[attr-defined]
    assert get("bleu").prepare(batch(JAPANESE, "zh-Hant")).tokenize == "zh"  # type: ignore[attr-defined]
    # A code that nobody knows says nothing.
    assert get("bleu").prepare(batch(JAPANESE, "xx")).tokenize == "ja-mecab"  # type: ignore[attr-defined]


def test_all_references_decide_and_no_single_segment() -> None:
    mixed = [*JAPANESE * 3, "Pitchpipe"]
    metric = get("bleu").prepare(batch(mixed))
    assert metric.tokenize == "ja-mecab"  # type: ignore[attr-defined]
    segments = get("bleu").segment_scores(mixed, [mixed])
    assert segments.tolist() == get("bleu:tokenize=ja-mecab").segment_scores(mixed, [mixed]).tolist()


def test_a_named_tokenizer_stays() -> None:
    assert get("bleu:tokenize=char").prepare(batch(JAPANESE)) == get("bleu:tokenize=char")
    with pytest.raises(ParameterError, match="unknown tokenizer 'automatic'"):
        get("bleu:tokenize=automatic")


def test_mixtures_and_lexical_parts() -> None:
    mixture = get("0.5*bleu+0.5*wer:tokenize=char").prepare(batch(CHINESE))
    assert mixture.spec == "0.5*bleu:tokenize=zh+0.5*wer:tokenize=char"
    part = get("lrscore:lexical=wer,alpha=0.5").with_tokenizer("zh")
    assert part.spec == 'lrscore:tokenize=zh,lexical="wer:tokenize=zh",alpha=0.5'


def test_word_order_has_a_tokenizer_for_each_side() -> None:
    prepared = get("v").prepare(batch(JAPANESE, sources=ENGLISH))
    assert (prepared.tokenize, prepared.source_tokenize) == ("ja-mecab", "13a")  # type: ignore[attr-defined]
    prepared = get("v").prepare(batch(ENGLISH, sources=CHINESE))
    assert (prepared.tokenize, prepared.source_tokenize) == ("13a", "zh")  # type: ignore[attr-defined]
    linked = get("v").for_given_links()
    assert (linked.tokenize, linked.source_tokenize) == ("none", "none")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "call",
    [
        lambda metric, language: (
            metric.sentence_score(JAPANESE[0], [JAPANESE[0]], language=language).signature
        ),
        lambda metric, language: (
            metric.stream(language=language).update(JAPANESE, [JAPANESE]).compute().signature
        ),
        lambda metric, language: Statistics.of(metric, batch(JAPANESE, language)).score().signature,
        lambda metric, language: mbr([JAPANESE], metric, language=language).signature,
    ],
    ids=["sentence_score", "stream", "statistics", "mbr"],
)
def test_calls_without_a_corpus_go_by_the_language(call: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "|tok:ja-mecab|" in call(get("bleu"), "ja")
    with pytest.warns(PitchpipeWarning, match="bleu:tokenize=13a does not split Japanese into words"):
        assert "|tok:13a|" in call(get("bleu"), None)


def test_a_matrix_goes_by_the_language() -> None:
    with pytest.warns(PitchpipeWarning, match="does not split Japanese"):
        unfit = get("wer").matrix(JAPANESE, JAPANESE)
    assert unfit.tolist() == get("wer:tokenize=13a").matrix(JAPANESE, JAPANESE).tolist()
    fit = get("wer").matrix(JAPANESE, JAPANESE, language="ja")
    assert fit.tolist() == get("wer:tokenize=ja-mecab").matrix(JAPANESE, JAPANESE).tolist()


def test_rows_of_two_tokenizers_do_not_merge() -> None:
    parts = [Statistics.of(get("bleu"), batch(JAPANESE, language)) for language in ("ja", "zh")]
    with pytest.raises(DataError, match=r"do not merge: bleu:tokenize=ja-mecab, bleu:tokenize=zh"):
        merge(parts)


def test_what_is_not_installed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)
    tokenizers._by_name.cache_clear()
    with pytest.raises(MissingError, match=r"pip install 'pitchpipe\[cjk\]', or .*tokenize=char"):
        get("bleu").corpus_score(JAPANESE, [JAPANESE])
    tokenizers._by_name.cache_clear()


@pytest.mark.parametrize(
    ("spec", "lines", "says"),
    [
        (
            "bleu:tokenize=13a",
            JAPANESE,
            "bleu:tokenize=13a does not split Japanese into words: say tokenize=ja-mecab",
        ),
        (
            "wer:tokenize=intl",
            CHINESE,
            "wer:tokenize=intl does not split Chinese into words: say tokenize=zh",
        ),
        ("bleu:tokenize=zh", JAPANESE, "bleu:tokenize=zh does not split Japanese into words"),
        ("bleu:tokenize=none", THAI, "does not split Thai into words: say tokenize=char"),
        ("ter", JAPANESE, "ter does not split Japanese into words: say normalized=true,asian_support=true"),
        ("ter:asian_support=true", CHINESE, "one without the other changes nothing"),
        ("ter:normalized=true,asian_support=true", THAI, "TER has no tokenizer for it"),
        ("0.5*chrf+0.5*bleu:tokenize=13a", CHINESE, "bleu:tokenize=13a does not split Chinese"),
    ],
)
def test_a_script_that_does_not_fit_is_warned_of(spec: str, lines: list[str], says: str) -> None:
    with pytest.warns(PitchpipeWarning) as caught:
        get(spec).corpus_score(lines, [lines])
    (message,) = {str(one.message) for one in caught}
    assert says in message
    # The warning points at whoever called.
    assert {one.filename for one in caught} == {__file__}


@pytest.mark.parametrize(
    ("spec", "lines"),
    [
        ("bleu", JAPANESE),
        ("bleu:tokenize=char", JAPANESE),
        ("chrf", JAPANESE),
        ("ter:normalized=true,asian_support=true", CHINESE),
        ("bleu:tokenize=13a", KOREAN),
        ("bleu:tokenize=13a", ENGLISH),
        ("bleu:tokenize=none", ["猫 は マット の 上 に 座っ て い た 。"]),
        ("bleu:tokenize=none", [""]),
        ("bleu:tokenize=none", ["今天 下雨 。", "好"]),
    ],
)
def test_what_fits_is_not_warned_of(spec: str, lines: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        get(spec).corpus_score(lines, [lines])


def test_a_callable_is_trusted() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_script(get("bleu", tokenize=list), JAPANESE, "ja")


def test_each_metric_of_a_table_is_warned_of_once() -> None:
    test_set = TestSet(references={"ref": list(JAPANESE)}, systems={"a": JAPANESE[::-1], "b": list(JAPANESE)})
    with pytest.warns(PitchpipeWarning) as caught:
        score(test_set, ["bleu", "bleu:tokenize=13a", "wer:tokenize=13a", "ter"])
    said = [str(one.message) for one in caught if "into words" in str(one.message)]
    assert [message.partition(" ")[0] for message in said] == ["bleu:tokenize=13a", "wer:tokenize=13a", "ter"]
