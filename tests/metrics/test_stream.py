"""Streams: the score of what has arrived so far."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pitchpipe.errors import DataError
from pitchpipe.metrics import BLEU, TER, WER, get
from tests.metrics.texts import corpora


@given(corpora)
def test_segment_by_segment(corpus: list[tuple[str, list[str]]]) -> None:
    metric = BLEU(tokenize="none", smooth="add-k")
    stream = metric.stream()
    for hypothesis, references in corpus:
        stream.update([hypothesis], [references], references_by="segment")
    hypotheses, by_segment = [hyp for hyp, _ in corpus], [refs for _, refs in corpus]
    expected = metric.corpus_score(hypotheses, by_segment, references_by="segment")
    assert stream.compute() == expected
    assert len(stream) == len(corpus)
    segments = metric.segment_scores(hypotheses, by_segment, references_by="segment")
    np.testing.assert_array_equal(stream.segment_scores(), segments)


def test_computing_changes_nothing() -> None:
    stream = WER().stream()
    stream.update(["a b"], [["a c"]])
    assert stream.compute().score == stream.compute().score == 50.0
    assert stream.update(["a"], [["a"]]) is stream
    assert stream.compute().score == pytest.approx(100 / 3)


def test_nothing_yet() -> None:
    stream = TER().stream()
    with pytest.raises(DataError, match="nothing was added to this stream yet"):
        stream.compute()
    assert stream.segment_scores().shape == (0,)
    assert len(stream.update([], [[]])) == 0


def test_reset() -> None:
    stream = WER().stream()
    stream.update(["a"], [["b"], ["c"]]).reset()
    assert len(stream) == 0
    stream.update(["a"], [["a"]])
    assert stream.compute().score == 0.0
    assert "|nrefs:1|" in stream.compute().signature


def test_references_are_counted() -> None:
    stream = BLEU().stream()
    stream.update(["a"], [["a"], ["b"]])
    assert "|nrefs:2|" in stream.compute().signature
    stream.update(["a"], [["a"]])
    assert "|nrefs:var|" in stream.compute().signature
    assert "|nrefs:var|" in stream.compute().signature


def test_bad_updates_leave_no_trace() -> None:
    stream = BLEU().stream()
    stream.update(["a"], [["a"]])
    for hypotheses, references in ((["a"], [["a", "b"]]), ("a", [["a"]]), (["a"], [[None]])):
        with pytest.raises(DataError):
            stream.update(hypotheses, references)
    assert len(stream) == 1


def test_mixtures() -> None:
    metric = get("0.5*bleu+0.5*ter")
    stream = metric.stream()
    stream.update(["a b c d"], [["a b c d"]]).update(["x y"], [["x z"]])
    assert stream.compute() == metric.corpus_score(["a b c d", "x y"], [["a b c d", "x z"]])
