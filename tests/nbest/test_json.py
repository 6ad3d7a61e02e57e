"""Lists of JSON: candidates alone or in lists by segment, in any layout, and the keys that are handed on."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError
from pitchpipe.nbest import Extras, NBest, accumulate, read_nbest, write_nbest
from tests.tuning.lists import MOSES, contents, made, read

GROUPED = """\
{"id": 7, "source": "Ja", "candidates": [{"text": "yes", "features": {"qe": 0.5}, "model": "a", "t": 0.7}, \
{"text": "yeah", "features": {"qe": 0.25}}]}
{"id": "doc1-3", "candidates": [{"text": "no", "features": {"qe": 1}, "meta": {"b": [1, null], "a": true}}]}
"""


def documents(segments: list[dict[str, Any]]) -> list[str]:
    """The same objects as lines, over several lines, and in a list."""
    lines = [json.dumps(segment, ensure_ascii=False) for segment in segments]
    return [
        "\n".join(lines),
        "\n".join(json.dumps(segment, indent=2) for segment in segments),
        json.dumps(segments),
        json.dumps(segments, indent="\t", ensure_ascii=False) + "\n",
        "[" + ",\n".join(lines) + "\n]\n",
    ]


def extras(nbest: NBest) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    return (
        [nbest.extras.candidate(row) for row in range(len(nbest))],
        [nbest.extras.segment(number) for number in range(nbest.segments)],
    )


def test_segments_with_their_candidates(tmp_path: Path) -> None:
    for text in documents([json.loads(line) for line in GROUPED.splitlines()]):
        nbest = read(tmp_path, text)
        expected = (("qe",), [[0.5], [0.25], [1]], ["yes", "yeah", "no"], [0, 2, 3], None, None)
        assert contents(nbest) == expected
        assert extras(nbest) == (
            [{"model": "a", "t": 0.7}, {}, {"meta": {"b": [1, None], "a": True}}],
            [{"id": 7, "source": "Ja"}, {"id": "doc1-3"}],
        )
        assert list(nbest.extras.candidate(0)) == ["model", "t"]


def test_candidates_that_are_texts(tmp_path: Path) -> None:
    nbest = read(tmp_path, '{"id": 3, "candidates": ["a", "b"]}\n{"candidates": ["c"]}\n')
    assert contents(nbest)[2:4] == (["a", "b", "c"], [0, 2, 3])
    assert nbest.extras.candidates is None
    assert extras(nbest)[1] == [{"id": 3}, {}]


def test_lists_without_further_keys_pay_nothing(tmp_path: Path) -> None:
    single = '{"segment": 0, "text": "a", "features": {"x": 1}, "total": null}\n'
    for text in (MOSES, single, '{"segment": 0, "candidates": ["a"]}'):
        nbest = read(tmp_path, text)
        assert (nbest.extras.candidates, nbest.extras.segments) == (None, None)
        assert list(nbest.extras.chosen(nbest.offsets[:-1])) == [{}] * nbest.segments
        assert nbest.extras.candidate(0) == nbest.extras.segment(0) == {}


def test_further_keys_of_single_candidates(tmp_path: Path) -> None:
    nbest = read(tmp_path, '{"segment": 0, "text": "a"}\n{"id": 5, "segment": 0, "text": "b", "txt": {}}\n')
    assert extras(nbest) == ([{}, {"id": 5, "txt": {}}], [{}])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"candidates": []}', ", line 1: the list of candidates is empty"),
        ('{"candidates": {"text": "a"}}', ", line 1: the candidates must be a list in []"),
        ('{"candidates": ["a", 3]}', ", line 1: a candidate must be a string or an object"),
        ('{"candidates": [{"translation": "a"}]}', ", line 1: a candidate needs a text"),
        ('{"candidates": ["a"]}\n{"segment": 1, "text": "b"}', ", line 2: there is no list of candidates"),
        ('{"segment": 0, "text": "b"}\n{"candidates": ["a"]}', ", line 2: there is a list of candidates"),
        ('{"id": 1, "candidates": ["a"]}\n{"id": 1, "candidates": ["a"]}', ", line 2: id 1 has a list"),
        ('[\n{"candidates": ["a"]},\n["b"]\n]', ", line 3: expected an object in {}"),
        ('{\n"candidates": [\n"a",\n]}', ", line 4: expected value (column 1)"),
        ('{\n"candidates": [\n"a"\n', ", line 4: EOF while parsing a list"),
        ('{"segment": 0, "text": "a", "x": 1e999}', ", line 1: number out of range"),
        ('{"segment": 0, "text": "a", "x": "\\ud800"}', ", line 1: unexpected end of hex escape"),
        ('{"segment": 0, "text": "a", "x": {"y": 1, "y": 2}}', ', line 1: the key "y" occurs twice'),
        ('{"segment": 0, "text": "a", "x": ' + "[" * 9999 + "]" * 9999 + "}", ", line 1: too deeply nested"),
        ('{"candidates": ' + "[" * 9999 + "]" * 9999 + "}", ", line 1: a candidate must be a string"),
        ("[" * 9999, ", line 1: EOF while parsing a list"),
        ("[]", ": there are no candidates"),
    ],
)
def test_refusals(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert str(caught.value).removeprefix(str(tmp_path / "list")).startswith(message)


# -- what is kept ----------------------------------------------------------------------------------

keys = st.text(st.characters(codec="utf-8"), max_size=4)
known = {"segment", "text", "features", "total", "alignment", "candidates"}
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | keys,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
further = st.dictionaries(keys.filter(lambda key: key not in known), values, max_size=3)


@st.composite
def segments(draw: st.DrawFn) -> list[dict[str, Any]]:
    names = draw(st.lists(keys.filter(bool), max_size=3, unique=True))
    totals = draw(st.booleans())

    def candidate() -> dict[str, Any]:
        one: dict[str, Any] = {
            "text": draw(keys),
            "features": {name: draw(st.floats(-9, 9)) for name in names},
        }
        return one | ({"total": draw(st.floats(-9, 9))} if totals else {}) | draw(further)

    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    found = [draw(further) | {"candidates": [candidate() for _ in range(size)]} for size in sizes]
    for number, segment in enumerate(found):
        if "id" in segment:
            # Two segments of one name are refused.
            segment["id"] = number
    return found


@given(segments())
def test_both_shapes_are_the_same_list(
    tmp_path_factory: pytest.TempPathFactory, asked: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("lists")
    single = [
        {"segment": number, **candidate}
        for number, segment in enumerate(asked)
        for candidate in segment["candidates"]
    ]
    flat = [read(folder, text) for text in documents(single)]
    grouped = [read(folder, text) for text in documents(asked)]
    of_candidates = [
        {key: value for key, value in candidate.items() if key not in known}
        for segment in asked
        for candidate in segment["candidates"]
    ]
    of_segments = [{key: segment[key] for key in segment if key != "candidates"} for segment in asked]
    for nbest in (*flat, *grouped):
        assert contents(nbest) == contents(flat[0])
        assert json.dumps(extras(nbest)[0]) == json.dumps(of_candidates)
    for nbest in grouped:
        assert json.dumps(extras(nbest)[1]) == json.dumps(of_segments)
        # Written and read back, and sent to another process.
        write_nbest(nbest, folder / "again.jsonl")
        for again in (
            read_nbest(folder / "again.jsonl"),
            pickle.loads(pickle.dumps(nbest)),
            copy.copy(nbest),
        ):
            assert contents(again) == contents(nbest)
            assert json.dumps(extras(again)) == json.dumps(extras(nbest))


def test_candidates_take_their_keys_along(tmp_path: Path) -> None:
    lines = [
        {"segment": 1, "candidates": [{"text": "c", "n": 3}], "s": 1},
        {"segment": 0, "candidates": [{"text": "a", "n": 1}, {"text": "a", "n": 2}], "s": 0},
    ]
    nbest = read(tmp_path, "\n".join(map(json.dumps, lines)), sort=True)
    assert extras(nbest) == ([{"n": 1}, {"n": 2}, {"n": 3}], [{"s": 0}, {"s": 1}])
    assert extras(nbest.merged()) == ([{"n": 1}, {"n": 3}], [{"s": 0}, {"s": 1}])
    assert extras(nbest.head(1)) == ([{"n": 1}, {"n": 2}], [{"s": 0}])


class TestSeveralLists:
    """Lists of the same segments, taken together."""

    @staticmethod
    def listed(own: str, around: str) -> NBest:
        nbest = made([["a"], ["b"]])
        further = Extras(
            _core.Texts([own, ""]) if own else None, _core.Texts([around, ""]) if around else None
        )
        return NBest(nbest.names, nbest.features, nbest.texts, nbest.offsets, extras=further)

    def test_candidates_keep_their_own(self) -> None:
        joined = accumulate([self.listed("", ""), self.listed('{"m":1}', "")], merge_duplicates=False)
        assert extras(joined) == ([{}, {"m": 1}, {}, {}], [{}, {}])

    def test_segments_have_the_keys_of_both(self) -> None:
        both = [self.listed("", '{"id":1,"source":"x"}'), self.listed("", "")]
        assert extras(accumulate(both))[1] == [{"id": 1, "source": "x"}, {}]
        both = [self.listed("", '{"id":1,"source":"x"}'), self.listed("", '{"y":2,"id":1}')]
        assert extras(accumulate(both))[1] == [{"id": 1, "source": "x", "y": 2}, {}]

    @pytest.mark.parametrize("other", ['{"id":2}', '{"id":true}', '{"id":1.0}'])
    def test_segments_that_contradict_each_other(self, other: str) -> None:
        with pytest.raises(
            DataError, match=r"segment 0 \(from 0\) has another 'id' in list 1 than in list 2"
        ):
            accumulate([self.listed("", '{"id":1}'), self.listed("", other)])

    def test_numbers_that_do_not_fit(self) -> None:
        for wrong in (Extras(_core.Texts([""])), Extras(segments=_core.Texts([""]))):
            with pytest.raises(DataError, match="1 objects of further keys for 2"):
                NBest((), np.zeros((2, 0)), _core.Texts(["a", "b"]), np.array([0, 1, 2]), extras=wrong)


def test_moses_cannot_hold_further_keys(tmp_path: Path) -> None:
    for text in ('{"id": 1, "candidates": ["a"]}', '{"segment": 0, "text": "a", "id": 1}'):
        with pytest.raises(DataError, match="cannot hold the further keys of the list: write JSON lines"):
            write_nbest(read(tmp_path, text), tmp_path / "out")


def test_a_real_list_in_both_shapes(tmp_path: Path) -> None:
    path = Path(__file__).parents[2] / "examples" / "llm.dev.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bounds = [i for i, line in enumerate(lines) if not i or line["segment"] != lines[i - 1]["segment"]]
    for candidate in lines:
        del candidate["segment"]
    grouped = [{"candidates": lines[begin:end]} for begin, end in pairwise([*bounds, len(lines)])]
    for text in documents(grouped):
        assert contents(read(tmp_path, text)) == contents(read_nbest(path))
