"""A score in a line, and as plain numbers."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from pitchpipe.batch.scores import Group, Score


def made(**more: object) -> Score:
    return Score("wer", "WER", 12.3456, "wer|v1", "wer|v", False, **more)  # type: ignore[arg-type]


def test_in_a_line() -> None:
    assert str(made()) == "WER = 12.35"
    assert repr(made()) == "<Score: WER = 12.35, wer|v1>"
    assert repr(made(ci=(10.0, 14.125))) == "<Score: WER = 12.35 [10.00, 14.12], wer|v1>"


def test_a_small_scale_has_more_decimals() -> None:
    assert (made().decimals, made(further_decimals=2).decimals) == (2, 4)
    assert str(made(further_decimals=2)) == "WER = 12.3456"
    assert float(made()) == 12.3456


def test_plain_numbers() -> None:
    found = made(
        ci=(1.0, 2.0), segments=np.array([0.5]), groups=(Group("news", 3.0, 1),), parts={"words": 2}
    ).to_dict()
    assert found == {
        **{"metric": "wer", "score": 12.3456, "signature": "wer|v1", "higher_is_better": False},
        **{"ci": [1.0, 2.0], "parts": {"words": 2}, "segments": [0.5]},
        "groups": {"news": {"score": 3.0, "segments": 1}},
    }
    bare = made().to_dict()
    assert (bare["ci"], bare["groups"], bare["segments"], bare["parts"]) == (None, None, None, {})


@pytest.mark.parametrize("further", [0, 1])
def test_nobody_is_shown_more_than_asked_for(further: int) -> None:
    assert str(made(further_decimals=further)) == f"WER = {12.3456:.{2 + further}f}"


def test_what_it_says_travels_without_who_says_it() -> None:
    """Nothing but this test knows the function."""
    score = made(say=lambda: "1/2")
    for copied in (pickle.loads(pickle.dumps(score)), copy.copy(score)):
        assert (copied.verbose, copied) == ("1/2", score)
