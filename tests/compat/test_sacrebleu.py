"""sacreBLEU's calls beside the package itself, beside values it once gave, and where the two part."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.compat import sacrebleu
from pitchpipe.compat.sacrebleu.metrics import BLEU, CHRF, METRICS, TER
from pitchpipe.compat.sacrebleu.scores import Score
from pitchpipe.text.files import read_lines
from tests.golden.rows import HERE, read

theirs: Any = import_module("sacrebleu")
HYPS = ["The cat sat on the mat .", "It is a dog, isn't it?", "Nothing", ""]
REFS: list[list[str | None]] = [
    ["The cat sat on a mat.", "It's a dog, is it not?", "Something else", "Left out"],
    ["A cat was sitting on the mat.", None, "Nothing at all", ""],
]
TEXT = st.lists(st.sampled_from(["a", "b", "A", "b,", "it's", "«c»", "中文", "."]), max_size=8).map(" ".join)
BLEU_OPTIONS = st.fixed_dictionaries(
    {
        "lowercase": st.booleans(),
        "tokenize": st.sampled_from([None, "13a", "intl", "char", "none", "zh"]),
        "smooth_method": st.sampled_from(["none", "floor", "add-k", "exp"]),
        "smooth_value": st.sampled_from([None, 0.0, 0.5, 2]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
        "trg_lang": st.sampled_from(["", "de", "zh"]),
        "force": st.booleans(),
    }
)
CHRF_OPTIONS = st.fixed_dictionaries(
    {
        "char_order": st.integers(1, 6),
        "word_order": st.integers(0, 2),
        "beta": st.integers(1, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)
TER_OPTIONS = st.fixed_dictionaries(
    {name: st.booleans() for name in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)


def numbers(score: Any) -> dict[str, Any]:
    """Everything a score has that is a number or a list of them."""
    names = [
        "score",
        "counts",
        "totals",
        "precisions",
        "bp",
        "sys_len",
        "ref_len",
        "ratio",
        "num_edits",
        "ref_length",
    ]
    names += ["char_order", "word_order", "beta"]
    return {name: getattr(score, name) for name in names if hasattr(score, name)}


def unversioned(signature: object) -> str:
    return str(signature).rpartition("|")[0]


def agree(ours: Any, original: Any, hyps: list[str], refs: Any) -> None:
    """Both give the same numbers, texts and signatures, of a corpus and of a sentence."""
    a, b = ours.corpus_score(hyps, refs), original.corpus_score(hyps, refs)
    sentence = [stream[0] for stream in refs]
    for mine, other in (
        (a, b),
        (ours.sentence_score(hyps[0], sentence), original.sentence_score(hyps[0], sentence)),
    ):
        assert numbers(mine).keys() == numbers(other).keys()
        for name, value in numbers(other).items():
            assert getattr(mine, name) == pytest.approx(value, rel=1e-12, abs=1e-12), name
        assert str(mine) == str(other)
        assert mine.format(width=4, score_only=True) == other.format(width=4, score_only=True)
    assert unversioned(ours.get_signature()) == unversioned(original.get_signature())
    short = ours.get_signature().format(short=True), original.get_signature().format(short=True)
    assert unversioned(short[0]) == unversioned(short[1])


@given(hyps=st.lists(TEXT, min_size=2, max_size=4), data=st.data(), options=BLEU_OPTIONS)
def test_bleu_is_theirs(hyps: list[str], data: st.DataObject, options: dict[str, Any]) -> None:
    refs = data.draw(st.lists(st.lists(TEXT, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=2))
    agree(BLEU(**options), theirs.BLEU(**options), hyps, refs)


@given(hyps=st.lists(TEXT, min_size=2, max_size=4), data=st.data(), options=CHRF_OPTIONS)
def test_chrf_is_theirs(hyps: list[str], data: st.DataObject, options: dict[str, Any]) -> None:
    refs = data.draw(st.lists(st.lists(TEXT, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=2))
    agree(CHRF(**options), theirs.CHRF(**options), hyps, refs)


@given(hyps=st.lists(TEXT, min_size=2, max_size=4), data=st.data(), options=TER_OPTIONS)
def test_ter_is_theirs(hyps: list[str], data: st.DataObject, options: dict[str, Any]) -> None:
    refs = data.draw(st.lists(st.lists(TEXT, min_size=len(hyps), max_size=len(hyps)), min_size=1, max_size=2))
    agree(TER(**options), theirs.TER(**options), hyps, refs)


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_references_that_vary_in_number(name: str) -> None:
    agree(METRICS[name](), getattr(theirs, name)(), HYPS, REFS)


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_tokenizers_with_a_version(language: str) -> None:
    refs = [["私は学生です。저는 학생입니다."]]
    agree(BLEU(trg_lang=language), theirs.BLEU(trg_lang=language), ["私は学生だ。저는 학생이다."], refs)


FUNCTIONS = [name for name in sacrebleu.__all__ if "corpus" in name or "sentence" in name]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_their_keywords_and_numbers(name: str) -> None:
    ours: Callable[..., Any] = getattr(sacrebleu, name)
    original: Callable[..., Any] = getattr(theirs, name)
    mine, other = (inspect.signature(one).parameters for one in (ours, original))
    assert {k: p.default for k, p in mine.items()} == {k: p.default for k, p in other.items()}
    arguments: tuple[Any, ...] = (HYPS, REFS) if "corpus" in name else (HYPS[0], [REFS[0][0], REFS[1][0]])
    assert str(ours(*arguments)) == str(original(*arguments))


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_classes_have_their_keywords(name: str) -> None:
    mine, other = (inspect.signature(one).parameters for one in (METRICS[name], getattr(theirs, name)))
    assert {k: p.default for k, p in mine.items()} == {k: p.default for k, p in other.items()}


# -- values it once gave, for those who have not got it --------------------------------------------


def lines_of(row: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    if "hyp_file" not in row:
        return [row["hyp"]], [[ref] for ref in row["refs"]]
    hyps, *refs = (read_lines(HERE / f"{file}.gz") for file in (row["hyp_file"], *row["ref_files"]))
    return hyps, refs


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_golden_parts(name: str) -> None:
    tried = 0
    for row in read(HERE, f"sacrebleu_{name.lower()}")[::7]:
        if "hyp" not in row and "hyp_file" not in row:
            continue
        metric: Any = METRICS[name](**row["params"])
        score = metric.corpus_score(*lines_of(row))
        expected = {"score": row["value"], **row.get("parts", {})}
        for part, value in expected.items():
            assert getattr(score, part) == pytest.approx(value, rel=1e-10, abs=1e-10), (row["id"], part)
        tried += 1
    assert tried > 40


def test_by_hand() -> None:
    """Matches 5, 3, 2, 1 of 6, 5, 4, 3."""
    score = sacrebleu.corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]])
    assert (score.counts, score.totals) == ([5, 3, 2, 1], [6, 5, 4, 3])
    assert score.score == pytest.approx(100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25)
    assert (score.prec_str, score.bp, score.sys_len, score.ref_len) == ("83.3/60.0/50.0/33.3", 1.0, 6, 6)
    assert score.format(score_only=True, width=1) == "53.7"


def test_counts_of_others() -> None:
    score = BLEU.compute_bleu([5, 3, 2, 1], [6, 5, 4, 3], 6, 7, smooth_method="exp")
    expected = theirs.BLEU.compute_bleu([5, 3, 2, 1], [6, 5, 4, 3], 6, 7, smooth_method="exp")
    assert str(score) == str(expected)
    with pytest.raises(pp.DataError, match="3 matches and 4 n-grams for 4 orders"):
        BLEU.compute_bleu([5, 3, 2], [6, 5, 4, 3], 6, 7)


# -- what is ours ----------------------------------------------------------------------------------


def test_the_version_says_who_counted() -> None:
    metric = BLEU()
    metric.corpus_score(HYPS, REFS)
    signature = str(metric.get_signature())
    assert signature.startswith("nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0+pitchpipe.")
    assert sacrebleu.__version__ in signature
    assert pp.__version__ in sacrebleu.__version__


def test_a_score_has_a_name() -> None:
    class Nameless(Score):
        pass

    with pytest.raises(TypeError, match="name"):
        Nameless(1.0)  # type: ignore[abstract]


def test_bootstrap_gives_mean_and_interval() -> None:
    metric = BLEU()
    hyps = [f"a b c d {k % 5}" for k in range(60)]
    refs = [[f"a b c d {k % 3}" for k in range(60)]]
    score = metric.corpus_score(hyps, refs, n_bootstrap=500)
    again = metric.corpus_score(hyps, refs, n_bootstrap=500)
    original = theirs.BLEU().corpus_score(hyps, refs, n_bootstrap=500)
    assert score == again
    assert score.mean is not None
    assert score.mean == pytest.approx(original._mean, abs=1)
    assert score.ci == pytest.approx(original._ci, rel=0.2)
    assert "|bs:500|seed:12345|" in str(metric.get_signature())
    content = json.loads(score.format(is_json=True, signature=str(metric.get_signature())))
    assert (content["name"], content["nrefs"], content["bs"]) == ("BLEU", "1", "500")
    assert content["confidence"] == f"μ = {score.mean:.2f} ± {score.ci:.2f}"
    with pytest.raises(pp.ParameterError, match="number of samples"):
        metric.corpus_score(hyps, refs, n_bootstrap="many")  # type: ignore[arg-type]


def test_references_kept_for_several_systems() -> None:
    metric = CHRF(references=REFS)
    assert metric.corpus_score(HYPS, None) == CHRF().corpus_score(HYPS, REFS)
    with pytest.raises(pp.DataError, match="no references: give them here, or with references="):
        CHRF().corpus_score(HYPS, None)


def test_nothing_is_cut_to_the_shortest() -> None:
    with pytest.raises(pp.DataError, match="reference stream 1 has 1 lines, there are 4 hypotheses"):
        sacrebleu.corpus_bleu(HYPS, [["only one"]])
    square = [["a", "b"], ["c", "d"]]
    assert str(sacrebleu.corpus_bleu(["a", "b"], square)) == str(theirs.corpus_bleu(["a", "b"], square))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: BLEU(smooth_method="magic"), "smooth must be one of"),
        (lambda: BLEU(tokenize="magic"), "unknown tokenizer 'magic'"),
        (lambda: BLEU().get_signature(), "compute a score first"),
        (lambda: sacrebleu.sentence_bleu("a", "a"), "write \\[reference\\] around"),
        (
            lambda: TER().sentence_score(3, ["a"]),  # type: ignore[arg-type]
            "the hypothesis must be a text, not int",
        ),
        (lambda: sacrebleu.corpus_chrf([], [[]]), "there are no hypotheses"),
        (lambda: sacrebleu.corpus_chrf("abc", [["a"]]), "hypotheses must be a list of texts"),
    ],
)
def test_refused_in_a_sentence(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        call()


def test_warnings_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    tokenised = ["a b ."] * 100
    with caplog.at_level(logging.WARNING):
        BLEU(force=True).corpus_score(tokenised, [tokenised])
        BLEU().corpus_score(tokenised[1:], [tokenised[1:]])
        assert not caplog.messages
        BLEU().corpus_score(tokenised, [tokenised])
        BLEU().sentence_score("a", ["a"])
        BLEU(tokenize="13a", trg_lang="ja")
    assert [message.partition(":")[0] for message in caplog.messages] == [
        "100 lines or more end in ' .'",
        "sentences are often too short for all orders",
        "the tokenizer 13a does not split ja into words",
    ]


def test_the_tokenizers_have_the_same_names() -> None:
    assert set(BLEU.TOKENIZERS) <= set(theirs.BLEU.TOKENIZERS)
    assert {
        "none",
        "13a",
        "intl",
        "char",
        "zh",
        "ja-mecab",
        "ko-mecab",
        "spm",
        "flores101",
        "flores200",
    } <= set(BLEU.TOKENIZERS)
