"""What may be answered, and what it means."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols import (
    MQM,
    PROTOCOLS,
    AnswerError,
    Protocol,
    Taxonomy,
    get_protocol,
    protocol_of,
)

#: Options, two outputs as shown, and a right answer.
SAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "pairwise": ({}, {"choice": "left"}),
    "rank": ({}, {"ranks": [2, 1]}),
    "da": ({"outputs": 2}, {"scores": [10, 73.5]}),
    "esa": (
        {"outputs": 2},
        {
            "outputs": [
                {"spans": [{"start": 0, "end": 2, "severity": "minor"}], "missing": [], "score": 60},
                {"spans": [], "missing": [{"severity": "major"}], "score": 0},
            ]
        },
    ),
    "mqm": (
        {"outputs": 2},
        {
            "outputs": [
                {
                    "spans": [{"start": 1, "end": 3, "severity": "major", "category": "Style/Awkward"}],
                    "missing": [{"severity": "minor", "category": "Accuracy/Omission"}],
                },
                {"spans": [], "missing": []},
            ]
        },
    ),
}
TEXTS = ["left", "right"]


def sample(name: str) -> tuple[Protocol, dict[str, Any]]:
    options, answer = SAMPLES[name]
    return get_protocol(name, **options), answer


def test_there_is_a_sample_of_every_protocol() -> None:
    assert set(SAMPLES) == set(PROTOCOLS)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_swapped_outputs_are_told_apart(name: str) -> None:
    protocol, answer = sample(name)
    checked = protocol.check(answer, TEXTS)
    straight, swapped = protocol.canonical(checked, (0, 1)), protocol.canonical(checked, (1, 0))
    assert straight != swapped
    for order in ((0, 1), (1, 0)):
        assert protocol.positional(protocol.canonical(checked, order), order) == checked
    numbers = protocol.scores if protocol.is_scored else protocol.ranks
    one, other = numbers(straight), numbers(swapped)
    assert one is not None
    assert other is not None
    assert list(reversed(one)) == other


@pytest.mark.parametrize("name", PROTOCOLS)
def test_comments_are_kept_and_bounded(name: str) -> None:
    protocol, answer = sample(name)
    said = protocol.check({**answer, "comment": "<b>odd</b>"}, TEXTS)
    assert protocol.canonical(said, (1, 0))["comment"] == "<b>odd</b>"
    assert "comment" not in protocol.check({**answer, "comment": ""}, TEXTS)
    for wrong in ("x" * 2001, 3, ["x"]):
        with pytest.raises(AnswerError):
            protocol.check({**answer, "comment": wrong}, TEXTS)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_protocols_come_back_from_json(name: str) -> None:
    protocol, _ = sample(name)
    assert protocol_of(protocol.to_dict(), "here") == protocol


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choice", "ranks", "scores", "outputs", "spans", "score", "start", "end", "severity"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)


@given(answer=JSON, name=st.sampled_from(list(PROTOCOLS)))
def test_whatever_is_sent_is_an_answer_or_refused(answer: Any, name: str) -> None:
    protocol, _ = sample(name)
    try:
        checked = protocol.check(answer, TEXTS)
    except AnswerError:
        return
    assert protocol.check(checked, TEXTS) == checked


@pytest.mark.parametrize(
    ("name", "answer", "says"),
    [
        ("pairwise", {"choice": "middle"}, "the choice is 'middle'"),
        ("pairwise", {"choice": "left", "more": 1}, "'more'"),
        ("pairwise", [], "JSON object"),
        ("rank", {"ranks": [1]}, "1 ranks for 2 outputs"),
        ("rank", {"ranks": [1, 3]}, "3 is not a rank from 1 to 2"),
        ("rank", {"ranks": [1, True]}, "not a rank"),
        ("da", {"scores": [1, 100.5]}, "not a score"),
        ("da", {"scores": [1, float("nan")]}, "not a score"),
        ("da", {"scores": [1, 10**400]}, "not a score"),
        ("esa", {"outputs": [{"spans": [], "score": 1}, {"spans": []}]}, "None is not a score"),
        (
            "esa",
            {"outputs": [{"spans": [{"start": 2, "end": 5, "severity": "minor"}], "score": 1}, {"score": 1}]},
            "from 2 to 5 in an output of 4 letters",
        ),
        (
            "esa",
            {"outputs": [{"spans": [{"start": 2, "end": 3, "severity": "critical"}], "score": 1}, {}]},
            "there are minor, major",
        ),
        (
            "mqm",
            {"outputs": [{"missing": [{"severity": "minor", "category": "Nonsense"}]}, {}]},
            "'Nonsense' is no category",
        ),
    ],
)
def test_what_is_wrong_is_said(name: str, answer: Any, says: str) -> None:
    protocol, _ = sample(name)
    with pytest.raises(AnswerError, match=says):
        protocol.check(answer, TEXTS)


def test_a_pair_without_ties_must_be_decided() -> None:
    with pytest.raises(AnswerError, match="left, right"):
        get_protocol("pairwise", ties=None).check({"choice": "none"}, TEXTS)


def test_mqm_costs_what_its_weights_say() -> None:
    protocol = get_protocol("mqm", minor=2, major=10, critical=20, punctuation=0.5)
    errors = [
        ("minor", "Style/Awkward"),
        ("major", "Other"),
        ("critical", "Other"),
        ("minor", "Fluency/Punctuation"),
    ]
    spans = [
        {"start": at, "end": at + 1, "severity": severity, "category": category}
        for at, (severity, category) in enumerate(errors)
    ]
    answer = protocol.check({"outputs": [{"spans": spans}]}, ["abcdef"])
    assert protocol.scores(answer) == [-(2 + 10 + 20 + 0.5)]
    assert MQM().scores({"outputs": [{"spans": [], "missing": []}]}) == [0.0]


@pytest.mark.parametrize(
    ("said", "wanted", "right"),
    [
        ([1, 2, 3], [1, 2, 3], True),
        ([1, 2, 2], [1, 1, 3], False),
        ([2, 1, 3], [1, 1, 3], True),
        ([1, 1, 1], [1, 1, 2], False),
        ([3, 2, 1], [1, 2, 3], False),
    ],
)
def test_gold_of_rankings_asks_for_what_it_orders(said: list[int], wanted: list[int], right: bool) -> None:
    assert get_protocol("rank").agrees({"ranks": said}, {"ranks": wanted}) is right


def test_gold_of_scores_has_ranges() -> None:
    protocol = get_protocol("da", outputs=2)
    expected = {"ranges": [[60, 100], None]}
    assert protocol.agrees({"scores": [60, 1]}, expected)
    assert not protocol.agrees({"scores": [59.9, 1]}, expected)
    assert protocol.positional(expected, (1, 0)) == {"ranges": [None, [60, 100]]}


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("pairs", {}, "did you mean pairwise"),
        ("pairwise", {"ties": "maybe"}, "no-preference"),
        ("rank", {"size": 1}, "2 to 20"),
        ("da", {"outputs": 0}, "1 to 20"),
        ("mqm", {"minor": "x"}, "weight"),
        ("mqm", {"major": -1.0}, "weight"),
        ("da", {"output": 1}, "did you mean outputs"),
    ],
)
def test_options_are_checked(name: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        get_protocol(name, **options)


def test_a_taxonomy_is_a_file_of_lines(tmp_path: Any) -> None:
    place = tmp_path / "own.txt"
    place.write_text("# ours\nMeaning/Wrong\n\nForm\n", encoding="utf-8")
    assert Taxonomy.read(place).categories == ("Meaning/Wrong", "Form")
    for content, says in (("", "0 categories"), ("a\na\n", "twice"), ("x" * 101, "letters")):
        place.write_text(content, encoding="utf-8")
        with pytest.raises(DataError, match=says):
            Taxonomy.read(place)
