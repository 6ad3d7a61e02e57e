"""The ranking SVM: its optimum by hand and by its definition, and weights that are found again."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting import fit
from pitchpipe.fitting.ranking import svm
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics import get
from pitchpipe.text.testset import TestSet
from tests.fitting.people import made_up, ranks_by, scores_by
from tests.metrics.annotating import PureAnnotator
from tests.metrics.pivoting import use_tables

PLAIN = "tesla-f:language=en,synonyms=none,pivots=none"
PLANTED = f"{PLAIN},weights=5/1/3/-1/2/0.5"
QUICK: dict[str, Any] = {"folds": 0}


def annotated(**options: Any) -> TestSet:
    return dataclasses.replace(made_up(**options), annotator=PureAnnotator())


# -- the optimum -----------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [0.01, 1.0, 50.0])
def test_one_instance_by_hand(cost: float) -> None:
    # ½w² + C(1 − 2w)² has its lowest point where w = 4C(1 − 2w).
    found = svm(np.array([[2.0]]), np.array([cost]))
    assert found == pytest.approx([4 * cost / (1 + 8 * cost)])


def test_no_optimum_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = SimpleNamespace(success=False, message="Too many steps.")
    monkeypatch.setattr("scipy.optimize.minimize", lambda *_, **__: lost)
    with pytest.raises(DataError, match=r"found no optimum \(Too many steps\): lower the cost of errors"):
        svm(np.array([[2.0]]), np.array([1.0]))


def test_what_is_right_by_a_margin_does_not_count() -> None:
    far = np.array([[1.0, 0.0], [0.0, 100.0]])
    near = np.array([[1.0, 0.0], [0.0, 300.0]])
    both = [svm(d, np.full(2, 5.0)) for d in (far, near)]
    assert both[0][0] == both[1][0] == pytest.approx(10 / 11)
    assert both[0][1] != both[1][1]


def loss(w: Array, differences: Array, cost: Array) -> float:
    return float(0.5 * w @ w + (cost * np.maximum(0, 1 - differences @ w) ** 2).sum())


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 6), st.sampled_from([1e-3, 1.0, 1e3]))
def test_no_other_weights_are_better(seed: int, instances: int, features: int, cost: float) -> None:
    random = np.random.default_rng(seed)
    differences = random.normal(size=(instances, features)) * random.choice([0.0, 1.0, 7.0], features)
    costs = cost * random.random(instances)
    found = svm(differences, costs)
    lowest = loss(found, differences, costs)
    for size in (1e-3, 0.1, 1.0):
        for _ in range(5):
            other = found + size * random.normal(size=features)
            assert loss(other, differences, costs) >= lowest - 1e-9 * max(1.0, lowest)


# -- weights from people ---------------------------------------------------------------------------


def test_the_order_of_people_is_found_again() -> None:
    test_set = annotated(segments=80)
    people = ranks_by(test_set, PLANTED)
    found = fit((test_set, people), PLAIN, cost=100.0, **QUICK)
    assert found.objective == "consistency"
    assert found.search == {"optimiser": "svm", "cost": 100.0, "folds": 0, "average": "pairs"}
    assert found.score > 0.995 > found.default
    weights = np.array(found.parameters["weights"])
    planted = np.array(get(PLANTED).weights)  # type: ignore[attr-defined]
    cosine = weights @ planted / np.linalg.norm(weights) / np.linalg.norm(planted)
    assert cosine > 0.95


@pytest.mark.parametrize("pivots", ["de", "auto"])
def test_tables_are_found_by_the_language_of_the_texts(
    pivots: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use_tables(monkeypatch, tmp_path)
    test_set = annotated()
    found = fit((test_set, ranks_by(test_set, "chrf")), f"tesla-f:synonyms=none,pivots={pivots}", **QUICK)
    assert len(found.parameters["weights"]) == 12
    assert found.metric.spec.startswith("tesla-f:language=en,synonyms=none,pivots=de#")


def test_scores_and_the_rankings_they_imply_teach_the_same() -> None:
    test_set = annotated()
    by_rank = fit((test_set, ranks_by(test_set, PLANTED)), PLAIN, **QUICK)
    by_score = fit((test_set, scores_by(test_set, PLANTED)), PLAIN, **QUICK)
    assert by_score.parameters["weights"] == pytest.approx(by_rank.parameters["weights"], rel=1e-4)


def test_ties_and_the_order_within_pairs_do_not_matter() -> None:
    test_set = annotated()
    people = ranks_by(test_set, PLANTED)
    swapped = dataclasses.replace(
        people, first=people.second, second=people.first, preference=-people.preference
    )
    undecided = dataclasses.replace(
        people,
        segment=np.append(people.segment, 0),
        first=np.append(people.first, 0),
        second=np.append(people.second, 1),
        preference=np.append(people.preference, 0).astype(np.int8),
    )
    usual = fit((test_set, people), PLAIN, **QUICK).parameters["weights"]
    for same in (swapped, undecided):
        assert fit((test_set, same), PLAIN, **QUICK).parameters["weights"] == pytest.approx(usual, rel=1e-4)


def _twice(people: Ranks) -> Ranks:
    names = ("segment", "first", "second", "preference")
    columns: dict[str, Any] = {name: np.tile(getattr(people, name), 2) for name in names}
    return dataclasses.replace(people, **columns)


@pytest.mark.parametrize(("average", "same"), [("pairs", True), ("judgments", False)])
def test_how_language_pairs_count(average: Any, same: bool) -> None:
    sets = [annotated(seed=1), annotated(seed=2, pair="fr-en")]
    people = [ranks_by(sets[0], PLANTED, 0.1), ranks_by(sets[1], f"{PLAIN},weights=0/1/0/1/0/1", 0.1)]
    more = [people[0], _twice(people[1])]
    # With a high price of errors their sum, which is larger with more judgments, does not matter.
    once, again = (
        fit(list(zip(sets, given, strict=True)), PLAIN, cost=1e6, average=average, **QUICK)
        for given in (people, more)
    )
    alike = again.parameters["weights"] == pytest.approx(once.parameters["weights"], rel=1e-3)
    assert alike == same


def test_a_feature_that_never_changes_has_no_weight() -> None:
    # Of one word each: the features of pairs and triples are those of words.
    systems = {name: [word] * 20 for name, word in (("a", "house"), ("b", "houses"), ("c", "at"))}
    test_set = TestSet(systems=systems, references={"ref": ["house"] * 20}, annotator=PureAnnotator())
    values = np.array([[3.0] * 20, [2.0] * 20, [1.0] * 20])
    human = SegmentScores("people", ("a", "b", "c"), values)
    found = fit((test_set, human), f"{PLAIN},empty=zero", **QUICK)
    assert found.parameters["weights"][2:] == (0, 0, 0, 0)
    assert found.score == 1.0


def test_folds_are_learnt_without_what_is_held_out() -> None:
    test_set = annotated(segments=60)
    found = fit((test_set, ranks_by(test_set, PLANTED, wrong=0.1)), PLAIN, folds=3, samples=50)
    assert len({fold.parameters["weights"] for fold in found.folds}) == 3
    assert found.held_out is not None
    assert found.held_out.fitted.value > 0.8
    frame = found.to_frame("weights", library="pyarrow").to_pydict()
    assert frame["held_out"] == [
        name for name in ("nothing", *(fold.name for fold in found.folds)) for _ in range(6)
    ]
    assert tuple(frame["weight"][:6]) == found.parameters["weights"]
    assert tuple(frame["feature"][6:12]) == found.asked.feature_names  # type: ignore[attr-defined]


# -- models ----------------------------------------------------------------------------------------


def test_the_model_is_a_file_that_scores_alike(tmp_path: Path) -> None:
    test_set = annotated()
    found = fit((test_set, ranks_by(test_set, PLANTED)), PLAIN, **QUICK)
    path = tmp_path / "model.json"
    found.save(path)
    content = json.loads(path.read_text())
    assert content["features"] == ["ms1", "pos1", "ms2", "pos2", "ms3", "pos3"]
    assert content["parameters"]["weights"] == list(found.parameters["weights"])
    assert content["range"] == pytest.approx(
        [sum(min(w, 0) for w in content["parameters"]["weights"]), _positive(content)]
    )
    assert content["search"]["optimiser"] == "svm"
    again = get(f"tesla-f:preset={path}")
    assert again == found.metric
    theirs, ours = (measure(test_set, [m])[m.spec].scores() for m in (again, found.metric))
    np.testing.assert_array_equal(theirs, ours)


def _positive(content: dict[str, Any]) -> float:
    return float(sum(max(w, 0) for w in content["parameters"]["weights"]))


def test_presets_of_other_metrics_name_their_files_too(tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("cat\tdog\n")
    test_set = annotated()
    metric = f"tesla-m:synonyms={tmp_path}/words.tsv"
    found = fit((test_set, ranks_by(test_set, "chrf")), metric, restarts=1, **QUICK)
    assert found.metric.spec.startswith(f"tesla-m:language=en,synonyms={tmp_path}/words.tsv#")
    sets = [test_set, annotated(seed=2, pair="en-de")]
    both = fit([(one, ranks_by(one, "chrf")) for one in sets], "tesla-m:synonyms=none", restarts=1, **QUICK)
    assert "language" not in both.metric.spec


def test_a_model_for_another_language_is_refused(tmp_path: Path) -> None:
    test_set = annotated()
    path = tmp_path / "model.json"
    fit((test_set, ranks_by(test_set, PLANTED)), PLAIN, **QUICK).save(path)
    german = annotated().with_languages("en-de")
    with pytest.raises(DataError, match="weights are for English, but the texts are in German"):
        measure(german, [f"tesla-f:preset={path}"])


@pytest.mark.parametrize("content", ["", "{", '{"format": "pitchpipe-preset", "version": 1}', "[]", "1"])
def test_broken_models_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(content)
    with pytest.raises(DataError, match=r"model\.json"):
        get(f"tesla-f:preset={path}")


# -- what cannot be learnt -------------------------------------------------------------------------


def test_people_must_prefer_something() -> None:
    test_set = annotated(systems=3, segments=4)
    people = ranks_by(test_set, PLANTED)
    nothing = dataclasses.replace(people, preference=np.zeros(len(people), dtype=np.int8))
    with pytest.raises(DataError, match="cannot be computed"):
        fit((test_set, nothing), PLAIN, **QUICK)


def test_judgments_of_systems_do_not_teach() -> None:
    test_set = annotated()
    people = SystemScores("people", tuple(test_set.systems), np.arange(5.0))
    told: list[str] = []
    with pytest.raises(DataError, match="not from people, which judges whole systems"):
        fit((test_set, people), PLAIN, progress=told.append, **QUICK)
    # Refused before anything is measured, which may take long.
    assert told == []


def test_languages_are_learnt_apart() -> None:
    sets = [annotated(seed=1), annotated(seed=2, pair="en-de")]
    judged = [(one, ranks_by(one, PLANTED.replace("language=en,", ""))) for one in sets]
    with pytest.raises(DataError, match=r"do not have the same features .*: fit each by itself"):
        fit(judged, PLAIN.replace("language=en,", ""), **QUICK)


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        ("bleu", {"optimiser": "svm"}, "bleu is no weighted sum of features"),
        (PLAIN, {"cost": 0.0}, "cost of errors must be a number above 0"),
        (PLAIN, {"cost": float("nan")}, "cost of errors must be a number above 0"),
        (PLAIN, {"cost": 1e7}, "and at most 1e\\+06, not 10000000.0"),
        (PLAIN, {"optimiser": "svm", "parameters": ["alpha"]}, "name no parameters"),
        (PLAIN, {"optimiser": "gradient"}, "optimiser must be one of hill, de, svm"),
    ],
)
def test_what_is_refused(metric: str, options: dict[str, Any], message: str) -> None:
    test_set = annotated()
    with pytest.raises(ParameterError, match=message):
        fit((test_set, ranks_by(test_set, PLANTED)), metric, **QUICK, **options)


def test_other_parameters_are_searched_as_usual() -> None:
    test_set = annotated()
    people = ranks_by(test_set, f"{PLAIN},alpha=0.1")
    found = fit((test_set, people), f"{PLAIN},alpha=0.9", parameters=["alpha"], restarts=2, **QUICK)
    assert found.search["optimiser"] == "hill"
    assert found.parameters["alpha"] < 0.5
