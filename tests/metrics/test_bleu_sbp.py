"""BLEU-SBP beside its definition, and where it differs from BLEU."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import BLEU, BLEUSBP, Batch
from tests.metrics.texts import corpora, references, words
from tests.oracle import bleu as oracle

LENGTHS = ("closest", "shortest", "average")


def strict(counts: oracle.Counts) -> oracle.Counts:
    """Counts whose hypothesis length is min(|c|, r)."""
    return replace(counts, hyp_length=min(counts.hyp_length, counts.ref_length))


def sbp(**options: Any) -> BLEUSBP:
    return BLEUSBP(tokenize="none", **options)


def test_too_long_does_not_pay_for_too_short() -> None:
    # Lengths 2 and 6 against 4 and 4: BLEU sees 8 words for 8, the strict penalty 2 + 4 for 8.
    hypotheses, refs = ["a b", "a b c d x y"], ["a b c d", "a b c d"]
    bleu = BLEU(tokenize="none").corpus_score(hypotheses, [refs])
    score = sbp().corpus_score(hypotheses, [refs])
    assert bleu.parts["brevity_penalty"] == 1.0
    assert score.parts["brevity_penalty"] == pytest.approx(math.exp(1 - 8 / 6), rel=1e-14)
    assert score.score == pytest.approx(bleu.score * math.exp(1 - 8 / 6), rel=1e-14)


def test_precisions_keep_their_unclipped_counts() -> None:
    row = sbp().weigh(sbp().measure(Batch.from_streams(["a b c d e f"], [["a b c"]])))[0]
    # M_1..M_4, T_1..T_4, min(|c|, r), r
    assert row.tolist() == [3, 2, 1, 0, 6, 5, 4, 3, 3, 3]


def test_the_reference_length_is_the_shortest() -> None:
    streams = [["a b c d e f g h"], ["a b c d e"], ["a b c d e f"]]
    metric = sbp(smooth="none")
    assert metric.reflen == "shortest"
    assert metric.corpus_score(["a b c d e"], streams).score == 100.0
    closest = metric.replace(reflen="closest").corpus_score(["a b c d e f g"], streams)
    assert closest.parts["ref_length"] == 6.0
    average = metric.replace(reflen="average").corpus_score(["a b c d e"], streams)
    assert average.parts["ref_length"] == pytest.approx(19 / 3)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "penalty"),
    [
        pytest.param("", "a b", 0.0, id="nothing said"),
        pytest.param("a b", "", 1.0, id="nothing to say"),
        pytest.param("", "", 1.0, id="both empty"),
        pytest.param("a b c", "a", 1.0, id="too long"),
        pytest.param("a", "a b", math.exp(-1), id="too short"),
    ],
)
def test_penalty(hypothesis: str, reference: str, penalty: float) -> None:
    score = sbp().corpus_score([hypothesis], [[reference]])
    assert score.parts["brevity_penalty"] == pytest.approx(penalty, rel=1e-14)


def test_words_are_between_ascii_whitespace() -> None:
    # BLEU splits at NBSP and U+3000, as sacreBLEU does.
    line = "a\u00a0b c\u3000d"
    assert sbp().corpus_score([line], [[line]]).parts["hyp_length"] == 2.0
    assert BLEU(tokenize="none").corpus_score([line], [[line]]).parts["hyp_length"] == 4.0


@given(words, references, st.sampled_from(LENGTHS))
def test_a_single_sentence_scores_as_bleu(hypothesis: str, refs: list[str], reflen: str) -> None:
    ours = sbp(reflen=reflen).sentence_score(hypothesis, refs).score
    assert ours == BLEU(tokenize="none", reflen=reflen).sentence_score(hypothesis, refs).score


@given(
    corpora,
    st.sampled_from(LENGTHS),
    st.sampled_from(["none", "floor", "add-k", "exp"]),
    st.sampled_from([None, True, False]),
    st.integers(1, 4),
)
def test_scores(
    corpus: list[tuple[str, list[str]]], reflen: str, smooth: str, effective: bool | None, order: int
) -> None:
    metric = sbp(reflen=reflen, smooth=smooth, effective_order=effective, max_order=order)
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    each = [strict(oracle.counts(h.split(), [r.split() for r in rs], order, reflen)) for h, rs in corpus]
    expected = [oracle.score(c, smooth, None, effective is not False) for c in each]
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    total = sum(each[1:], start=each[0])
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(oracle.score(total, smooth, None, effective is True), rel=1e-12, abs=1e-12)


@given(corpora, st.sampled_from(LENGTHS), st.sampled_from(["none", "floor", "add-k", "exp"]))
def test_never_above_bleu(corpus: list[tuple[str, list[str]]], reflen: str, smooth: str) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    options: dict[str, Any] = {
        "tokenize": "none",
        "reflen": reflen,
        "smooth": smooth,
        "effective_order": True,
    }
    ours, theirs = (
        metric.corpus_score(hypotheses, by_segment, references_by="segment").score
        for metric in (BLEUSBP(**options), BLEU(**options))
    )
    assert ours <= theirs
