"""WRR and n-GRR beside their definition, and the paths they show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.measuring.explaining import explain, explains
from pitchpipe.metrics import GRR, WER, WRR, get
from pitchpipe.metrics.explanations import Path
from pitchpipe.metrics.recognition import Recognition
from tests.metrics.texts import corpora, words
from tests.oracle import recognition as oracle

#: Order, α and β: the defaults, the paper's best correlating ones, and signs of all kinds.
COSTS = st.tuples(
    st.integers(1, 5), st.sampled_from([1.0, -0.9, 0.0, 0.5, 2.25]), st.sampled_from([0.0, 1.0, 0.25, -0.5])
)


def grr(order: int = 4, alpha: float = 1.0, beta: float = 0.0) -> GRR:
    return GRR(tokenize="none", order=order, alpha=alpha, beta=beta)


def path_of(metric: Recognition, hypothesis: str, reference: str) -> Path:
    found = metric.explain(hypothesis, reference)
    assert isinstance(found, Path)
    return found


def sentence(metric: Recognition, hypothesis: str, *references: str) -> float:
    return metric.sentence_score(hypothesis, references).score


def value(path: Path, order: int, alpha: float, beta: float) -> float:
    """What a path earns: the n-grams its streaks of matches complete, less insertions and deletions."""
    earned, streak = 0.0, 0
    for step in path.steps:
        streak = streak + 1 if step == "match" else 0
        earned += min(streak, order)
    return earned - alpha * path.steps.count("insertion") - beta * path.steps.count("deletion")


# -- by hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        # M_1..M_4 of 4, 3, 2 and 1 n-grams
        pytest.param("a b c d", "a b c d", 100.0, id="equal"),
        pytest.param("a b x d", "a b c d", 40.0, id="substitution: 3 + 1"),
        pytest.param("a b d", "a b c d", 40.0, id="deletion: 3 + 1"),
        pytest.param("a b x c d", "a b c d", 50.0, id="insertion: 4 + 2 - 1"),
        pytest.param("x a b c d y z", "a b c d", 70.0, id="insertions at the ends: 10 - 3"),
        pytest.param("c d a b", "a b c d", 10.0, id="exchanged halves: 2 + 1 - 2 insertions"),
        pytest.param("x y z", "a b c d", 0.0, id="nothing right"),
        pytest.param("x y z", "a", -200.0, id="negative"),
    ],
)
def test_four_grams(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(grr(), hypothesis, reference) == pytest.approx(expected, abs=1e-12)


def test_rewarded_insertions_exceed_100() -> None:
    assert sentence(grr(alpha=-0.9), "a b c", "a") == pytest.approx(280.0, rel=1e-14)


@pytest.mark.parametrize("order", range(1, 7))
@pytest.mark.parametrize("alpha", [1.0, -0.9, 0.0])
@pytest.mark.parametrize("beta", [0.0, 1.0])
def test_a_perfect_match_is_100_at_every_length(order: int, alpha: float, beta: float) -> None:
    lines = [" ".join("abcdefgh"[:n]) for n in range(9)]
    scores = grr(order, alpha, beta).segment_scores(lines, [lines])
    assert scores.tolist() == [100.0] * len(lines)


@pytest.mark.parametrize("alpha", [1.0, 0.0, -0.9])
def test_empty_reference(alpha: float) -> None:
    assert sentence(grr(alpha=alpha), "a b", "") == 0.0
    assert sentence(grr(alpha=alpha), "", "") == 100.0
    assert grr(alpha=alpha).corpus_score(["", "a"], [["", ""]]).score == 0.0


def test_empty_reference_of_words() -> None:
    metric = WRR(tokenize="none")
    assert sentence(metric, "a b", "") == 0.0
    assert sentence(metric, "", "") == 100.0


def test_empty_hypothesis() -> None:
    assert sentence(WRR(tokenize="none"), "", "a b") == 0.0
    assert sentence(grr(), "", "a b") == 0.0
    # β is paid for every word: 2 of 2 + 1 n-grams.
    assert sentence(grr(beta=1.0), "", "a b") == pytest.approx(-200 / 3, rel=1e-14)


def test_errors_against_an_empty_reference_count_in_a_corpus() -> None:
    # 10 of 10 n-grams, and two insertions.
    assert grr().corpus_score(["x y", "a b c d"], [["", "a b c d"]]).score == pytest.approx(80.0)


def test_a_corpus_is_the_ratio_of_sums() -> None:
    score = grr().corpus_score(["a b", "x"], [["a b", "a b c d"]])
    assert score.parts == {"numerator": 3.0, "denominator": 13.0}
    assert score.score == pytest.approx(300 / 13, rel=1e-14)


def test_the_reference_with_the_largest_ratio() -> None:
    metric = grr()
    # 1/1 against 3/10; in a tie the first counts.
    assert metric.corpus_score(["a"], [["a b c d"], ["a"]]).parts["denominator"] == 1.0
    for first, second, denominator in (("a b", "c d e", 3.0), ("c d e", "a b", 6.0)):
        assert metric.corpus_score(["x"], [[first], [second]]).parts["denominator"] == denominator


def test_names() -> None:
    assert get("4-grr") == GRR()
    assert get("grr:order=2") == GRR(order=2)
    assert GRR().higher_is_better


# -- the definition --------------------------------------------------------------------------------


@given(corpora, COSTS)
def test_scores(corpus: list[tuple[str, list[str]]], costs: tuple[int, float, float]) -> None:
    check(grr(*costs), corpus, costs)


@given(corpora)
def test_words(corpus: list[tuple[str, list[str]]]) -> None:
    check(WRR(tokenize="none"), corpus, (1, 1.0, 0.0))


def check(metric: Recognition, corpus: list[tuple[str, list[str]]], costs: tuple[int, float, float]) -> None:
    """Segments and their corpus beside the oracle."""
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]

    def rate(hypothesis: str, numerator: float, denominator: float) -> float:
        if denominator:
            return 100 * (numerator / denominator)
        return 0.0 if hypothesis else 100.0

    chosen = []
    for hypothesis, references in corpus:
        pairs = [oracle.recognition(hypothesis.split(), r.split(), *costs) for r in references]
        chosen.append(max(pairs, key=lambda pair: rate(hypothesis, *pair)))
    expected = [rate(hyp, *pair) for hyp, pair in zip(hypotheses, chosen, strict=True)]
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-10)
    if len(by_segment[0]) == 1 or costs[1] != -0.9:
        # Sums of 0.9 are rounded; of several references that may choose another in a tie.
        total = rate("".join(hypotheses), sum(n for n, _ in chosen), sum(d for _, d in chosen))
        score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
        assert score == pytest.approx(total, rel=1e-12, abs=1e-10)


@settings(max_examples=20)
@given(*[st.lists(st.sampled_from("abcd"), min_size=20, max_size=40)] * 2, COSTS)
def test_longer_lines(hyp: list[str], ref: list[str], costs: tuple[int, float, float]) -> None:
    numerator, denominator = oracle.recognition(hyp, ref, *costs)
    score = sentence(grr(*costs), " ".join(hyp), " ".join(ref))
    assert score == pytest.approx(100 * numerator / denominator, rel=1e-12, abs=1e-10)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=4))
def test_words_are_one_minus_wer(pairs: list[tuple[str, str]]) -> None:
    hypotheses, refs = (list(side) for side in zip(*pairs, strict=True))
    rate, errors = WRR(tokenize="none"), WER(tokenize="none")
    np.testing.assert_allclose(
        rate.segment_scores(hypotheses, [refs]), 100 - errors.segment_scores(hypotheses, [refs]), atol=1e-10
    )
    corpus = rate.corpus_score(hypotheses, [refs]).score
    assert corpus == pytest.approx(100 - errors.corpus_score(hypotheses, [refs]).score, abs=1e-10)


@given(words, words)
def test_unigrams_are_words(hypothesis: str, reference: str) -> None:
    assert sentence(grr(order=1), hypothesis, reference) == sentence(
        WRR(tokenize="none"), hypothesis, reference
    )


@given(words, words, st.integers(1, 5), st.floats(0.0, 2.0), st.floats(0.0, 2.0))
def test_never_above_100_where_insertions_cost(
    hypothesis: str, reference: str, order: int, alpha: float, beta: float
) -> None:
    assert sentence(grr(order, alpha, beta), hypothesis, reference) <= 100.0


# -- explanations ----------------------------------------------------------------------------------


@given(words, words, COSTS)
def test_paths(hypothesis: str, reference: str, costs: tuple[int, float, float]) -> None:
    path = path_of(grr(*costs), hypothesis, reference)
    hyp, ref = hypothesis.split(), reference.split()
    assert (list(path.hypothesis), list(path.reference)) == (hyp, ref)
    # Both sentences are covered, word by word, and what is called a match is one.
    columns = list(path.columns())
    assert [h for _, h, step in columns if step != "deletion"] == hyp
    assert [r for r, _, step in columns if step != "insertion"] == ref
    assert all(r == h for r, h, step in columns if step == "match")
    assert value(path, *costs) == pytest.approx(oracle.numerator(hyp, ref, *costs), abs=1e-10)


@given(words, words)
def test_paths_of_words(hypothesis: str, reference: str) -> None:
    path = path_of(WRR(tokenize="none"), hypothesis, reference)
    found = value(path, 1, 1.0, 0.0)
    assert found == oracle.numerator(hypothesis.split(), reference.split(), 1, 1.0, 0.0)


def test_a_path_by_hand() -> None:
    path = path_of(grr(), "a b x c e", "a b c d e")
    assert list(path.columns()) == [
        ("a", "a", "match"),
        ("b", "b", "match"),
        ("c", "x", "substitution"),
        ("d", "c", "substitution"),
        ("e", "e", "match"),
    ]


def test_a_path_sees_what_the_metric_sees() -> None:
    path = path_of(GRR(lowercase=True), "The End.", "the end")
    assert path.hypothesis == ("the", "end", ".")
    assert path.steps == ("match", "match", "insertion")


def some_test_set(**references: Any) -> pp.TestSet:
    return pp.TestSet(source=None, references=references, systems={"s": ["a b c", "x"]})


def test_a_segment_is_explained_by_its_best_reference() -> None:
    test_set = some_test_set(first=["c", None], second=["a b", "x"])
    explained = explain(test_set, grr(), "s", 1)
    assert (explained.reference, explained.segment, explained.system) == ("second", 1, "s")
    assert explained.score == pytest.approx(200 / 3)
    assert explained.metric == "4-grr:tokenize=none"
    assert explain(test_set, grr(), "s", 2).reference == "second"


@pytest.mark.parametrize("segment", [0, 3, -1])
def test_unknown_segments(segment: int) -> None:
    with pytest.raises(pp.DataError, match=f"no segment {segment}: there are 1 to 2"):
        explain(some_test_set(r=["a", "b"]), grr(), "s", segment)


def test_a_segment_without_reference_is_not_explained() -> None:
    with pytest.raises(pp.DataError, match="segment 2 has no reference"):
        explain(some_test_set(r=["a", None]), grr(), "s", 2)


def test_who_explains() -> None:
    assert all(explains(get(name)) for name in ("wrr", "grr", "4-grr", "nlepor", "hlepor"))
    assert not explains(get("bleu"))
    with pytest.raises(pp.ParameterError, match="bleu has no word alignment"):
        get("bleu").explain("a", "a")
