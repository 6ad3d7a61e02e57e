"""Lines of references: how many rows there are, and which line is the best, by hand."""

from __future__ import annotations

import numpy as np

from pitchpipe.batch.values import Measured, best_reference


def test_rows_have_a_line_or_several() -> None:
    values = np.zeros((5, 2))
    assert len(Measured(values)) == 5
    assert len(Measured(values, np.array([0, 2, 5]))) == 2


def test_the_first_of_the_best_lines() -> None:
    scores = np.array([1.0, 3.0, 5.0, 2.0, 5.0, 0.0])
    assert best_reference(scores, np.array([0, 2, 5, 6])).tolist() == [1, 2, 5]
    assert best_reference(-scores, np.array([0, 2, 5, 6])).tolist() == [0, 3, 5]


def test_one_line_each() -> None:
    scores = np.array([1.0, 3.0])
    assert best_reference(scores, None).tolist() == [0, 1]
    assert best_reference(scores, np.array([0, 1, 2])).tolist() == [0, 1]
    assert best_reference(scores[:0], np.array([0])).tolist() == []


def test_every_line_alone_keeps_what_belongs_to_its_row() -> None:
    starts = np.array([0, 2, 2, 3])
    of_rows, of_lines = np.array([[7.0], [8.0], [9.0]]), np.array([[1.0], [2.0], [3.0]])
    measured = Measured(
        np.arange(3.0)[:, None], starts, parts=(Measured(of_rows), Measured(of_lines, starts))
    )
    alone = measured.by_reference()
    assert (alone.starts, len(alone)) == (None, 3)
    assert [part.values.tolist() for part in alone.parts] == [[[7.0], [7.0], [9.0]], of_lines.tolist()]
    assert alone.by_reference() is alone
