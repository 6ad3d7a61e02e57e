"""Which segments rows are of: by number, identifier, document and source text, and what cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.agreement import Task
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.rated_table import parse_table
from pitchpipe.agreement.readers.segments import Locator, Place
from pitchpipe.errors import DataError

SOURCE = ["eins", "zwei", "drei", "zwei", "fünf &amp; sechs"]
DOCUMENTS = ["news", "news", "talk", "talk", "talk"]


def a_set(**columns: Any) -> pp.TestSet:
    return pp.TestSet(systems={"a": SOURCE, "b": SOURCE}, references={"r": [*SOURCE]}, **columns)


def found(
    places: Sequence[tuple[str, ...]], test_set: pp.TestSet | None = None, **options: Any
) -> list[int | None]:
    """Places are (segment, document, source)."""
    listed = [Place(f"f, line {number}", *place) for number, place in enumerate(places, 1)]
    return Locator("f", test_set, **options).find(listed).indices


def told(places: Sequence[tuple[str, ...]], test_set: pp.TestSet | None = None, **options: Any) -> list[str]:
    listed = [Place(f"f, line {number}", *place) for number, place in enumerate(places, 1)]
    return Locator("f", test_set, **options).find(listed).notes


UNSURE = ", as there is no segment 0; --first-segment (first_segment=) if it is not so"


def test_numbers_from_0_or_1() -> None:
    for numbers, test_set, expected, why in [
        ("0 2", None, [0, 2], "0"),
        ("1 3", None, [0, 2], f"1{UNSURE}"),
        ("2 1 1", a_set(), [1, 0, 0], "1"),
        ("1 5", a_set(), [0, 4], "1"),
        ("0 4", a_set(), [0, 4], "0"),
        ("1.0 5.0", a_set(), [0, 4], "1"),
    ]:
        places = [(number,) for number in numbers.split()]
        assert found(places, test_set) == expected
        assert told(places, test_set) == [f"f: segments are numbered from {why}"]
    assert found([("1",), ("3",)], first=0) == [1, 3]
    assert found([("1",), ("3",)], habit=1) == [0, 2]
    assert told([("1",)], habit=1) == []


@given(st.lists(st.integers(0, 4), min_size=1), st.integers(0, 1))
def test_documents_tell_where_numbers_begin(judged: list[int], first: int) -> None:
    """Where only one beginning puts all segments into their documents, it is that one."""
    names = [f"d{k // 2}" for k in range(5)]
    places = [(str(k + first), names[k]) for k in judged]
    fitting = [
        begin
        for begin in (0, 1)
        if all(0 <= k + first - begin < 5 and names[k + first - begin] == names[k] for k in judged)
    ]
    if len(fitting) == 1:
        assert found(places, a_set(documents=names)) == judged


def test_documents_show_numbers_from_0() -> None:
    places = [("1", "news"), ("2", "talk")]
    assert found(places, a_set(documents=DOCUMENTS)) == [1, 2]
    assert told(places, a_set(documents=DOCUMENTS)) == [
        "f: segments are numbered from 0, as the documents show"
    ]


def test_numbers_that_may_begin_with_0_or_1() -> None:
    """A guess would be right or wrong by one segment, which nobody sees in the result."""
    message = (
        r"^f: cannot tell whether segments are numbered from 0 or from 1, as neither 0 nor 5, the number of "
        r"segments, is among them: say --first-segment 0 or 1 \(first_segment=\)$"
    )
    with pytest.raises(DataError, match=message):
        found([("1",), ("3",)], a_set())
    with pytest.raises(DataError, match=message):
        found([("1", "news"), ("4", "talk")], a_set(documents=["news", "news", "news", "talk", "talk"]))
    assert found([("1", "", "zwei"), ("2", "", "drei")], a_set(source=SOURCE)) == [1, 2]
    assert told([("2", "", "zwei")], a_set(source=SOURCE)) == [
        "f: segments are numbered from 1, as the source shows"
    ]
    assert found([("2", "", "drei"), ("4", "", "fünf & sechs")], a_set(source=SOURCE)) == [2, 4]
    assert found([("2", "", "zwei"), ("4", "", "zwei")], a_set(source=SOURCE)) == [1, 3]
    assert told([("4", "", "x"), ("5", "", "y")], a_set(source=SOURCE)) == ["f: segments are numbered from 1"]


@pytest.mark.parametrize(("first", "shift"), [(11, "10 segments"), (3, "2 segments")])
def test_a_shift_is_an_error_that_says_by_how_much(first: int, shift: str) -> None:
    there = a_set(documents=["news", "talk", "news", "talk", "news"])
    rows = [f"a,{k + first},5,{name}" for k, name in enumerate(["news", "talk"])]
    human = parse_table(
        JudgmentFile(
            ["system,segment,score,document", *rows, f"a,{first + 4},5,news"], "f", "da", test_set=there
        )
    )
    message = f"all are shifted by {shift}; say that the first segment is {first} "
    with pytest.raises(DataError, match=message):
        Task.of(there, human)


def test_identifiers() -> None:
    unique = a_set(segment_ids=["s1", "s2", "s3", "s4", "s5"])
    assert found([("s3",), ("s1",)], unique) == [2, 0]
    assert told([("s3",)], unique) == ["f: segments by the test set's identifiers"]
    # Numbers that are identifiers are identifiers.
    assert found([("10",), ("30",)], a_set(segment_ids=["10", "20", "30", "40", "50"])) == [0, 2]
    within = a_set(segment_ids=["1", "2", "1", "2", "3"], documents=DOCUMENTS)
    assert found([("1", "talk"), ("2", "news")], within) == [2, 1]
    assert told([("1", "talk")], within) == ["f: segments by document and identifier"]
    # Without documents these identifiers tell nothing.
    assert found([("1",), ("5",)], within) == [0, 4]
    with pytest.raises(
        DataError,
        match=r"^f, line 2: segment 's9' is not a number, nor an identifier of the test set; there are s1,",
    ):
        found([("s1",), ("s9",)], unique)
    with pytest.raises(DataError, match=r"^f, line 1: segment 's9' is not a number, and the test set has no"):
        found([("s9",)], a_set())
    with pytest.raises(DataError, match=r"^f: some segments are numbers and others names"):
        found([("s",)], a_set(segment_ids=["s", "s", "t", "u", "v"]))


def test_numbers_that_begin_anew_in_every_document() -> None:
    there = a_set(documents=DOCUMENTS)
    assert found([("1", "news"), ("1", "talk"), ("3", "talk")], there) == [0, 2, 4]
    assert found([("0", "news"), ("0", "talk"), ("2", "talk")], there) == [0, 2, 4]
    assert found([("2", "talk")], there, within=True) == [3]
    assert found([("2", "talk")], there, within=True, first=0) == [4]
    assert told([("2", "talk")], there, within=True) == [
        "f: segments by document and their number in it, from 1"
    ]
    with pytest.raises(
        DataError, match=r"^f, line 2: the test set has no document 'tal'; did you mean talk\?$"
    ):
        found([("1", "news"), ("1", "tal")], there)
    with pytest.raises(
        DataError, match=r"^f, line 1: segment 3 of document 'news', which has 2 segments in the test set$"
    ):
        found([("3", "news"), ("3", "talk")], there)
    with pytest.raises(
        DataError, match=r"^f numbers the segments of every document anew, and the test set does"
    ):
        found([("1", "news")], a_set(), within=True)


def test_source_texts() -> None:
    there = a_set(source=SOURCE)
    assert found([("", "", " eins "), ("", "", "<v>drei</v>"), ("", "", "fünf  & sechs")], there) == [0, 2, 4]
    assert found([("x", "", "eins")], there) == [0]
    assert found([("1", "talk", "drei")], there, within=True) == [2]
    places = [("", "", "eins"), ("", "", "zwei")]
    assert found(places, there) == [0, None]
    assert told(places, there) == [
        "f: segments by their source text",
        "f: left out, rows whose source text several segments have: 1",
    ]
    by_document = [("", "talk", "zwei"), ("", "news", "zwei")]
    assert found(by_document, a_set(source=SOURCE, documents=DOCUMENTS)) == [3, 1]
    with pytest.raises(DataError, match=r"^f, line 1: no segment of the test set has the source 'sieben'$"):
        found([("", "", "sieben")], there)
    with pytest.raises(DataError, match=r"^f, line 1: it is not said which segment was judged$"):
        found([("", "", "eins")], a_set())


def test_domains_are_compared() -> None:
    domains = ["x", "x", "y", "y", "y"]
    lines = ["system,segment,score,domain", "a,1,5,x", "a,3,5,y", "a,5,5,other"]
    assert parse_table(JudgmentFile(lines, "f", "da", test_set=a_set(domains=domains))).values.shape == (1, 5)
    with pytest.raises(
        DataError, match=r"^f, line 5: segment 2 is of domain 'y', but in the test set of 'x': are these the"
    ):
        parse_table(JudgmentFile([*lines, "a,2,5,y"], "f", "da", test_set=a_set(domains=domains)))
