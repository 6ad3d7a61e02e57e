"""nLEPOR and hLEPOR beside the paper, the authors' scripts, and cases worked by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.batch.resources import Resources
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import Batch, HLepor, Metric, NLepor, from_signature, get
from pitchpipe.metrics.explanations import Links
from pitchpipe.metrics.lepor import harmonic_mean
from tests.metrics.texts import corpora, lines, words
from tests.oracle import lepor as oracle

BOTH: list[type[HLepor] | type[NLepor]] = [HLepor, NLepor]


def hlepor(**options: Any) -> HLepor:
    return HLepor(**{"tokenize": "none", **options})


def nlepor(**options: Any) -> NLepor:
    return NLepor(**{"tokenize": "none", **options})


def sentence(metric: Metric, hypothesis: str, *references: str) -> float:
    return metric.sentence_score(hypothesis, references).score


def harmonic(*weighted: tuple[float, float]) -> float:
    """The weighted harmonic mean of (weight, value)."""
    weighted = tuple((w, x) for w, x in weighted if w)
    if any(x == 0 for _, x in weighted):
        return 0.0
    return sum(w for w, _ in weighted) / sum(w / x for w, x in weighted)


def factors(counts: oracle.PaperCounts, alpha: float, beta: float) -> tuple[float, float, list[float]]:
    """LP, NPosPenal and H_n (equations 1 to 7), of two sentences with words."""
    ratio = max(counts.c, counts.r) / min(counts.c, counts.r)
    H = []
    for n, common in enumerate(counts.common):
        # An order without n-grams is 0.
        recall, precision = (common / (size - n) if size > n else 0.0 for size in (counts.r, counts.c))
        H.append(harmonic((alpha, recall), (beta, precision)))
    return math.exp(1 - ratio), math.exp(-counts.npd), H


# -- by hand ---------------------------------------------------------------------------------------

# a b c / a c b d: LP = exp(1 - 4/3); places 1/3 2/3 3/3 against 1/4 3/4 2/4; P = 3/3, R = 3/4.
HYPOTHESIS, REFERENCE = "a b c", "a c b d"
LP = math.exp(-1 / 3)
NPOSPENAL = math.exp(-(1 / 12 + 1 / 12 + 1 / 2) / 3)
HPR = 10 / (9 / (3 / 4) + 1 / 1)


def test_factors() -> None:
    expected = {"LP": LP, "NPosPenal": NPOSPENAL, "HPR": HPR, "P": 1.0, "R": 0.75}
    for metric in (hlepor(), nlepor()):
        assert metric.sentence_score(HYPOTHESIS, [REFERENCE]).parts == pytest.approx(expected, rel=1e-14)


def test_hlepor_by_hand() -> None:
    expected = 100 * 10 / (7 / HPR + 2 / LP + 1 / NPOSPENAL)
    assert sentence(hlepor(), HYPOTHESIS, REFERENCE) == pytest.approx(expected, rel=1e-14)


def test_nlepor_by_hand() -> None:
    expected = 100 * LP * NPOSPENAL * HPR
    assert sentence(nlepor(), HYPOTHESIS, REFERENCE) == pytest.approx(expected, rel=1e-14)


def test_longer_ngrams_by_hand() -> None:
    # a b c / a b d: 2/3 of the unigrams, 1/2 of the bigrams, everything in its place.
    assert sentence(nlepor(max_order=2), "a b c", "a b d") == pytest.approx(100 * math.sqrt(2 / 3 * 1 / 2))
    weighted = nlepor(max_order=2, weights=(0.25, 0.75))
    expected = 100 * (2 / 3) ** 0.25 * (1 / 2) ** 0.75
    assert sentence(weighted, "a b c", "a b d") == pytest.approx(expected, rel=1e-14)
    assert sentence(nlepor(max_order=3), "a b c", "a b d") == 0.0


def test_an_order_without_ngrams_is_zero() -> None:
    assert sentence(nlepor(max_order=2), "a", "a") == 0.0


def test_an_order_without_weight_does_not_count() -> None:
    metric = nlepor(max_order=2, weights=(1.0, 0.0))
    assert sentence(metric, "a", "a") == 100.0
    assert sentence(metric, HYPOTHESIS, REFERENCE) == sentence(nlepor(), HYPOTHESIS, REFERENCE)


@pytest.mark.parametrize("cls", BOTH)
@pytest.mark.parametrize("words", ["a", "a b", "a a b a", "a b c d e f"])
def test_identical_sentences_are_perfect(cls: type[HLepor], words: str) -> None:
    assert sentence(cls(tokenize="none"), words, words) == 100.0


@pytest.mark.parametrize("cls", BOTH)
@pytest.mark.parametrize("system", ["A", "B"])
def test_empty(cls: type[HLepor], system: str) -> None:
    metric = cls(tokenize="none", system=system)
    assert sentence(metric, "", "a b") == 0.0
    assert sentence(metric, "a b", "") == 0.0
    assert sentence(metric, "x", "a b") == 0.0
    # Nothing against nothing is right, alone and among others.
    assert sentence(metric, "", "") == 100.0
    assert metric.corpus_score(["", "a b"], [["", "a b"]]).score == 100.0


@pytest.mark.parametrize("cls", BOTH)
def test_empty_in_the_scripts(cls: type[HLepor]) -> None:
    metric = cls(mode="perl")
    for hypothesis, reference in (("", ""), ("", "a"), ("a", "")):
        assert sentence(metric, hypothesis, reference) == 0.0


def test_the_best_of_several_references() -> None:
    for metric in (hlepor(), nlepor()):
        best = max(sentence(metric, "a b c", reference) for reference in ("x y", "a c b", "a b c d"))
        assert sentence(metric, "a b c", "x y", "a c b", "a b c d") == best


def test_lower_case_and_13a_by_default() -> None:
    assert sentence(HLepor(), "The END.", "the end .") == 100.0
    assert sentence(HLepor(lowercase=False), "The END.", "the end .") < 100.0


# -- parameters ------------------------------------------------------------------------------------

# The paper's Table 1, word level: HPR:LP:NPP and α:β.
TABLE_1 = {
    "cs-en": ((7, 2, 1), (1, 9)),
    "de-en": ((3, 2, 1), (9, 1)),
    "es-en": ((7, 2, 1), (1, 9)),
    "fr-en": ((3, 2, 1), (9, 1)),
    "en-cs": ((7, 2, 1), (9, 1)),
    "en-de": ((1, 3, 7), (9, 1)),
    "en-es": ((3, 2, 1), (9, 1)),
    "en-fr": ((3, 2, 1), (9, 1)),
}
#: Sides of different length, so that recall and precision differ.
PAIRS = [("a b c", "a c b d"), ("a b c d e", "b a c"), ("a x b", "a b c d")]


def scores(metric: Metric) -> list[float]:
    return [sentence(metric, *pair) for pair in PAIRS]


@pytest.mark.parametrize("lang", TABLE_1)
def test_language_pairs(lang: str) -> None:
    weights, (alpha, beta) = TABLE_1[lang]
    assert scores(hlepor(lang=lang)) == scores(hlepor(weights=weights, alpha=alpha, beta=beta))


@pytest.mark.parametrize("lang", TABLE_1)
def test_nlepor_was_tuned_apart(lang: str) -> None:
    # Section 5.1: 9 and 1 for all language pairs except cs-en.
    alpha, beta = (1, 9) if lang == "cs-en" else (9, 1)
    assert scores(nlepor(lang=lang)) == scores(nlepor(alpha=alpha, beta=beta))


def test_the_default_weights() -> None:
    assert scores(hlepor()) == scores(hlepor(weights=(7, 2, 1), alpha=9, beta=1))
    assert scores(nlepor()) == scores(nlepor(weights=(1,), alpha=9, beta=1))


def test_what_is_given_goes_before_the_language_pair() -> None:
    assert scores(hlepor(lang="en-de", weights=(7, 2, 1))) == scores(hlepor())
    assert scores(hlepor(lang="cs-en", alpha=9, beta=1)) == scores(hlepor())
    assert scores(hlepor(lang="cs-en", beta=1)) == scores(hlepor(alpha=1, beta=1))


def test_alpha_weighs_recall() -> None:
    short, long = ("a b", "a b c d"), ("a b c d", "a b")
    assert sentence(nlepor(alpha=1, beta=0), *short) == pytest.approx(100 * math.exp(-1) * NPP_SHORT * 0.5)
    assert sentence(nlepor(alpha=0, beta=1), *short) == pytest.approx(100 * math.exp(-1) * NPP_SHORT)
    assert sentence(hlepor(alpha=1, beta=0), *long) > sentence(hlepor(alpha=0, beta=1), *long)


#: a b / a b c d: 1/2 against 1/4, 2/2 against 2/4.
NPP_SHORT = math.exp(-(1 / 4 + 1 / 2) / 2)


def test_a_factor_without_weight_does_not_count() -> None:
    # No word in common: the length alone.
    assert sentence(hlepor(weights=(0, 1, 0)), "x y", "a b") == 100.0


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("hlepor:weights=7/2", "three numbers"),
        ("hlepor:weights=0/0/0", "not all 0"),
        ("hlepor:weights=7/2/-1", "at least 0"),
        ("hlepor:alpha=0,beta=0", "hlepor: alpha and beta cannot both be 0"),
        ("hlepor:lang=en-tlh", "one of auto, cs-en"),
        ("nlepor:weights=1/1", "2 weights for 1 orders"),
        ("nlepor:max_order=2,weights=0/0", "cannot all be 0"),
        ("nlepor:max_order=2,mode=perl", "unigrams only"),
    ],
)
def test_refused(spec: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        get(spec)


# -- system scores ---------------------------------------------------------------------------------


def test_system_a_and_b_by_hand() -> None:
    hypotheses, refs = ["a b c d", HYPOTHESIS], ["a b c d", REFERENCE]
    lp, npp, hpr = ((1 + factor) / 2 for factor in (LP, NPOSPENAL, HPR))
    for metric, alone, together in (
        (hlepor(), 10 / (7 / HPR + 2 / LP + 1 / NPOSPENAL), 10 / (7 / hpr + 2 / lp + 1 / npp)),
        (nlepor(), LP * NPOSPENAL * HPR, lp * npp * hpr),
    ):
        score_a, score_b = (metric.replace(system=s).corpus_score(hypotheses, [refs]) for s in "AB")
        assert score_a.score == pytest.approx(100 * (1 + alone) / 2, rel=1e-14)
        assert score_b.score == pytest.approx(100 * together, rel=1e-14)
        # Sentences score alike.
        assert sentence(metric, *PAIRS[1]) == sentence(metric.replace(system="B"), *PAIRS[1])


@pytest.mark.parametrize("cls", BOTH)
@given(corpora)
def test_system_a_is_the_mean_of_its_segments(cls: type[HLepor], corpus: list[tuple[str, list[str]]]) -> None:
    metric = cls(tokenize="none")
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    segments = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(segments.mean(), rel=1e-12)


# -- the definitions -------------------------------------------------------------------------------


@given(words, words, st.integers(1, 3), st.integers(0, 3), st.booleans(), st.sampled_from([9.0, 1.0, 0.0]))
def test_paper(
    hypothesis: str, reference: str, order: int, context: int, one_to_one: bool, alpha: float
) -> None:
    matching: dict[str, Any] = {"context": context, "one_to_one": one_to_one}
    counts = oracle.paper_counts(hypothesis.split(), reference.split(), max_order=order, **matching)
    metric = nlepor(max_order=order, alpha=alpha, beta=1.0, **matching)
    row = metric.measure(Batch.from_streams([hypothesis], [[reference]])).values[0]
    assert row.tolist() == pytest.approx([counts.c, counts.r, counts.npd, *counts.common], abs=1e-12)
    if counts.c and counts.r:
        lp, npp, H = factors(counts, alpha, 1.0)
        product = lp * npp * math.prod(H) ** (1 / order)
        assert sentence(metric, hypothesis, reference) == pytest.approx(100 * product, rel=1e-12, abs=1e-12)
        mean = harmonic((7, H[0]), (2, lp), (1, npp))
        score = sentence(hlepor(alpha=alpha, beta=1.0, **matching), hypothesis, reference)
        assert score == pytest.approx(100 * mean, rel=1e-12, abs=1e-12)


#: Many equal words, and more than ten places, so that the scripts' comparison of digits matters.
many = st.lists(st.sampled_from("ab"), max_size=24).map(" ".join)


@given(st.one_of(lines, words, many), st.one_of(lines, words, many))
def test_scripts(hypothesis: str, reference: str) -> None:
    expected = oracle.perl_counts(hypothesis, reference)
    row = HLepor(mode="perl").measure(Batch.from_streams([hypothesis], [[reference]])).values[0]
    assert row.tolist() == pytest.approx(list(expected), abs=1e-12)


@given(words, words, st.booleans())
def test_formula_of_the_scripts(hypothesis: str, reference: str, shortcut: bool) -> None:
    c, r, common, npd = oracle.perl_counts(hypothesis, reference)
    if shortcut and common == c == r:
        npd = 0.0
    expected = 0.0
    if c and r and common:
        lp, npp = math.exp(1 - max(c, r) / min(c, r)), math.exp(-npd)
        expected = 100 * harmonic((7, harmonic((9, common / r), (1, common / c))), (2, lp), (1, npp))
    metric = HLepor(mode="perl", bag_equal_shortcut=shortcut)
    assert sentence(metric, hypothesis, reference) == pytest.approx(expected, rel=1e-12)


def test_the_same_words_in_another_order() -> None:
    assert sentence(HLepor(mode="perl"), "b c a", "a b c") == 100.0
    assert sentence(HLepor(mode="perl", bag_equal_shortcut=False), "b c a", "a b c") < 100.0
    assert sentence(hlepor(), "b c a", "a b c") < 100.0


def test_lower_case_of_the_scripts() -> None:
    # Perl's lc knows no final sigma, Python's and the paper mode's lower() does.
    assert sentence(HLepor(mode="perl"), "ΟΔΟΣ x", "οδοσ x") == 100.0
    assert sentence(hlepor(), "ΟΔΟΣ x", "οδος x") == 100.0


# -- explanations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", BOTH)
@given(words, words, st.integers(0, 3), st.booleans())
def test_links(cls: type[HLepor], hypothesis: str, reference: str, context: int, one_to_one: bool) -> None:
    hyp, ref = hypothesis.split(), reference.split()
    links = cls(tokenize="none", context=context, one_to_one=one_to_one).explain(hypothesis, reference)
    assert isinstance(links, Links)
    assert (list(links.hypothesis), list(links.reference)) == (hyp, ref)
    assert list(links.positions) == oracle.paper_positions(hyp, ref, context=context, one_to_one=one_to_one)


def test_links_by_hand() -> None:
    # The second "the" has a neighbour in common with the fourth word, the first with nothing.
    links = hlepor().explain("the cat the dog", "a the x the dog")
    assert isinstance(links, Links)
    assert links.positions == (1, None, 3, 4)


def test_the_scripts_have_nothing_to_show() -> None:
    with pytest.raises(ParameterError, match="mode=paper only"):
        HLepor(mode="perl").explain("a", "a")


def test_weights_are_reweighed_not_counted_again() -> None:
    batch = Batch.from_streams(["a b c", "b x"], [["a c b", "b"]])
    measured = hlepor().measure(batch)
    for options in ({"lang": "en-de"}, {"weights": (1, 1, 1), "alpha": 1.0}, {"system": "B"}):
        metric = hlepor(**options)
        np.testing.assert_array_equal(metric.weigh(measured), metric.weigh(metric.measure(batch)))


def test_weights_count_in_proportion_however_large() -> None:
    values = tuple(np.array(x) for x in (0.25, 0.5, 0.75))
    plain = harmonic_mean((1.0, 1.0, 3.0), values)
    for unit in (2.0**1021, 2.0**-1000):
        assert harmonic_mean((unit, unit, 3 * unit), values) == plain
    assert plain == pytest.approx(5 / (1 / 0.25 + 1 / 0.5 + 3 / 0.75))


@pytest.mark.parametrize(
    ("source", "target", "lang"),
    [
        ("de", "en", "de-en"),
        ("ger", "en-GB", "de-en"),
        ("ja", "en", None),
        (None, "en", None),
        (None, None, None),
    ],
)
def test_weights_of_the_texts_own_pair(source: str | None, target: str | None, lang: str | None) -> None:
    resources = Resources(source_language=source, target_language=target)
    batch = Batch.from_streams(["a b", "c"], [["a c b", "c d"]], resources=resources)
    for cls in (NLepor, HLepor):
        prepared = cls(lang="auto").prepare(batch)
        assert prepared == cls(lang=lang, tokenize="13a")
        assert "auto" not in prepared.signature
    assert from_signature(HLepor(lang="auto").signature) == HLepor(lang="auto")
