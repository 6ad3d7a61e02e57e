"""BLEU beside its definition, the papers' examples, and the cases the papers leave open."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, Batch
from tests.metrics.texts import corpora, lines, references, words
from tests.oracle import bleu as oracle
from tests.sacre import SacreBLEU

# Papineni et al. 2002, section 2.
CANDIDATES = (
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    "It is to insure the troops forever hearing the activity guidebook that party direct",
)
REFERENCES = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command "
    "of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
)


def ratios(hypothesis: str, references: tuple[str, ...], max_order: int = 2) -> list[tuple[int, int]]:
    """M_n and T_n."""
    metric = BLEU(tokenize="none", lowercase=True, max_order=max_order)
    row = metric.measure(Batch.from_streams([hypothesis], [[r] for r in references])).values[0]
    return [(int(row[n]), int(row[max_order + n])) for n in range(max_order)]


def sentence(hypothesis: str, *references: str, **options: object) -> float:
    return BLEU.make("bleu", {"tokenize": "none", **options}).sentence_score(hypothesis, references).score


def corpus(hypothesis: str, *references: str, **options: object) -> float:
    metric = BLEU.make("bleu", {"tokenize": "none", **options})
    return metric.corpus_score([hypothesis], [[r] for r in references]).score


# -- the papers ------------------------------------------------------------------------------------


def test_papineni_precisions() -> None:
    assert ratios(CANDIDATES[0], REFERENCES) == [(17, 18), (10, 17)]
    assert ratios(CANDIDATES[1], REFERENCES) == [(8, 14), (1, 13)]


def test_papineni_clipping() -> None:
    assert ratios("the the the the the the the", ("the cat is on the mat", "there is a cat on the mat")) == [
        (2, 7),
        (0, 6),
    ]


def test_papineni_brevity_penalty() -> None:
    # References of 12, 15 and 17 words, a hypothesis of 12: the closest length is its own.
    lengths = [" ".join("abcdefghijklmnopq"[:n]) for n in (12, 15, 17)]
    assert sentence(lengths[0], *lengths) == 100.0
    # With a hypothesis of 11 the closest is 12 still.
    short = " ".join("abcdefghijk")
    assert sentence(short, *lengths) == pytest.approx(100 * math.exp(1 - 12 / 11))


def test_lin_och_by_hand() -> None:
    # a b c / a b d: 2/3, (1+1)/(2+1), (0+1)/(1+1), and no 4-gram: (0+1)/(0+1).
    expected = 100 * (2 / 3 * 2 / 3 * 1 / 2 * 1) ** 0.25
    assert sentence("a b c", "a b d", sentence="lin-och") == pytest.approx(expected, rel=1e-14)


def test_moses_by_hand() -> None:
    expected = 100 * (3 / 4 * 2 / 3 * 1 / 2 * 1) ** 0.25
    assert sentence("a b c", "a b d", sentence="moses") == pytest.approx(expected, rel=1e-14)


# -- what the papers leave open --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lengths", "hypothesis", "expected"),
    [
        pytest.param((3, 5), 4, 3, id="a tie goes to the shorter"),
        pytest.param((5, 3), 4, 3, id="in any order"),
        pytest.param((2, 5), 4, 5, id="the closer, not the shorter"),
        pytest.param((0, 9), 4, 0, id="an empty reference has length 0"),
    ],
)
def test_closest_length(lengths: tuple[int, ...], hypothesis: int, expected: int) -> None:
    streams = [[" ".join("x" * n)] for n in lengths]
    row = BLEU().measure(Batch.from_streams([" ".join("x" * hypothesis)], streams)).values[0]
    assert row[-1] == expected


def test_reference_lengths() -> None:
    batch = Batch.from_streams(["a b c d"], [["a"], ["a b c d e f"], ["a b"]])
    found = {r: BLEU(reflen=r).measure(batch).values[0, -1] for r in ("closest", "shortest", "average")}
    assert found == {"closest": 2, "shortest": 1, "average": 3.0}
    average = BLEU(reflen="average").measure(Batch.from_streams(["a"], [["a"], ["a b"]])).values[0, -1]
    assert average == 1.5


def test_no_match_is_zero_whatever_the_smoothing() -> None:
    for smooth in ("none", "floor", "add-k", "exp"):
        for effective in (None, True, False):
            assert sentence("a b c d", "w x y z", smooth=smooth, effective_order=effective) == 0.0


def test_exp_halves_for_every_zero_order() -> None:
    # Unigrams 2/4, then no match: 1/(2·3), 1/(4·2), 1/(8·1).
    expected = 100 * (2 / 4 * 1 / 6 * 1 / 8 * 1 / 8) ** 0.25
    assert sentence("a x b y", "a b c d") == pytest.approx(expected, rel=1e-14)


def test_floor_and_add_k() -> None:
    floor = 100 * (2 / 4 * 0.1 / 3 * 0.1 / 2 * 0.1 / 1) ** 0.25
    assert sentence("a x b y", "a b c d", smooth="floor") == pytest.approx(floor, rel=1e-14)
    added = 100 * (2 / 4 * 1 / 4 * 1 / 3 * 1 / 2) ** 0.25
    assert sentence("a x b y", "a b c d", smooth="add-k") == pytest.approx(added, rel=1e-14)


def test_orders_the_hypothesis_has() -> None:
    # By default for sentences, not for corpora.
    assert sentence("a b", "a b") == 100.0
    assert corpus("a b", "a b") == 0.0
    assert corpus("a b", "a b", effective_order=True) == 100.0
    assert sentence("a b", "a b", effective_order=False) == 0.0
    # add-k comes before the test for n-grams, so no order is left out.
    assert corpus("a b", "a b", smooth="add-k") == 100.0


@pytest.mark.parametrize("form", ["sacrebleu", "lin-och", "moses"])
@pytest.mark.parametrize("words", ["a", "a b", "a b c", "a b c d e"])
def test_identical_sentences_are_perfect(form: str, words: str) -> None:
    assert sentence(words, words, sentence=form) == 100.0


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("", "a", {"sacrebleu": 0.0, "lin-och": 0.0, "moses": 0.0}, id="empty hypothesis"),
        pytest.param("", "", {"sacrebleu": 0.0, "lin-och": 0.0, "moses": 100.0}, id="both empty"),
        pytest.param(
            "a", "", {"sacrebleu": 0.0, "lin-och": 0.0, "moses": 100 * 0.5**0.25}, id="empty reference"
        ),
    ],
)
def test_empty(hypothesis: str, reference: str, expected: dict[str, float]) -> None:
    found = {form: sentence(hypothesis, reference, sentence=form) for form in expected}
    assert found == pytest.approx(expected, rel=1e-14)


def test_never_above_100() -> None:
    reference = "a b c d e f g h i j k"
    assert SacreBLEU(tokenize="none").corpus_score([reference], [[reference]]).score > 100.0
    assert corpus(reference, reference) == 100.0


def test_parts() -> None:
    score = BLEU(tokenize="none").corpus_score(["a b x"], [["a b c d"]])
    assert score.parts["precisions"] == pytest.approx([200 / 3, 50.0, 0.0, 0.0])
    assert score.parts["brevity_penalty"] == pytest.approx(math.exp(1 - 4 / 3))
    assert (score.parts["hyp_length"], score.parts["ref_length"]) == (3.0, 4.0)


# -- the definition and sacreBLEU ------------------------------------------------------------------


@given(words, references, st.integers(1, 6), st.sampled_from(["closest", "shortest", "average"]))
def test_counts(hypothesis: str, refs: list[str], max_order: int, reflen: str) -> None:
    expected = oracle.counts(hypothesis.split(), [r.split() for r in refs], max_order, reflen)
    metric = BLEU(tokenize="none", max_order=max_order, reflen=reflen)
    row = metric.measure(Batch.from_streams([hypothesis], [[r] for r in refs])).values[0]
    found = [*expected.matches, *expected.totals, expected.hyp_length, expected.ref_length]
    assert row.tolist() == pytest.approx(found, abs=1e-12)


@given(
    corpora,
    st.sampled_from(["none", "floor", "add-k", "exp"]),
    st.sampled_from([None, 0.0, 0.3, 2.0]),
    st.sampled_from([None, True, False]),
    st.integers(1, 4),
)
def test_scores(
    corpus: list[tuple[str, list[str]]], smooth: str, value: float | None, effective: bool | None, order: int
) -> None:
    metric = BLEU(
        tokenize="none", smooth=smooth, smooth_value=value, effective_order=effective, max_order=order
    )
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    each = [oracle.counts(hyp.split(), [r.split() for r in refs], order) for hyp, refs in corpus]
    expected = [oracle.score(c, smooth, value, effective is not False) for c in each]
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    total = sum(each[1:], start=each[0])
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(oracle.score(total, smooth, value, effective is True), rel=1e-12, abs=1e-12)


@given(words, references)
def test_sentence_forms(hypothesis: str, refs: list[str]) -> None:
    counts = oracle.counts(hypothesis.split(), [r.split() for r in refs])
    for form, expected in (("lin-och", oracle.lin_och(counts)), ("moses", oracle.moses(counts))):
        assert sentence(hypothesis, *refs, sentence=form) == pytest.approx(expected, rel=1e-12)


@given(
    st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=3),
    st.sampled_from(["13a", "intl", "char", "zh", "none"]),
    st.booleans(),
)
def test_equals_sacrebleu(corpus: list[tuple[str, str, str]], tokenize: str, lowercase: bool) -> None:
    hypotheses, *streams = (list(column) for column in zip(*corpus, strict=True))
    ours = BLEU(tokenize=tokenize, lowercase=lowercase)
    theirs = SacreBLEU(tokenize=tokenize, lowercase=lowercase, force=True)
    expected = min(100.0, theirs.corpus_score(hypotheses, streams).score)
    assert ours.corpus_score(hypotheses, streams, references_by="stream").score == pytest.approx(
        expected, abs=1e-9
    )


@given(corpora)
def test_order_of_references_does_not_matter(corpus: list[tuple[str, list[str]]]) -> None:
    hypotheses = [hyp for hyp, _ in corpus]
    straight, reverse = ([r[::step] for _, r in corpus] for step in (1, -1))
    metric = BLEU(tokenize="none")
    np.testing.assert_array_equal(
        metric.segment_scores(hypotheses, straight, references_by="segment"),
        metric.segment_scores(hypotheses, reverse, references_by="segment"),
    )


def test_signatures_of_sentences_say_the_effective_order_that_was_used() -> None:
    """sacreBLEU's sentences use it unless told otherwise; other forms have no use for it."""
    used = {
        ("sacrebleu", None): True,
        ("sacrebleu", True): True,
        ("sacrebleu", False): False,
        ("moses", None): None,
        ("lin-och", False): False,
    }
    for (form, given_), wanted in used.items():
        assert BLEU(sentence=form, effective_order=given_).for_sentences().effective_order is wanted


def test_smoothing_beyond_all_numbers() -> None:
    with pytest.raises(ParameterError, match=r"smooth_value can be 1e\+100 at most"):
        BLEU(smooth="floor", smooth_value=1e308)
    score = BLEU(smooth="floor", smooth_value=1e100).sentence_score("a b c", ["d a"])
    assert score.score == 100.0
