"""Weights learnt from pairs of translations: those of features, and those of a mixture."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.agreement.statistics import Gains, statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting import fit
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


# -- weights from people ---------------------------------------------------------------------------


def test_the_order_of_people_is_found_again() -> None:
    test_set = annotated(segments=80)
    people = ranks_by(test_set, PLANTED)
    found = fit((test_set, people), PLAIN, cost=100.0, **QUICK)
    assert found.objective == "tau-wmt14"
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
    assert found.held_out.fitted.value > 0.6
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


def test_a_part_must_agree_with_people() -> None:
    test_set = made_up()
    people = scores_by(test_set, "wer")
    upside_down = dataclasses.replace(people, values=-people.values)
    with pytest.raises(DataError, match="no part agrees with people more often than not"):
        fit((test_set, upside_down), "1*wer+1*wer:lowercase=true", **QUICK)
    same = TestSet(systems={"a": ["x", "y"], "b": ["x", "y"]}, references={"ref": ["x", "z"]})
    human = SegmentScores("people", ("a", "b"), np.array([[1.0, 2.0], [2.0, 1.0]]))
    with pytest.raises(DataError, match=r"do not differ: nothing is learnt|cannot be computed"):
        fit((same, human), "1*wer+1*cer", **QUICK)


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
        ("bleu", {"optimiser": "rank"}, "bleu is no mixture and no weighted sum of features"),
        ("1*bleu+1*chrf", {"loss": "hinge"}, "loss must be one of logistic, squared-hinge, not 'hinge'"),
        ("1*bleu+1*chrf", {"penalty": "l2"}, "penalty must be one of ridge, l1, not 'l2'"),
        ("1*bleu+1*chrf", {"select": 0}, "select must be a number of parts, 1 or more, not 0"),
        ("1*bleu+1*chrf", {"against": "length-ratio", "folds": 2}, "length-ratio has no direction"),
        ("1*bleu+1*chrf", {"against": "chrf"}, "a metric is beaten on what is held out: ask for folds"),
        (PLAIN, {"optimiser": "gradient"}, "optimiser must be one of hill, de, rank, svm"),
    ],
)
def test_what_is_refused(metric: str, options: dict[str, Any], message: str) -> None:
    test_set = annotated()
    with pytest.raises(ParameterError, match=message):
        fit((test_set, ranks_by(test_set, PLANTED)), metric, **{**QUICK, **options})


def test_other_parameters_are_searched_as_usual() -> None:
    test_set = annotated()
    people = ranks_by(test_set, f"{PLAIN},alpha=0.1")
    found = fit((test_set, people), f"{PLAIN},alpha=0.9", parameters=["alpha"], restarts=2, **QUICK)
    assert found.search["optimiser"] == "hill"
    assert found.parameters["alpha"] < 0.5


# -- mixtures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge"])
def test_a_mixture_is_found_again(loss: Any) -> None:
    test_set = made_up(segments=80)
    people = ranks_by(test_set, "0.6*bleu+0.1*chrf+0.3*wer")
    found = fit((test_set, people), "1*bleu+1*chrf+1*wer", loss=loss, cost=100.0, **QUICK)
    assert found.search["optimiser"] == "rank"
    assert sum(found.parameters["weights"]) == pytest.approx(1, abs=1e-5)
    assert found.score > 0.98 > found.default
    assert found.gap is not None
    assert found.gap < 1e-8


def test_what_people_do_not_follow_has_no_weight() -> None:
    test_set = made_up(segments=60)
    people = scores_by(test_set, "wer")
    found = fit((test_set, people), "1*bleu+1*wer", **QUICK)
    bleu, wer = found.parameters["weights"]
    assert (found.search["optimiser"], bleu < wer) == ("rank", True)


def test_parts_are_selected_without_what_is_held_out() -> None:
    test_set = made_up(segments=60)
    people = ranks_by(test_set, "0.5*bleu+0.5*wer", wrong=0.05)
    mixture = "1*chrf+1*bleu+1*wer+1*cer+1*per"
    found = fit((test_set, people), mixture, select=2, folds=3, samples=20)
    for parameters in (found.parameters, *(fold.parameters for fold in found.folds)):
        assert sum(weight > 0 for weight in parameters["weights"]) <= 2
    assert found.search["select"] == 2
    assert "weights: the best of the parts that were chosen, to within" in str(found)
    every = fit((test_set, people), mixture, **QUICK)
    assert found.score <= every.score + 0.05


def test_the_objective_decides_how_mixtures_are_fitted() -> None:
    test_set = made_up()
    people = scores_by(test_set, "ter")
    usual = [
        fit((test_set, people), "1*bleu+1*ter", objective, restarts=1, **QUICK).search["optimiser"]
        for objective in (None, "tau-wmt14", "kendall-b:item", "pearson:none", "pearson")
    ]
    assert usual == ["rank", "rank", "rank", "hill", "hill"]
    systems = SystemScores("people", tuple(test_set.systems), np.arange(5.0))
    assert fit((test_set, systems), "1*bleu+1*ter", restarts=1, **QUICK).search["optimiser"] == "hill"
    with pytest.raises(DataError, match="learnt from rankings or from scores of segments"):
        fit((test_set, systems), "1*bleu+1*ter", optimiser="rank", **QUICK)


def test_test_sets_count_the_same() -> None:
    names = ("one de-en", "one fr-en", "two de-en")
    sets = [made_up(seed=k, pair="de-en") for k in range(3)]
    specs = ("bleu", "bleu", "wer")
    tasks = [
        Task.of(one, ranks_by(one, spec, 0.1), name=name)
        for one, spec, name in zip(sets, specs, names, strict=True)
    ]
    by_set, by_pair = (
        fit(tasks, "1*bleu+1*wer", average=average, **QUICK).parameters["weights"]
        for average in ("sets", "pairs")
    )
    assert by_set[1] > by_pair[1]


# -- against another metric ------------------------------------------------------------------------


def test_another_metric_is_beaten_or_not() -> None:
    sets = [made_up(seed=1, segments=60), made_up(seed=2, segments=60, pair="fr-en")]
    judged = [(one, ranks_by(one, "wer", 0.05)) for one in sets]
    options: dict[str, Any] = {"folds": "pairs", "samples": 200, "against": "bleu"}
    found = fit(judged, "1*wer+1*per", **options).against
    assert found is not None
    assert (found.metric, [one.name for one in found.pairs]) == ("bleu", ["made-up de-en", "made-up fr-en"])
    assert found.pooled.verdict(found.alpha) == "better"
    assert found.pooled.gain.value == pytest.approx(found.pooled.fitted.value - found.pooled.other.value)
    assert found.mean.gain.value == pytest.approx(np.mean([one.gain.value for one in found.pairs]))
    assert found.worse == ()
    # The metric itself is neither better nor worse than itself.
    same = fit(judged, "1*wer", optimiser="rank", **{**options, "against": "wer"}).against
    assert same is not None
    assert (same.pooled.gain.value, same.pooled.verdict(same.alpha)) == (0.0, "not significant")
    worse = fit(judged, "1*bleu+1*per", **{**options, "against": "wer"})
    assert worse.against is not None
    assert worse.against.pooled.verdict(0.05) == "worse"
    assert worse.against.worse == ("made-up de-en", "made-up fr-en")
    text = str(worse)
    assert "against wer: worse than wer on held-out data, gain over all judgments -0." in text
    assert "significantly worse on made-up de-en, made-up fr-en" in text
    assert worse.to_dict()["against"]["verdict"] == "worse"
    assert worse.preset().record["scores"]["against"]["metric"] == "wer"
    rows = worse.to_frame("against", library="pyarrow").to_pydict()
    assert rows["held_out"] == ["made-up de-en", "made-up fr-en", "mean", "pooled"]
    assert rows["gain"][3] == worse.against.pooled.gain.value


def test_the_other_metric_is_scored_as_by_itself() -> None:
    test_set = made_up(segments=40)
    people = ranks_by(test_set, "wer", 0.1)
    found = fit((test_set, people), "1*wer+1*per", folds=4, samples=0, against="bleu").against
    assert found is not None
    assert found.pooled.p is None
    assert found.pooled.verdict(0.05) == "not tested"
    whole = measure(test_set, ["bleu"])["bleu"]
    outcome = statistic("tau-wmt14")(people, Gains(whole.scores(), whole.segment_scores()))
    # Folds divide the pairs, so that all of them together are the whole.
    assert found.pooled.other.value == pytest.approx(outcome.value, abs=1e-12)


def test_what_each_set_contributed() -> None:
    large, small = made_up(seed=1, segments=60), made_up(seed=2, segments=3, pair="fr-en")
    ranks = ranks_by(large, "chrf")
    judged = [Task.of(large, ranks), Task.of(small, scores_by(small, "chrf"))]
    found = fit(judged, "1*chrf+1*wer", **QUICK)
    # Of five systems there are ten pairs; people prefer one of each that the metric does not tie.
    assert [data.share for data in found.data] == [0.5, 0.5]
    assert found.data[0].pairs == int((ranks.preference != 0).sum()) <= 600
    assert found.data[1].pairs is not None
    assert found.data[1].pairs <= 30
    text = str(found)
    assert "pairs" in text
    assert "share" in text
    (note,) = found.notes
    assert note.startswith("a pair of translations of made-up fr-en counts more than 10 times as much")
    alike = fit(judged, "1*chrf+1*wer", average="judgments", **QUICK)
    total = sum(data.pairs or 0 for data in alike.data)
    assert [data.share for data in alike.data] == pytest.approx([(d.pairs or 0) / total for d in alike.data])
    assert alike.notes == ()


def test_searches_of_agreement_learn_from_no_pairs() -> None:
    test_set = made_up(segments=10)
    found = fit((test_set, ranks_by(test_set, "chrf")), "chrf", restarts=1, **QUICK)
    assert (found.data[0].pairs, found.data[0].share, found.steps, found.rounds) == (None, 1.0, 0, 0)
    assert "share" not in str(found)
    timing = found.to_dict()["timing"]
    assert timing["seconds"] == found.seconds
    assert timing["evaluations_per_second"] == pytest.approx(found.evaluations / found.seconds)


def test_newtons_steps_are_counted() -> None:
    test_set = made_up(segments=10)
    found = fit((test_set, ranks_by(test_set, "chrf")), "1*chrf+1*wer", folds=2, samples=0)
    assert 3 <= found.steps < found.evaluations
    assert found.to_dict()["newton_steps"] == found.steps


def test_parts_without_a_weight_are_left_out_of_the_result() -> None:
    test_set = made_up(segments=30)
    people = ranks_by(test_set, "chrf:char_order=2")
    found = fit(
        (test_set, people), "1*chrf+1*chrf:char_order=2+1*per", select=1, parameters=["chrf#2.beta"], **QUICK
    )
    assert found.parameters["weights"] == (0.0, 1.0, 0.0)
    beta = found.parameters["chrf#2.beta"]
    assert found.preset().parameters == {"weights": [1.0], "chrf.beta": beta}
    assert found.metric == get("1*chrf:char_order=2").replace(**{"chrf.beta": beta})
    weights = found.to_frame("weights", library="pyarrow").to_pydict()
    assert weights["feature"] == ["chrf", "chrf:char_order=2", "per"]
