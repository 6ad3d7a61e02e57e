"""How far a change goes before the score falls."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.auditing.changes import AS_IS
from pitchpipe.auditing.falls import PairedBootstrap
from pitchpipe.auditing.rows import Versions
from pitchpipe.auditing.tolerance import Falls, tolerance
from pitchpipe.auditing.walks import Stage, Walk
from pitchpipe.batch.values import Array
from pitchpipe.metrics import get
from pitchpipe.resampling.sampling import Sampling
from tests.auditing.rows import UNIGRAMS, WRR, bleu_rows, wrr_rows

NUMERATORS = (5, -1, 3, -2)
WORDS = np.array([5, 2, 3, 4])


def always(rows: Array) -> bool:
    return True


def never(rows: Array) -> bool:
    return False


def wrr_versions() -> Versions:
    return Versions(WRR, {AS_IS: wrr_rows(*NUMERATORS)})


def test_emptying_by_hand() -> None:
    """What counts against a system goes first (+2, +1); then 3 more make up for it; the rest falls."""
    found = tolerance(
        wrr_versions(), Stage(wrr_rows(*NUMERATORS), WORDS), [Stage(wrr_rows(0, 0, 0, 0), WORDS)], always
    )
    assert found is not None
    assert (found.free_segments, found.free_words) == (3, 4 + 2 + 3)
    assert found.free_words_share == pytest.approx(100 * 9 / 14)
    assert (found.segments, found.words, found.unlimited) == (3, 9, False)
    assert found.segments_share == 75.0
    assert found.words_share == pytest.approx(100 * 9 / 14)
    assert found.score == pytest.approx(100 * 5 / 40)


def test_a_fall_that_is_not_significant_goes_on() -> None:
    found = tolerance(
        wrr_versions(), Stage(wrr_rows(*NUMERATORS), WORDS), [Stage(wrr_rows(0, 0, 0, 0), WORDS)], never
    )
    assert found is not None
    assert (found.segments, found.words, found.unlimited) == (4, 14, True)
    assert (found.free_segments, found.score) == (3, 0.0)


def test_error_metrics_fall_upwards() -> None:
    """WER's rows: errors and reference words."""
    wer = get("wer")
    rows = np.zeros((4, len(wer.columns)))
    rows[:, 0] = (9, 1, 2, 12)
    rows[:, 1] = 10
    emptied = rows.copy()
    emptied[:, 0] = 10
    stages = [Stage(emptied, WORDS)]
    found = tolerance(Versions(wer, {AS_IS: rows}), Stage(rows, WORDS), stages, always)
    assert found is not None
    # 12 errors become 10, 9 become 10: still one better than before. The next costs 8.
    assert found.free_segments == 2
    assert found.score == pytest.approx(100 * 23 / 40)


def test_segments_without_words_do_not_count() -> None:
    words = np.array([0, 2, 0, 4])
    found = tolerance(
        wrr_versions(), Stage(wrr_rows(*NUMERATORS), words), [Stage(wrr_rows(0, 0, 0, 0), words)], never
    )
    assert found is not None
    assert (found.segments, found.words, found.words_share) == (2, 6, 100.0)


def test_output_without_words() -> None:
    words = np.zeros(4, dtype=np.int64)
    found = tolerance(
        wrr_versions(), Stage(wrr_rows(*NUMERATORS), words), [Stage(wrr_rows(0, 0, 0, 0), words)], always
    )
    assert found is not None
    assert (found.segments, found.words_share) == (0, None)


def test_stages_follow_each_other() -> None:
    """Two words appended, one after the other, at no cost."""
    rows = wrr_rows(1, 1, 1, 1)
    stages = [Stage(rows, np.ones(4, dtype=np.int64)), Stage(rows, np.ones(4, dtype=np.int64))]
    found = tolerance(Versions(WRR, {AS_IS: rows}), Stage(rows, WORDS), stages, always)
    assert found is not None
    assert (found.segments, found.words, found.free_words, found.unlimited) == (4, 8, 8, True)


def test_nothing_is_said_of_one_segment_or_of_an_undefined_score() -> None:
    one = Stage(wrr_rows(1), np.array([1]))
    assert tolerance(wrr_versions(), one, [one], always) is None
    undefined = Stage(wrr_rows(1, 1) * (np.nan, 1, 1), np.array([1, 1]))
    assert tolerance(wrr_versions(), undefined, [undefined], always) is None


