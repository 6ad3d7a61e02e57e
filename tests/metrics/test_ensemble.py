"""Mixtures: sums of gains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, TER, WER, Batch, ChrF, Ensemble, External, get

HYPOTHESES = ["the cat sat on a mat", "a dog", "it rains"]
REFERENCES = ["the cat sat on the mat", "the dog", "it is raining"]


def test_gains_are_summed() -> None:
    bleu, ter = (m.corpus_score(HYPOTHESES, [REFERENCES]).score for m in (BLEU(), TER()))
    mixed = get("0.7*bleu+0.3*ter").corpus_score(HYPOTHESES, [REFERENCES])
    assert mixed.score == pytest.approx(0.7 * bleu + 0.3 * (100 - ter), rel=1e-12)
    assert mixed.parts == {"bleu:tokenize=13a": bleu, "ter": ter}
    assert mixed.higher_is_better is True


def test_sentences_take_the_sentence_forms_of_the_parts() -> None:
    bleu, ter = (m.segment_scores(HYPOTHESES, [REFERENCES]) for m in (BLEU(), TER()))
    mixed = get("0.7*bleu+0.3*ter").segment_scores(HYPOTHESES, [REFERENCES])
    np.testing.assert_allclose(mixed, 0.7 * bleu + 0.3 * (100 - ter), rtol=1e-12)


def test_rows_are_side_by_side() -> None:
    mixture = get("1*bleu+2*chrf+1*wer")
    parts = (BLEU(), ChrF(), WER())
    batch = Batch.from_streams(HYPOTHESES, [REFERENCES])
    rows = mixture.weigh(mixture.measure(batch))
    np.testing.assert_array_equal(rows, np.concatenate([m.weigh(m.measure(batch)) for m in parts], axis=1))
    assert mixture.columns[0] == "0.matches_1"
    assert mixture.columns[-1] == "2.ref_length"
    assert len(mixture.columns) == rows.shape[1]


def test_the_same_metric_twice() -> None:
    mixture = get("1*bleu+1*bleu:max_order=2")
    scores = [BLEU(max_order=n).corpus_score(HYPOTHESES, [REFERENCES]).score for n in (4, 2)]
    assert mixture.corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(sum(scores))
    assert len(set(mixture.columns)) == len(mixture.columns)


def test_weights_need_not_sum_to_one() -> None:
    single = BLEU().corpus_score(HYPOTHESES, [REFERENCES]).score
    assert get("3*bleu").corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(3 * single)
    assert get("1*bleu+0*ter").corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(single)


def test_matrix() -> None:
    mixed = get("0.5*chrf+0.5*wer").matrix(HYPOTHESES, REFERENCES)
    expected = 0.5 * ChrF().matrix(HYPOTHESES, REFERENCES) + 0.5 * (
        100 - WER().matrix(HYPOTHESES, REFERENCES)
    )
    np.testing.assert_allclose(mixed, expected, rtol=1e-12)


def test_a_mixture_of_gains_is_a_gain() -> None:
    scores = np.array([1.0, 2.0])
    np.testing.assert_array_equal(get("0.5*bleu+0.5*ter").gain(scores), scores)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        pytest.param({}, "a mixture needs|weights must", id="nothing"),
        pytest.param({"metrics": (BLEU(),)}, "a mixture needs|weights must", id="no weights"),
        pytest.param({"metrics": (BLEU(),), "weights": None}, "a mixture needs", id="weights that are none"),
        pytest.param({"metrics": (), "weights": (1.0,)}, "a mixture needs", id="no metrics"),
        pytest.param({"metrics": (BLEU(),), "weights": (1.0, 2.0)}, "a weight for each", id="too many"),
        pytest.param({"metrics": (BLEU(),), "weights": (-1.0,)}, "of at least 0", id="negative"),
        pytest.param({"metrics": (BLEU(),), "weights": (0.0,)}, "a weight above 0", id="zero"),
        pytest.param({"metrics": (BLEU(),), "weights": 1.0}, "weights must be", id="a number"),
        pytest.param({"metrics": (BLEU(),), "weights": ("much",)}, "weights must be", id="a text"),
        pytest.param({"metrics": BLEU(), "weights": (1.0,)}, "mixture", id="a metric"),
        pytest.param({"metrics": ("bleu",), "weights": (1.0,)}, "mixture", id="a name"),
        pytest.param(
            {"metrics": (get("1*bleu"),), "weights": (1.0,)}, "mixture", id="a mixture, which has no spelling"
        ),
        pytest.param(
            {"metrics": (External(file="x"),), "weights": (1.0,)}, "no known scale", id="without a scale"
        ),
    ],
)
def test_refused(values: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        Ensemble(**values)
