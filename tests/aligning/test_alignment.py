"""``pp.align``: from texts to links."""

from __future__ import annotations

import pytest

import pitchpipe as pp
from pitchpipe.aligning import Aligner, Decoding
from pitchpipe.errors import DataError
from tests.aligning.parallel import corpus, sides

SOURCES, TARGETS = sides(corpus(60, seed=3))


def test_it_trains_and_aligns() -> None:
    found = pp.align(SOURCES, TARGETS)
    expected = Aligner.train(SOURCES, TARGETS).align(SOURCES, TARGETS)
    assert len(found) == 60
    assert list(found) == [expected.line(i) for i in range(60)] == [found[i] for i in range(60)]
    with pytest.raises(IndexError):
        found[60]


def test_a_model_is_applied_or_trained_further() -> None:
    model = Aligner.train(SOURCES[:40], TARGETS[:40])
    applied = pp.align(SOURCES[40:], TARGETS[40:], model=model)
    assert applied.aligner is model
    further = pp.align(SOURCES[40:], TARGETS[40:], model=model, further=True)
    assert further.aligner.digest == model.trained_on(SOURCES[40:], TARGETS[40:]).digest != model.digest


def test_further_sentence_pairs_are_learnt_from() -> None:
    found = pp.align(SOURCES[:5], TARGETS[:5], bitext=(SOURCES[5:], TARGETS[5:]))
    assert len(found) == 5
    assert found.aligner.digest == Aligner.train(SOURCES, TARGETS).digest


def test_decoding_and_tokenizers() -> None:
    decoding = Decoding("viterbi", symmetrisation="union")
    found = pp.align(SOURCES, TARGETS, decoding=decoding, tokenize="13a")
    model = Aligner.train(SOURCES, TARGETS, tokenize="13a", source_tokenize="13a")
    links = model.align(SOURCES, TARGETS, tokenize="13a", source_tokenize="13a", decoding=decoding)
    assert list(found) == [links.line(i) for i in range(len(links))]


def test_unequal_texts() -> None:
    with pytest.raises(DataError, match="2 source lines, but 1 target lines"):
        pp.align(["a", "b"], ["c"])
