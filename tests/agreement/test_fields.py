"""Single fields of a file of judgments, up to the ends of what is allowed."""

from __future__ import annotations

import math

import pytest

from pitchpipe.agreement.readers.fields import (
    integer,
    number,
    rank,
    score,
    score_or_nothing,
    segment_index,
    system_name,
)
from pitchpipe.errors import DataError


def test_numbers() -> None:
    assert [number(text, "f") for text in ("1", "-2.5", "1e100", "-1e100")] == [1.0, -2.5, 1e100, -1e100]
    for text in ("", "x", "nan", "inf", "1.1e100", "None"):
        with pytest.raises(DataError, match=r"^f: '.*' is not a number$"):
            number(text, "f")


def test_scores_that_nobody_gave() -> None:
    assert math.isnan(score(" None ", "f"))
    assert score("0", "f") == 0.0
    with pytest.raises(DataError, match=r"^f: 'none' is not a score; write a number, or None if nobody"):
        score("none", "f")
    assert all(
        math.isnan(score_or_nothing(text, "f")) for text in ("", " ", "NA", "n/a", "NaN", "None", "null")
    )
    assert score_or_nothing("3", "f") == 3.0


def test_ranks() -> None:
    assert [rank(text, "f") for text in ("1", "2.0", "-1", " 5 ")] == [1, 2, -1, 5]
    for text in ("0", "-2", "1.5", ""):
        with pytest.raises(DataError, match=r"^f: '.*' is not a rank; 1 is the best, -1 says not ranked$"):
            rank(text, "f")


def test_segments() -> None:
    assert segment_index("1", "f", 1) == segment_index("0", "f", 0) == segment_index("5", "f", 5) == 0
    assert segment_index("1000000", "f", 1) == 999_999
    with pytest.raises(DataError, match=r"^f: segment 1000001 is out of range, a test set has at most 1,000"):
        segment_index("1000001", "f", 1)
    with pytest.raises(DataError, match=r"^f: there is no segment 0, the first one is 1$"):
        segment_index("0", "f", 1)
    with pytest.raises(DataError, match=r"^f: 'x' is not the number of a segment$"):
        segment_index("x", "f", 1)


def test_whole_numbers() -> None:
    found = [integer(text) for text in ("7", "+7", "-7", "7.00", "7.5", "7.", "123456789", "1234567890", "")]
    assert found == [7, 7, -7, 7, None, None, 123456789, None, None]


def test_systems() -> None:
    assert system_name(" a b ", "f") == "a b"
    with pytest.raises(DataError, match=r"^f: the name of the system is missing$"):
        system_name(" ", "f")
