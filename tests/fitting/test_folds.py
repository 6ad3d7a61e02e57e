"""Cross-validation: nothing is fitted on what it is tested on, and overfitting shows."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.agreement.significance import p_value
from pitchpipe.agreement.statistics import statistic
from pitchpipe.agreement.tasks import Task
from pitchpipe.batch.values import Measured
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.fitting import Estimate, Fold, fit
from pitchpipe.fitting.folds import splits
from pitchpipe.fitting.samples import Sample, ranges, sample, selected
from pitchpipe.measuring.measured import measure
from pitchpipe.text.testset import TestSet
from tests.fitting.people import made_up, ranks_by, scores_by


def one_sample(test_set: TestSet, human: Human) -> Sample:
    measured = measure(test_set, ["hlepor"])
    return sample("one", Task.of(test_set, human), measured, statistic("pearson:none"))


@settings(max_examples=20)
@given(folds=st.integers(2, 10), seed=st.integers(0, 1000))
def test_folds_share_no_segment_and_miss_none(folds: int, seed: int) -> None:
    samples = [one_sample(t, scores_by(t, "bleu")) for t in SETS]
    parted = splits(samples, folds, seed)
    assert len(parted) == folds
    for k, one in enumerate(samples):
        held_out = np.stack([split.held_out[k] for split in parted])
        assert (held_out.sum(axis=0) == 1).all()
        sizes = held_out.sum(axis=1)
        assert sizes.max() - sizes.min() <= 1
        for split in parted:
            assert split.train()[k].segments + split.test()[k].segments == one.segments


SETS = [made_up(seed=1, segments=20), made_up(seed=2, segments=13)]


def test_a_part_has_the_scores_and_judgments_of_its_segments() -> None:
    test_set = SETS[0]
    people = scores_by(test_set, "bleu")
    one = one_sample(test_set, people)
    for split in splits([one], 4, seed=5):
        chosen = np.flatnonzero(split.held_out[0])
        (part,) = split.test()
        assert isinstance(part.human, SegmentScores)
        assert np.array_equal(part.human.values, people.values[:, chosen])
        assert np.array_equal(part.scored({}).gains.segment, one.scored({}).gains.segment[:, chosen])


def test_language_pairs_are_left_out_in_turn() -> None:
    data = [(t, scores_by(t, "hlepor:weights=1/1/8")) for t in (*SETS, made_up(seed=3, pair="fr-en"))]
    found = fit(data, "ribes", "pearson:none", folds="pairs", restarts=2, samples=50)
    assert [fold.name for fold in found.folds] == ["made-up de-en", "made-up de-en #2", "made-up fr-en"]
    alone = fit(data[1:], "ribes", "pearson:none", folds=0, restarts=2)
    assert found.folds[0].parameters == alone.parameters
    assert found.folds[0].train == alone.score
    assert found.held_out is not None
    assert found.held_out.fitted.value == pytest.approx(np.mean([f.held_out for f in found.folds]))


def test_systems_are_held_out_by_language_pair() -> None:
    sets = [made_up(seed=1, systems=8, segments=20), made_up(seed=2, systems=8, segments=20, pair="fr-en")]
    people = [scores_by(t, "hlepor:weights=1/1/8").system_means() for t in sets]
    data = list(zip(sets, people, strict=True))
    found = fit(data, "chrf", folds="pairs", restarts=2, samples=50)
    assert found.objective == "kendall-b"
    test = found.held_out
    assert test is not None
    assert test.fitted.value == pytest.approx(np.mean([fold.held_out for fold in found.folds]))
    # Systems are judged as before, but score otherwise on drawn segments.
    assert test.fitted.ci is not None
    assert test.fitted.ci[0] < test.fitted.ci[1]


def test_what_cannot_be_computed_is_no_number() -> None:
    assert Estimate(float("nan"), None).to_dict() == {"value": None, "ci": None}
    fold = Fold("fold 1/2", {"weights": (1.0, 2.0)}, 0.5, float("nan"), 0.25)
    assert fold.to_dict() == {
        "name": "fold 1/2",
        "parameters": {"weights": [1.0, 2.0]},
        "train": 0.5,
        "held_out": None,
        "default": 0.25,
    }


def test_a_real_gain_is_found_on_what_was_held_out() -> None:
    test_set = made_up(segments=60)
    people = ranks_by(test_set, "hlepor:weights=0/0/1,alpha=1,beta=9", wrong=0.05)
    found = fit((test_set, people), "hlepor", folds=3, restarts=4, samples=200)
    test = found.held_out
    assert test is not None
    assert test.gain.value > 0.05
    assert test.p is not None
    assert test.p < 0.01
    assert test.gain.ci is not None
    assert 0 < test.gain.ci[0] <= test.gain.value <= test.gain.ci[1]
    assert test.fitted.value == pytest.approx(np.mean([fold.held_out for fold in found.folds]))
    assert test.default.value == pytest.approx(np.mean([fold.default for fold in found.folds]))


def test_people_who_answer_at_random_show_overfitting() -> None:
    test_set = made_up(segments=24)
    random = np.random.default_rng(8)
    people = SegmentScores("dice", tuple(test_set.systems), random.random((5, 24)))
    found = fit((test_set, people), "hlepor", "pearson:none", folds=3, restarts=2, samples=100)
    test = found.held_out
    assert found.score > found.default
    assert test is not None
    assert np.mean([fold.train for fold in found.folds]) > test.fitted.value
    assert test.p is not None
    assert test.p > 0.05


def test_without_folds_there_is_no_test() -> None:
    test_set = SETS[0]
    for folds in (0, None):
        found = fit((test_set, scores_by(test_set, "bleu")), "chrf", "pearson:none", folds=folds, restarts=1)
        assert found.folds == ()
        assert found.held_out is None


def test_without_samples_there_are_no_intervals() -> None:
    test_set = SETS[0]
    found = fit((test_set, scores_by(test_set, "bleu")), "chrf", "pearson:none", samples=0, restarts=1)
    assert found.held_out is not None
    assert found.held_out.p is None
    assert found.held_out.gain.ci is None
    assert found.to_dict()["held_out"]["gain"]["ci"] is None


def test_the_p_value_is_centred() -> None:
    drawn = np.array([0.1, 0.2, 0.3, 0.4])
    # Around 0.25 the samples differ by 0.15, 0.05, 0.05, 0.15: none as much as 0.25.
    assert p_value(0.25, drawn) == 1 / 5
    # Around 0.1: 0, 0.1, 0.2, 0.3, three of them at least 0.1.
    assert p_value(0.1, drawn) == 4 / 5
    assert p_value(0.0, np.zeros(4)) == 1.0
    assert p_value(0.1, np.zeros(0)) is None


def test_the_test_of_the_gain_keeps_its_level() -> None:
    """Where fitted and default parameters agree equally with people, few gains are significant."""
    random = np.random.default_rng(1)
    rejected = 0
    for _ in range(300):
        differences = random.normal(size=40)
        drawn = differences[random.integers(40, size=(200, 40))].mean(axis=1)
        p = p_value(float(differences.mean()), drawn)
        assert p is not None
        rejected += p <= 0.05
    assert rejected <= 30


def test_rows_with_several_references_are_selected_with_all_their_lines() -> None:
    values = np.arange(6.0)[:, None]
    measured = Measured(values, np.array([0, 1, 3, 6]), parts=(Measured(np.arange(3.0)[:, None]),))
    chosen = selected(measured, np.array([2, 0]))
    assert chosen.values.ravel().tolist() == [3, 4, 5, 0]
    assert chosen.starts is not None
    assert chosen.starts.tolist() == [0, 3, 4]
    assert chosen.parts[0].values.ravel().tolist() == [2, 0]
    assert ranges(np.array([], dtype=int), np.array([], dtype=int)).tolist() == []


def ties(test_set: TestSet) -> Ranks:
    ranks = ranks_by(test_set, "bleu")
    return dataclasses.replace(ranks, preference=np.zeros_like(ranks.preference))


def constant(test_set: TestSet) -> SegmentScores:
    return SegmentScores("flat", tuple(test_set.systems), np.ones((len(test_set.systems), len(test_set))))


def nobody(test_set: TestSet) -> SegmentScores:
    return SegmentScores("nobody", tuple(test_set.systems), np.full((5, len(test_set)), np.nan))


def systems_only(test_set: TestSet) -> SystemScores:
    return SystemScores("systems", tuple(test_set.systems), np.arange(5.0))


def few(test_set: TestSet) -> SegmentScores:
    values = np.full((5, len(test_set)), np.nan)
    values[:, :3] = np.arange(15.0).reshape(5, 3)
    return SegmentScores("few", tuple(test_set.systems), values)


@pytest.mark.parametrize(
    ("people", "options", "message"),
    [
        (ties, {}, "made-up de-en: tau-wmt14 cannot be computed"),
        (constant, {"objective": "pearson:none"}, "made-up de-en: pearson:none cannot be computed"),
        (nobody, {"objective": "pearson:none"}, "nobody has no judgment of any system"),
        (few, {"objective": "pearson:none"}, "3 judged segments cannot be dealt into 5 folds: ask for fewer"),
        (
            systems_only,
            {"objective": "pearson"},
            "systems judges whole systems, which cannot be divided",
        ),
        (ties, {"folds": "pairs"}, "there must be two or more"),
    ],
)
def test_people_who_say_too_little(people, options, message) -> None:  # type: ignore[no-untyped-def]
    test_set = SETS[0]
    if options.get("folds") == "pairs":
        people = lambda t: ranks_by(t, "bleu")  # noqa: E731
    with pytest.raises(DataError, match=message):
        fit((test_set, people(test_set)), "hlepor", **options)


def test_a_fold_without_a_verdict_is_named() -> None:
    test_set = SETS[0]
    ranks = ranks_by(test_set, "bleu")
    decided = np.where(ranks.segment == 0, ranks.preference, 0).astype(np.int8)
    with pytest.raises(DataError, match=r"made-up de-en, fold \d/3: tau-wmt14 cannot be computed"):
        fit((test_set, dataclasses.replace(ranks, preference=decided)), "hlepor", folds=3)


def test_one_system_cannot_be_ranked() -> None:
    test_set = SETS[0].with_systems("s0")
    people = SegmentScores("one", ("s0",), np.random.default_rng(1).random((1, len(test_set))))
    with pytest.raises(DataError, match="kendall-b:item cannot be computed"):
        fit((test_set, people), "hlepor", "kendall-b:item")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "length-ratio"}, "length-ratio has no direction"),
        ({"parameters": ["tokenize"]}, "tokenize changes what is counted"),
        ({"parameters": ["gamma"]}, "no parameter 'gamma' to fit"),
        ({"metric": "lr-kb4", "parameters": ["dk"]}, "dk is a fact of the references"),
        ({"folds": 1}, "folds must be a number of at least 2, or 0 for none, not 1"),
        ({"folds": "documents"}, "in Python folds='pairs'"),
        ({"folds": True}, "folds must be a number of at least 2"),
        ({"average": "size"}, "average must be 'pairs', 'judgments' or 'sets', not 'size'"),
        ({"samples": -1}, "the number of samples must be a whole number from 1"),
        ({"confidence": 100}, "confidence must be between 0 and 100 per cent"),
        ({"confidence": float("nan")}, "confidence must be between 0 and 100 per cent"),
        ({"seed": -1}, "the seed must be a whole number from 0"),
        ({"samples": 10**6 + 1}, "a whole number from 1 to 1000000"),
        ({"seed": 2**64}, "the seed must be a whole number from 0"),
        ({"restarts": 0}, "restarts must be a whole number of at least 1"),
        ({"optimiser": "adam"}, "optimiser must be one of hill, de"),
        ({"objective": "agreement"}, "agreement"),
    ],
)
def test_parameters_that_make_no_sense(options, message) -> None:  # type: ignore[no-untyped-def]
    test_set = SETS[0]
    arguments = {"metric": "hlepor", "objective": "pearson:none", **options}
    told: list[str] = []
    with pytest.raises(ParameterError, match=message):
        fit((test_set, scores_by(test_set, "bleu")), **arguments, progress=told.append)
    # Refused before the search, which may take hours.
    assert "all data" not in told


def test_no_data() -> None:
    with pytest.raises(DataError, match="there is no test set to fit on"):
        fit([], "hlepor")


def test_test_sets_are_left_out_with_all_their_pairs() -> None:
    tasks = [
        Task.of(one, ranks_by(one, "wer", 0.1), name=name)
        for name, one in (
            ("a de-en", made_up(seed=1)),
            ("b de-en", made_up(seed=2)),
            ("a fr-en", made_up(seed=3, pair="fr-en")),
        )
    ]
    found = fit(tasks, "1*wer+1*bleu", folds="sets", samples=0)
    assert [fold.name for fold in found.folds] == ["a", "b"]
    alone = fit(tasks[1], "1*wer+1*bleu", folds=0)
    assert found.folds[0].parameters == alone.parameters
    with pytest.raises(DataError, match="to leave test sets out in turn, there must be two or more"):
        fit(tasks[:1], "1*wer+1*bleu", folds="sets")
