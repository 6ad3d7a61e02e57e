"""Signatures: sacreBLEU's fields, and the metric made again from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, TER, ChrF, Ensemble, External, Metric, from_signature, get
from pitchpipe.metrics.lookup import shortened
from pitchpipe.metrics.registry import find, names
from pitchpipe.metrics.signatures import signature
from pitchpipe.text.tokenizer_versions import versions
from tests.sacre import SacreBLEU, SacreCHRF, SacreTER

VERSION = f"pitchpipe-{pp.__version__}"


def fields(text: str) -> dict[str, str]:
    return {key: value for key, _, value in (field.partition(":") for field in text.split("|"))}


@pytest.mark.parametrize(
    ("metric", "long", "short"),
    [
        (
            BLEU(tokenize="13a"),
            "bleu|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:",
            "bleu|#:1|c:mixed|e:no|tok:13a|s:exp|v:",
        ),
        (
            BLEU(
                lowercase=True,
                tokenize="13a",
                smooth="floor",
                smooth_value=0.5,
                max_order=2,
                reflen="shortest",
            ),
            "bleu|nrefs:1|case:lc|eff:no|tok:13a|smooth:floor|value:0.5|order:2|reflen:shortest|version:",
            "bleu|#:1|c:lc|e:no|tok:13a|s:floor|value:0.5|order:2|reflen:shortest|v:",
        ),
        (
            ChrF(word_order=2),
            "chrf|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:",
            "chrf|#:1|c:mixed|e:yes|nc:6|nw:2|s:no|v:",
        ),
        (
            TER(no_punct=True),
            "ter|nrefs:1|case:lc|norm:no|punct:no|asian:no|version:",
            "ter|#:1|c:lc|nr:no|pn:no|as:no|v:",
        ),
        (
            get("0.7*bleu+0.3*ter"),
            'ensemble|nrefs:1|mix:"0.7*bleu+0.3*ter"|version:',
            'ensemble|#:1|mix:"0.7*bleu+0.3*ter"|v:',
        ),
    ],
)
def test_written(metric: Metric, long: str, short: str) -> None:
    assert signature(metric, nrefs="1") == long + VERSION
    assert signature(metric, nrefs="1", short=True) == short + VERSION


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (BLEU(), SacreBLEU()),
        (BLEU(lowercase=True, tokenize="intl"), SacreBLEU(lowercase=True, tokenize="intl")),
        (BLEU(effective_order=True, smooth="none"), SacreBLEU(effective_order=True, smooth_method="none")),
        (ChrF(), SacreCHRF()),
        (
            ChrF(word_order=2, whitespace=True, lowercase=True, eps_smoothing=True),
            SacreCHRF(word_order=2, whitespace=True, lowercase=True, eps_smoothing=True),
        ),
        (TER(), SacreTER()),
        (TER(normalized=True, lowercase=False), SacreTER(normalized=True, case_sensitive=True)),
    ],
)
@pytest.mark.parametrize("references", [1, 2])
def test_fields_are_sacrebleus(ours: Metric, theirs: Any, references: int) -> None:
    streams = [["a b c d e"]] * references
    theirs.corpus_score(["a b c d"], streams)
    score = ours.corpus_score(["a b c d"], streams)
    for short, written in ((False, score.signature), (True, score.short_signature)):
        expected = fields(theirs.get_signature().format(short=short))
        found = fields(written)
        for left_out in ("version", "v", *({"tok", "t"} if isinstance(ours, TER) else ())):
            expected.pop(left_out, None)
        assert {key: found.get(key) for key in expected} == expected


def test_references_are_counted() -> None:
    metric = BLEU()
    assert "nrefs" not in metric.signature
    assert "|nrefs:1|" in metric.corpus_score(["a"], [["a"]]).signature
    assert "|nrefs:2|" in metric.sentence_score("a", ["a", "b"]).signature
    some = [["a", "b", "c"], ["d", None, "e"]]
    assert "|nrefs:var|" in metric.corpus_score(["a", "b", "c"], some).signature


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bleu", BLEU()),
        ("bleu|nrefs:var|version:9.9.9", BLEU()),
        ("bleu|case:lc|eff:never", BLEU(lowercase=True, effective_order=False)),
        ("chrf|nw:2|version:0", ChrF(word_order=2)),
    ],
)
def test_read(text: str, expected: Metric) -> None:
    assert from_signature(text) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "metric"),
        ("|", "metric"),
        ("nonesuch|nrefs:1", "unknown metric 'nonesuch'"),
        ("bleu|nonesuch:1", "bleu has no field 'nonesuch'"),
        ("bleu|c:lc", "bleu has no field 'c'"),
        ("bleu|case:perhaps", "must be true or false"),
        ("bleu|order:0", "max_order"),
        ("ensemble|version:0", "mix"),
        ("case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0", "begin with the metric"),
    ],
)
def test_refused(text: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        from_signature(text)


@given(st.text(min_size=1).filter(lambda name: name != "-"))
def test_any_file_name(name: str) -> None:
    metric = External(file=name, lower=True, scale=1.0)
    mixture = Ensemble(metrics=(metric, BLEU()), weights=(0.5, 0.5))
    for original in (metric, mixture):
        assert from_signature(original.signature) == original


# -- short keys, and who split the words -----------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in names() if not find(name).cls.needs & {"file", "program"}])
def test_shortened_is_the_short_signature(name: str) -> None:
    metric = get(name)
    for nrefs, align in (("2", "abc"), (None, None)):
        long = signature(metric, nrefs=nrefs, align=align)
        assert shortened(long) == signature(metric, nrefs=nrefs, align=align, short=True)
        assert shortened(shortened(long)) == shortened(long)


def test_shortened_leaves_other_texts() -> None:
    mixture = get("0.5*bleu:tokenize=intl+0.5*chrf").signature
    assert shortened(mixture) == mixture.replace("version:", "v:")
    for text in ("two-sided test: paired bootstrap", "bleu:tokenize=intl", "a|b"):
        assert shortened(text) == text


@pytest.mark.parametrize("tokenizer", ["ja-mecab", "ko-mecab", "spm:some.model", "flores200"])
def test_outside_tokenizers_are_named_with_their_version(tokenizer: str) -> None:
    metric = get("bleu", tokenize=tokenizer)
    ((package, version),) = versions(tokenizer).items()
    assert f"|{package}:{version}|version:" in metric.signature
    assert from_signature(metric.signature) == metric
    assert f"|{package}:{version}|" in Ensemble(metrics=(metric,), weights=(1.0,)).signature
    assert versions("13a") == versions(str.split) == {}
