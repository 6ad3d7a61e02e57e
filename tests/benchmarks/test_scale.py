"""The simulation of many workers, where it can be worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.experiments.scale import RECOVERY, generate, simulated


def test_equal_parts_fill_workers_evenly() -> None:
    def seconds(parts: int, workers: int) -> float:
        return simulated([2.0], parts, workers, failures=0, stragglers=0, seed=1)

    assert seconds(6, 1) == 12
    assert seconds(6, 2) == 6
    assert seconds(7, 2) == 8
    assert seconds(3, 10) == 2, "more workers than parts are idle"


def test_stragglers_take_three_times_as_long() -> None:
    assert simulated([2.0], 4, 4, failures=0, stragglers=1, seed=1) == 6


def test_lost_workers_cost_what_is_expected() -> None:
    """With rate r, a part of length t is begun until one lasts: (e^(rt) - 1) (1/r + recovery) seconds."""
    rate, length = 6.0, 300.0
    found = simulated([length], 4000, 1, failures=rate, stragglers=0, seed=2) / 4000
    per_second = rate / 3600
    tries = 2.718281828 ** (per_second * length) - 1
    assert found == pytest.approx(tries * (1 / per_second + RECOVERY), rel=0.05)


def test_text_is_generated_alike(tmp_path: Path) -> None:
    generate(tmp_path / "a.tsv", 50)
    header, *rows = (tmp_path / "a.tsv").read_text(encoding="utf-8").splitlines()
    assert header == "hypothesis\treference"
    assert len(rows) == 50
    assert all(len(set(map(len, map(str.split, row.split("\t"))))) == 1 for row in rows)
