"""Large batches are measured in parts, and nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pitchpipe.batch.batch import Batch
from pitchpipe.errors import DataError
from pitchpipe.metrics import scored
from pitchpipe.metrics.lookup import get

HYPOTHESES = ["the cat sat", "", "a b c d e f", "rain rain go away", "the mat", "he is here now", "ü ß"]
FIRST = ["the cat sat down", "empty", "a b x d e f", "rain, rain, go away", "a mat", "here he is", "ü ẞ"]
SECOND = ["a cat sat", None, None, "go away rain", "the mat", None, "u s"]


def _batch() -> Batch:
    return Batch.from_streams(list(HYPOTHESES), [list(FIRST), list(SECOND)])


@pytest.mark.parametrize("rows", [1, 2, 3, 6, 7])
@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter", "hlepor", "4-grr", "nist", "0.5*bleu+0.5*ter"])
def test_rows_of_parts_are_those_of_all(monkeypatch: pytest.MonkeyPatch, spec: str, rows: int) -> None:
    metric = get(spec)
    whole, expected = scored.rows_of(metric, _batch())
    monkeypatch.setattr(scored, "ROWS_AT_ONCE", rows)
    prepared, found = scored.rows_of(metric, _batch())
    assert prepared == whole
    np.testing.assert_array_equal(found, expected)


def test_a_part_at_a_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    parts = Batch.parts

    def watched(batch: Batch, rows: int) -> Iterator[Batch]:
        for part in parts(batch, rows):
            sizes.append(len(part))
            yield part

    monkeypatch.setattr(Batch, "parts", watched)
    monkeypatch.setattr(scored, "ROWS_AT_ONCE", 3)
    for spec in ("bleu", "nist"):
        scored.rows_of(get(spec), _batch())
    # NIST has made numbers of all words already.
    assert sizes == [3, 3, 1]


def test_what_is_no_text_is_named_by_its_number_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scored, "ROWS_AT_ONCE", 2)
    bad = [*HYPOTHESES[:5], "\ud800", HYPOTHESES[6]]
    with pytest.raises(DataError, match="a hypothesis of segment 6 is not valid Unicode"):
        get("chrf").corpus_score(bad, [FIRST])
    with pytest.raises(DataError, match="a reference of segment 6 is not valid Unicode"):
        get("chrf").corpus_score(FIRST, [bad])


def test_systems_stay_together() -> None:
    two = Batch.from_streams(HYPOTHESES * 2, [list(FIRST)], systems=("a", "b"))
    assert list(two.parts(3)) == [two]
    pairs = Batch.from_pairs(HYPOTHESES, FIRST)
    assert list(pairs.parts(3)) == [pairs]
