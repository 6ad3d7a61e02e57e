"""Oracles against exhaustive search."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.batch.values import Array, Measured
from pitchpipe.choosing.climbing import TOLERANCE, Gain, climb
from pitchpipe.choosing.list_oracles import list_oracles
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.scored import rows_of
from pitchpipe.metrics.wer import WER
from tests.choosing.lists import WORDS, candidate_lists, nbest_of

GROUPS = [["the cat sat on the mat", "a cat", "dogs"], ["a dog", "the dog stood here", ""], ["so it is"]]
REFERENCES = [["the cat sat on a mat", "the dog stood there", "so it is"]]


@pytest.mark.parametrize("metric", ["bleu", "chrf", "bleu-sbp", "ter", "wer", "hlepor", "0.5*bleu+0.5*ter"])
@settings(max_examples=25)
@given(groups=candidate_lists(), data=st.data())
def test_between_the_segments_own_and_the_best_of_all(
    metric: str, groups: list[list[str]], data: st.DataObject
) -> None:
    references = [data.draw(st.lists(WORDS, min_size=len(groups), max_size=len(groups)))]
    nbest = nbest_of(groups)
    found = list_oracles(nbest, references, metric)
    prepared, rows = rows_of(get(metric), nbest.batch(references))
    own = [range(nbest.offsets[s], nbest.offsets[s + 1]) for s in range(nbest.segments)]
    every = [
        float(prepared.oriented(prepared.combine(rows[list(chosen)].sum(axis=0)))) for chosen in product(*own)
    ]
    sign = 1.0 if prepared.higher_is_better else -1.0
    best, worst, by_segment, first = (
        sign * choice.score.score for choice in (found.best, found.worst, found.by_segment, found.first)
    )
    assert max(by_segment, first) - 1e-9 <= best <= max(every) + 1e-9
    gains = sign * prepared.segment(rows)
    lowest = [min(part, key=lambda row: (gains[row], row)) for part in own]
    sunk = float(prepared.oriented(prepared.combine(rows[lowest].sum(axis=0))))
    assert min(every) - 1e-9 <= worst <= min(first, sunk) + 1e-9
    if found.optimal:
        assert best == pytest.approx(max(every), abs=1e-9)
        assert worst == pytest.approx(min(every), abs=1e-9)
        # Against an empty reference any number of errors is the same rate, but not in a corpus.
        if all(references[0]):
            assert by_segment == pytest.approx(max(every), abs=1e-9)
    for s, part in enumerate(own):
        assert found.by_segment.chosen[s] == max(part, key=lambda row: (gains[row], -row))


def test_the_best_corpus_is_not_made_of_the_best_segments() -> None:
    # By itself the short candidate has the better BLEU; the corpus needs its length.
    groups = [["a b c d e f", "a b c d e f g h x y"], ["p q r s", "p q r s t u v z z"]]
    references = [["a b c d e f g h i j", "p q r s t u v w w w"]]
    found = list_oracles(nbest_of(groups), references, "bleu:tokenize=none,sentence=moses")
    assert found.best.score.score >= found.by_segment.score.score
    assert found.texts == [groups[s][row - 2 * s] for s, row in enumerate(found.best.chosen)]
    assert not found.optimal


#: From the best segments and from the first candidates the climb ends on a lower hill.
HILLS = [["d c d a a d", "c b", "d c c"], ["d", "a c b b b", "c a a"], ["b c a", "d d c", "c d"]]
BELOW = [["c b c b c c", "a c a c", "d c d c"]]


def test_the_restart_that_climbs_highest_wins() -> None:
    metric = get("bleu:tokenize=none")
    every = [metric.corpus_score(list(texts), BELOW).score for texts in product(*HILLS)]
    found = list_oracles(nbest_of(HILLS), BELOW, metric, restarts=4)
    assert len(found.starts) == 6
    assert max(found.starts) == found.starts[3] == found.best.score.score
    assert found.best.score.score == pytest.approx(max(every))
    assert found.worst.score.score == pytest.approx(min(every))
    assert metric.corpus_score(found.texts, BELOW).score == pytest.approx(max(every))
    without = list_oracles(nbest_of(HILLS), BELOW, metric, restarts=0)
    assert without.starts == found.starts[:2]
    assert without.best.score.score == max(without.starts) < max(every) - 3
    # The second random start is the one that helps; of an error rate, the lowest end wins.
    assert list_oracles(nbest_of(HILLS), BELOW, metric, restarts=1).starts == found.starts[:3]
    errors = list_oracles(nbest_of(HILLS), BELOW, "0.5*ter+0.5*bleu:tokenize=none", restarts=4)
    assert errors.best.score.score == max(errors.starts)
    ter = list_oracles(nbest_of(HILLS), BELOW, "ter", restarts=4)
    assert ter.best.score.score == min(ter.starts)


#: Going down from the worst segments ends deeper than from the first candidates, and the other way round.
VALLEYS = [
    (
        [
            ["d b c", "c d c a c c c", "a d c b"],
            ["d d c c c d d", "b d b d d", "d a"],
            ["d b a a a", "b b b a", "d b a c"],
        ],
        ["c b a d", "a c d b d a", "d c d a c d"],
    ),
    (
        [
            ["c c c", "a c a a d d a", "c a"],
            ["a d c a b b a", "c d a b c a d", "a c b a a d a"],
            ["d c b d a", "c a c d a b c", "b c"],
        ],
        ["b c b d c", "d b a a d", "b a b a c c"],
    ),
]


@pytest.mark.parametrize(("groups", "reference"), VALLEYS)
def test_the_deepest_end_is_the_worst(groups: list[list[str]], reference: list[str]) -> None:
    metric = get("bleu:tokenize=none,max_order=2")
    every = [metric.corpus_score(list(texts), [reference]).score for texts in product(*groups)]
    found = list_oracles(nbest_of(groups), [reference], metric)
    assert found.worst.score.score == pytest.approx(min(every))
    assert found.worst_gap == pytest.approx(found.first.score.score - min(every))


def test_scores_are_those_of_the_chosen_texts() -> None:
    nbest = nbest_of(GROUPS)
    for metric in ("bleu", "ter", "chrf"):
        found = list_oracles(nbest, REFERENCES, metric)
        for choice in (found.best, found.by_segment, found.first, found.worst):
            texts = nbest.select(choice.chosen)
            assert choice.score.score == pytest.approx(get(metric).corpus_score(texts, REFERENCES).score)
        assert found.texts == nbest.select(found.best.chosen)
        assert found.gap == pytest.approx(abs(found.best.score.score - found.first.score.score))
        assert found.first.chosen.tolist() == [0, 3, 6]


def test_to_dict_is_plain() -> None:
    found = list_oracles(nbest_of(GROUPS), REFERENCES, "ter")
    content = found.to_dict()
    assert content["optimal"] is True
    assert content["higher_is_better"] is False
    assert content["best"] <= content["first"] <= content["worst"]
    assert content["segments"][2] == {
        "chosen": 0,
        "text": "so it is",
        "score": 0.0,
        "first": 0.0,
        "by_segment": {"chosen": 0, "score": 0.0},
    }
    assert len(content["starts"]) == 4


def test_several_references_promise_no_optimum() -> None:
    assert not list_oracles(nbest_of(GROUPS), [*REFERENCES, *REFERENCES], "ter").optimal
    assert not list_oracles(nbest_of(GROUPS), REFERENCES, "0.5*ter+0.5*bleu").optimal
    assert list_oracles(nbest_of(GROUPS), REFERENCES, "0.5*ter+0.5*wer").optimal


def test_seeds_and_threads() -> None:
    nbest = nbest_of(GROUPS * 5)
    references = [REFERENCES[0] * 5]
    one = list_oracles(nbest, references, "bleu", restarts=3, seed=7, threads=1)
    two = list_oracles(nbest, references, "bleu", restarts=3, seed=7, threads=2)
    assert one.to_dict() == two.to_dict()
    assert len(list_oracles(nbest, references, "bleu", restarts=0).starts) == 2


def test_climbing_rises_from_anywhere_and_in_any_number_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    rows = random.integers(0, 9, (60, 2)).astype(np.float64)
    offsets = np.arange(0, 61, 6)

    def gain(sums: Array) -> Array:
        gains: Array = np.sqrt(sums[..., 0]) - np.abs(sums[..., 1] - 30.0)
        return gains

    start = offsets[:-1].astype(np.intp)
    whole = climb(gain, rows, offsets, start)
    assert gain(rows[whole].sum(axis=0)) > gain(rows[start].sum(axis=0))
    assert start.tolist() == offsets[:-1].tolist()
    monkeypatch.setattr("pitchpipe.choosing.climbing.ROWS_AT_ONCE", 5)
    assert climb(gain, rows, offsets, start).tolist() == whole.tolist()


def test_what_has_no_score_is_never_chosen() -> None:
    rows = np.array([[4.0], [1.0], [2.0], [3.0]])

    def gain(sums: Array) -> Array:
        return np.where(sums[..., 0] > 4.5, np.nan, sums[..., 0])

    assert climb(gain, rows, np.array([0, 2, 4]), np.array([0, 2])).tolist() == [1, 3]


def test_a_rise_of_the_tolerance_is_none() -> None:
    """The first exchange leaves no more than rounding to gain by the second, which promised as much."""
    rows = np.array([[0.0], [1.0], [0.0], [2.0]])

    def heights(highest: float) -> Gain:
        return lambda sums: np.array([0.0, 1.0, 1.0, highest])[sums[..., 0].astype(int)]

    offsets, start = np.array([0, 2, 4]), np.array([0, 2])
    assert climb(heights(1.0 + TOLERANCE), rows, offsets, start).tolist() == [1, 2]
    assert climb(heights(1.0 + 3 * TOLERANCE), rows, offsets, start).tolist() == [1, 3]


def test_bad_input() -> None:
    nbest = nbest_of(GROUPS)
    with pytest.raises(ParameterError, match=r"^seed must be a whole number from 0 on, not -1$"):
        list_oracles(nbest, REFERENCES, "bleu", seed=-1)
    assert list_oracles(nbest, REFERENCES, "bleu", seed=0).starts
    with pytest.raises(DataError, match="has 1 lines, but the n-best list has 3 segments"):
        list_oracles(nbest, [["only one"]], "bleu")
    with pytest.raises(DataError, match="the batch has 1 rows, but the n-best list 7 candidates"):
        list_oracles(nbest, nbest_of([["a"]]).batch([["a"]]), "bleu")
    with pytest.raises(ParameterError, match="no direction"):
        list_oracles(nbest, REFERENCES, "length-ratio")
    with pytest.raises(ParameterError, match="restarts must be 0 or more"):
        list_oracles(nbest, REFERENCES, "bleu", restarts=-1)


def test_statistics_that_are_no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.ones((7, 2))
    values[4, 1] = np.nan
    monkeypatch.setattr(WER, "measure", lambda self, batch: Measured(values))
    with pytest.raises(DataError, match="candidate 2 of segment 2 has no finite statistics by wer"):
        list_oracles(nbest_of(GROUPS), REFERENCES, "wer")