@pytest.mark.parametrize("limit", range(1, 60, 7))
@pytest.mark.parametrize("size", [60, 250])
def test_the_first_noticed_round_is_found(limit: int, size: int) -> None:
    """Leaps and halves find what trying every round would."""
    rows, emptied = wrr_rows(*[1] * size), wrr_rows(*[0] * size)
    words = np.ones(size, dtype=np.int64)

    def falls(changed: Array) -> bool:
        return bool((changed[:, 0] == 0).sum() >= limit)

    found = tolerance(Versions(WRR, {AS_IS: rows}), Stage(rows, words), [Stage(emptied, words)], falls)
    per_round = -(-size // 100)
    assert found is not None
    assert found.segments == (-(-limit // per_round) - 1) * per_round


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 9)), min_size=2, max_size=30),
    st.integers(0, 5),
    st.booleans(),
)
def test_a_walk_is_what_its_rows_say(counts: list[tuple[int, int, int]], seed: int, shuffled: bool) -> None:
    rows = bleu_rows(*((min(m, t), t, r) for m, t, r in counts))
    emptied = rows * (0, 0, 0, 1)
    versions = Versions(UNIGRAMS, {AS_IS: rows})
    random = np.random.default_rng(seed) if shuffled else None
    walk = Walk(versions, rows, [Stage(emptied, rows[:, 2].astype(np.int64))], random)
    rounds = walk.extend(1000)
    assert walk.ends[-1] == np.count_nonzero(rows[:, 2])
    for number in range(rounds + 1):
        after = versions.gain(walk.rows_after(number).sum(axis=0))
        assert walk.gains[walk.ends[number]] == pytest.approx(float(after))
    assert sum(walk.words) == rows[:, 2].sum()


def test_at_random_what_is_free_is_meant_on_average() -> None:
    """A quarter too long: of 20 segments 4 can go before the others are too short together."""
    rows = bleu_rows(*[(9, 10, 8), (1, 10, 8)] * 10)
    words = np.full(20, 10)
    stages = [Stage(rows * (0, 0, 0, 1), words)]
    for seed in range(5):
        random = np.random.default_rng(seed)
        found = tolerance(Versions(UNIGRAMS, {AS_IS: rows}), Stage(rows, words), stages, always, random)
        assert found is not None
        assert (found.free_segments, found.free_words_share) == (4, 20.0)
        assert found.segments >= 4


def test_the_cheapest_segments_go_first() -> None:
    rows = bleu_rows((9, 10, 10), (1, 10, 10), (5, 10, 10), (9, 30, 10))
    walk = Walk(
        Versions(UNIGRAMS, {AS_IS: rows}), rows, [Stage(rows * (0, 0, 0, 1), np.array([10, 10, 10, 30]))]
    )
    walk.extend(1)
    # 50 % of 60 words for 40: without the last segment 50 %, without the second 23/50 of enough words.
    assert walk.words[1] == 10
    assert walk.gains[1] == pytest.approx(100 * 23 / 50)


def test_the_paired_bootstrap_notices_a_fall_in_all_segments_but_not_in_one() -> None:
    rows = wrr_rows(*range(20))
    falls: Falls = PairedBootstrap(Versions(WRR, {AS_IS: rows}), rows, Sampling(200, 1))
    worse, better, once = rows.copy(), rows.copy(), rows.copy()
    worse[:, 0] -= 1
    better[:, 0] += 1
    once[3, 0] -= 1
    assert falls(worse)
    assert not falls(better)
    assert not falls(once)
    assert not falls(rows)


def test_at_random_the_first_fall_counts() -> None:
    """Every segment that goes costs the same: of a thousand, not one is free on average."""
    rows = wrr_rows(*[5] * 1000)
    stages = [Stage(rows * (0, 1, 1), np.ones(1000, dtype=np.int64))]
    random = np.random.default_rng(1)
    original = Stage(rows, np.ones(1000, dtype=np.int64))
    found = tolerance(Versions(WRR, {AS_IS: rows}), original, stages, always, random)
    assert found is not None
    assert (found.free_segments, found.free_words) == (0, 0)


def test_at_random_all_but_the_last_may_be_free() -> None:
    """2000 times too long: the last of a thousand segments is long enough for all, but none is not."""
    rows = bleu_rows(*[(1000, 2000, 1)] * 1000)
    words = np.full(1000, 2000)
    stages = [Stage(rows * (0, 0, 0, 1), words)]
    random = np.random.default_rng(1)
    found = tolerance(Versions(UNIGRAMS, {AS_IS: rows}), Stage(rows, words), stages, always, random)
    assert found is not None
    assert (found.free_segments, found.free_words_share) == (999, 99.9)
