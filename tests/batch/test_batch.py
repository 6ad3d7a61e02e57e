"""Batches: hypotheses grouped by segment."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from pitchpipe.batch.batch import interleave
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang import Analysed
from pitchpipe.metrics import BLEU, WER, Batch, ChrF
from pitchpipe.text.tokenizers import View
from tests.metrics.annotating import PureAnnotator


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.uint32)


def test_systems_follow_one_another() -> None:
    batch = Batch.from_streams(["a", "b", "c", "d"], [["x", "y"]], systems=("one", "two"))
    assert batch.owner.tolist() == [0, 1, 0, 1]
    assert batch.system is not None
    assert batch.system.tolist() == [0, 0, 1, 1]
    assert batch.row_hyp.tolist() == [0, 1, 2, 3]
    assert len(batch) == 4


def test_references_by_segment() -> None:
    batch = Batch.from_streams(["a", "b", "c"], [["a1", "b1", "c1"], [None, "b2", None], ["a3", None, None]])
    assert batch.references == ["a1", "a3", "b1", "b2", "c1"]
    assert batch.ref_offsets.tolist() == [0, 2, 4, 5]
    assert batch.nrefs == "var"


def test_interleaved() -> None:
    for streams in ([["a", "b"]], [["a", "b"], ["c", "d"]], [["a", None], [None, "d"]]):
        lines, offsets = interleave(streams, 2)
        for s in range(2):
            expected = [stream[s] for stream in streams if stream[s] is not None]
            assert lines[offsets[s] : offsets[s + 1]] == expected


def test_an_n_best_list_is_counted_as_single_hypotheses() -> None:
    hypotheses, references = ["a b c", "a b", "", "x", "a x c", "x y"], ["a b c", "x y", "z"]
    owner = numbers(0, 0, 0, 1, 0, 1)
    batch = Batch(hypotheses, references, numbers(0, 1, 3), owner=owner)
    for metric in (BLEU(), WER(), ChrF()):
        rows = metric.weigh(metric.measure(batch))
        for h, hypothesis in enumerate(hypotheses):
            own = ["a b c"] if owner[h] == 0 else ["x y", "z"]
            alone = Batch.from_streams([hypothesis], [[r] for r in own])
            np.testing.assert_array_equal(rows[h], metric.weigh(metric.measure(alone))[0])


def test_pairs() -> None:
    batch = Batch.from_pairs(["a", "b"], ["x", "y", "z"])
    assert batch.row_hyp.tolist() == [0, 0, 0, 1, 1, 1]
    assert batch.owner.tolist() == [0, 1, 2, 0, 1, 2]
    some = Batch.from_pairs(["a", "b"], ["x", "y", "z"], np.array([[1, 2], [0, 0]]))
    assert (some.row_hyp.tolist(), some.owner.tolist()) == ([1, 0], [2, 0])


def test_views_are_made_once() -> None:
    batch = Batch.from_streams(["A b."], [["a b."]])
    tokens = batch.tokens(View("13a"))
    assert batch.tokens(View("13a")) is tokens
    assert batch.tokens(View("none")) is not tokens
    named = batch.tokens(View("13a"), named=True)
    assert batch.tokens(View("13a"), named=True) is named is not tokens
    assert named[0].words(0) == ["A", "b", "."]
    assert batch.texts is batch.texts


def test_a_python_tokenizer_makes_the_same_tokens() -> None:
    batch = Batch.from_streams(["a  b\tc ", ""], [["a b", "c"]])
    ours, theirs = batch.tokens(View("none")), batch.tokens(View(str.split))
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(a.ids, b.ids)
        np.testing.assert_array_equal(a.lengths, b.lengths)


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        ((["a"], ["x"], numbers(0, 0, 1)), {}, "segment 1 has no reference"),
        ((["a"], ["x"], numbers(0, 2)), {}, "reference"),
        ((["a"], ["x"], numbers(0, 1)), {"owner": numbers(1)}, "segment"),
        ((["a"], ["x"], numbers(0, 1)), {"row_hyp": numbers(1), "owner": numbers(0)}, "hypothes"),
        ((["a"], ["x"], numbers(0, 1)), {"owner": numbers(0, 0)}, "1 hypotheses for 2 segments"),
        ((["a"], ["x", "y"], numbers(0, 2, 1)), {}, "offsets"),
    ],
)
def test_refused(arguments: tuple[Any, ...], options: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        Batch(*arguments, **options)


def test_uneven_systems() -> None:
    with pytest.raises(DataError, match="3 hypotheses for 2 segments"):
        Batch.without_references(["a", "b", "c"], 2)
    with pytest.raises(DataError, match="3 hypotheses for 2 segments"):
        Batch.from_streams(["a", "b", "c"], [["x", "y"]])


def test_without_streams_there_are_no_segments() -> None:
    assert Batch.from_streams([], []).ref_offsets.tolist() == [0]
    with pytest.raises(DataError, match="1 hypotheses for 0 segments"):
        Batch.from_streams(["a"], [])


def test_a_segment_nobody_translated_needs_no_reference() -> None:
    batch = Batch(["a"], ["x"], numbers(0, 0, 1), owner=numbers(1))
    assert WER().measure(batch).values.tolist() == [[1.0, 1.0]]


def test_word_order_needs_the_source_and_no_matrix() -> None:
    with pytest.raises(MissingError, match=r"judged from the source text: give it with -s FILE \(sources=\)"):
        Batch(["a"], ["x"], numbers(0, 1)).alignments("none", "none")
    pairs = Batch.from_pairs(["a"], ["x", "y"])
    pairs.sources = ["s", "t"]
    with pytest.raises(MissingError, match="pairs of a matrix have no source"):
        pairs.alignments("none", "none")


def test_in_a_line() -> None:
    assert repr(Batch.from_streams(["a", "b"], [["x", "y"], [None, "z"]])) == (
        "<Batch: 2 rows, 2 segments, 3 references>"
    )


def test_copies_hold_the_same_and_can_be_measured() -> None:
    batch = Batch.from_streams(["a b", "c"], [["a x", "c"]], systems=("s",), sources=["q", "r"])
    again = pickle.loads(pickle.dumps(batch))
    assert (again.hypotheses, again.references, again.sources) == (["a b", "c"], ["a x", "c"], ["q", "r"])
    assert WER().measure(again).values.tolist() == WER().measure(batch).values.tolist()


def test_without_references_every_system_has_all_segments() -> None:
    batch = Batch.without_references(["a", "b", "c", "d"], 2, systems=("s", "t"))
    assert (batch.references, batch.ref_offsets.tolist()) == ([], [0, 0, 0])
    assert (batch.owner.tolist(), batch.system.tolist()) == ([0, 1, 0, 1], [0, 0, 1, 1])  # type: ignore[union-attr]
    assert Batch.without_references(["a"], 1).system is None


def test_words_are_analysed_once_for_each_tool_that_is_asked_for() -> None:
    asked: list[str] = []

    class Counted(PureAnnotator):
        def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
            asked.append(side)
            return super().annotate(lines, side=side)

    batch = Batch.from_streams(["a b"], [["a c"]], resources=Resources(None, "en", None, Counted()))
    first, _ = batch.annotations()
    assert batch.annotations()[0] is first
    # What analysed them is called pure, so that this is no other tool; nor is another language this one.
    assert batch.annotations("en", "pure")[0] is first
    assert asked == ["hypotheses", "references"]
    assert batch.annotations("en", "other")[0] is not first
    assert batch.annotations("de")[0] is not first
    assert asked == ["hypotheses", "references"] * 3
