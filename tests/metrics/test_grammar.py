"""The grammar of metrics: what it reads, what it refuses, and that it reads what it writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, TER, WER, ChrF, Ensemble, External, Metric, get
from pitchpipe.metrics.grammar import Spec, Term, parse, quote, unquote


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bleu", BLEU()),
        ("  bleu ", BLEU()),
        ("bleu:lowercase=true", BLEU(lowercase=True)),
        ("bleu:lowercase=YES,smooth=floor", BLEU(lowercase=True, smooth="floor")),
        ("bleu: lowercase = on , max_order = 2", BLEU(lowercase=True, max_order=2)),
        ("bleu:max_order=2.0", BLEU(max_order=2)),
        ("bleu:smooth_value=1e-3", BLEU(smooth_value=0.001)),
        ("bleu:smooth_value=none", BLEU()),
        ("bleu:effective_order=false", BLEU(effective_order=False)),
        ("bleu:tokenize=spm:model", BLEU(tokenize="spm:model")),
        ('bleu:tokenize="spm:a,b=c.model",smooth=none', BLEU(tokenize="spm:a,b=c.model", smooth="none")),
        ("chrf++", ChrF(word_order=2)),
        ("chrf++:word_order=1", ChrF(word_order=1)),
        ("external:scores.txt", External(file="scores.txt")),
        ("external:scores.txt,lower=true", External(file="scores.txt", lower=True)),
        ("external:lower=true,file=scores.txt", External(file="scores.txt", lower=True)),
        ('external:"a,b.txt"', External(file="a,b.txt")),
    ],
)
def test_metrics(text: str, expected: Metric) -> None:
    assert get(text) == expected
    assert get(expected.spec) == expected


@pytest.mark.parametrize(
    ("text", "weights", "metrics"),
    [
        ("0.7*bleu+0.3*ter", (0.7, 0.3), (BLEU(), TER())),
        (" .5 * bleu + 2e0*wer ", (0.5, 2.0), (BLEU(), WER())),
        ("1*bleu", (1.0,), (BLEU(),)),
        ("0.5*chrf+++0.5*bleu", (0.5, 0.5), (ChrF(word_order=2), BLEU())),
        ("0.5*bleu+0.5*chrf++", (0.5, 0.5), (BLEU(), ChrF(word_order=2))),
        ("1e+0*chrf+++1E-1*chrf", (1.0, 0.1), (ChrF(word_order=2), ChrF())),
        ("1*bleu:smooth=none,lowercase=true+2*ter", (1.0, 2.0), (BLEU(smooth="none", lowercase=True), TER())),
        (
            '1*external:"1+2*x.txt",scale=1+1*bleu',
            (1.0, 1.0),
            (External(file="1+2*x.txt", scale=1.0), BLEU()),
        ),
    ],
)
def test_mixtures(text: str, weights: tuple[float, ...], metrics: tuple[Metric, ...]) -> None:
    mixture = get(text)
    assert mixture == Ensemble(metrics=metrics, weights=weights)
    assert get(mixture.spec) == mixture


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot read metric"),
        (":", "cannot read metric"),
        ("bleu:", "nothing follows the colon"),
        ("bleu:=1", "param=value"),
        ("bleu:,", "param=value"),
        ("bleu:lowercase", "write 'lowercase' as param=value"),
        ("bleu:nonesuch=1", "bleu has no parameter 'nonesuch': there are lowercase"),
        ("bleu:lowercase=true,lowercase=true", "lowercase is given twice"),
        ("bleu:lowercase=true,case_sensitive=true", "lowercase is given twice"),
        ("bleu:case_sensitive=perhaps", "bleu: case_sensitive must be true or false, not 'perhaps'"),
        ("length-ratio:case_sensitive=3", "case_sensitive"),
        ("bleu:lowercase=perhaps", "lowercase must be true or false, not 'perhaps'"),
        ("bleu:max_order=2.5", "max_order must be a whole number between 1 and 32"),
        ("bleu:max_order=many", "max_order must be a whole number"),
        ("bleu:smooth_value=nan", "smooth_value must be a number"),
        ("bleu:smooth=", "smooth must be one of none, floor, add-k, exp"),
        ("bleu,ter", "cannot read metric"),
        ("bleu ter", "cannot read metric"),
        ("external:a,b", "file is given twice"),
        ("0.5*", "cannot read metric"),
        ("0.5*bleu+0.5", "unknown metric"),
        ("0.5*bleu+chrf", "unknown metric"),
        ("-1*bleu+2*chrf", "weights are positive"),
        ("nan*bleu+1*chrf", "weights must be"),
        ("inf*bleu+1*chrf", "weights must be"),
        ("0*bleu+0*chrf", "a weight above 0"),
        ("1e308*bleu+1e308*chrf", "is too large for a finite score"),
    ],
)
def test_refused(text: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        get(text)


def test_only_texts() -> None:
    for value in (None, 5, b"bleu", ["bleu"]):
        with pytest.raises(ParameterError, match="named by a text"):
            get(value)  # type: ignore[arg-type]


def test_parsed() -> None:
    assert parse('a:b=1,"c"') == Spec("a", (("b", "1"), ("", "c")))
    assert parse("2*a+1*b:x=y") == (Term(2.0, Spec("a")), Term(1.0, Spec("b", (("x", "y"),))))


def test_spelled_briefly() -> None:
    assert BLEU(lowercase=True, smooth_value=0.25).spec == "bleu:lowercase=true,smooth_value=0.25"
    assert ChrF(word_order=2, beta=3).spec == "chrf++:beta=3"
    assert External(file="a b.txt", scale=1).spec == 'external:"a b.txt",scale=1'
    assert get("0.70*bleu+.3*chrf++").spec == "0.7*bleu+0.3*chrf++"


@given(st.text())
def test_quotes(value: str) -> None:
    assert unquote(quote(value)) == value


@given(st.text(min_size=1).filter(lambda name: name != "-"))
def test_any_file_name(name: str) -> None:
    metric = External(file=name, scale=2.0)
    assert get(metric.spec) == metric
    mixture = Ensemble(metrics=(metric, BLEU()), weights=(0.5, 0.5))
    assert get(mixture.spec) == mixture


@given(st.lists(st.floats(0, 1e100), min_size=1, max_size=4).filter(any))
def test_any_weights(weights: list[float]) -> None:
    mixture = Ensemble(metrics=(BLEU(),) * len(weights), weights=tuple(weights))
    assert get(mixture.spec) == mixture


@pytest.mark.parametrize(
    "text",
    [
        "0.7*bleu-0.3*ter",
        "0.7*bleu+-0.3*ter",
        "-0.3*ter+0.7*bleu",
        "0.7*bleu - 0.3*ter",
        "bleu-1e-3*ter",
        "-1*ter",
    ],
)
def test_error_rates_are_not_subtracted(text: str) -> None:
    with pytest.raises(ParameterError) as error:
        parse(text)
    assert str(error.value) == (
        f"cannot read mixture '{text}': weights are positive, and error rates enter as 100 - score: "
        "write 0.7*bleu+0.3*ter"
    )


@pytest.mark.parametrize(
    "text", ["1e-3*bleu+1.E-3*ter", "0.5*bleu-sbp+0.5*chrf", '0.5*external:"a-2*b"+0.5*ter']
)
def test_other_hyphens_are_no_subtraction(text: str) -> None:
    assert len(parse(text)) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("bleu:case_sensitive=false", "bleu:lowercase=true"),
        ("bleu:case_sensitive=true", "bleu"),
        ("ter:case_sensitive=true", "ter:lowercase=false"),
        ("nist:case_sensitive=false", "nist"),
        ("ter:lowercase=true", "ter"),
    ],
)
def test_either_word_for_case(written: str, meant: str) -> None:
    assert get(written) == get(meant)
    name, _, rest = written.partition(":")
    word, _, value = rest.partition("=")
    assert get(name, **{word: value == "true"}) == get(meant)
    assert get(meant).replace(**{word: value == "true"}).spec == get(meant).spec
