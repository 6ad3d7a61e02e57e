"""The test set: validation and selection."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pitchpipe import TestSet
from pitchpipe.errors import DataError, ParameterError


@pytest.fixture
def small() -> TestSet:
    return TestSet(
        systems={"base": ["a", "b", "c"], "new": ["d", "e", "f"]},
        references={"A": ["g", None, None], "B": [None, "", None]},
        source=["s", "t", "u"],
        documents=["d2", "d1", "d2"],
        domains=["news", "news", "chat"],
        segment_ids=["1", "1", "2"],
    )


def test_any_iterable_is_stored_as_a_list_of_plain_strings() -> None:
    values: dict[str, Any] = {
        "list": ["a", "b"],
        "tuple": ("a", "b"),
        "generator": (text for text in "ab"),
        "array": np.array(["a", "b"]),
        "objects": np.array(["a", "b"], dtype=object),
    }
    ts = TestSet(systems=values, references={"A": np.array(["a", None])})  # type: ignore[dict-item]
    assert all(texts == ["a", "b"] for texts in ts.systems.values())
    assert {type(text) for texts in ts.systems.values() for text in texts} == {str}
    assert ts.references == {"A": ["a", None]}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("abc", 'system "s" is a single str; give a list with one string per segment'),
        (b"abc", 'system "s" is a single bytes'),
        (3, 'system "s" must be a list with one string per segment, not int'),
        (None, 'system "s" must be a list with one string per segment, not None'),
        (["a", 3], 'system "s": segment 2 is int, not a string'),
        (["a", None], 'system "s": segment 2 is None, not a string'),
        ([b"a"], 'system "s": segment 1 is bytes'),
        (np.array([["a"], ["b"]]), 'system "s": segment 1 is ndarray'),
        (np.array("a"), 'system "s" must be a list with one string per segment, not ndarray'),
        ({"a": "b"}, 'system "s" is a dict, which has no order of segments'),
        ({"a"}, 'system "s" is a set'),
        (["a", "\ud800"], 'system "s": segment 2 contains a lone surrogate'),
    ],
)
def test_what_is_not_a_list_of_texts_is_refused(values: Any, message: str) -> None:
    with pytest.raises(DataError) as error:
        TestSet(systems={"s": values})
    assert str(error.value).startswith(message)


def test_missing_references_are_none_and_nothing_else() -> None:
    with pytest.raises(DataError, match='"A": segment 1 is float, not a string; use None where'):
        TestSet(references={"A": [float("nan")]})  # type: ignore[list-item]


@pytest.mark.parametrize("systems", [[["a"]], "abc", {"": ["a"]}, {3: ["a"]}])
def test_systems_need_names(systems: Any) -> None:
    with pytest.raises(DataError, match=r"mapping from names|non-empty string"):
        TestSet(systems=systems)


def test_unequal_lengths_name_both() -> None:
    with pytest.raises(DataError) as error:
        TestSet(systems={"base": ["a", "b"]}, references={"A": ["c"]})
    assert str(error.value) == 'reference "A" has 1 segment, system "base" has 2'
    with pytest.raises(DataError, match='system "base" has 2 segments, the list of domains has 3'):
        TestSet(systems={"base": ["a", "b"]}, domains=["x", "y", "z"])


def test_length(small: TestSet) -> None:
    assert len(small) == 3
    assert len(TestSet()) == 0
    assert len(TestSet(source=["a"])) == 1
    assert len(TestSet(documents=["a", "b"])) == 2


@pytest.mark.parametrize(
    "indices", [[2, 0], (2, 0), np.array([2, 0]), iter([2, 0]), [-1, 0], slice(None, None, -2)]
)
def test_select(small: TestSet, indices: Any) -> None:
    chosen = small.select(indices)
    assert chosen.systems == {"base": ["c", "a"], "new": ["f", "d"]}
    assert chosen.references == {"A": [None, "g"], "B": [None, None]}
    assert chosen.source == ["u", "s"]
    assert chosen.documents == ["d2", "d2"]
    assert chosen.domains == ["chat", "news"]
    assert chosen.segment_ids == ["2", "1"]


def test_select_edge_cases(small: TestSet) -> None:
    assert len(small.select([])) == 0
    assert small.select([True, False, True]) == small.select([0, 2])
    assert small.select([1, 1]).source == ["t", "t"]
    for indices in ([3], [0.5], np.array([True, False])):
        with pytest.raises(DataError, match="cannot select from 3 segments"):
            small.select(indices)  # type: ignore[arg-type]


def test_choosing_systems_and_references(small: TestSet) -> None:
    assert list(small.with_systems(["new", "base"]).systems) == ["new", "base"]
    assert list(small.with_systems("new").systems) == ["new"]
    assert list(small.with_references(["B"]).references) == ["B"]
    assert list(small.without_references("B").references) == ["A"]
    assert small.without_references().references == {}
    with pytest.raises(DataError, match='the test set has no system "old"; it has base, new'):
        small.with_systems(["old"])
    with pytest.raises(DataError, match='no reference "C"; it has A, B'):
        small.without_references(["C"])
    with pytest.raises(DataError, match='system "base" is given more than once'):
        small.with_systems(["base", "base"])


def test_segments_without_any_reference(small: TestSet) -> None:
    assert small.unreferenced() == [2]
    kept, dropped = small.drop_unreferenced()
    assert dropped == 1
    assert kept.references == {"A": ["g", None], "B": [None, ""]}
    assert kept.drop_unreferenced() == (kept, 0)
    assert small.without_references().drop_unreferenced()[1] == 3


def test_groups_in_order_of_first_appearance(small: TestSet) -> None:
    groups = small.groups("document")
    assert list(groups) == ["d2", "d1"]
    assert groups["d2"].tolist() == [0, 2]
    assert groups["d2"].dtype == np.intp
    assert list(small.groups("domain")) == ["news", "chat"]
    with pytest.raises(DataError, match="does not say which domain"):
        TestSet(source=["a"]).groups("domain")
    with pytest.raises(ParameterError, match="choose domain or document"):
        small.groups("length")  # type: ignore[arg-type]


def test_cleaned() -> None:
    ts = TestSet(systems={"s": ["&lt;"]}, references={"A": [None]}, source=["e\u0301"], documents=["&lt;"])
    clean = ts.cleaned(unescape=True, normalise="nfc")
    assert clean.systems == {"s": ["<"]}
    assert clean.references == {"A": [None]}
    assert clean.source == ["é"]
    assert clean.documents == ["&lt;"]
    assert ts.cleaned() is ts


@pytest.mark.parametrize(
    ("pair", "source", "target"),
    [("de-en", "de", "en"), ("en-zh-Hans", "en", "zh-Hans"), ("x-y-z-w", "x", "y-z-w")],
)
def test_language_pairs(small: TestSet, pair: str, source: str, target: str) -> None:
    said = small.with_languages(pair)
    assert (said.source_language, said.target_language) == (source, target)


def test_a_test_set_can_be_pickled(small: TestSet) -> None:
    assert pickle.loads(pickle.dumps(small)) == small


def test_in_a_line() -> None:
    made = TestSet({"s": ["a"]}, {"r": ["b"]}, source_language="de", target_language="en", name="news")
    assert repr(made) == "<TestSet: news, de-en, 1 segment, 1 system, 1 reference>"
    with_source = TestSet({"s": ["a", "b"], "t": ["a", "b"]}, {}, source=["x", "y"])
    assert repr(with_source) == "<TestSet: 2 segments, 2 systems, 0 references, source>"
