"""NIST beside its definition, and the weights it is prepared with."""

from __future__ import annotations

import hashlib
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import NIST, Batch, from_signature, get
from pitchpipe.metrics.corpus_facts import NgramCounts, summed
from tests.oracle import nist as oracle

#: With "0", which mteval takes for no word at all where it comes first.
words = st.lists(st.sampled_from("ab0"), max_size=8).map(" ".join)
corpora = st.integers(1, 3).flatmap(
    lambda count: st.lists(
        st.tuples(words, st.lists(words, min_size=count, max_size=count)), min_size=1, max_size=4
    )
)


def nist(**options: Any) -> NIST:
    return NIST(**{"tokenize": "none", **options})


def corpus(hypotheses: list[str], references: list[str], **options: Any) -> float:
    return nist(**options).corpus_score(hypotheses, [references]).score


# -- by hand ---------------------------------------------------------------------------------------


def test_information_of_words() -> None:
    # Each word is one of two, 1 bit; after a, b is certain.
    assert corpus(["a b"], ["a b"]) == pytest.approx(1.0, rel=1e-14)
    # Each of four words is 2 bits, in unigrams; all else is certain.
    assert corpus(["a b c d"], ["a b c d"]) == pytest.approx(2.0, rel=1e-14)


def test_information_of_ngrams() -> None:
    # a is 4 of 8 words, 1 bit; "a b" is 2 of its 4 continuations, 1 bit; b is 2 of 8, 2 bits.
    references = ["a b", "a b", "a c", "a d"]
    row = nist().measure(Batch.from_streams(["a b", "", "", ""], [references])).values[0]
    assert row[:2].tolist() == pytest.approx([3.0, 1.0], rel=1e-14)
    assert nist().segment_scores(["a b", "", "", ""], [references])[0] == pytest.approx(3 / 2 + 1 / 1)


def test_matches_are_clipped() -> None:
    # One a of log2(3) bits in three words.
    assert corpus(["a a a"], ["a b c"]) == pytest.approx(math.log2(3) / 3, rel=1e-14)


def test_two_thirds_of_the_length_halve_the_score() -> None:
    assert corpus(["a b"], ["a b c"]) == pytest.approx(0.5 * math.log2(3), rel=1e-14)
    assert corpus(["a b c d e"], ["a b c"]) == pytest.approx(3 * math.log2(3) / 5, rel=1e-14)


def test_the_reference_length_is_the_average() -> None:
    batch = Batch.from_streams(["a"], [["a"], ["a b"], ["a b c d"]])
    assert nist().measure(batch).values[0, -1] == pytest.approx(7 / 3)


def test_a_bigram_after_zero() -> None:
    # After 0, a is certain; mteval takes it for one of two words.
    assert corpus(["0 a"], ["0 a"], mteval_zero=False) == pytest.approx(1.0, rel=1e-14)
    assert corpus(["0 a"], ["0 a"]) == pytest.approx(2.0, rel=1e-14)


@pytest.mark.parametrize("reference", ["a b", ""])
def test_an_empty_hypothesis_is_zero(reference: str) -> None:
    assert corpus([""], [reference]) == 0.0


def test_an_empty_reference() -> None:
    assert corpus(["a"], [""]) == 0.0
    assert corpus(["a", "b"], ["", "b"]) == 0.0  # one word only: it carries no information
    assert corpus(["x", "b"], ["", "b c"]) == pytest.approx(1 / 2, rel=1e-14)


@pytest.mark.parametrize(
    ("options", "ascii_matches", "others_match"),
    [
        ({"tokenize": "13a"}, True, False),
        ({"tokenize": "intl"}, True, True),
        ({"tokenize": "13a", "lowercase": False}, False, False),
        ({"tokenize": "intl", "lowercase": False}, False, False),
    ],
)
def test_case(options: dict[str, Any], ascii_matches: bool, others_match: bool) -> None:
    assert (corpus(["CAFE x"], ["cafe y"], **options) > 0) is ascii_matches
    assert (corpus(["É x"], ["é y"], **options) > 0) is others_match


def test_it_needs_a_scale_to_be_a_gain() -> None:
    with pytest.raises(ParameterError, match="scale=12"):
        nist().gain(np.ones(1))
    assert nist(scale=12).gain(np.array([3.0])).tolist() == [25.0]
    mixture = get("0.5*nist:scale=10,tokenize=none+0.5*wer:tokenize=none")
    # 1 bit of 10, and no error.
    assert mixture.corpus_score(["a b"], [["a b"]]).score == pytest.approx((10 + 100) / 2)


def test_parts() -> None:
    parts = nist(max_order=2).corpus_score(["a b"], [["a b c"]]).parts
    assert parts["information"] == pytest.approx([math.log2(3), 0.0], rel=1e-14)
    assert (parts["hyp_length"], parts["ref_length"]) == (2.0, 3.0)


# -- prepared once ---------------------------------------------------------------------------------

HYPOTHESES = ["a b c", "c b", "a a b", ""]
STREAMS = [["a b c", "b c", "a b", "d"], ["a c", "c b", "a a", "d d"]]


def some(indices: list[int]) -> Batch:
    return Batch.from_streams(
        [HYPOTHESES[i] for i in indices], [[stream[i] for i in indices] for stream in STREAMS]
    )


def test_segments_use_the_information_of_the_corpus() -> None:
    together = nist().segment_scores(HYPOTHESES, STREAMS, references_by="stream")
    alone = [nist().sentence_score(hyp, [a, b]).score for hyp, a, b in zip(HYPOTHESES, *STREAMS, strict=True)]
    assert together[0] != pytest.approx(alone[0])


