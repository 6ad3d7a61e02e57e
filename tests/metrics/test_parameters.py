"""Parameters that declare themselves: checking, reading, spelling."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import get
from pitchpipe.metrics.parameters import (
    Parameter,
    Type,
    counting,
    defaults,
    format_value,
    formula,
    parameters,
)


@dataclass(frozen=True, kw_only=True)
class Declared:
    """One parameter of each type."""

    switch: bool = counting(False, "a switch")
    order: int = counting(4, "an order", low=1, high=9)
    beta: float = formula(2.0, "a weight", low=0.0)
    weights: tuple[float, ...] = formula((7.0, 2.0, 1.0), "weights", low=0.0, high=10.0)
    mode: str = counting("paper", "a mode", choices=("paper", "perl"))
    value: float | None = formula(None, "a value", type="float")
    not_declared: int = 5


def test_declared() -> None:
    declared = parameters(Declared)
    assert list(declared) == ["switch", "order", "beta", "weights", "mode", "value"]
    assert [p.kind for p in declared.values()] == [
        "counting",
        "counting",
        "formula",
        "formula",
        "counting",
        "formula",
    ]
    assert [p.type for p in declared.values()] == ["bool", "int", "float", "floats", "str", "float"]
    assert [p.optional for p in declared.values()] == [False, False, False, False, False, True]
    assert parameters(Declared()) == declared
    assert defaults(Declared) == {
        "switch": False,
        "order": 4,
        "beta": 2.0,
        "weights": (7.0, 2.0, 1.0),
        "mode": "paper",
        "value": None,
    }


def test_a_default_of_none_must_say_its_type() -> None:
    with pytest.raises(TypeError, match="must say its type"):
        formula(None, "a value")


def make(type: Type, **facts: Any) -> Parameter:
    return Parameter(kind="formula", type=type, doc="", **facts)


@pytest.mark.parametrize(
    ("parameter", "value", "expected"),
    [
        (make("bool"), True, True),
        (make("bool"), np.bool_(True), True),
        (make("int"), 3, 3),
        (make("int"), np.int32(3), 3),
        (make("int"), 3.0, 3),
        (make("int"), np.float64(3.0), 3),
        (make("float"), 3, 3.0),
        (make("float"), np.float32(0.5), 0.5),
        (make("float", low=0.0), 0.0, 0.0),
        (make("floats"), [1, 2.5], (1.0, 2.5)),
        (make("floats"), np.array([1.0, 2.0]), (1.0, 2.0)),
        (make("str"), "a", "a"),
        (make("str", choices=("a", "b")), "b", "b"),
        (make("str", callable=True), len, len),
        (make("float", optional=True), None, None),
    ],
)
def test_accepted(parameter: Parameter, value: Any, expected: Any) -> None:
    checked = parameter.check("here", value)
    assert checked == expected
    assert type(checked) is type(expected)


@pytest.mark.parametrize(
    ("parameter", "value", "says"),
    [
        (make("bool"), 1, "here must be true or false, not 1"),
        (make("bool"), "true", "here must be true or false, not 'true'"),
        (make("int"), 2.5, "here must be a whole number, not 2.5"),
        (make("int"), True, "not True"),
        (make("int"), "3", "not '3'"),
        (make("int", low=1, high=9), 0, "here must be a whole number between 1 and 9, not 0"),
        (make("int", low=1, high=9), 10, "between 1 and 9, not 10"),
        (make("float", low=0.5), 0.25, "here must be a number of at least 0.5, not 0.25"),
        (make("float", high=1), 2, "here must be a number of at most 1, not 2"),
        (make("float"), math.nan, "here must be a number, not nan"),
        (make("float"), math.inf, "not inf"),
        (make("float"), None, "not None"),
        (make("float"), 10**400, "here must be a number"),
        (make("float"), 1j, "here must be a number"),
        (make("floats"), (), "here must be numbers separated by '/'"),
        (make("floats"), "1/2", "here must be numbers"),
        (make("floats"), 1.0, "here must be numbers"),
        (make("floats"), (1.0, math.nan), "here must be numbers"),
        (make("floats", low=0.0), (1.0, -1.0), "of at least 0, not 1/-1"),
        (make("floats", length=3), "1/2", "here must be 3 numbers separated by '/', not '1/2'"),
        (make("str"), "", "here must be a text"),
        (make("str"), 5, "here must be a text, not 5"),
        (make("str", choices=("a", "b")), "c", "here must be one of a, b, not 'c'"),
        (make("str", callable=True), 5, "here must be a text"),
    ],
)
def test_refused(parameter: Parameter, value: Any, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        parameter.check("here", value)


@pytest.mark.parametrize(
    ("parameter", "text", "expected"),
    [
        (make("bool"), "Yes", True),
        (make("bool"), "0", False),
        (make("bool"), "off", False),
        (make("int"), "1e1", 10),
        (make("int"), "9007199254740993", 2**53 + 1),
        (make("float"), ".5", 0.5),
        (make("float"), "-2E-3", -0.002),
        (make("floats"), "7/2/1", (7.0, 2.0, 1.0)),
        (make("floats"), "7", (7.0,)),
        (make("str"), "a/b", "a/b"),
        (make("float", optional=True), "None", None),
        (make("float", optional=True), "", None),
    ],
)
def test_read(parameter: Parameter, text: str, expected: Any) -> None:
    assert parameter.parse("here", text) == expected


@pytest.mark.parametrize(
    ("parameter", "text", "shown"),
    [
        (make("bool"), "maybe", "'maybe'"),
        (make("bool"), "", "''"),
        (make("bool"), "2", "2"),
        (make("int"), "1.50", "1.50"),
        (make("int"), "four", "'four'"),
        (make("int", high=9), "99999999999999999999", "99999999999999999999"),
        (make("int", high=9), "1e3", "1e3"),
        (make("float"), "NaN", "NaN"),
        (make("float"), "1e999", "1e999"),
        (make("float"), "1,5", "'1,5'"),
        (make("float"), "none", "'none'"),
        (make("float", high=1.0), "2.0", "2.0"),
        (make("floats"), "7//1", "'7//1'"),
        (make("floats"), "7/x", "'7/x'"),
        (make("floats"), "nan/1/1", "nan/1/1"),
        (make("floats", low=0.0), "1/-1.0", "1/-1.0"),
        (make("str"), "", "''"),
        (make("str", choices=("a", "b")), "c", "'c'"),
    ],
)
def test_unreadable(parameter: Parameter, text: str, shown: str) -> None:
    """What is refused is shown as it was written."""
    with pytest.raises(ParameterError, match=rf"^here must be .*, not {re.escape(shown)}$"):
        parameter.parse("here", text)


def test_spelled() -> None:
    assert [format_value(x) for x in (None, True, False, 2, 2.0, 0.1, (7.0, 0.5), "a", -0.0)] == [
        "none",
        "true",
        "false",
        "2",
        "2",
        "0.1",
        "7/0.5",
        "a",
        "0",
    ]
    assert format_value(test_spelled) == f"{__name__}.test_spelled"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_survive_spelling(value: float) -> None:
    assert make("float").parse("here", format_value(value)) == value


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_lists_survive_spelling(values: list[float]) -> None:
    assert make("floats").parse("here", format_value(tuple(values))) == tuple(values)


@given(st.integers(-(10**15), 10**15))
def test_whole_numbers_survive_spelling(value: int) -> None:
    assert make("int").parse("here", format_value(value)) == value


@pytest.mark.parametrize("text", ["none", "None", "NONE"])
def test_the_text_none_is_none_where_that_may_be(text: str) -> None:
    # The grammar spells both the same, so that a value must not depend on how it was given.
    metric = get("external", file="scores.txt", digest=text)
    assert metric.digest is None  # type: ignore[attr-defined]
    assert get(metric.spec) == metric
    assert get("tesla-m", synonyms=text).synonyms == text  # type: ignore[attr-defined]
