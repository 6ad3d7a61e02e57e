"""WER beside its definition and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import WER, Batch
from tests.metrics.texts import corpora
from tests.oracle import wer as oracle


def sentence(hypothesis: str, *references: str) -> float:
    return WER(tokenize="none").sentence_score(hypothesis, references).score


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("a b c", "a b c", 0.0, id="equal"),
        pytest.param("a x c", "a b c", 100 / 3, id="substitution"),
        pytest.param("a c", "a b c", 100 / 3, id="deletion"),
        pytest.param("a b x c", "a b c", 100 / 3, id="insertion"),
        pytest.param("b a", "a b", 100.0, id="a swap is two errors"),
        pytest.param("x y z w", "a b", 200.0, id="more errors than words"),
        pytest.param("", "a b", 100.0, id="empty hypothesis"),
        pytest.param("a b", "", 100.0, id="empty reference"),
        pytest.param("", "", 0.0, id="both empty"),
        pytest.param("k i t t e n", "s i t t i n g", 300 / 7, id="Levenshtein's own"),
    ],
)
def test_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence(hypothesis, reference) == pytest.approx(expected, rel=1e-14)


def test_several_references() -> None:
    # 1 error against the nearest; their mean length is 3.
    assert sentence("a b c", "a b", "a b x y", "z z z") == pytest.approx(100 / 3)


def test_errors_against_an_empty_reference_count_in_a_corpus() -> None:
    score = WER(tokenize="none").corpus_score(["x y", "a b c d"], [["", "a b c d"]])
    assert score.score == 50.0
    assert score.parts == {"errors": 2.0, "ref_length": 4.0}


def test_words_are_between_ascii_whitespace() -> None:
    assert sentence("a\u00a0b", "a b") == 100.0
    assert sentence("a\u3000b", "a\u3000b c") == 50.0
    assert sentence(" a \t b\r\n", "a b") == 0.0


def test_default_is_13a_and_cased() -> None:
    assert WER().sentence_score("The cat.", ["the cat ."]).score == pytest.approx(100 / 3)
    assert WER(lowercase=True).sentence_score("The cat.", ["the cat ."]).score == 0.0


@given(corpora)
def test_scores(corpus: list[tuple[str, list[str]]]) -> None:
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    each = [oracle.errors(hyp.split(), [r.split() for r in refs]) for hyp, refs in corpus]
    metric = WER(tokenize="none")
    found = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_allclose(found, [oracle.rate(*e) for e in each], rtol=1e-12)
    total = oracle.rate(sum(e for e, _ in each), sum(length for _, length in each))
    score = metric.corpus_score(hypotheses, by_segment, references_by="segment").score
    assert score == pytest.approx(total, rel=1e-12)


#: Pairs of lines around the width of a machine word, where a bit-parallel count changes its shape.
long_pairs = st.sampled_from([63, 64, 65, 128]).flatmap(
    lambda n: st.tuples(*[st.lists(st.sampled_from("abcdefgh"), min_size=n - 3, max_size=n + 3)] * 2)
)


@given(long_pairs)
def test_long_lines(pair: tuple[list[str], list[str]]) -> None:
    hypothesis, reference = pair
    batch = Batch.from_streams([" ".join(hypothesis)], [[" ".join(reference)]])
    row = WER(tokenize="none").measure(batch).values[0]
    assert row.tolist() == [_distance(hypothesis, reference), len(reference)]


def _distance(hyp: list[str], ref: list[str]) -> int:
    """Row by row, since recursion is too deep for long lines."""
    row = list(range(len(ref) + 1))
    for i, word in enumerate(hyp, start=1):
        last, row[0] = row[0], i
        for j, other in enumerate(ref, start=1):
            last, row[j] = row[j], min(last + (word != other), row[j] + 1, row[j - 1] + 1)
    return row[-1]
