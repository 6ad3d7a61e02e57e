"""Minimum Bayes risk against brute force, its limits, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.choosing import expectations, mbr
from pitchpipe.choosing.candidates import Lists
from pitchpipe.choosing.expectations import merged_weights, model_scores, posterior
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest import NBest
from pitchpipe.tuning import read_weights, write_weights
from tests.choosing.lists import candidate_lists, nbest_of

EXACT = ["chrf", "chrf++", "bleu", "ter", "hlepor", "4-grr", "0.5*chrf+0.5*bleu", "0.7*ter+0.3*chrf"]
AGGREGATED = [
    "chrf",
    "chrf++:lowercase=yes",
    "chrf:eps_smoothing=yes",
    "bleu",
    "bleu-sbp",
    "0.3*chrf+0.7*bleu",
]

CANDIDATES = [
    ["the cat sat on the mat", "the cat sat on a mat", "a dog stood there"],
    ["only one"],
    ["same", "same", "other words"],
]


@pytest.mark.parametrize("metric", EXACT)
@settings(max_examples=25)
@given(groups=candidate_lists(), others=st.data())
def test_expected_scores_are_means_of_the_matrix(
    metric: str, groups: list[list[str]], others: st.DataObject
) -> None:
    pseudo = others.draw(candidate_lists().map(lambda lists: (lists * len(groups))[: len(groups)]))
    numbers = others.draw(
        st.lists(st.floats(0.125, 8.0), min_size=sum(map(len, pseudo)), max_size=sum(map(len, pseudo)))
    )
    found = mbr(groups, metric, pseudo_references=pseudo, weights=np.array(numbers))
    at = 0
    for s, (candidates, references) in enumerate(zip(groups, pseudo, strict=True)):
        weights = np.array(numbers[at : at + len(references)])
        at += len(references)
        expected = get(metric).matrix(candidates, references) @ (weights / weights.sum())
        begin, end = found.offsets[s : s + 2]
        np.testing.assert_allclose(found.expected[begin:end], expected, atol=1e-9)
        best = expected.max() if get(metric).higher_is_better else expected.min()
        assert abs(expected[found.chosen[s] - begin] - best) < 1e-9


def test_the_candidate_that_agrees_with_the_others_is_chosen() -> None:
    found = mbr(CANDIDATES, "chrf")
    assert found.chosen.tolist()[1:] == [3, 4]
    assert found.texts[1:] == ["only one", "same"]
    assert found.texts[0] != "a dog stood there"
    assert found.to_dict()["segments"][1] == {"chosen": 0, "text": "only one", "expected": 100.0}
    assert [*found.segments()][1] == found.to_dict()["segments"][1]
    # "same" occurs twice: 2/3 · 100 + 1/3 · what it shares with the other.
    shared = get("chrf").matrix(["same"], ["other words"])[0, 0]
    assert found.expected[4] == pytest.approx(200 / 3 + shared / 3)
    assert found.expected[4] == found.expected[5]


def test_error_rates_are_minimised() -> None:
    found = mbr([["x y z w", "a b c d", "a b c e"]], "ter")
    assert found.texts == ["a b c d"]
    np.testing.assert_allclose(found.expected, [200 / 3, 125 / 3, 125 / 3])


def test_duplicates_count_as_often_as_they_occur() -> None:
    merged = mbr([["a b", "a c"]], weights=np.array([3.0, 1.0]))
    spelled = mbr([["a b", "a b", "a b", "a c"]])
    assert merged.expected[0] == spelled.expected[0]
    assert merged.expected[1] == spelled.expected[3]


@pytest.mark.parametrize("metric", AGGREGATED)
@settings(max_examples=25)
@given(groups=candidate_lists(), reference=st.data())
def test_expected_counts_are_exact_for_one_distinct_reference(
    metric: str, groups: list[list[str]], reference: st.DataObject
) -> None:
    times = reference.draw(st.integers(1, 3))
    pseudo = [group[:1] * times for group in groups]
    exact = mbr(groups, metric, pseudo_references=pseudo)
    quick = mbr(groups, metric, pseudo_references=pseudo, aggregate=True)
    np.testing.assert_allclose(quick.expected, exact.expected, rtol=0, atol=1e-12)
    assert quick.chosen.tolist() == exact.chosen.tolist()
    assert (quick.aggregated, exact.aggregated) == (True, False)


def test_expected_counts_by_hand() -> None:
    # Unigrams of characters expected: a 1.5, b 0.5. "aa" matches 1.5 of 2, and 1.5 of the 2 expected.
    found = mbr([["aa"]], "chrf:char_order=1", pseudo_references=[["ab", "aa"]], aggregate=True)
    assert found.expected[0] == pytest.approx(75.0)
    # BLEU of one order: 1.5 of 2 words match, and the expected length is 2.
    found = mbr([["a a"]], "bleu:max_order=1", pseudo_references=[["a b", "a a"]], aggregate=True)
    assert found.expected[0] == pytest.approx(75.0)


def test_expected_scores_of_both_ways_are_near_each_other() -> None:
    lists = [[f"the {a} cat sat on {b} mat" for a in ("black", "old", "small") for b in ("a", "the", "my")]]
    exact, quick = mbr(lists, "chrf"), mbr(lists, "chrf", aggregate=True)
    np.testing.assert_allclose(quick.expected, exact.expected, atol=8.0)
    assert exact.expected.max() - exact.expected.min() > 1.0


@pytest.mark.parametrize("aggregate", [False, True])
@pytest.mark.parametrize("metric", ["chrf", "bleu", "0.5*chrf+0.5*bleu"])
def test_neither_threads_nor_blocks_change_a_bit(
    metric: str, aggregate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = [[f"{a} cats sat on {b} mats {s}" for a in range(9) for b in range(s % 3 + 1)] for s in range(20)]
    whole = mbr(lists, metric, aggregate=aggregate, threads=1)
    for threads, at_once in ((2, 1 << 16), (3, 100), (2, 7), (1, 1)):
        monkeypatch.setattr(expectations, "AT_ONCE", at_once)
        again = mbr(lists, metric, aggregate=aggregate, threads=threads)
        assert again.expected.tobytes() == whole.expected.tobytes()
        assert again.chosen.tolist() == whole.chosen.tolist()


def test_progress_ends_at_all_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectations, "AT_ONCE", 4)
    for aggregate in (False, True):
        told: list[tuple[int, int]] = []

        def tell(done: int, of: int, told: list[tuple[int, int]] = told) -> None:
            told.append((done, of))

        mbr(CANDIDATES, aggregate=aggregate, progress=tell)
        assert len(told) > 1
        assert told[-1] == (6, 6)
        assert told == sorted(told)


# -- weights -----------------------------------------------------------------------------------------------


def test_a_low_temperature_leaves_the_models_best_alone() -> None:
    nbest = nbest_of([["x y z", "a b c", "a b d"], ["p", "q"]], [5.0, 1.0, 2.0, -1.0, -2.0])
    uniform = mbr(nbest)
    assert uniform.texts[0] in {"a b c", "a b d"}
    cold = mbr(nbest, weights=posterior(model_scores(nbest), nbest.offsets, 1e-300))
    assert cold.texts == ["x y z", "p"]
    hot = posterior(model_scores(nbest), nbest.offsets, float("inf"))
    np.testing.assert_allclose(hot, [1 / 3] * 3 + [1 / 2] * 2)
    assert mbr(nbest, weights=hot).expected.tobytes() == uniform.expected.tobytes()


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8),
    st.floats(1e-3, 1e3),
    st.integers(1, 7),
)
def test_posteriors_are_softmaxes_within_segments(scores: list[float], temperature: float, cut: int) -> None:
    cut = min(cut, len(scores) - 1)
    offsets = np.array([0, cut, len(scores)])
    found = posterior(np.array(scores), offsets, temperature)
    for begin, end in ((0, cut), (cut, len(scores))):
        part = np.array(scores[begin:end]) / temperature
        with np.errstate(under="ignore"):
            expected = np.exp(part - part.max())
        np.testing.assert_allclose(found[begin:end], expected / expected.sum(), atol=1e-6)
        assert found[begin:end].sum() == pytest.approx(1.0)


def test_model_scores() -> None:
    nbest = nbest_of([["a", "b"]], [1.0, 3.0])
    assert model_scores(nbest).tolist() == [1.0, 3.0]
    assert model_scores(nbest, "model").tolist() == [1.0, 3.0]
    assert model_scores(nbest, {"model": -2.0}).tolist() == [-2.0, -6.0]
    with pytest.raises(ParameterError, match="no feature 'modle': there are total, model"):
        model_scores(nbest, "modle")
    with pytest.raises(ParameterError, match="no weight for feature model"):
        model_scores(nbest, {})
    with pytest.raises(DataError, match="no totals"):
        model_scores(nbest_of([["a"]], totals=False))


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_temperatures_are_above_zero(temperature: float) -> None:
    with pytest.raises(ParameterError, match="temperature must be above 0"):
        posterior(np.zeros(2), np.array([0, 2]), temperature)


def test_scores_of_a_posterior_are_finite() -> None:
    for score in (float("nan"), float("inf")):
        with pytest.raises(DataError, match=r"^model scores must be finite numbers$"):
            posterior(np.array([0.0, score]), np.array([0, 2]))


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1.0], "1 weights for 2 pseudo-references"),
        ([1.0, -1.0], "not negative"),
        ([1.0, float("nan")], "finite"),
        ([0.0, 0.0], "segment 1: all weights of pseudo-references are 0"),
    ],
)
def test_weights_that_are_none(weights: list[float], says: str) -> None:
    with pytest.raises(DataError, match=says):
        mbr([["a", "b"]], weights=np.array(weights))


def test_weights_of_equal_texts_add_up() -> None:
    lists = Lists.of([["a", "b", "a"], ["c"]]).distinct()
    assert (lists.texts, lists.offsets.tolist(), lists.numbers.tolist()) == (
        ["a", "b", "c"],
        [0, 2, 3],
        [0, 1, 0, 2],
    )
    assert merged_weights(np.array([1.0, 2.0, 5.0, 9.0]), lists).tolist() == [0.75, 0.25, 1.0]


# -- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "says"),
    [
        ("port", "port cannot be the utility: word order is judged from the source"),
        ("0.5*chrf+0.5*lr-kb4", "lrscore cannot be the utility"),
        ("length-ratio", "no direction"),
        ("nonsense", "nonsense"),
    ],
)
def test_metrics_that_are_no_utility(metric: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        mbr(CANDIDATES, metric)


@pytest.mark.parametrize("metric", ["ter", "hlepor", "0.5*chrf+0.5*ter"])
def test_metrics_without_expected_counts(metric: str) -> None:
    with pytest.raises(ParameterError, match="has no expected counts: compare all pairs"):
        mbr(CANDIDATES, metric, aggregate=True)


def test_an_open_scale_is_no_hindrance_to_choose() -> None:
    found = mbr([["the cat sat", "the cat stood", "a dog"]], "nist")
    assert found.texts != ["a dog"]


@pytest.mark.parametrize(
    ("candidates", "says"),
    [
        ([], "there are no candidates"),
        ([["a"], []], "segment 2 has no candidates"),
        (["a", "b"], "must be a list of texts"),
        ([["a", None]], "number 2 is None"),
    ],
)
def test_lists_that_are_none(candidates: list[list[str]], says: str) -> None:
    with pytest.raises(DataError, match=says):
        mbr(candidates)


def test_pseudo_references_of_other_segments() -> None:
    with pytest.raises(DataError, match="candidates for 2 segments, but pseudo-references for 1"):
        mbr([["a"], ["b"]], pseudo_references=[["a"]])


@pytest.mark.parametrize("metric", ["chrf", "bleu", "ter"])
@pytest.mark.parametrize("group", [[""], ["", ""], ["", "a"], ["a"] * 5, ["a"]])
def test_degenerate_lists_have_a_choice(metric: str, group: list[str]) -> None:
    found = mbr([group, ["b c"]], metric)
    assert 0 <= found.chosen[0] < len(group)
    assert np.isfinite(found.expected).all()
    if len(set(group)) == 1:
        assert found.chosen[0] == 0


def test_the_signature_says_how() -> None:
    found = mbr(CANDIDATES, "bleu:tokenize=none")
    assert found.metric == "bleu:tokenize=none"
    assert "eff:yes" in found.signature
    assert pp.__version__ in found.signature


def test_the_opinion_of_a_model_weighs_candidates(tmp_path: Path) -> None:
    nbest = NBest.of([["a b", "a c", "d"], ["x", "y"]], {"lm": [0.0, 1.0, 2.0, 0.5, -0.5]})
    by_hand = posterior(model_scores(nbest, "lm"), nbest.offsets, 0.5)
    expected = mbr(nbest, "chrf", weights=by_hand)
    path = tmp_path / "weights.json"
    write_weights(path, {"lm": 2.0, "other": 1.0})
    ways: list[dict[str, Any]] = [
        {"posterior": "lm", "temperature": 0.5},
        {"posterior": {"lm": 1.0}, "temperature": 0.5},
        {"posterior": read_weights(path)},
    ]
    for way in ways:
        np.testing.assert_allclose(mbr(nbest, "chrf", **way).expected, expected.expected)
    others = mbr([["a b"], ["x"]], "chrf", pseudo_references=nbest, posterior="lm", temperature=0.5)
    np.testing.assert_allclose(others.expected, expected.expected[[0, 3]])


def test_opinions_that_cannot_be_had() -> None:
    nbest = NBest.of([["a", "b"]], {"lm": [0.0, 1.0]})
    with pytest.raises(ParameterError, match="say the same thing twice"):
        mbr(nbest, "chrf", weights=np.ones(2), posterior="lm")
    with pytest.raises(ParameterError, match="needs an n-best list"):
        mbr([["a", "b"]], "chrf", posterior="lm")
