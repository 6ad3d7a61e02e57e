"""Outputs that are probably a mistake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import PitchpipeWarning
from pitchpipe.measuring.oddities import Oddities, OddOutputs, odd_outputs, oddities
from pitchpipe.measuring.scoring import score
from pitchpipe.text.scripts import script_of
from pitchpipe.text.testset import TestSet

LONG = "a translation that is given again and again"


def found(
    lines: list[str], references: list[str], source: list[str] | None = None, **others: list[str]
) -> Oddities | None:
    streams: dict[str, list[str | None]] = {"ref": [*references], **{k: [*v] for k, v in others.items()}}
    test_set = TestSet(source=source, references=streams, systems={"system": lines})
    return dict(oddities(test_set)).get("system")


def test_nothing_odd() -> None:
    assert found(["a b", "c"], ["a c", "d"], ["x", "y"]) is None


def test_empty() -> None:
    assert found(["", " \t", "x"], ["a", "b", "c"]) == Oddities(2, 0, 0, 0)
    # An empty reference may be meant.
    assert found(["", "x"], ["", "c"]) is None
    assert found(["", "x"], ["a", "c"], other=["", "c"]) is None


def test_untranslated() -> None:
    source = ["Guten Morgen", "Berlin", "Hallo"]
    assert found(["Guten Morgen ", "Berlin", "Hi"], ["Good morning", "Berlin", "Hello"], source) == Oddities(
        0, 1, 0, 0
    )
    assert found(["Guten Morgen", "Berlin", "Hi"], ["Good morning", "Berlin", "Hello"]) is None


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["今天下雨", "她来了"], 0),
        (["It is raining", "她来了"], 1),
        (["It is raining", "She came"], 2),
        (["2 + 2", "她来了"], 0),
        (["Это дождь", "她来了 OK"], 1),
        (["я", "她来了"], 1),
    ],
)
def test_another_script(lines: list[str], count: int) -> None:
    expected = Oddities(0, 0, count, 0) if count else None
    assert found(lines, ["今天下雨。", "她来了。"]) == expected


def test_letters_of_names_and_of_japanese_are_not_odd() -> None:
    assert found(["ドイツ", "東京タワー", "IBM"], ["独逸国", "東京の塔", "IBM"]) is None


def test_repeated() -> None:
    assert found([LONG, LONG, "c"], ["a", "b", "c"], ["x", "y", "z"]) == Oddities(0, 0, 0, 2)
    assert found([LONG, LONG, "c"], ["a", "b", "c"]) == Oddities(0, 0, 0, 2)
    # The same source may have the same translation, and so may segments with the same reference.
    assert found([LONG, LONG, "c"], ["a", "b", "c"], ["x", "x", "z"]) is None
    assert found([LONG, LONG, "c"], ["a", "a", "c"], ["x", "y", "z"]) is None
    assert found(["Thanks.", "Thanks."], ["a", "b"], ["x", "y"]) is None
    # Of many, some may have the same source.
    assert found([LONG, LONG, LONG], ["a", "b", "c"], ["x", "x", "z"]) == Oddities(0, 0, 0, 3)


def test_a_few_names_are_not_mentioned() -> None:
    source = [f"Name {i}" for i in range(1000)]
    references = [f"Other {i}" for i in range(1000)]
    assert found([*source[:2], *references[2:]], references, source) is None
    assert found([*source[:3], *references[3:]], references, source) == Oddities(0, 3, 0, 0)
    assert found(["", *references[1:]], references, source) == Oddities(1, 0, 0, 0)


def slowly(test_set: TestSet) -> OddOutputs:
    """All odd outputs of the only system, by looking at every one, where references are in Latin letters."""
    (lines,), (references,) = test_set.systems.values(), test_set.references.values()
    assert test_set.source is not None
    stripped = [
        (line.strip(), source.strip(), (reference or "").strip())
        for line, source, reference in zip(lines, test_set.source, references, strict=True)
    ]

    def share(text: str) -> float:
        letters = [script_of(character) for character in text if script_of(character)]
        return letters.count("latin") / len(letters) if letters else float("nan")

    def is_repeated(i: int) -> bool:
        line = stripped[i][0]
        same = [other for other in stripped if other[0] == line]
        _, source, reference = same[0]
        differ = [other for other in same if other[1] != source and other[2] != reference]
        return len(line) >= 20 and bool(differ)

    everything = list(enumerate(stripped))
    return OddOutputs(
        empty=tuple(i for i, (line, _, reference) in everything if not line and reference),
        untranslated=tuple(
            i for i, (line, source, reference) in everything if line and line == source != reference
        ),
        other_script=tuple(
            i for i, (line, _, reference) in everything if share(line) < 0.1 and share(reference) >= 0.5
        ),
        repeated=tuple(i for i, _ in everything if is_repeated(i)),
    )


LINES = st.one_of(
    st.text("ab é1жф語字.\u3000", max_size=30),
    st.sampled_from(["", "\x1f ", LONG, f" {LONG}\u2003", LONG.upper(), "ж" * 19, "ж" * 20, "ж" * 11 + "a"]),
)


@given(
    st.lists(st.tuples(LINES, LINES, LINES.map("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{}".format)), min_size=1)
)
def test_no_odd_output_is_passed_over(segments: list[tuple[str, str, str]]) -> None:
    lines, source, references = (list(column) for column in zip(*segments, strict=True))
    test_set = TestSet(source=source, references={"ref": [*references]}, systems={"system": lines})
    told = dict(odd_outputs(test_set)).get("system", OddOutputs((), (), (), ()))
    assert told == slowly(test_set)


def test_words() -> None:
    assert str(Oddities(1, 0, 0, 0)) == "1 output is empty"
    assert str(Oddities(0, 2, 1, 3)) == (
        "2 outputs are equal to the source, 1 is in another script than the references, "
        "3 are the same for different segments"
    )


def test_each_system_is_said_once() -> None:
    test_set = TestSet(references={"ref": ["a", "b"]}, systems={"good": ["a", "b"], "bad": ["a", ""]})
    with pytest.warns(PitchpipeWarning) as caught:
        score(test_set, ["bleu", "chrf"])
    assert [str(one.message) for one in caught] == ["bad: 1 output is empty"]
