"""The sign test, genres and lengths, worked by hand."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from pitchpipe.auditing import changes
from pitchpipe.auditing.changes import AS_IS, OTHER, TERSE, WORDY, cut_to, filled_to
from pitchpipe.auditing.genres import audit_genres
from pitchpipe.auditing.lengths import audit_trading
from pitchpipe.auditing.rows import Versions
from pitchpipe.auditing.sign import audit_sign
from pitchpipe.batch.values import Array
from tests.auditing.rows import UNIGRAMS, WRR, bleu_rows, wrr_rows

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
    given = audit_genres(versions, STONES, np.ones(2), ("puncture", "open")).given
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
        audit = audit_genres(versions, STONES, np.ones(2), ("a", "b"))
        assert audit.given is not None
        assert audit.found is not None
        assert audit.given.contradiction
        assert audit.margin == pytest.approx(100 * (192 / 263 - 55 / 80))
        assert audit.found.margin == pytest.approx(audit.given.margin)


def test_parts_that_disagree_are_no_contradiction() -> None:
    versions = Versions(
        UNIGRAMS, {AS_IS: bleu_rows((5, 10, 1), (5, 10, 1)), OTHER: bleu_rows((9, 10, 1), (4, 10, 1))}
    )
    given = audit_genres(versions, STONES, np.ones(2), ("a", "b")).given
    assert given is not None
    assert (given.contradiction, given.margin) == (False, 0.0)


def test_a_system_alone_and_a_single_group_give_nothing_to_compare() -> None:
    versions = Versions(UNIGRAMS, {AS_IS: PUNCTURE, OTHER: OPEN})
    assert audit_genres(versions, STONES, np.ones(2), ("a",)).given is None
    assert audit_genres(versions, {"all": np.array([0, 1])}, np.ones(2), ("a", "b")).given is None


def test_length_buys_quality_elsewhere() -> None:
    """Terse on one genre and verbose on the other, as in §3.2: found by the search."""
    as_is = bleu_rows((7, 7, 10), (9, 10, 10))
    verbose = bleu_rows((7, 8, 10), (9, 12, 10))
    versions = Versions(UNIGRAMS, {AS_IS: as_is, filled_to(1.2): verbose})
    found = audit_genres(
        versions, {"hard": np.array([0]), "easy": np.array([1])}, np.arange(2.0), ("s",)
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
