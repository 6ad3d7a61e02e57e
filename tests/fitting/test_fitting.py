"""Fitting: known parameters are found again, and agreement is that of scoring from scratch."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.statistics import Gains, statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.fitting import fit
from pitchpipe.fitting.optimisers import CubeOptimiser
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics import get
from pitchpipe.threads import threads
from tests.fitting.people import made_up, ranks_by, scores_by

QUICK: dict[str, Any] = {"folds": 0, "restarts": 3, "seed": 3}


def test_finds_the_weights_of_hlepor_again() -> None:
    test_set = made_up(segments=80)
    people = scores_by(test_set, "hlepor:alpha=2,beta=8,weights=3/2/5")
    found = fit((test_set, people), "hlepor", "pearson:none", **QUICK)
    assert found.score > 0.99999
    assert found.default < 0.99
    assert found.parameters["alpha"] == pytest.approx(2, abs=0.1)
    assert found.parameters["beta"] == pytest.approx(8, abs=0.1)
    assert found.parameters["weights"] == pytest.approx((3, 2, 5), abs=0.1)


def test_finds_the_weights_of_a_mixture_again() -> None:
    test_set = made_up(segments=80)
    people = scores_by(test_set, "0.6*bleu+0.1*chrf+0.3*ter")
    found = fit((test_set, people), "1*bleu+1*chrf+1*ter", "pearson:none", optimiser="de", folds=0, seed=3)
    assert found.parameters["weights"] == pytest.approx((0.6, 0.1, 0.3), abs=0.01)
    assert sum(found.parameters["weights"]) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("theta", [0.05, 0.4])
def test_finds_theta_again_over_language_pairs_of_unlike_order(theta: float) -> None:
    pairs = [made_up(seed=1, pair="de-en"), made_up(seed=2, pair="fr-en")]
    # Where the source has the reference's order, d_k is larger.
    pairs[1] = dataclasses.replace(pairs[1], source=list(map(str, pairs[1].references["ref"])))
    people = [ranks_by(test_set, f"lr-kb4:theta={theta}") for test_set in pairs]
    found = fit(list(zip(pairs, people, strict=True)), "lr-kb4", **QUICK)
    assert found.objective == "tau-wmt14"
    assert found.parameters["theta"] == pytest.approx(theta, rel=0.15)
    assert found.score > 0.995 > found.default


def test_a_metric_where_lower_is_better_agrees_with_its_negative() -> None:
    test_set = made_up()
    found = fit((test_set, scores_by(test_set, "ter")), "1*bleu+1*ter", "pearson:none", **QUICK)
    assert found.parameters["weights"] == pytest.approx((0, 1), abs=1e-3)
    assert found.score == pytest.approx(1)


@pytest.mark.parametrize("metric", ["hlepor", "lr-kb4", "port", "1*bleu+1*chrf+1*ter", "chrf"])
@pytest.mark.parametrize("objective", ["consistency", "kendall-b:item"])
def test_agreement_is_that_of_scoring_from_scratch(metric: str, objective: str) -> None:
    test_set = made_up(segments=30)
    people: Ranks | SegmentScores = (
        ranks_by(test_set, "hlepor:weights=1/1/8", wrong=0.2)
        if objective == "consistency"
        else scores_by(test_set, "hlepor:weights=1/1/8")
    )
    found = fit((test_set, people), metric, objective, folds=0, restarts=2)
    fresh = measure(test_set, [found.metric])[found.metric.spec]
    outcome = statistic(objective)(people, Gains(fresh.scores(), fresh.segment_scores()))
    assert found.score == pytest.approx(outcome.value, abs=1e-12)
    assert found.score >= found.default
    assert found.data[0].score == pytest.approx(found.score, abs=1e-12)


def test_system_level_agreement_is_that_of_scoring_from_scratch() -> None:
    test_set = made_up(systems=6)
    people = scores_by(test_set, "hlepor:weights=1/1/8")
    found = fit((test_set, people), "hlepor", "pearson", folds=0, restarts=1)
    scores = measure(test_set, [found.metric])[found.metric.spec].scores()
    assert found.score == pytest.approx(np.corrcoef(scores, people.values.mean(axis=1))[0, 1], abs=1e-12)


def test_only_what_was_judged_is_weighed() -> None:
    test_set = made_up(segments=30)
    ranks = ranks_by(test_set, "hlepor:weights=1/1/8", wrong=0.2)
    few = dataclasses.replace(
        ranks,
        segment=ranks.segment[::7],
        first=ranks.first[::7],
        second=ranks.second[::7],
        preference=ranks.preference[::7],
    )
    found = fit((test_set, few), "hlepor", folds=0, restarts=2)
    fresh = measure(test_set, [found.metric])[found.metric.spec]
    expected = statistic("tau-wmt14")(few, Gains(fresh.scores(), fresh.segment_scores())).value
    assert found.score == pytest.approx(expected, abs=1e-12)


def test_segments_without_a_reference_are_skipped_with_their_judgments() -> None:
    whole = made_up(segments=30)
    people = scores_by(whole, "hlepor:weights=1/1/8")
    holes = [None if i % 3 == 1 else text for i, text in enumerate(whole.references["ref"])]
    holed = dataclasses.replace(whole, references={"ref": holes})
    kept = [i for i in range(30) if i % 3 != 1]
    part = whole.select(kept)
    judged = SegmentScores("people", people.systems, people.values[:, kept])
    skipped = fit((holed, people), "hlepor", "pearson:none", missing="skip", **QUICK)
    direct = fit((part, judged), "hlepor", "pearson:none", **QUICK)
    assert (skipped.parameters, skipped.score) == (direct.parameters, direct.score)
    with pytest.raises(pp.DataError, match="segment 2 has no reference"):
        fit((holed, people), "hlepor", "pearson:none", **QUICK)


@pytest.mark.parametrize("optimiser", ["hill", "de"])
def test_the_seed_decides_and_threads_do_not(optimiser: CubeOptimiser) -> None:
    test_set = made_up(segments=24)
    people = ranks_by(test_set, "hlepor:weights=1/1/8", wrong=0.3)

    def run(seed: int, count: int) -> str:
        with threads(count):
            found = fit(
                (test_set, people), "chrf", seed=seed, folds=2, restarts=2, samples=20, optimiser=optimiser
            )
        return json.dumps({key: value for key, value in found.to_dict().items() if key != "timing"})

    first = run(1, 1)
    assert first == run(1, 3)
    assert first != run(2, 1)


def test_language_pairs_count_the_same_or_by_judgments() -> None:
    large, small = made_up(seed=1, segments=40), made_up(seed=2, segments=10, pair="fr-en")
    data = [(t, ranks_by(t, "hlepor:weights=1/1/8", wrong=0.3)) for t in (large, small)]
    same = fit(data, "hlepor", **QUICK)
    by_size = fit(data, "hlepor", average="judgments", **QUICK)
    assert same.default == pytest.approx(np.mean([d.default for d in same.data]))
    assert by_size.default == pytest.approx((4 * same.data[0].default + same.data[1].default) / 5)
    assert [d.name for d in same.data] == ["made-up de-en", "made-up fr-en"]


def test_test_sets_of_one_name_are_told_apart() -> None:
    data = [(t, scores_by(t, "bleu")) for t in (made_up(seed=1), made_up(seed=2))]
    found = fit(data, "chrf", "pearson:none", folds=0, restarts=1)
    assert [d.name for d in found.data] == ["made-up de-en", "made-up de-en #2"]


def test_tasks_and_pairs_are_the_same_data() -> None:
    test_set = made_up()
    people = scores_by(test_set, "bleu")
    found = [
        fit(data, "chrf", "pearson:none", folds=0, restarts=1)
        for data in ((test_set, people), [(test_set, people)], Task.of(test_set, people))
    ]
    assert found[0] == found[1] == found[2]


def test_the_preset_is_the_fitted_metric(tmp_path: Path) -> None:
    test_set = made_up()
    found = fit((test_set, scores_by(test_set, "hlepor:weights=1/1/8")), "hlepor", "pearson:none", **QUICK)
    found.save(tmp_path / "fitted.json")
    read = get(f"hlepor:preset={tmp_path / 'fitted.json'}")
    assert read == found.metric == get("hlepor:tokenize=13a", **found.parameters)
    assert read.signature == found.metric.signature
    content = json.loads((tmp_path / "fitted.json").read_text())
    assert content["objective"] == "pearson:none"
    assert content["training"] == [
        {
            "name": "made-up de-en",
            "human": "people",
            "systems": 5,
            "segments": 40,
            "judgments": 200,
            "pairs": None,
            "share": 1.0,
        }
    ]
    assert content["scores"]["training"] == found.score


def test_what_is_fitted_starts_from_the_metric_asked_for() -> None:
    test_set = made_up()
    people = scores_by(test_set, "hlepor:weights=3/2/1,lang=en-de")
    found = fit((test_set, people), "hlepor:weights=3/2/1,lang=en-de", "pearson:none", folds=0, restarts=1)
    assert found.score == found.default == pytest.approx(1)
    assert found.parameters == {"alpha": 9.0, "beta": 1.0, "weights": (3.0, 2.0, 1.0)}


def test_systems_are_scored_on_the_judged_segments() -> None:
    """As meta does; a note says so, and of rankings that it is not so."""
    test_set = made_up(segments=40)
    people = scores_by(test_set, "hlepor:alpha=2,beta=8")
    values = people.values.copy()
    values[0, :25] = np.nan
    values[1, 10:] = np.nan
    task = Task.of(test_set, dataclasses.replace(people, values=values))
    found = fit(task, "hlepor", "pearson", **(QUICK | {"folds": 2, "samples": 20}))
    agreement = pp.meta(task, ["hlepor"], statistics=["pearson"])["hlepor", task.name, "pearson"]
    assert found.default == pytest.approx(agreement.outcome.value, abs=1e-12)
    assert found.notes == (f"{task.name}: scores of systems: metrics on the judged segments only",)
    assert fit(task, "hlepor", "pearson:none", **QUICK).notes == ()
    pairs = ranks_by(test_set, "hlepor")
    some = dataclasses.replace(
        pairs, **{key: getattr(pairs, key)[:5] for key in ("segment", "first", "second", "preference")}
    )
    (note,) = fit((test_set, some), "hlepor", "kendall-b", **QUICK).notes
    assert "scores of systems: metrics on all segments, people judged" in note
