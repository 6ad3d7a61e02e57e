"""What the calls accept as text: every mistake is refused by name, nothing is dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pitchpipe.batch.arguments import lines, streams
from pitchpipe.errors import DataError
from pitchpipe.metrics import BLEU, WER
from tests.sacre import SacreBLEU

HYPOTHESES = ["the cat sat on the mat", "a dog barked", "it rained all day long"]
REFERENCES = ["the cat sat on the mat", "the dogs were barking loudly", "it rained on every day"]


def score(hypotheses: Any, references: Any, **options: Any) -> float:
    return BLEU().corpus_score(hypotheses, references, **options).score


EXPECTED = SacreBLEU().corpus_score(HYPOTHESES, [REFERENCES]).score


# -- nesting ---------------------------------------------------------------------------------------


def test_a_list_per_segment_is_refused_with_the_remedy() -> None:
    """The usual mistake: sacreBLEU then scores the first line only, and prints 100."""
    wrong = [[reference] for reference in REFERENCES]
    assert SacreBLEU().corpus_score(HYPOTHESES, wrong).score == pytest.approx(100.0)
    with pytest.raises(DataError, match="references_by='segment'"):
        score(HYPOTHESES, wrong)
    assert score(HYPOTHESES, wrong, references_by="segment") == pytest.approx(EXPECTED)


def test_streams() -> None:
    assert score(HYPOTHESES, [REFERENCES]) == pytest.approx(EXPECTED)
    assert score(HYPOTHESES, [REFERENCES], references_by="stream") == pytest.approx(EXPECTED)


def test_a_square_is_refused() -> None:
    square = [REFERENCES, HYPOTHESES, REFERENCES]
    with pytest.raises(DataError, match="3 lists of 3 references read both ways: say references_by="):
        score(HYPOTHESES, square)
    by_segment = list(zip(*square, strict=True))
    expected = SacreBLEU().corpus_score(HYPOTHESES, square).score
    assert score(HYPOTHESES, square, references_by="stream") == pytest.approx(expected, abs=1e-9)
    assert score(HYPOTHESES, by_segment, references_by="segment") == pytest.approx(expected, abs=1e-9)


def test_one_segment_cannot_be_confused() -> None:
    assert score(["a b c d"], [["a b c d"], ["x"]]) == 100.0
    assert score(["a b c d"], [["a b c d"]]) == 100.0
    with pytest.raises(DataError, match="references_by='segment'"):
        score(["a b c d"], [["a b c d", "x"]])
    assert score(["a b c d"], [["a b c d", "x"]], references_by="segment") == 100.0


def test_missing_references() -> None:
    some = [["a", None, "c"], ["x", "b", "y"]]
    by_segment = [["a", "x"], ["b"], ["c", "y"]]
    metric = WER()
    streamed = metric.segment_scores(["a", "b", "c"], some)
    listed = metric.segment_scores(["a", "b", "c"], by_segment, references_by="segment")
    np.testing.assert_array_equal(streamed, listed)
    assert streams(by_segment, 3, "segment") == [["a", "b", "c"], ["x", None, "y"]]


@pytest.mark.parametrize(
    ("references", "options", "says"),
    [
        pytest.param(REFERENCES, {}, r"write \[references\] around a single one", id="no list around"),
        pytest.param("a b c", {}, "references must be a list of texts, not a single text", id="a text"),
        pytest.param(None, {}, "not None", id="None"),
        pytest.param([], {}, "there are no references", id="nothing"),
        pytest.param([[]], {}, "reference stream 1 has 0 lines, there are 3 hypotheses", id="empty stream"),
        pytest.param([REFERENCES[:2]], {}, "reference stream 1 has 2 lines", id="too short"),
        pytest.param([REFERENCES, REFERENCES * 2], {}, "reference stream 2 has 6 lines", id="too long"),
        pytest.param([REFERENCES, "x"], {}, "references mix texts and lists", id="mixed"),
        pytest.param([REFERENCES, None], {}, "references mix texts and lists", id="a stream is None"),
        pytest.param([["a", 5, "c"]], {}, "references must be texts: number 2 is int", id="a number"),
        pytest.param([["a", b"b", "c"]], {}, "number 2 is bytes", id="bytes"),
        pytest.param({"a": REFERENCES}, {}, "not dict", id="a mapping"),
        pytest.param([set(REFERENCES)], {}, "not set", id="a set has no order"),
        pytest.param([["a", None, "c"]], {}, "segment 2 has no reference", id="no reference at all"),
        pytest.param([["a", "b\ud800", "c"]], {}, "lone surrogate", id="not Unicode"),
        pytest.param(
            [["a"], ["b"]], {"references_by": "segment"}, "for 2 segments, but 3 hypotheses", id="too few"
        ),
        pytest.param(
            [["a"], [], ["c"]], {"references_by": "segment"}, "segment 2 has no reference", id="an empty list"
        ),
        pytest.param([[], [], []], {"references_by": "segment"}, "segment 1 has no", id="empty lists"),
        pytest.param([REFERENCES], {"references_by": "line"}, "must be 'stream' or 'segment'", id="unknown"),
        pytest.param([REFERENCES], {"references_by": ["stream"]}, "must be 'stream' or", id="a list"),
        pytest.param([REFERENCES], {"sources": ["a"]}, "1 sources, but 3 hypotheses", id="sources"),
        pytest.param([REFERENCES], {"sources": "abc"}, "sources must be a list", id="a source text"),
    ],
)
def test_references_refused(references: Any, options: dict[str, Any], says: str) -> None:
    for call in (BLEU().corpus_score, BLEU().segment_scores):
        with pytest.raises(DataError, match=says):
            call(HYPOTHESES, references, **options)


@pytest.mark.parametrize(
    ("hypotheses", "says"),
    [
        pytest.param("abc", "hypotheses must be a list of texts, not a single text", id="a text"),
        pytest.param(None, "not None", id="None"),
        pytest.param(5, "not int", id="a number"),
        pytest.param(b"abc", "not bytes", id="bytes"),
        pytest.param([], "there are no hypotheses", id="nothing"),
        pytest.param(["a", None, "c"], "hypotheses must be texts: number 2 is None", id="one is None"),
        pytest.param([b"a", "b", "c"], "number 1 is bytes", id="one is bytes"),
        pytest.param([["a"], ["b"], ["c"]], "number 1 is list", id="tokenised"),
        pytest.param(np.array([1, 2, 3]), "number 1 is int", id="an array of numbers"),
        pytest.param({"a": 1, "b": 2, "c": 3}, "not dict", id="a mapping"),
        pytest.param(["a", "b", "c\ud800"], "lone surrogate", id="not Unicode"),
    ],
)
def test_hypotheses_refused(hypotheses: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        score(hypotheses, [REFERENCES])


# -- kinds of lists --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(list, id="list"),
        pytest.param(tuple, id="tuple"),
        pytest.param(iter, id="iterator"),
        pytest.param(lambda texts: (text for text in texts), id="generator"),
        pytest.param(np.array, id="array"),
        pytest.param(lambda texts: np.array(texts, dtype=object), id="array of objects"),
        pytest.param(lambda texts: dict.fromkeys(texts).keys(), id="keys"),
    ],
)
def test_any_iterable(kind: Callable[[list[str]], Any]) -> None:
    assert score(kind(HYPOTHESES), [kind(REFERENCES)]) == pytest.approx(EXPECTED)
    assert score(kind(HYPOTHESES), iter([kind(REFERENCES)])) == pytest.approx(EXPECTED)
    by_segment = (kind([reference]) for reference in REFERENCES)
    assert score(HYPOTHESES, by_segment, references_by="segment") == pytest.approx(EXPECTED)


def test_an_array_of_streams() -> None:
    assert score(np.array(HYPOTHESES), np.array([REFERENCES])) == pytest.approx(EXPECTED)


def test_texts_of_numpy() -> None:
    assert lines([np.str_("a")], "texts") == ["a"]
    assert score([np.str_(text) for text in HYPOTHESES], [REFERENCES]) == pytest.approx(EXPECTED)


# -- the other calls -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypothesis", "references", "says"),
    [
        (None, ["a"], "the hypothesis must be a text"),
        (b"a", ["a"], "not bytes"),
        (["a"], ["a"], "not list"),
        ("a", "a", r"write \[reference\] around a single one"),
        ("a", [], "there are no references"),
        ("a", [None], "number 1 is None"),
        ("a", [["a"]], "number 1 is list"),
        ("a", None, "not None"),
    ],
)
def test_sentences_refused(hypothesis: Any, references: Any, says: str) -> None:
    with pytest.raises(DataError, match=says):
        BLEU().sentence_score(hypothesis, references)


def test_matrix() -> None:
    assert BLEU().matrix([], ["a"]).shape == (0, 1)
    assert BLEU().matrix(["a"], []).shape == (1, 0)
    with pytest.raises(DataError, match="not a single text"):
        BLEU().matrix("a", ["b"])
    with pytest.raises(DataError, match="number 1 is None"):
        BLEU().matrix(["a"], [None])  # type: ignore[list-item]


def test_matrix_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = BLEU().matrix(HYPOTHESES, REFERENCES)
    monkeypatch.setattr("pitchpipe.metrics.calls.PAIRS_AT_ONCE", 4)
    np.testing.assert_array_equal(BLEU().matrix(HYPOTHESES, REFERENCES), whole)
