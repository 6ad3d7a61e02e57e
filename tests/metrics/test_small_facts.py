"""What calls refuse, and what small functions give at the ends of their range."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.metrics import Batch, get
from pitchpipe.metrics.asking import _read_digest
from pitchpipe.metrics.provenance import worth
from pitchpipe.metrics.scored import rows_of, score_of, with_groups


@pytest.mark.parametrize(
    ("gain", "p", "word"),
    [
        (0.5, None, "not tested"),
        (0.5, 0.05, "better"),
        (-0.5, 0.05, "worse"),
        (0.5, 0.0501, "not significant"),
        (0.0, 0.01, "not significant"),
        (1.0, 0.01, "better"),
    ],
)
def test_whether_parameters_are_worth_having(gain: float, p: float | None, word: str) -> None:
    assert worth(gain, p, 0.05) == word


@pytest.mark.parametrize(
    ("hypothesis", "references", "says"),
    [
        (["a"], ["a"], "^the hypothesis must be a text, not list"),
        ("a", "a", r"^references must be a list of texts: write \["),
        ("a", [], "^there are no references$"),
    ],
)
def test_calls_that_are_refused(hypothesis: Any, references: Any, says: str) -> None:
    with pytest.raises(pp.DataError, match=says):
        get("wer").sentence_score(hypothesis, references)


def test_scores_of_groups_are_those_of_their_sums() -> None:
    """Two segments of one and three words with one error each, and one without."""
    batch = Batch.from_streams(["x", "a b x", "c"], [["a", "a b c", "c"]])
    metric, rows = rows_of(get("wer"), batch)
    score = score_of(metric, rows, nrefs="1")
    found = with_groups(score, metric, rows, {"first": np.array([0, 1]), "last": np.array([2])})
    assert [(one.name, one.score, one.segments) for one in found.groups] == [
        ("first", 50.0, 2),
        ("last", 0.0, 1),
    ]


def test_case_is_said_in_signatures() -> None:
    assert "|case:mixed|" in get("wer:lowercase=false").signature
    assert "|case:lc|" in get("wer:lowercase=true").signature


def test_what_has_no_bound_is_no_gain() -> None:
    with pytest.raises(
        pp.ParameterError, match=r"^nist has no upper bound: say what counts as 100, nist:scale=12$"
    ):
        get("nist").gain(np.array([5.0]))
    with pytest.raises(
        pp.ParameterError, match=r"^length-ratio has no direction: neither high nor low is better$"
    ):
        get("length-ratio").gain(np.array([1.0]))
    assert get("wer").gain(np.array([30.0])).tolist() == [70.0]
    assert get("bleu").gain(np.array([30.0])).tolist() == [30.0]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(pp.DataError, match=r"cannot be read \(No such file or directory\)$"):
        _read_digest(tmp_path / "gone")
    with pytest.raises(pp.DataError, match=r"cannot be read \(Is a directory\)$"):
        _read_digest(tmp_path)
