"""The gate: which rows lost speed."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from benchmarks.__main__ import SUBJECTS
from benchmarks.results import Comparison, Results
from benchmarks.timing import Timing

from benchmarks import gate


def row(ratio: float, subject: str = "BLEU, corpus", threads: int = 1) -> Comparison:
    return Comparison(subject, "sacrebleu", threads, Timing(1.0, 1.0), Timing(9.0, ratio), None)


def test_only_more_than_a_fifth_is_a_loss(tmp_path: Path) -> None:
    path = tmp_path / "ratios.json"
    gate.record(Results(comparisons=[row(100.0), row(50.0, threads=2), row(math.inf, "nothing")]), path)
    before = gate.recorded(path)
    assert before == {"BLEU, corpus | sacrebleu | 1": 100.0, "BLEU, corpus | sacrebleu | 2": 50.0}
    assert gate.verdict(Results(comparisons=[row(80.0), row(60.0, threads=2)]), before) == (
        "2 rows compared, 0 lost more than 20%",
        0,
    )
    said, code = gate.verdict(Results(comparisons=[row(79.9), row(39.0, threads=2)]), before)
    assert code == 1
    assert said.split("\n") == [
        "BLEU, corpus, 1 thread: 79.9 times sacrebleu's speed, recorded 100.0",
        "BLEU, corpus, 2 threads: 39.0 times sacrebleu's speed, recorded 50.0",
        "2 rows compared, 2 lost more than 20%",
    ]


@pytest.mark.parametrize("before", [{}, {"another | peer | 1": 3.0}])
def test_nothing_to_compare_is_no_success(before: dict[str, float]) -> None:
    assert gate.verdict(Results(comparisons=[row(80.0)]), before)[1] == 2


def test_without_a_record(tmp_path: Path) -> None:
    assert gate.recorded(tmp_path / "none.json") == {}


def test_the_subjects_are_there() -> None:
    assert set(gate.SUBJECTS) <= set(SUBJECTS)
