"""Tuned to each metric, tested with each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest import NBest, read_nbest
from pitchpipe.text.files import read_lines
from pitchpipe.tuning import mert
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.matrix import Matrix, matrix
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from tests.tuning import decoders

METRICS = ("bleu:tokenize=none", "chrf", "ter")
START = {"lm": 0.1, "tm": -0.2, "words": 0.7}


def lists(folder: Path) -> tuple[NBest, DevSet]:
    decoders.make(folder)
    hidden = json.loads((folder / "hidden.json").read_text())
    lines = [json.dumps({"segment": s, **one}) for s, own in enumerate(hidden) for one in own[:15]]
    (folder / "list.jsonl").write_text("\n".join(lines))
    return read_nbest(folder / "list.jsonl"), DevSet([read_lines(folder / "reference")])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[NBest, DevSet]:
    return lists(tmp_path_factory.mktemp("matrix"))


def tuned(problem: Problem, start: object) -> Tuned:
    return mert.optimise(problem, START, restarts=1, threads=1)


@pytest.fixture(scope="module")
def found(data: tuple[NBest, DevSet]) -> Matrix:
    return matrix(data, data, METRICS, START, tuned, samples=200)


def test_scores_are_those_of_what_the_weights_choose(data: tuple[NBest, DevSet], found: Matrix) -> None:
    nbest, dev = data
    assert [row.tuned_to for row in found.rows] == ["start", *METRICS]
    for row in found.rows:
        weights = START if row.tuned is None else row.tuned.weights
        chosen = nbest.select(dev.problem(nbest, "chrf").best(weights))
        for spec in METRICS:
            expected = get(spec).corpus_score(chosen, dev.references).score
            assert row.scores[spec].score == pytest.approx(expected)
        ratio = get("length-ratio:tokenize=none").corpus_score(chosen, dev.references).score
        assert row.length_ratio == pytest.approx(ratio)


def test_progress_is_told_by_metric(data: tuple[NBest, DevSet], found: Matrix) -> None:
    told: list[str] = []
    again = matrix(data, data, METRICS[:2], START, tuned, samples=200, progress=told.append)
    assert told == list(METRICS[:2])
    assert again.rows[1].scores[METRICS[0]].score == found.rows[1].scores[METRICS[0]].score


def test_links_of_references_want_those_of_candidates(data: tuple[NBest, DevSet]) -> None:
    nbest, dev = data
    linked = DevSet(dev.references, dev.references[0], [["0-0"] * dev.segments])  # type: ignore[arg-type]
    with pytest.raises(DataError, match=r"^links of the references were given, but the n-best list has none"):
        linked.batch(nbest)


def test_differences_are_tested_against_the_first_metric(found: Matrix) -> None:
    first = found[METRICS[0]]
    assert all(tested.p is None for tested in first.scores.values())
    worse = found["start"].scores[METRICS[0]]
    assert worse.p is not None
    assert worse.p < 0.05
    assert worse.score < first.scores[METRICS[0]].score
    same = [row for row in found.rows[2:] if row.scores["ter"].score == first.scores["ter"].score]
    assert all(row.scores["ter"].p == 1.0 for row in same)
    assert json.loads(json.dumps(found.to_dict()))["metrics"] == list(METRICS)
    with pytest.raises(ParameterError, match="nothing was tuned to 'wer'"):
        found["wer"]


def test_what_is_refused(data: tuple[NBest, DevSet]) -> None:
    with pytest.raises(ParameterError, match="two metrics or more"):
        matrix(data, data, ["bleu", "bleu"], START, tuned)
    with pytest.raises(ParameterError, match="length-ratio has no direction"):
        matrix(data, data, ["bleu", "length-ratio"], START, tuned)
    nbest, dev = data
    other = NBest(("lm", "tm", "x"), nbest.features, nbest.texts, nbest.offsets)
    with pytest.raises(DataError, match="feature words is not in both"):
        matrix(data, (other, dev), METRICS, START, tuned)


def test_references_are_needed() -> None:
    with pytest.raises(DataError, match="there is no reference to tune to"):
        DevSet([])
