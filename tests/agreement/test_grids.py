"""Tables, rows and notes of agreement, from results made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitchpipe.agreement.grids import grids, statistics_grid
from pitchpipe.agreement.machine_rows import agreement_rows, contest_rows
from pitchpipe.agreement.notes import notes
from pitchpipe.agreement.overall import Overall
from pitchpipe.agreement.results import Agreement, MetaTable, TaskFacts
from pitchpipe.agreement.statistics import STATISTICS, Outcome
from pitchpipe.showing.grids import Grid

NAN = float("nan")
METRICS = ("low", "none", "high", "undefined")


def task(name: str) -> TaskFacts:
    return TaskFacts(name, "people", "means of segments", "on all of them", ("s", "t", "u"), 7, ("said",))


def agreed(value: float, used: int = 7, **more: Any) -> Agreement:
    """An agreement with an interval of a quarter to either side."""
    outcome = Outcome(value, used, "segments", more.pop("note", "ties count half"), **more)
    return Agreement(outcome, None if value != value else (value - 0.25, value + 0.25))


def table(
    *, tasks: tuple[str, ...] = ("a",), statistics: tuple[str, ...] = ("kendall-b:item",), **more: Any
) -> MetaTable:
    """Four metrics: one has no agreement at all, one has one that is undefined; the second task adds 0.25."""
    values = {"low": -0.5, "high": 0.5, "undefined": NAN, "random": 0.0, "oracle": 1.0}
    ranks = {"low": 2, "high": 1}
    agreements = {
        (metric, name, statistic): replace(agreed(value + 0.25 * k), rank=ranks.get(metric))
        for k, name in enumerate(tasks)
        for statistic in statistics
        for metric, value in values.items()
    }
    made: dict[str, Any] = {
        **{"metrics": METRICS, "baselines": ("random", "oracle"), "tasks": tuple(map(task, tasks))},
        **{"statistics": dict.fromkeys(statistics, "what it is"), "agreements": agreements},
        **{"signatures": {"low": ("low|v1",)}, "p": {}, "samples": 100, "seed": 7},
    }
    if len(tasks) > 1:
        made["overall"] = {("mean", name): mean_of(name, values, tasks) for name in statistics}
    return MetaTable(**{**made, **more})


def mean_of(statistic: str, values: dict[str, float], tasks: tuple[str, ...]) -> Overall:
    """The mean over two tasks, of which the second adds 0.25."""
    defined = {metric: value + 0.125 for metric, value in values.items() if value == value}
    agreements = {
        metric: Agreement(Outcome(value, len(tasks), "tasks", ""), (value - 0.5, value + 0.5))
        for metric, value in defined.items()
    }
    return Overall("mean", statistic, tasks, agreements)


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text(3) for cell in row] for row in grid.rows]


def best(grid: Grid) -> list[tuple[str, int]]:
    """The marked cells: rows by their names, and columns."""
    return [(row[0].text(3), k) for row in grid.rows for k, cell in enumerate(row) if cell.best]


def test_with_intervals_the_best_comes_first_and_baselines_last() -> None:
    ((title, grid),) = grids(table(confidence=90), 2)
    assert (title, grid.header) == (
        "kendall-b:item, a",
        ("metric", "kendall-b:item", "90 % interval", "rank", "from"),
    )
    assert texts(grid) == [
        ["high", "0.50", "[0.25, 0.75]", "1", "7 segments"],
        ["low", "-0.50", "[-0.75, -0.25]", "2", "7 segments"],
        ["none", "n/a", "n/a", "", ""],
        ["undefined", "n/a", "n/a", "", "7 segments"],
        ["random", "0.00", "[-0.25, 0.25]", "", "7 segments"],
        ["oracle", "1.00", "[0.75, 1.25]", "", "7 segments"],
    ]
    assert best(grid) == [("high", 1)]


def test_without_a_test_there_are_no_ranks() -> None:
    plain = table(confidence=95)
    plain = replace(plain, agreements={key: replace(one, rank=None) for key, one in plain.agreements.items()})
    ((_, grid),) = grids(plain, 2)
    assert grid.header == ("metric", "kendall-b:item", "95 % interval", "from")
    assert {len(row) for row in grid.rows} == {4}


def test_of_several_tasks_the_means_are_a_table_of_their_own() -> None:
    *each, (title, grid) = grids(table(tasks=("a", "b"), confidence=95), 3)
    assert [name for name, _ in each] == ["kendall-b:item, a", "kendall-b:item, b"]
    assert title == "kendall-b:item, mean of 2 tasks"
    assert [row[:3] for row in texts(grid)] == [
        ["high", "0.625", "[0.125, 1.125]"], ["low", "-0.375", "[-0.875, 0.125]"], ["none", "n/a", "n/a"],
        ["undefined", "n/a", "n/a"], ["random", "0.125", "[-0.375, 0.625]"],
        ["oracle", "1.125", "[0.625, 1.625]"],
    ]  # fmt: skip
    assert best(grid) == [("high", 1)]


def test_tasks_side_by_side_and_their_mean() -> None:
    ((title, grid),) = grids(table(tasks=("a", "b")), 2)
    assert (title, grid.header) == ("kendall-b:item: what it is", ("metric", "a", "b", "mean"))
    assert texts(grid)[0] == ["low", "-0.50 (2)", "-0.25 (2)", "-0.38"]
    assert texts(grid)[1] == ["none", "n/a", "n/a", "n/a"]
    assert texts(grid)[5] == ["oracle", "1.00", "1.25", "1.12"]
    assert best(grid) == [("high", 1), ("high", 2), ("high", 3)]


def test_where_no_metric_has_a_value_none_is_the_best() -> None:
    alone = replace(table(), metrics=("none", "undefined"))
    assert [best(grid) for _, grid in grids(alone, 2)] == [[]]
    assert [best(grid) for _, grid in grids(replace(alone, confidence=95), 2)] == [[]]


def test_statistics_of_one_task_are_side_by_side() -> None:
    some = ("pearson", "kendall-b:item", "spearman:none")
    found = [(title, grid.header[1:]) for title, grid in grids(table(statistics=some), 2)]
    assert found == [("a, systems", ("pearson",)), ("a, segments", ("kendall-b:item", "spearman:none"))]
    assert [title for title, _ in grids(table(statistics=some[1:]), 2)] == ["a"]


def test_more_than_eight_statistics_are_grouped_by_what_they_are_within() -> None:
    """Eight are not."""
    names = [
        f"{name}:{average}"
        for average in ("none", "item", "system")
        for name in ("pearson", "spearman", "tau23")
    ]
    assert [title for title, _ in grids(table(statistics=tuple(names[:8])), 2)] == ["a"]
    found = [(title, grid.header[1:]) for title, grid in grids(table(statistics=tuple(names)), 2)]
    assert found == [
        ("a, segments together", tuple(names[:3])),
        ("a, within segments", tuple(names[3:6])),
        ("a, within systems", tuple(names[6:])),
    ]


def test_rows_for_machines() -> None:
    rows = agreement_rows(table()).rows
    assert [[cell.value for cell in row] for row in rows[:2]] == [
        ["kendall-b:item", "a", "low", -0.5, -0.75, -0.25, 2, 7, "segments", "low"],
        ["kendall-b:item", "a", "high", 0.5, 0.25, 0.75, 1, 7, "segments", "high"],
    ]
    assert len(rows) == 5
    grid = agreement_rows(table(tasks=("a", "b"), names={"asked": "low"}))
    assert (grid.labels, len(grid.rows)) == (3, 2 * 5 + 6)
    means = [[cell.value for cell in row] for row in grid.rows if row[1].value == "mean"]
    assert means[0] == ["kendall-b:item", "mean", "low", -0.375, -0.875, 0.125, None, 2, "tasks", "asked"]
    # What is undefined is from nothing.
    assert [row[7] for row in means] == [2, None, 2, None, 2, 2]


def test_tests_for_machines() -> None:
    p = {("b", "kendall-b:item"): {("high", "low"): 0.01}}
    grid = contest_rows(table(tasks=("a", "b"), p=p))
    assert [[cell.value for cell in row] for row in grid.rows] == [
        ["kendall-b:item", "b", "high", "low", 0.01]
    ]
    assert grid.labels == 4
    assert set(table(p=p).tables()) == {"agreements", "tests"}
    assert set(table(p={("a", "x"): {}}).tables()) == {"agreements"}


def test_notes() -> None:
    assert list(notes(table(test="perm-both"), 2)) == [
        "ranks in brackets: perm-both, up to 100 samples, seed 7; a new rank where a metric above is better, "
        "p ≤ 0.05",
        "random: noise, the mean of 100 draws; oracle: what people said",
        "kendall-b:item: from 7 segments; ties count half",
        "a: people, 3 systems, 7 segments",
        "said",
        "low|v1",
    ]


def test_notes_of_intervals_of_systems() -> None:
    found = list(
        notes(table(test="williams", confidence=90, statistics=("pearson", "spa"), untested=("spa",)), 2)
    )
    assert found[:7] == [
        "ranks: williams; a new rank where a metric above is better, p ≤ 0.05",
        "spa: not tested, Williams' test is of Pearson's correlation (pearson, pearson:none)",
        "intervals: 90 %, bootstrap over segments, 100 samples, seed 7; systems are fixed",
        "random: noise, the mean of 100 draws, 90 % of which lie in its interval; oracle: what people said",
        "oracle: no interval by pearson, people's scores of systems are not drawn again",
        "pearson: from 7 segments; ties count half",
        "spa: from 7 segments; ties count half",
    ]
    assert found[7] == (
        "a: people, 3 systems, 7 segments; scores of systems: means of segments; on all of them"
    )


@pytest.mark.parametrize(("metrics", "untested"), [(METRICS[:1], ()), (METRICS, ("kendall-b:item",))])
def test_ranks_of_one_metric_or_of_none_tested_are_not_spoken_of(
    metrics: tuple[str, ...], untested: tuple[str, ...]
) -> None:
    found = list(notes(table(test="perm-both", metrics=metrics, untested=untested), 2))
    assert not any(note.startswith("ranks") for note in found)


def test_how_much_the_values_are_from_and_what_was_left_out() -> None:
    one = table(metrics=("low", "high"))
    key = ("high", "a", "kendall-b:item")
    differs = agreed(0.5, 5, note="ties are wrong", left_out=("2 segments without a score",))
    noise = agreed(0.0, extra={"low": -0.125, "high": 0.25})
    chance = {("random", "a", "kendall-b:item"): noise}
    said = list(notes(replace(one, agreements={**one.agreements, key: differs, **chance}), 3))
    assert said[1:4] == [
        "kendall-b:item: from 5 to 7 segments, by metric; 95 % of noise between -0.125 and 0.250",
        "kendall-b:item (low): ties count half",
        "kendall-b:item (high): ties are wrong",
    ]
    assert "a, left out: 2 segments without a score (high)" in said
    two = table(tasks=("a", "b"), metrics=("low", "high"))
    said = list(notes(replace(two, agreements={**two.agreements, key: differs, **chance}), 3))
    assert said[1] == "kendall-b:item: from 5 segments (a) to 7 (b)"
    assert said[2:4] == ["kendall-b:item: ties count half", "kendall-b:item (a) (high): ties are wrong"]


@pytest.mark.parametrize("several", [3, 4])
def test_up_to_three_statistics_are_named(several: int) -> None:
    names = ("pearson:item", "spearman:item", "kendall-b:item", "kendall-c:item", "tau23:item")
    some = table(metrics=("low",), statistics=names)
    left = agreed(-0.5, left_out=("1 tie",))
    changed = {("low", "a", name): left for name in names[:several]}
    said = [
        note
        for note in notes(replace(some, agreements={**some.agreements, **changed}), 2)
        if "left out" in note
    ]
    assert said == [
        "a, left out: 1 tie (pearson:item, spearman:item, kendall-b:item)"
        if several == 3
        else "a, left out: 1 tie"
    ]


def test_all_statistics_are_listed_with_what_they_are_of() -> None:
    grid = statistics_grid()
    assert [row[0].value for row in grid.rows] == list(STATISTICS)
    assert texts(grid)[0][1] == "systems, none, item, system"
    assert grid.labels == 3
