"""The sign test, genres and lengths, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest
from numpy.typing import NDArray

import pitchpipe as pp
from pitchpipe.auditing import changes
from pitchpipe.auditing.changes import AS_IS, OTHER, PADDED, TERSE, WORDY, cut_to, filled_to, padded
from pitchpipe.auditing.genres import _splits, audit_genres, excess
from pitchpipe.auditing.lengths import audit_trading
from pitchpipe.auditing.padding import audit_padding
from pitchpipe.auditing.rows import Versions
from pitchpipe.auditing.sign import audit_sign
from pitchpipe.batch.values import Array
from pitchpipe.comparing import Signs
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from tests.auditing.rows import UNIGRAMS, WRR, bleu_rows, wrr_rows

SAMPLING = Sampling(200, 1, 95)

# -- the sign test ---------------------------------------------------------------------------------


def sign_versions(terse: Array, wordy: Array) -> Versions:
    """The same pair at every length."""
    named = {cut_to(ratio): terse for ratio in TERSE} | {filled_to(WORDY, ratio): wordy for ratio in TERSE}
    return Versions(UNIGRAMS if terse.shape[1] == 4 else WRR, {AS_IS: terse, **named})


def test_bleu_prefers_either_by_hand() -> None:
    """Too short, a word more relaxes the penalty; too long, a word less is more precise."""
    terse, wordy = bleu_rows(*[(9, 9, 10)] * 20), bleu_rows(*[(9, 11, 10)] * 20)
    audit = audit_sign(sign_versions(terse, wordy), ("s",), 0.05)
    pair = audit.made
    assert (pair.first, pair.second) == ("s cut to 0.97", "s cut to 0.97 then filled to 1.02")
    assert pair.first_score == pytest.approx(100 * exp(1 - 10 / 9))
    assert pair.second_score == pytest.approx(100 * 9 / 11)
    assert pair.forward is not None
    assert pair.backward is not None
    assert (pair.forward.better, pair.backward.better) == (20, 20)
    assert pair.forward.p == pytest.approx(2 * 0.5**20)
    assert (pair.contradiction, pair.majority, audit.contradiction) == (True, 100.0, True)
    # Of 20 signs 15 are significant (p = 0.041), 14 are not (0.115).
    assert pair.chance == 70.0
    assert audit.given is None


def test_a_decomposable_metric_prefers_one() -> None:
    audit = audit_sign(sign_versions(wrr_rows(*[9] * 20), wrr_rows(*[7] * 20)), ("s",), 0.05)
    assert (audit.contradiction, audit.made.majority) == (False, 0.0)


def test_equal_systems_have_no_majority() -> None:
    rows = wrr_rows(1, 2, 3)
    versions = sign_versions(rows, rows)
    audit = audit_sign(Versions(WRR, {**versions.rows, OTHER: rows}), ("s", "t"), 0.05)
    assert audit.given is not None
    assert (audit.given.majority, audit.contradiction) == (None, False)


def test_a_majority_of_exactly_half() -> None:
    """Two segments better and two worse, in either direction, and one that stays as it is."""
    versions = sign_versions(wrr_rows(1, 1, 1, 1, 5), wrr_rows(3, 3, 0, 0, 5))
    pair = audit_sign(versions, ("s",), 1.0).made
    assert pair.forward is not None
    assert (pair.forward.better, pair.forward.worse, pair.forward.same) == (2, 2, 1)
    assert (pair.majority, pair.contradiction) == (50.0, False)
    uneven = replace(pair, backward=Signs(3, 1, 0, 0.6))
    assert (uneven.majority, replace(uneven, forward=uneven.backward).majority) == (50.0, 75.0)


def test_the_mildest_contradiction_is_reported() -> None:
    terse, wordy = bleu_rows(*[(9, 9, 10)] * 20), bleu_rows(*[(9, 11, 10)] * 20)
    versions = sign_versions(terse, wordy)
    mild = {cut_to(0.97): terse, filled_to(WORDY, 0.97): terse}
    audit = audit_sign(Versions(UNIGRAMS, {**versions.rows, **mild}), ("s",), 0.05)
    assert audit.made.first == "s cut to 0.94"


# -- genres ----------------------------------------------------------------------------------------

#: Kidney stones, small and large: successes of two treatments, and cases (Charig et al. 1986).
OPEN = bleu_rows((81, 87, 1), (192, 263, 1))
PUNCTURE = bleu_rows((234, 270, 1), (55, 80, 1))
STONES = {"small": np.array([0]), "large": np.array([1])}


def test_simpson_by_hand() -> None:
    versions = Versions(UNIGRAMS, {AS_IS: PUNCTURE, OTHER: OPEN})
    given = audit_genres(versions, STONES, np.ones(2), ("puncture", "open"), SAMPLING).given
    assert given is not None
    assert [part.name for part in given.parts] == ["small", "large"]
    assert given.parts[0].first_score == pytest.approx(100 * 234 / 270)
    assert given.parts[0].second_score == pytest.approx(100 * 81 / 87)
    assert given.parts[1].second_score == pytest.approx(100 * 192 / 263)
    assert given.whole.first_score == pytest.approx(100 * 289 / 350)
    assert given.whole.second_score == pytest.approx(100 * 273 / 350)
    assert given.contradiction
    assert given.margin == pytest.approx(100 * (192 / 263 - 55 / 80))


def test_simpson_is_found_in_either_order() -> None:
    for first, second in ((PUNCTURE, OPEN), (OPEN, PUNCTURE)):
        versions = Versions(UNIGRAMS, {AS_IS: first, OTHER: second})
        audit = audit_genres(versions, STONES, np.ones(2), ("a", "b"), SAMPLING)
        assert audit.given is not None
        assert audit.found is not None
        assert audit.given.contradiction
        assert audit.margin == pytest.approx(100 * (192 / 263 - 55 / 80))
        assert audit.found.margin == pytest.approx(audit.given.margin)


def test_parts_that_disagree_are_no_contradiction() -> None:
    versions = Versions(
        UNIGRAMS, {AS_IS: bleu_rows((5, 10, 1), (5, 10, 1)), OTHER: bleu_rows((9, 10, 1), (4, 10, 1))}
    )
    given = audit_genres(versions, STONES, np.ones(2), ("a", "b"), SAMPLING).given
    assert given is not None
    assert (given.contradiction, given.margin) == (False, 0.0)


def test_a_system_alone_and_a_single_group_give_nothing_to_compare() -> None:
    versions = Versions(UNIGRAMS, {AS_IS: PUNCTURE, OTHER: OPEN})
    assert audit_genres(versions, STONES, np.ones(2), ("a",), SAMPLING).given is None
    assert audit_genres(versions, {"all": np.array([0, 1])}, np.ones(2), ("a", "b"), SAMPLING).given is None


def test_every_group_is_set_against_the_rest() -> None:
    """Two groups are against each other, once; of three each is against the others, then there are halves."""
    versions = Versions(UNIGRAMS, {AS_IS: bleu_rows((1, 2, 2), (2, 2, 2), (0, 2, 2))})
    two = {"a": np.array([0, 2]), "b": np.array([1])}
    three = {"a": np.array([0]), "b": np.array([1]), "c": np.array([2])}
    lengths = np.array([2.0, 1.0, 3.0])
    halves = [
        ("short segments", "long segments", [False, True, False]),
        ("weak segments", "strong segments", [False, False, True]),
    ]

    def found(groups: dict[str, NDArray[np.intp]]) -> list[tuple[str, str, list[bool]]]:
        return [(one, other, mask.tolist()) for one, other, mask in _splits(versions, groups, lengths)]

    assert found(two) == [("a", "b", [True, False, True]), *halves]
    assert found(three) == [
        ("a", "the rest", [True, False, False]),
        ("b", "the rest", [False, True, False]),
        ("c", "the rest", [False, False, True]),
        *halves,
    ]
    assert found({"all": np.arange(3)}) == halves


def test_the_shorter_half_is_a_part_without_any_groups() -> None:
    """Two segments are enough for two halves, one is not."""
    everything = {"all": np.array([0, 1])}
    versions = Versions(UNIGRAMS, {AS_IS: PUNCTURE, OTHER: OPEN})
    found = audit_genres(versions, everything, np.array([2.0, 1.0]), ("a",), SAMPLING).found
    assert found is not None
    assert [part.name for part in found.parts] == ["short segments", "long segments"]
    assert [part.segments for part in found.parts] == [1, 1]
    # The large stones are the shorter segment.
    short = found.parts[0]
    assert sorted((short.first_score, short.second_score)) == pytest.approx([100 * 55 / 80, 100 * 192 / 263])
    alone = Versions(UNIGRAMS, {AS_IS: PUNCTURE[:1], OTHER: OPEN[:1]})
    assert audit_genres(alone, {"all": np.array([0])}, np.ones(1), ("a",), SAMPLING).found is None


def test_what_chance_gives_by_hand() -> None:
    """Equal segments leave chance nothing to do; a part of one segment says nothing of chance."""
    few, many = (81, 87, 1), (192, 263, 1)
    first, second = bleu_rows(*[(234, 270, 1)] * 3, *[(55, 80, 1)] * 3), bleu_rows(*[few] * 3, *[many] * 3)
    versions = Versions(UNIGRAMS, {AS_IS: first, OTHER: second})
    groups = {"small": np.arange(3), "large": np.arange(3, 6)}
    given = audit_genres(versions, groups, np.ones(6), ("a", "b"), SAMPLING).given
    assert given is not None
    # Within a part all samples are alike; on all, how many of each part are drawn decides.
    on_parts = [excess(versions, first, second, [part], SAMPLING) for part in groups.values()]
    assert given.excess == min(x for x in on_parts if x is not None)
    assert given.excess is not None
    assert given.excess < given.margin
    # Two segments are the fewest of which samples can be drawn.
    of_two = excess(versions, first[:2], second[:2], [], SAMPLING)
    assert of_two == pytest.approx(100 * (81 / 87 - 234 / 270))
    assert excess(versions, first[:1], second[:1], [], SAMPLING) is None
    alone = audit_genres(
        Versions(UNIGRAMS, {AS_IS: PUNCTURE, OTHER: OPEN}), STONES, np.ones(2), ("a", "b"), SAMPLING
    )
    assert alone.given is not None
    assert (alone.given.contradiction, alone.given.excess) == (True, None)
    assert alone.worst is not None
    assert alone.worst.margin == alone.margin


def test_excess_is_the_difference_less_half_an_interval() -> None:
    random = np.random.default_rng(5)
    first = bleu_rows(*((int(m), 20, 20) for m in random.integers(5, 15, 60)))
    second = bleu_rows(*((int(m), 20, 20) for m in random.integers(9, 19, 60)))
    versions = Versions(UNIGRAMS, {AS_IS: first, OTHER: second})
    drawn = bootstrap_scores(UNIGRAMS, np.stack([first, second]), SAMPLING)
    low, high = np.quantile(drawn[:, 1] - drawn[:, 0], (0.025, 0.975))
    difference = 100 * (second[:, 0].sum() - first[:, 0].sum()) / 1200
    assert excess(versions, first, second, [], SAMPLING) == pytest.approx(difference - (high - low) / 2)


def test_length_buys_quality_elsewhere() -> None:
    """Terse on one genre and verbose on the other, as in §3.2: found by the search."""
    as_is = bleu_rows((7, 7, 10), (9, 10, 10))
    verbose = bleu_rows((7, 8, 10), (9, 12, 10))
    versions = Versions(UNIGRAMS, {AS_IS: as_is, filled_to(1.2): verbose})
    found = audit_genres(
        versions, {"hard": np.array([0]), "easy": np.array([1])}, np.arange(2.0), ("s",), SAMPLING
    ).found
    assert found is not None
    assert found.second == "filled to 1.20 on hard, as it is on easy"
    assert found.first == "as it is on hard, filled to 1.20 on easy"
    hard, easy = found.parts
    assert hard.first_score == pytest.approx(100 * exp(1 - 10 / 7))
    assert hard.second_score == pytest.approx(100 * 7 / 8 * exp(1 - 10 / 8))
    assert easy.first_score == pytest.approx(75.0)
    assert easy.second_score == pytest.approx(90.0)
    assert found.whole.first_score == pytest.approx(100 * 16 / 19 * exp(1 - 20 / 19))
    assert found.whole.second_score == pytest.approx(100 * 16 / 18 * exp(1 - 20 / 18))


# -- lengths ---------------------------------------------------------------------------------------


def test_lengths_are_traded_by_hand() -> None:
    """Four equal segments: whichever half is cut, the numbers are the same."""
    rows = {
        changes.LEVELLED: bleu_rows(*[(9, 10, 10)] * 4),
        changes.TRIMMED: bleu_rows(*[(8, 9, 10)] * 4),
        changes.STRETCHED: bleu_rows(*[(9, 11, 10)] * 4),
    }
    found = audit_trading(Versions(UNIGRAMS, rows), seed=1)
    cut = 90 - 100 * 34 / 38 * exp(1 - 40 / 38)
    stretched = 90 - 100 * 36 / 42
    assert found.cut == pytest.approx(cut)
    assert found.stretched == pytest.approx(stretched)
    assert found.both == pytest.approx(90 - 100 * 34 / 40)
    assert found.forgiven == pytest.approx(100 * (1 - 5 / (cut + stretched)))
    # By sentence: two of 8/9 under a penalty, two of 9/11.
    assert found.segments == pytest.approx(90 - 50 * (8 / 9 * exp(1 - 10 / 9) + 9 / 11))


def test_a_decomposable_metric_forgives_nothing() -> None:
    rows = {
        changes.LEVELLED: wrr_rows(9, 8, 7, 6, 5),
        changes.TRIMMED: wrr_rows(8, 7, 5, 5, 5),
        changes.STRETCHED: wrr_rows(7, 7, 7, 5, 3),
    }
    assert audit_trading(Versions(WRR, rows), seed=1).forgiven == 0.0


def test_without_a_cost_there_is_nothing_to_forgive() -> None:
    rows = dict.fromkeys((changes.LEVELLED, changes.TRIMMED, changes.STRETCHED), wrr_rows(1, 2))
    assert audit_trading(Versions(WRR, rows), seed=1).forgiven is None


# -- padding ---------------------------------------------------------------------------------------


def padded_versions(**kinds: tuple[Array, Array, Array]) -> Versions:
    """An output of four segments, and the rows of each kind after one, two and four words."""
    named = {
        padded(count, kind): rows
        for kind, each in kinds.items()
        for count, rows in zip(PADDED, each, strict=True)
    }
    return Versions(WRR, {AS_IS: wrr_rows(5, 5, 5, 5), **named})


def test_padding_by_hand() -> None:
    """Of junk the first two words are free; of the commonest word all, in every segment."""
    same, less = wrr_rows(5, 5, 5, 5), wrr_rows(5, 4, 3, 2)
    versions = padded_versions(junk=(same, same, less), common=(same, same, same))
    words = np.array([10, 10, 10, 10])
    found = audit_padding(versions, words, SAMPLING, "the")
    assert found.common_word == "the"
    assert found.junk is not None
    assert found.common is not None
    # One more word each, another, and two at once; where these cost nothing they are free as well.
    assert (found.junk.free_segments, found.junk.free_words) == (4, 4 + 4 + 2)
    assert found.junk.free_words_share == 25.0
    assert (found.common.words, found.common.free_words, found.common.unlimited) == (16, 16, True)
    assert (found.common.words_share, found.common.score) == (40.0, versions.score(AS_IS))


def test_there_is_no_commonest_word_without_references() -> None:
    versions = padded_versions(junk=(wrr_rows(5, 5, 5, 5),) * 3)
    found = audit_padding(versions, np.ones(4, dtype=np.int64), SAMPLING, None)
    assert (found.common, found.common_word) == (None, None)
    assert found.junk is not None


def test_audits_say_which_word_is_the_commonest() -> None:
    lines = ["it is the end", "the cat of the house", "so it was"]
    made = pp.TestSet(systems={"s": lines}, references={"A": [*lines], "B": ["an end", None, "it was so"]})
    (audit,) = pp.audit(made, ["wrr:tokenize=none"], samples=20)
    assert audit.padding.common_word == "it"
    assert audit.padding.junk is not None
    assert audit.to_dict()["padding"]["common_word"] == "it"
