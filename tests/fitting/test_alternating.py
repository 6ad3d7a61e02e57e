"""Parameters of a mixture's parts, fitted in turn with its weights."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.statistics import Gains, statistic
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting import alternating, fit
from pitchpipe.fitting.ranking import learn
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics import from_signature, get
from pitchpipe.text.testset import TestSet
from tests.fitting.people import made_up, ranks_by, scores_by
from tests.metrics.annotating import PureAnnotator

QUICK: dict[str, Any] = {"folds": 0}
TWO = "1*chrf:beta=0.5+1*hlepor"
OF_BOTH = ("chrf.beta", "hlepor.weights")


def by_hand() -> tuple[TestSet, SegmentScores]:
    """Of two letters one system has one, the other both among others: precision 1 and ½, recall ½ and 1.

    People prefer recall, as F_β does where β is above 1; elsewhere a whole sentence to a part of it, as any
    metric does. WER has no opinion on the first segment, where no word is right.
    """
    systems = {"a": ["ab", "abcd", "abcd"], "b": ["abcdwxyz", "ax", "ax"]}
    test_set = TestSet(systems=systems, references={"ref": ["abcd"] * 3}, name="by hand")
    human = SegmentScores("people", ("a", "b"), np.array([[1.0, 2.0, 2.0], [2.0, 1.0, 1.0]]))
    return test_set, human


def test_a_parameter_by_hand() -> None:
    judged = by_hand()
    metric = "1*chrf:char_order=1,beta=0.5+1*wer"
    alone = fit(judged, metric, "tau-wmt14", **QUICK)
    assert alone.score == pytest.approx(1 / 3)
    assert alone.rounds == 0
    found = fit(judged, metric, "tau-wmt14", parameters=["chrf.beta"], **QUICK)
    assert found.search["optimiser"] == "rank"
    assert found.score == 1.0
    assert found.parameters["chrf.beta"] > 1.0
    assert list(found.parameters) == ["weights", "chrf.beta"]
    # One that is better, and one that finds nothing more.
    assert found.rounds == 2
    assert found.metric.spec.startswith(f"{found.parameters['weights'][0]!r}*chrf:char_order=1,beta=")


def test_what_people_judge_by_is_found_again() -> None:
    test_set = made_up(segments=80)
    people = ranks_by(test_set, "0.7*chrf:beta=8+0.3*ribes:alpha=1")
    metric = "1*chrf:beta=0.5+1*ribes"
    alone = fit((test_set, people), metric, cost=100.0, **QUICK)
    found = fit((test_set, people), metric, cost=100.0, parameters=["chrf.beta", "ribes.alpha"], **QUICK)
    assert found.score > 0.99 > alone.score
    assert found.parameters["weights"] == pytest.approx((0.7, 0.3), abs=0.1)
    assert found.gap is not None
    assert found.gap < 1e-6
    assert 1 < found.rounds <= alternating.MOST_ROUNDS


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1000), st.sampled_from([0.0, 0.1, 0.25]), st.sampled_from(["ridge", "l1"]))
def test_agreement_is_never_less_than_with_the_weights_alone(seed: int, wrong: float, penalty: Any) -> None:
    test_set = made_up(seed=seed, segments=15, systems=4)
    people = ranks_by(test_set, "0.5*chrf:beta=1+0.5*hlepor:weights=1/1/8", wrong, seed)
    alone = fit((test_set, people), TWO, penalty=penalty, **QUICK)
    found = fit((test_set, people), TWO, parameters=OF_BOTH, penalty=penalty, **QUICK)
    assert found.score >= alone.score
    # The weights are those that are learnt with the parameters as they are.
    written = get(TWO).replace(**{name: found.parameters[name] for name in OF_BOTH})
    again = fit((test_set, people), written, penalty=penalty, **QUICK)
    assert again.parameters["weights"] == pytest.approx(found.parameters["weights"], abs=1e-4)


def test_the_result_can_be_given_back(tmp_path: Path) -> None:
    test_set = made_up(segments=30)
    people = ranks_by(test_set, "0.5*chrf:beta=8+0.5*hlepor:weights=1/1/8", wrong=0.1)
    found = fit((test_set, people), TWO, parameters=OF_BOTH, **QUICK)
    path = tmp_path / "mixture.json"
    found.save(path)
    content = json.loads(path.read_text())
    assert set(content["parameters"]) == {"weights", *OF_BOTH}
    read, written = get(f"ensemble:preset={path}"), get(found.metric.spec)
    assert read == written == found.metric == from_signature(found.metric.signature)
    assert read.signature == found.metric.signature
    assert f"|preset:{content['digest'][:12]}|" in read.signature
    scores = [measure(test_set, [m])[m.spec].segment_scores() for m in (read, written)]
    np.testing.assert_array_equal(scores[0], scores[1])
    outcome = statistic("tau-wmt14")(people, Gains(np.zeros(5), scores[0]))
    assert found.score == pytest.approx(outcome.value, abs=1e-12)
    # Another value of a part's parameter is not the preset's.
    assert "preset" not in read.replace(**{"chrf.beta": 5.0}).signature


def test_folds_find_their_own_parameters() -> None:
    test_set = made_up(segments=40)
    people = ranks_by(test_set, "0.5*chrf:beta=8+0.5*hlepor:weights=1/1/8", wrong=0.3)
    found = fit((test_set, people), TWO, parameters=OF_BOTH, folds=2, samples=20)
    assert [set(fold.parameters) for fold in found.folds] == [{"weights", *OF_BOTH}] * 2
    assert len({fold.parameters["hlepor.weights"] for fold in found.folds}) == 2
    assert found.steps > 0


@pytest.mark.parametrize("optimiser", ["hill", "de"])
def test_other_searches_look_for_all_at_once(optimiser: Any) -> None:
    test_set = made_up(segments=20)
    people = scores_by(test_set, "0.8*chrf:beta=1+0.2*cer")
    asked = {"optimiser": optimiser, "restarts": 2, **QUICK}
    found = fit((test_set, people), "1*chrf+1*cer", "pearson:none", parameters=["chrf.beta"], **asked)
    assert list(found.parameters) == ["weights", "chrf.beta"]
    assert found.score > 0.999
    assert (found.rounds, found.steps) == (0, 0)


def test_objectives_that_count_no_pairs_are_climbed() -> None:
    test_set = made_up(segments=20)
    people = scores_by(test_set, "chrf:beta=1")
    found = fit((test_set, people), "1*chrf+1*cer", "pearson:none", bounds={"chrf.beta": (0.5, 4)}, **QUICK)
    assert found.search["optimiser"] == "hill"
    assert 0.5 <= found.parameters["chrf.beta"] <= 4


def test_one_of_two_parts_of_a_name() -> None:
    test_set = made_up(segments=20)
    people = ranks_by(test_set, "chrf:char_order=2,beta=9")
    metric = "1*chrf+1*chrf:char_order=2"
    found = fit((test_set, people), metric, parameters=["chrf#2.beta"], **QUICK)
    first, second = found.metric.singles()
    assert first == get("chrf")
    assert second.spec == f"chrf:char_order=2,beta={found.parameters['chrf#2.beta']}"


def test_bounds_are_kept() -> None:
    test_set = made_up(segments=20)
    people = ranks_by(test_set, "chrf:beta=50")
    found = fit((test_set, people), "1*chrf+1*cer", bounds={"chrf.beta": (1.0, 3.0)}, **QUICK)
    assert 1.0 <= found.parameters["chrf.beta"] <= 3.0


def test_parameters_without_weights_end_the_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    test_set = made_up(segments=20)
    people = ranks_by(test_set, "chrf:beta=9")
    alone = fit((test_set, people), TWO, **QUICK)
    calls: list[Any] = []

    def once(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) > 1:
            raise DataError("all weights would be 0")
        return learn(*arguments)

    monkeypatch.setattr(alternating, "learn", once)
    found = fit((test_set, people), TWO, parameters=["chrf.beta"], **QUICK)
    assert found.score == alone.score
    assert found.parameters["chrf.beta"] == 0.5


def test_rounds_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alternating, "MOST_ROUNDS", 1)
    test_set = made_up(segments=20)
    found = fit((test_set, ranks_by(test_set, "chrf:beta=9")), TWO, parameters=OF_BOTH, **QUICK)
    assert found.rounds == 1
    assert found.search["rounds"] == 1


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        (TWO, {"parameters": ["bleu.beta"]}, "has no part 'bleu': there are chrf, hlepor"),
        (TWO, {"parameters": ["chrf.alpha"]}, "chrf has no parameter 'alpha' to fit: there are chrf.beta"),
        (TWO, {"parameters": ["beta"]}, "no parameter 'beta' to fit: there are weights, chrf.beta, hlepor"),
        (TWO, {"parameters": ["chrf.char_order"]}, "chrf.char_order changes what is counted"),
        ("1*cer+1*ter", {"parameters": ["cer.x"]}, "cer has no parameter 'x' to fit: it has none"),
        ("1*chrf+1*chrf:beta=1", {"parameters": ["chrf.beta"]}, "has chrf 2 times: write chrf#1.beta"),
        (TWO, {"parameters": OF_BOTH, "bounds": {"weights": (0, 1)}}, "learnt from pairs have no bounds"),
        (TWO, {"bounds": {"chrf.beta": (3, 1)}}, "chrf.beta must be searched between two numbers"),
        (TWO, {"bounds": {"chrf.beta": (0, 200)}}, "chrf.beta must be a number between 0 and 100, not 200"),
        ("chrf", {"parameters": ["chrf.beta"]}, "chrf is no mixture: write beta, without the name of a part"),
        ("chrf", {"parameters": ["chrf.beta"], "optimiser": "hill"}, "chrf is no mixture: write beta"),
    ],
)
def test_what_is_refused(metric: str, options: dict[str, Any], message: str) -> None:
    test_set = made_up(segments=10)
    with pytest.raises(ParameterError, match=message):
        fit((test_set, ranks_by(test_set, "chrf")), metric, **{**QUICK, **options})


def test_parts_that_are_prepared_on_their_texts() -> None:
    """LRscore measures how much is reordered, TESLA-M knows lemmas: both once, before anything is fitted."""
    test_set = dataclasses.replace(made_up(segments=30), annotator=PureAnnotator())
    tesla = "tesla-m:language=en,synonyms=none"
    people = ranks_by(test_set, f"0.5*{tesla},alpha=0.1+0.3*lr-kb4:theta=0.5+0.2*port:alpha=2", wrong=0.1)
    names = ("tesla-m.alpha", "lr-kb4.theta", "port.alpha")
    metric = f"1*{tesla}+1*lr-kb4+1*port"
    alone = fit((test_set, people), metric, **QUICK)
    found = fit((test_set, people), metric, parameters=names, **QUICK)
    assert found.score >= alone.score
    fresh = measure(test_set, [found.metric])[found.metric.spec]
    outcome = statistic("tau-wmt14")(people, Gains(fresh.scores(), fresh.segment_scores()))
    assert found.score == pytest.approx(outcome.value, abs=1e-12)
    with pytest.raises(ParameterError, match=r"lr-kb4\.dk is a fact of the references"):
        fit((test_set, people), metric, parameters=["lr-kb4.dk"], **QUICK)


def test_several_language_pairs_with_facts_of_their_own() -> None:
    pairs = [made_up(seed=1), made_up(seed=2, pair="fr-en")]
    judged = [(one, ranks_by(one, "0.5*chrf+0.5*lr-kb4:theta=0.4", wrong=0.1)) for one in pairs]
    found = fit(judged, "1*chrf+1*lr-kb4", parameters=["lr-kb4.theta"], folds="pairs", samples=20)
    assert [data.share for data in found.data] == [0.5, 0.5]
    assert all("lr-kb4.theta" in fold.parameters for fold in found.folds)
    assert found.metric.spec.count("theta=") == 1