@pytest.mark.parametrize("indices", [[2], [3, 0], [1, 2, 1]])
def test_a_subset_of_a_prepared_corpus(indices: list[int]) -> None:
    prepared = nist().prepare(some([0, 1, 2, 3]))
    whole = prepared.measure(some([0, 1, 2, 3])).values
    np.testing.assert_array_equal(prepared.measure(some(indices)).values, whole[indices])
    scores = prepared.segment_scores(
        [HYPOTHESES[i] for i in indices],
        [[stream[i] for i in indices] for stream in STREAMS],
        references_by="stream",
    )
    np.testing.assert_array_equal(scores, prepared.segment(whole[indices]))


def test_the_references_are_in_the_signature() -> None:
    plain, batch = nist(), some([0, 1])
    prepared = plain.prepare(batch)
    assert "info:" not in plain.signature
    assert prepared.info is not None
    assert f"|info:{prepared.info}|" in prepared.signature
    score = plain.corpus_score(HYPOTHESES[:2], [s[:2] for s in STREAMS], references_by="stream")
    assert f"|info:{prepared.info}|" in score.signature
    assert plain.prepare(some([0, 2])).info != prepared.info
    # The hypotheses are no part of it.
    others = Batch.from_streams(["x", "y"], [s[:2] for s in STREAMS])
    assert plain.prepare(others) == prepared


def test_a_signature_fits_its_own_references_only() -> None:
    prepared = nist().prepare(some([0, 1]))
    again = from_signature(prepared.signature)
    assert again == prepared
    np.testing.assert_array_equal(again.measure(some([0, 1])).values, prepared.measure(some([0, 1])).values)
    with pytest.raises(DataError, match="other references"):
        again.prepare(some([0, 2]))


def test_a_prepared_metric_keeps_its_references_when_copied() -> None:
    prepared = nist().prepare(some([0, 1, 2, 3]))
    copied = pickle.loads(pickle.dumps(prepared))
    np.testing.assert_array_equal(copied.measure(some([2])).values, prepared.measure(some([2])).values)


def test_streams_are_prepared_before() -> None:
    with pytest.raises(ParameterError, match="prepared on the whole corpus"):
        nist().stream().update(["a"], [["a"]])
    prepared = nist().prepare(some([0, 1, 2, 3]))
    stream = prepared.stream()
    for i, hypothesis in enumerate(HYPOTHESES):
        stream.update([hypothesis], [[s[i]] for s in STREAMS], references_by="stream")
    whole = nist().corpus_score(HYPOTHESES, STREAMS, references_by="stream")
    assert stream.compute().score == pytest.approx(whole.score, rel=1e-14)


@given(corpora, st.integers(1, 5), st.booleans(), st.data())
def test_counts_of_parts_weigh_as_all_references_do(
    corpus: list[tuple[str, list[str]]], order: int, mteval_zero: bool, data: st.DataObject
) -> None:
    metric = nist(max_order=order, mteval_zero=mteval_zero)

    def batch(some: list[tuple[str, list[str]]]) -> Batch:
        return Batch.from_streams(
            [hyp for hyp, _ in some], list(zip(*(refs for _, refs in some), strict=True))
        )

    cut = data.draw(st.integers(1, len(corpus)))
    parts = [part for part in (corpus[:cut], corpus[cut:]) if part]
    facts = summed(metric.corpus_facts(batch(part)) for part in parts)
    assert isinstance(facts, NgramCounts)
    known = metric.with_corpus_facts(facts)
    whole = metric.prepare(batch(corpus))
    assert known.info == whole.info
    rows = np.concatenate([known.measure(batch(part)).values for part in parts])
    np.testing.assert_allclose(rows, whole.measure(batch(corpus)).values, rtol=1e-12, atol=0)


# -- the definition --------------------------------------------------------------------------------


@given(corpora, st.integers(1, 5), st.booleans())
def test_scores(corpus: list[tuple[str, list[str]]], order: int, mteval_zero: bool) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    bits = oracle.information((r.split() for refs in by_segment for r in refs), order, mteval_zero)
    each = [oracle.row(hyp.split(), [r.split() for r in refs], bits, order) for hyp, refs in corpus]
    metric = nist(max_order=order, mteval_zero=mteval_zero)
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, [oracle.score(row, order) for row in each], rtol=1e-12, atol=1e-12)
    total = np.sum(each, axis=0).tolist()
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(oracle.score(total, order), rel=1e-12, abs=1e-12)


@given(corpora)
def test_rows(corpus: list[tuple[str, list[str]]]) -> None:
    hypotheses, streams = [hyp for hyp, _ in corpus], list(zip(*(refs for _, refs in corpus), strict=True))
    bits = oracle.information(r.split() for _, refs in corpus for r in refs)
    rows = nist().measure(Batch.from_streams(hypotheses, streams)).values
    expected = [oracle.row(hyp.split(), [r.split() for r in refs], bits) for hyp, refs in corpus]
    np.testing.assert_allclose(rows, expected, rtol=1e-12, atol=1e-12)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=600))
def test_references_are_told_by_the_sum_of_their_digests(lines: list[str]) -> None:
    digests = [hashlib.blake2b(line.encode(), digest_size=16).digest() for line in lines]
    total = sum(int.from_bytes(digest, "big") for digest in digests)
    assert _core.Texts(lines).digest_sum() == total % (1 << 128)
