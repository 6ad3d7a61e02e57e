"""The sign test by substitution, and Chiang et al.'s contradiction."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import pitchpipe as pp
from pitchpipe.comparing import Signs
from pitchpipe.comparing.sign import binomial_p, chance_majority, sign_test, wins
from tests.comparing.toys import Error, Mean, rows

#: One word too long, and one word too short: BLEU 86.3 and 86.7.
WORDS = "a b c d e f g h"
LONG, SHORT = f"{WORDS} x", WORDS.removesuffix(" h")


def one_each(segments: int) -> pp.TestSet:
    return pp.TestSet(
        systems={"long": [LONG] * segments, "short": [SHORT] * segments},
        references={"ref": [WORDS] * segments},
    )


def test_by_hand() -> None:
    base, other = rows([1, 1, 1, 1, 1], [2, 2, 2, 1, 0])
    # Three of four: 2 (1 + 4) / 16.
    assert sign_test(Mean(), base, other) == Signs(3, 1, 1, 0.625)
    assert sign_test(Mean(), other, base) == Signs(1, 3, 1, 0.625)
    assert sign_test(Error(), base, other) == Signs(1, 3, 1, 0.625)


def test_equal_outputs_are_the_same_however_sums_round() -> None:
    numbers = list(np.random.default_rng(1).random(1000))
    assert sign_test(Mean(), *rows(numbers, numbers)) == Signs(0, 0, 1000, 1.0)
    one = [0.1 + 0.2, *numbers]
    assert sign_test(Mean(), *rows(one, [0.3, *numbers])) == Signs(0, 0, 1001, 1.0)


def test_undefined_scores() -> None:
    assert sign_test(Mean(), *rows([1, math.nan], [1, 2])) is None
    assert sign_test(Mean(), *rows([1, 2], [1, math.nan])) is None


@given(st.integers(0, 60), st.integers(0, 60))
def test_p_is_that_of_scipy(better: int, worse: int) -> None:
    wanted = binomtest(better, better + worse).pvalue if better + worse else 1.0
    assert binomial_p(better, worse) == pytest.approx(wanted, rel=1e-12)


def test_the_largest_majority_that_may_be_chance() -> None:
    """Of 5 signs all (p = 0.0625), of 6 five (p of six 0.03125); where nothing may be, there is none."""
    assert chance_majority(5, 0.05) == 100.0
    assert chance_majority(6, 0.05) == pytest.approx(100 * 5 / 6)
    assert chance_majority(6, 0.03125) == pytest.approx(100 * 5 / 6)
    assert chance_majority(2, 1.0) == 50.0
    assert chance_majority(1, 1.0) == 0.0
    assert chance_majority(0, 0.05) == 0.0


def test_no_winner_without_a_majority() -> None:
    assert wins(Signs(9, 1, 0, 0.02), 0.05)
    assert not wins(Signs(1, 9, 0, 0.02), 0.05)
    assert not wins(Signs(9, 1, 0, 0.06), 0.05)
    assert not wins(None, 0.05)
    # Half of the signs are no majority, whatever the p-value.
    assert not wins(Signs(5, 5, 0, 0.02), 0.05)
    assert wins(Signs(6, 5, 0, 0.05), 0.05)


def test_bleu_finds_each_system_better_than_the_other() -> None:
    """Chiang et al. 2008, §3.1: the short outputs are precise, and the long ones pay for their brevity."""
    found = pp.compare(one_each(10), metrics=["bleu"], test="sign", samples=10)["bleu"]
    (comparison,) = found.comparisons
    assert comparison.forward == comparison.backward == Signs(10, 0, 0, 2 / 1024)
    assert comparison.contradiction
    assert comparison.p_holm == 2 / 1024
    assert (comparison.verdict, comparison.significant) == ("contradiction", False)
    assert [round(system.score, 1) for system in found.systems] == [86.3, 86.7]


@pytest.mark.parametrize("metric", ["bleu-sbp", "4-grr", "wrr"])
def test_other_metrics_do_not_contradict_themselves(metric: str) -> None:
    (comparison,) = pp.compare(one_each(10), metrics=[metric], test="sign", samples=10)[metric].comparisons
    assert not comparison.contradiction


def test_a_decomposable_metric_does_not_contradict_the_scores() -> None:
    (comparison,) = pp.compare(one_each(10), metrics=["4-grr"], test="sign", samples=10)["4-grr"].comparisons
    assert comparison.significant
    assert comparison.verdict == ("better" if comparison.delta > 0 else "worse")


def test_a_few_segments_contradict_nothing() -> None:
    (comparison,) = pp.compare(one_each(5), metrics=["bleu"], test="sign", samples=10)["bleu"].comparisons
    assert comparison.p == 2 / 32
    assert not comparison.contradiction
    assert comparison.verdict == "not significant"


def test_several_runs_are_refused() -> None:
    with pytest.raises(pp.ParameterError, match="'both' has several runs: use bootstrap or randomisation"):
        pp.compare(
            pp.TestSet(systems={"a": ["x"], "b": ["x"], "c": ["x"]}, references={"ref": ["x"]}),
            test="sign",
            runs={"both": ["a", "b"]},
        )
