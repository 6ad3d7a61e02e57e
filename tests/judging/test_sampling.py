"""Which segments are asked."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.frames import make_frame
from pitchpipe.judging.protocols import Protocol, get_protocol
from pitchpipe.judging.sampling import Drawn, Sample, draw
from pitchpipe.judging.uneven import disagreement, inclusion_probabilities, systematic
from pitchpipe.text.testset import TestSet
from tests.judging.campaigns import small_test_set

PAIRWISE = get_protocol("pairwise")


def drawn(
    test_set: TestSet, wanted: int, protocol: Protocol = PAIRWISE, seed: int = 1, **options: object
) -> Drawn:
    return draw(test_set, protocol, Sample(**options), wanted, random.Random(seed))  # type: ignore[arg-type]


def segments(found: Drawn) -> list[int]:
    return [unit.segment for block in found.blocks for unit in block]


def test_the_same_seed_takes_the_same_segments() -> None:
    test_set = small_test_set()
    assert drawn(test_set, 10) == drawn(test_set, 10)
    assert segments(drawn(test_set, 10)) != segments(drawn(test_set, 10, seed=2))
    assert len(set(segments(drawn(test_set, 40)))) == 40


def test_identical_outputs_are_left_out_and_counted() -> None:
    test_set = TestSet(systems={"A": list("abcd"), "B": list("abxy")})
    found = drawn(test_set, 2)
    assert sorted(segments(found)) == [2, 3]
    assert found.left_out["identical"] == 2
    assert sorted(segments(drawn(test_set, 4, differing=False))) == [0, 1, 2, 3]
    with pytest.raises(DataError, match=r"3 items are wanted, and there are 2 \(left out: identical: 2"):
        drawn(test_set, 3)


def test_a_ranking_shows_the_same_output_once() -> None:
    test_set = TestSet(systems={"A": ["x", "x"], "B": ["x", "x"], "C": ["y", "x"]})
    found = drawn(test_set, 1, get_protocol("rank"))
    assert [unit.systems for block in found.blocks for unit in block] == [("A", "C")]
    assert (found.left_out["identical"], found.left_out["identical outputs in a ranking"]) == (1, 1)


@pytest.mark.parametrize(("language", "expected"), [("en", [1, 2]), ("zh", [0, 1, 2])])
def test_the_window_of_lengths_counts_words_or_letters(language: str, expected: list[int]) -> None:
    reference: list[str | None] = ["one", "one two", "one two three", "one two three four and more"]
    if language == "zh":
        reference = ["一二", "一 二", "一二三", "一二三四"]
    test_set = TestSet(
        systems={"A": list("abcd"), "B": list("efgh")}, references={"r": reference}, target_language=language
    )
    found = drawn(test_set, len(expected), length=(2, 3))
    assert sorted(segments(found)) == expected
    assert found.left_out["length"] == 4 - len(expected)


def test_the_top_is_the_union_of_each_systems_best() -> None:
    """By hand: A is right in segments 0 and 1, B in 2 and 3; each has one word wrong in one of the others."""
    reference: list[str | None] = ["a b c d"] * 8
    bad = "x y z w"
    a = ["a b c d", "a b c x", *[bad] * 6]
    b = [bad, bad, "a b c d", "a b c y", *["x y z v"] * 4]
    test_set = TestSet(systems={"A": a, "B": b}, references={"r": reference})
    # 25 % of 8 are two of each system.
    assert sorted(segments(drawn(test_set, 4, top=25))) == [0, 1, 2, 3]
    found = drawn(test_set, 2, top=12.5)
    assert sorted(segments(found)) == [0, 2]
    assert found.left_out["outside the top"] == 6


def test_pairs_of_systems_come_equally_often() -> None:
    found = drawn(small_test_set(60, 4), 60)
    counts = Counter(unit.systems for block in found.blocks for unit in block)
    assert set(counts) == set(combinations("ABCD", 2))
    assert set(counts.values()) == {10}
    every = drawn(small_test_set(5, 4), 30, combinations="all")
    assert Counter(segments(every)) == dict.fromkeys(range(5), 6)


def test_scores_are_asked_of_all_systems_on_the_same_segments() -> None:
    found = drawn(small_test_set(10, 4), 12, get_protocol("da"))
    units = [unit for block in found.blocks for unit in block]
    assert len({unit.segment for unit in units}) == 3
    assert Counter(unit.systems for unit in units) == {(name,): 3 for name in "ABCD"}
    beside = drawn(small_test_set(10, 4), 4, get_protocol("esa", outputs=2))
    assert {unit.systems for block in beside.blocks for unit in block} == {("A", "B"), ("C", "D")}


def test_documents_stay_whole() -> None:
    found = drawn(small_test_set(40, 3), 12, method="documents")
    assert [len(block) for block in found.blocks] == [5, 5, 5]
    for block in found.blocks:
        assert len({unit.segment // 5 for unit in block}) == 1
        assert len({unit.systems for unit in block}) == 1
        assert [unit.segment for unit in block] == sorted(unit.segment for unit in block)
    assert len({block[0].systems for block in found.blocks}) == 3
    with pytest.raises(DataError, match="documents begin"):
        drawn(TestSet(systems={"A": ["x"], "B": ["y"]}), 1, method="documents")


def test_probabilities_of_even_samples() -> None:
    found = drawn(small_test_set(40, 2), 10)
    assert {unit.probability for block in found.blocks for unit in block} == {0.25}
    found = drawn(small_test_set(40, 3), 10)
    assert {unit.probability for block in found.blocks for unit in block} == {0.25 / 3}


def test_systematic_sampling_keeps_its_probabilities() -> None:
    sizes = np.array([0.0, 1, 2, 3, 4, 5, 6, 100])
    probabilities = inclusion_probabilities(sizes, 4)
    assert probabilities.sum() == pytest.approx(4)
    assert probabilities[-1] == 1
    assert probabilities.min() > 0
    rng, counts = random.Random(3), np.zeros(len(sizes))
    rounds = 4000
    for _ in range(rounds):
        taken = systematic(probabilities, rng)
        assert len(taken) == len(set(taken)) == 4
        counts[taken] += 1
    assert np.abs(counts / rounds - probabilities).max() < 4 * np.sqrt(0.25 / rounds)


def test_disagreement_by_hand() -> None:
    """Where chrF and WER want different systems is where they disagree most."""
    reference: list[str | None] = ["the black cat sat on the mat", "the black cat sat on the mat"]
    test_set = TestSet(
        systems={
            "A": ["the black cat sat on the mat", "the the the the the the the"],
            "B": ["a dog", "theblack catsat onthe mat"],
        },
        references={"r": reference},
    )
    frame = make_frame(test_set, PAIRWISE, length=None, differing=True, top=None)
    units = [unit for own in frame.units.values() for unit in own]
    sizes = disagreement(test_set, ["chrf", "wer"], units)
    measured = [
        (scores - scores.mean()) / scores.std()
        for scores in (
            np.array(
                [pp.metrics.get("chrf").segment_scores(own, [reference]) for own in test_set.systems.values()]
            ),
            -np.array(
                [pp.metrics.get("wer").segment_scores(own, [reference]) for own in test_set.systems.values()]
            ),
        )
    ]
    differences = np.array([scores[0] - scores[1] for scores in measured])
    assert sizes == pytest.approx(differences.std(axis=0))
    assert sizes[1] > sizes[0]


def test_disagreement_prefers_where_metrics_differ() -> None:
    test_set = small_test_set(40, 2)
    # All outputs are alike, but in four segments one has its words in another order.
    for at in range(4):
        test_set.systems["A"][at] = " ".join(reversed(test_set.systems["B"][at].split()))
    taken = Counter(
        at
        for seed in range(20)
        for at in segments(drawn(test_set, 8, seed=seed, method="disagreement", metrics=("chrf", "ter")))
    )
    assert all(taken[at] >= 18 for at in range(4))
    with pytest.raises(ParameterError, match="two of them"):
        drawn(test_set, 8, method="disagreement", metrics=("chrf",))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"method": "best"}, "no sample"),
        ({"length": (5, 3)}, "no window"),
        ({"top": 0}, "more than 0"),
        ({"metrics": ("chrf", "ter")}, "disagreement"),
    ],
)
def test_what_cannot_be_drawn_is_said(options: dict[str, object], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        Sample(**options)  # type: ignore[arg-type]


def test_one_system_is_not_enough_for_a_pair() -> None:
    with pytest.raises(ParameterError, match="shows 2 outputs, and there is 1 system"):
        drawn(small_test_set(4, 1), 1)
