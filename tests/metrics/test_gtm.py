"""GTM beside its definition, and its greedy matching beside the best one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import GTM, Batch
from tests.golden.rows import HERE, read
from tests.metrics.texts import corpora, words
from tests.oracle import gtm as oracle

EXPONENTS = st.sampled_from([1.0, 1.2, 2.0, 20.0])


def gtm(**options: Any) -> GTM:
    return GTM(**{"tokenize": "none", **options})


def sentence(hypothesis: str, *references: str, e: float = 1.2) -> float:
    return gtm(e=e).sentence_score(hypothesis, references).score


@pytest.mark.parametrize(
    ("hypothesis", "reference", "e", "match_size"),
    [
        pytest.param("a b c", "a b c", 2.0, 3.0, id="one run"),
        pytest.param("a b x c", "a b y c", 2.0, math.sqrt(5), id="a run of two, and one word"),
        pytest.param("c d a b", "a b c d", 2.0, math.sqrt(8), id="exchanged halves"),
        pytest.param("c d a b", "a b c d", 1.0, 4.0, id="order does not matter"),
        pytest.param("a a a", "a b", 1.2, 1.0, id="a word is matched once"),
        pytest.param("x", "a b", 1.2, 0.0, id="nothing in common"),
    ],
)
def test_by_hand(hypothesis: str, reference: str, e: float, match_size: float) -> None:
    h, r = len(hypothesis.split()), len(reference.split())
    assert sentence(hypothesis, reference, e=e) == pytest.approx(200 * match_size / (h + r), rel=1e-14)


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("a", ""), ("", "a")])
def test_empty(hypothesis: str, reference: str) -> None:
    assert sentence(hypothesis, reference) == 0.0


def test_parts() -> None:
    parts = gtm(e=1.0).sentence_score("a b x", ["a b"]).parts
    assert parts == pytest.approx({"P": 2 / 3, "R": 1.0})


def test_the_best_of_several_references() -> None:
    assert sentence("a b c", "x", "a c b", "a b c d") == sentence("a b c", "a b c d")


def test_defaults() -> None:
    assert (GTM().e, GTM().lowercase, GTM().tokenize) == (1.2, True, "auto")
    assert GTM().sentence_score("The END.", ["the end ."]).score == 100.0


@given(corpora, EXPONENTS)
def test_scores(corpus: list[tuple[str, list[str]]], e: float) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]

    def rate(size: float, h: int, r: int) -> float:
        return 200 * size / (h + r) if h + r else 0.0

    expected = []
    for hypothesis, refs in corpus:
        hyp = hypothesis.split()
        sizes = [(oracle.match_size(hyp, r.split(), e), len(hyp), len(r.split())) for r in refs]
        expected.append(max(rate(*size) for size in sizes))
    metric = gtm(e=e)
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    firsts = [refs[0] for refs in by_segment]
    each = [
        (oracle.match_size(h.split(), r.split(), e), len(h.split()), len(r.split()))
        for h, r in zip(hypotheses, firsts, strict=True)
    ]
    size, h, r = (sum(column) for column in zip(*each, strict=True))
    score = metric.corpus_score(hypotheses, [firsts]).score
    assert score == pytest.approx(rate(size, int(h), int(r)), rel=1e-12)


@given(words, words)
def test_without_a_bonus_it_is_the_overlap_of_bags(hypothesis: str, reference: str) -> None:
    batch = Batch.from_streams([hypothesis], [[reference]])
    common = (Counter(hypothesis.split()) & Counter(reference.split())).total()
    assert gtm(e=1.0).measure(batch).values[0, 0] == pytest.approx(common, rel=1e-12)


# -- greedy and exact ------------------------------------------------------------------------------


def exact_size(hyp: Sequence[str], ref: Sequence[str], e: float) -> float:
    """The largest match size of all: at every hypothesis word, every free run that begins there."""

    @cache
    def best(h: int, taken: frozenset[int]) -> float:
        if h == len(hyp):
            return 0.0
        sizes = [best(h + 1, taken)]
        for r in range(len(ref)):
            n = 0
            while h + n < len(hyp) and r + n < len(ref) and r + n not in taken and hyp[h + n] == ref[r + n]:
                n += 1
                sizes.append(n**e + best(h + n, taken | set(range(r, r + n))))
        return max(sizes)

    return float(best(0, frozenset()) ** (1 / e))


short = st.lists(st.sampled_from("ab"), max_size=6).map(" ".join)


@given(short, short, st.sampled_from([1.0, 1.2, 2.0]))
def test_greedy_is_never_above_exact(hypothesis: str, reference: str, e: float) -> None:
    found = gtm(e=e).measure(Batch.from_streams([hypothesis], [[reference]])).values[0, 0]
    exact = exact_size(hypothesis.split(), reference.split(), e)
    assert found <= exact + 1e-12
    assert e > 1.0 or found == pytest.approx(exact, rel=1e-12)


def test_greedy_is_close_to_exact() -> None:
    shares: dict[float, list[float]] = {}
    for row in read(HERE, "oracle_gtm_exact"):
        e, best = row["params"]["e"], 100 * row["value"]
        found = gtm(e=e, lowercase=False).sentence_score(row["hyp"], row["refs"]).score
        assert found <= best + 1e-9
        if best:
            shares.setdefault(e, []).append(found / best)
    assert set(shares) == {1.0, 1.2, 2.0}
    assert min(shares.pop(1.0)) == pytest.approx(1.0, abs=1e-12)
    assert all(np.mean(values) >= 0.97 for values in shares.values())
