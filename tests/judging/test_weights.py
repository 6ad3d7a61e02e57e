"""Samples of unequal probability in ``meta``: weighed, they say what judging everything would have said."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import Ranks, Task, read_human
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols import get_protocol
from pitchpipe.judging.sampling import Sample, draw
from pitchpipe.text.testset import TestSet

SEGMENTS = 300


def contested() -> tuple[TestSet, Ranks]:
    """In a quarter of the segments CER and WER are at odds, and people are with CER."""
    rng = random.Random(4)
    letters = "abcdefghijklmnopqrstuvwxyz"
    systems: dict[str, list[str]] = {"A": [], "B": []}
    references: list[str | None] = []
    preference = []
    for at in range(SEGMENTS):
        words = ["".join(rng.choices(letters, k=6)) for _ in range(8)]
        references.append(" ".join(words))
        # B has one letter wrong in four words; A has one or two words wholly wrong.
        slightly = [word[:-1] + "ß" if place < 4 else word for place, word in enumerate(words)]
        wholly = ["ßßßßßß" if place < (1 if at % 4 else 2) else word for place, word in enumerate(words)]
        systems["A"].append(" ".join(wholly))
        systems["B"].append(" ".join(slightly) if at % 4 == 0 else " ".join(["ßßßßßß"] * 3 + words[3:]))
        preference.append(-1 if at % 4 == 0 else 1)
    test_set = TestSet(systems=systems, references={"r": references})
    everything = np.arange(SEGMENTS)
    return test_set, Ranks(
        "all", ("A", "B"), everything, 0 * everything, 0 * everything + 1, np.array(preference)
    )


def agreement(test_set: TestSet, human: Ranks, metric: str) -> float:
    table = pp.meta([Task.of(test_set, human)], [metric], statistics=["consistency"], test=None)
    return float(table[metric, table.tasks[0].name, "consistency"].outcome.value)


def sampled(human: Ranks, taken: list[int], weights: list[float] | None) -> Ranks:
    at = np.array(taken)
    return Ranks(
        "some",
        human.systems,
        human.segment[at],
        human.first[at],
        human.second[at],
        human.preference[at],
        weight=None if weights is None else np.array(weights),
    )


def test_meta_weighs_by_the_inverse_of_probabilities() -> None:
    test_set, human = contested()
    truth = agreement(test_set, human, "wer")
    sample = Sample(method="disagreement", metrics=("cer", "wer"))
    weighed, plain = [], []
    for seed in range(25):
        drawn = draw(test_set, get_protocol("pairwise"), sample, 60, random.Random(seed))
        units = [unit for block in drawn.blocks for unit in block]
        taken = [unit.segment for unit in units]
        weights = [1 / unit.probability for unit in units]
        weighed.append(agreement(test_set, sampled(human, taken, weights), "wer"))
        plain.append(agreement(test_set, sampled(human, taken, None), "wer"))
    error = np.std(weighed) / np.sqrt(len(weighed))
    assert abs(np.mean(weighed) - truth) < 3 * error + 0.005
    assert abs(np.mean(plain) - truth) > 0.05


def small() -> Ranks:
    """By hand: segment 0 counts three times as much as segment 1."""
    segment, first, second, preference = (np.array(some) for some in ([0, 1], [0, 0], [1, 1], [1, -1]))
    return Ranks("small", ("A", "B"), segment, first, second, preference, weight=np.array([3.0, 1.0]))


def test_weights_by_hand() -> None:
    """A metric that prefers A everywhere is right in 3 of 4, and A wins 3 of 4."""
    test_set = TestSet(systems={"A": ["x y", "x y"], "B": ["q", "q"]}, references={"r": ["x y", "x y"]})
    table = pp.meta(
        [Task.of(test_set, small())], ["chrf", "ter"], statistics=["consistency", "tau-wmt14"], samples=20
    )
    task = table.tasks[0].name
    assert table["chrf", task, "consistency"].outcome.value == pytest.approx(0.75)
    assert table["chrf", task, "tau-wmt14"].outcome.value == pytest.approx(0.5)
    assert small().wins().values.tolist() == [0.75, 0.25]
    with pytest.raises(ParameterError, match="pool=rows"):
        pp.meta([Task.of(test_set, small())], ["chrf"], statistics=["consistency:pool=rows"])


def test_equal_weights_change_nothing() -> None:
    test_set, human = contested()
    even = sampled(human, list(range(SEGMENTS)), [2.0] * SEGMENTS)
    options = {"statistics": ["consistency-half"], "samples": 50, "seed": 1, "confidence": 95.0}
    one, other = (
        pp.meta([Task.of(test_set, ranks)], ["cer", "wer"], **options).to_dict()  # type: ignore[arg-type]
        for ranks in (sampled(human, list(range(SEGMENTS)), None), even)
    )
    assert one == other


def test_weights_are_read_and_checked(tmp_path: Path) -> None:
    place = tmp_path / "ranks.tsv"
    header = "seg_index\tsysA\tsysB\trankA\trankB\tweight\n"
    place.write_text(f"{header}0\tA\tB\t1\t2\t3\n1\tA\tB\t2\t1\t1\n", encoding="utf-8")
    read = read_human(place, format="ranks")
    assert isinstance(read, Ranks)
    assert read.weight is not None
    assert read.weight.tolist() == [3, 1]
    for damage, says in (("0\tA\tB\t1\t2\t-1\n", "more than 0"), ("0\tA\tB\t1\t2\tx\n", "not a number")):
        place.write_text(header + damage, encoding="utf-8")
        with pytest.raises(DataError, match=says):
            read_human(place, format="ranks")
    place.write_text(f"{header}0\tA\tB\t1\t2\t3\n0\tA\tB\t2\t1\t1\n", encoding="utf-8")
    with pytest.raises(DataError, match="different weights"):
        read_human(place, format="ranks")
