"""Words numbered segment by segment: every kernel counts what it counts with one vocabulary."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError
from pitchpipe.text.tokenizers import View
from pitchpipe.threads import threads
from tests.metrics.texts import lines

Kernel = Callable[[_core.Tokens, _core.Tokens, _core.Layout], Array]
KERNELS: dict[str, Kernel] = {
    "clipped": lambda h, r, layout: _core.clipped_matches(h, r, layout, 4, "closest"),
    "clipped, one word": lambda h, r, layout: _core.clipped_matches(h, r, layout, 1, "average"),
    "clipped, long": lambda h, r, layout: _core.clipped_matches(h, r, layout, 30, "shortest"),
    "edits": _core.word_errors,
    "shifts": _core.ter_edits,
    "positions": lambda h, r, layout: _core.lepor_counts(h, r, layout, 5, 2, True),
    "bags": _core.positionless_errors,
    "jumps": _core.jump_errors,
    "ranks": _core.rank_correlations,
    "runs": lambda h, r, layout: _core.run_matches(h, r, layout, 1.2),
    "recognition": lambda h, r, layout: _core.recognition(h, r, layout, 4, 1.0, 0.0),
}
VIEWS = (
    View("13a"),
    View("none", "lower"),
    View("intl", "lower-ascii", "unicode"),
    View("zh"),
    View("char"),
    View("none", split="characters"),
    View("tercom[normalized]", split="unicode"),
    View(str.split),
)


@st.composite
def batches(draw: st.DrawFn) -> tuple[list[str], list[list[str | None]]]:
    """Two systems, and one or two references, of which segments may lack the second."""
    segments = draw(st.integers(1, 5))
    column = st.lists(lines, min_size=segments, max_size=segments)
    second = st.lists(st.none() | lines, min_size=segments, max_size=segments)
    hypotheses = [*draw(column), *draw(column)]
    streams: list[list[str | None]] = [list(draw(column))]
    if draw(st.booleans()):
        streams.append(draw(second))
    return hypotheses, streams


@pytest.mark.parametrize("view", VIEWS, ids=str)
@given(given_lines=batches())
def test_as_with_one_vocabulary(view: View, given_lines: tuple[list[str], list[list[str | None]]]) -> None:
    batch = Batch.from_streams(*given_lines)
    for name, kernel in KERNELS.items():
        apart = kernel(*batch.tokens(view), batch.layout)
        together = kernel(*batch.tokens(view, named=True), batch.layout)
        np.testing.assert_array_equal(apart, together, err_msg=name)
    for own, named in zip(batch.tokens(view), batch.tokens(view, named=True), strict=True):
        assert own.lengths.tolist() == named.lengths.tolist()


def test_numbers_begin_anew_with_each_segment() -> None:
    batch = Batch.from_streams(["b a", "a", "b c", "d"], [["a b a", "x a"]])
    hyps, refs = batch.tokens(View("none"))
    # Of the first system b a | a, of the second b c | d.
    b, a, a_of_second, b_again, c, d = hyps.ids.tolist()
    x, *_ = refs.ids.tolist()[3:]
    assert refs.ids.tolist() == [a, b, a, x, a_of_second]
    assert b == b_again
    assert len({a, b, c}) == len({x, a_of_second, d}) == 3
    assert hyps.lengths.tolist() == [2, 1, 2, 1]
    with pytest.raises(DataError, match="stand for no words"):
        hyps.words(0)
    assert batch.tokens(View("none"), named=True)[0].words(0) == ["b", "a"]


def test_pairs_have_one_vocabulary() -> None:
    hyps, refs = Batch.from_pairs(["a b", "b"], ["b", "c a"]).tokens(View("none"))
    assert [hyps.words(0), refs.words(1)] == [["a", "b"], ["c", "a"]]


def test_a_hypothesis_of_several_segments_is_refused() -> None:
    texts = _core.Texts(["a"]), _core.Texts(["a", "b"])
    rows, owners, offsets = (np.array(x, dtype=np.uint32) for x in ([0, 0], [0, 1], [0, 1, 2]))
    layout = _core.Layout(rows, owners, offsets, 1, 2)
    with pytest.raises(DataError, match="hypothesis 0 in several segments"):
        _core.encode_segments(*texts, layout, "none", "keep", "ascii")


def test_more_words_than_a_key_has_room_for() -> None:
    words = [f"w{number}" for number in range(70_000)]
    hypothesis, reference = " ".join(words), " ".join([*words[1:], words[0]])
    batch = Batch.from_streams([hypothesis, "w1 w2 w3 w4", "w2 w1"], [[reference, "w1 w2 w3 w4", "w1 w2"]])
    counts = _core.clipped_matches(*batch.tokens(View("none")), batch.layout, 4, "closest")
    assert counts[0, :4].tolist() == [70_000, 69_998, 69_997, 69_996]
    assert counts[1:, :4].tolist() == [[4, 3, 2, 1], [2, 0, 0, 0]]


def test_any_number_of_threads() -> None:
    random = np.random.default_rng(3)
    made = [" ".join(map(str, random.integers(9, size=12))) for _ in range(900)]
    found = []
    for count in (1, 2, 3):
        with threads(count):
            hyps, refs = Batch.from_streams(made[:600], [made[600:]]).tokens(View("13a"))
            found.append((hyps.ids.tolist(), refs.ids.tolist()))
    assert found[0] == found[1] == found[2]
