"""TER beside sacreBLEU and cases worked by hand."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import TER, Batch, get
from tests.metrics.texts import lines, references, words
from tests.sacre import SacreTER

switches = st.fixed_dictionaries(
    {name: st.booleans() for name in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)


def edits(hypothesis: str, *references: str) -> float:
    return float(TER().measure(Batch.from_streams([hypothesis], [[r] for r in references])).values[0, 0])


def test_snover() -> None:
    # Section 3.1 of the paper: one shift, two substitutions, one insertion.
    reference = "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"
    hypothesis = "THIS WEEK THE SAUDIS denied information published in the new york times"
    assert edits(hypothesis, reference) == 4.0
    assert TER().sentence_score(hypothesis, [reference]).score == pytest.approx(100 * 4 / 13)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        pytest.param("a b c d", "a b c d", 0, id="equal"),
        pytest.param("d a b c", "a b c d", 1, id="a word moves"),
        pytest.param("c d a b", "a b c d", 1, id="a block moves"),
        pytest.param("a b c", "a b c d", 1, id="a word is missing"),
        pytest.param("a b x d", "a b c d", 1, id="a word is wrong"),
        pytest.param("d c b a", "a b c d", 3, id="turned around"),
        pytest.param("", "a b", 2, id="empty hypothesis"),
        pytest.param("a b", "", 2, id="empty reference"),
        pytest.param("", "", 0, id="both empty"),
    ],
)
def test_edits(hypothesis: str, reference: str, expected: int) -> None:
    assert edits(hypothesis, reference) == expected


def test_without_reference_words() -> None:
    metric = TER()
    assert metric.sentence_score("a b", [""]).score == 100.0
    assert metric.sentence_score("", [""]).score == 0.0
    # In a corpus the errors still count.
    assert metric.corpus_score(["a b", "c d e f"], [["", "c d e f"]]).score == 50.0


def test_several_references() -> None:
    score = TER().sentence_score("a b c", ["a b", "a b c d e f"])
    assert score.parts == {"edits": 1.0, "ref_length": 4.0}
    assert score.score == 25.0


def test_references_are_normalised_twice() -> None:
    """sacreBLEU does, so that a possessive before a comma differs from itself."""
    text = "Ann's, not mine"
    expected = SacreTER(normalized=True).sentence_score(text, [text])
    found = TER(normalized=True).sentence_score(text, [text])
    assert (found.score, found.parts["ref_length"]) == (expected.score, expected.ref_length) == (40.0, 5.0)


@given(words)
def test_identity(text: str) -> None:
    assert edits(text, text) == 0.0


@given(words, references)
def test_small_words_equal_sacrebleu(hypothesis: str, refs: list[str]) -> None:
    expected = SacreTER().sentence_score(hypothesis, refs)
    found = TER().sentence_score(hypothesis, refs)
    assert found.parts == {"edits": expected.num_edits, "ref_length": expected.ref_length}
    assert found.score == pytest.approx(expected.score, abs=1e-9)


@given(st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=3), switches)
def test_every_switch_equals_sacrebleu(corpus: list[tuple[str, str, str]], values: dict[str, bool]) -> None:
    hypotheses, *streams = (list(column) for column in zip(*corpus, strict=True))
    expected = SacreTER(**values).corpus_score(hypotheses, streams)
    found = get("ter", **values).corpus_score(hypotheses, streams, references_by="stream")
    assert found.parts == {"edits": expected.num_edits, "ref_length": expected.ref_length}
    assert found.score == pytest.approx(expected.score, abs=1e-9)


@given(st.lists(st.sampled_from("abcdefghij"), min_size=8, max_size=18), st.randoms(use_true_random=False))
def test_shuffled_sentences_equal_sacrebleu(sentence: list[str], source: random.Random) -> None:
    """Many shifts: the order in which they are tried decides."""
    shuffled = sentence.copy()
    source.shuffle(shuffled)
    hypothesis, reference = " ".join(shuffled), " ".join(sentence)
    expected = SacreTER().sentence_score(hypothesis, [reference]).num_edits
    assert edits(hypothesis, reference) == expected


def wmt_segments(shared: Path, limit: int) -> list[tuple[str, str]]:
    """Distinct segments of WMT 2022 into English, each with a reference."""
    folder = shared / "data" / "wmt22"
    pairs = set()
    for reference in sorted((folder / "references").glob("*-en.ref?.txt")):
        expected = reference.read_text(encoding="utf-8").split("\n")
        for system in sorted((folder / "system-outputs" / reference.name.partition(".")[0]).glob("*.txt")):
            pairs |= set(zip(system.read_text(encoding="utf-8").split("\n"), expected, strict=True))
    return random.Random(0).sample(sorted(pairs), limit)


# All 150,000 would take sacreBLEU an afternoon.
@pytest.mark.parametrize("limit", [80, pytest.param(5000, marks=pytest.mark.full)])
def test_real_segments_equal_sacrebleu(shared: Path, limit: int) -> None:
    pairs = wmt_segments(shared, limit)
    hypotheses, expected = [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
    theirs = SacreTER()
    rows = TER().measure(Batch.from_streams(hypotheses, [expected])).values
    found = [theirs.sentence_score(hyp, [ref]).num_edits for hyp, ref in pairs]
    np.testing.assert_array_equal(rows[:, 0], found)
