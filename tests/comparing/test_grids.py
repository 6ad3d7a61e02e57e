"""Tables of comparisons that real systems seldom give: contradictions, undefined scores; and the gate."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitchpipe.cli.commands.compare import _show
from pitchpipe.comparing.gate import Gate
from pitchpipe.comparing.grids import grids, p_text, summary, summary_note
from pitchpipe.comparing.machine_rows import comparison_rows
from pitchpipe.comparing.notes import provenance
from pitchpipe.comparing.results import Comparison, ComparisonTable, MetricComparison, Signs, System, Test
from pitchpipe.errors import DataError
from pitchpipe.metrics import get

NAN = float("nan")


def system(name: str, score: float, **more: Any) -> System:
    ci = None if score != score else (score - 1, score + 1)
    return System(name, score, ci, (name,), (score,), **more)


def one(comparison: Comparison, *systems: System, test: Test = "bootstrap", **more: Any) -> ComparisonTable:
    metric = MetricComparison("wer", "WER", "wer|v", False, systems, (comparison,), **more)
    return ComparisonTable(test, 100, 1, 95, "base", 100, {"wer": metric})


UNDEFINED = one(
    Comparison("base", "new", NAN, None, None, None, False, "n/a"), system("base", 50.0), system("new", NAN)
)
CONTRADICTION = one(
    Comparison(
        *("base", "new", 0.5, (-1.0, 2.0), 0.001, 0.001, False, "contradiction"),
        forward=Signs(80, 18, 2, 1.5e-10),
        backward=Signs(70, 25, 5, 0.0004),
        contradiction=True,
    ),
    system("base", 50.0),
    system("new", 50.5),
    test="sign",
)


def texts(table: ComparisonTable) -> list[list[list[str]]]:
    return [
        [[cell.text(2) for cell in row] for row in grid.rows] for m in table for grid in grids(table, m, 2)
    ]


def test_an_undefined_score() -> None:
    assert texts(UNDEFINED) == [
        [
            ["base", "50.00", "[49.00, 51.00]", "", "", "", "", ""],
            ["new", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a", "n/a"],
        ]
    ]
    (row,) = comparison_rows(UNDEFINED).rows
    assert not {"nan", "n/a"} & {cell.text(None) for cell in row}
    assert "n/a: an undefined score has no difference from others" in provenance(UNDEFINED)


def test_an_undefined_score_is_not_the_best() -> None:
    (grid,) = grids(UNDEFINED, UNDEFINED["wer"], 2)
    assert [row[1].best for row in grid.rows] == [True, False]


def test_signs_of_both_directions() -> None:
    assert texts(CONTRADICTION)[1] == [
        ["new", "base", "80", "18", "2", "<0.0001"],
        ["base", "new", "70", "25", "5", "0.0004"],
    ]


def test_a_contradiction_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _show(CONTRADICTION, [], "table", 2, short=False)
    out = capsys.readouterr().out
    assert (
        "contradiction by wer: outputs of new make base significantly better, and outputs of base make new "
        "significantly better\n" in out
    )
    assert "two-sided test: exact sign test by substitution, intervals by bootstrap; 100 resamples" in out


@pytest.mark.parametrize(
    ("p", "text"),
    [(None, "n/a"), (1.0, "1.0000"), (0.0001, "0.0001"), (0.00009, "<0.0001"), (0.0, "<0.0001")],
)
def test_p_for_people(p: float | None, text: str) -> None:
    assert p_text(p) == text


def test_the_gate_does_not_pass_what_is_undefined() -> None:
    with pytest.raises(DataError, match="wer is undefined for new or base"):
        Gate("wer").passed(UNDEFINED)


def test_the_gate_passes_a_contradiction() -> None:
    passed = Gate("wer").passed(CONTRADICTION)
    assert passed
    assert str(passed) == "passed: no system is significantly worse than base by wer"


@pytest.mark.parametrize(
    ("wanted", "names", "metric"),
    [
        ("", ["chrf", "ter"], "chrf"),
        ("ter", ["chrf", "ter"], "ter"),
        ("bleu:max_order=2", ["chrf", "bleu:max_order=2"], "bleu:max_order=2"),
        ("bleu", ["bleu:max_order=4"], "bleu"),
    ],
)
def test_the_metric_of_the_gate(wanted: str, names: list[str], metric: str) -> None:
    assert Gate.choose(wanted, [get(name) for name in names]) == Gate(metric)


def test_without_a_direction_none_is_the_best() -> None:
    metric = MetricComparison("length-ratio", "x", "x|v", None, (system("base", 1.0), system("new", 2.0)), ())
    table = ComparisonTable("bootstrap", 100, 1, 95, "base", 100, {"length-ratio": metric})
    (grid, *_) = grids(table, metric, 2)
    assert not any(cell.best for row in grid.rows for cell in row)


def test_where_nothing_has_a_score_none_is_the_best() -> None:
    none = one(UNDEFINED["wer"].comparisons[0], system("base", NAN), system("new", NAN))
    (grid,) = grids(none, none["wer"], 2)
    assert not any(cell.best for row in grid.rows for cell in row)


def all_pairs() -> ComparisonTable:
    """Three systems, of which the last two are one cluster."""
    names = ("a", "b", "c")
    systems = tuple(
        system(name, score, cluster=cluster)
        for name, score, cluster in zip(names, (50.0, 20.0, 40.0), (3, 1, 1), strict=True)
    )
    pairs = [("a", "b", -30.0, True), ("a", "c", -10.0, True), ("b", "c", 20.0, False)]
    compared = tuple(
        Comparison(
            first,
            second,
            delta,
            (delta - 1, delta + 1),
            0.25,
            0.5,
            significant,
            "better" if significant else "not significant",
        )
        for first, second, delta, significant in pairs
    )
    metric = MetricComparison("wer", "WER", "wer|v", False, systems, compared, clusters=(("b", "c"), ("a",)))
    return ComparisonTable("bootstrap", 100, 1, 95, None, 100, {"wer": metric})


def test_all_pairs() -> None:
    table = all_pairs()
    ranking, pairs, matrix = grids(table, table["wer"], 1)
    assert [[cell.text(1) for cell in row] for row in ranking.rows] == [
        ["b", "20.0", "[19.0, 21.0]", "1"],
        ["c", "40.0", "[39.0, 41.0]", "1"],
        ["a", "50.0", "[49.0, 51.0]", "3"],
    ]
    assert [cell.best for row in ranking.rows for cell in row[1:2]] == [True, False, False]
    assert [[cell.text(1) for cell in row] for row in pairs.rows] == [
        ["a", "b", "-30.0", "[-31.0, -29.0]", "0.2500", "0.5000", "better"],
        ["a", "c", "-10.0", "[-11.0, -9.0]", "0.2500", "0.5000", "better"],
        ["b", "c", "+20.0", "[+19.0, +21.0]", "0.2500", "0.5000", "not significant"],
    ]
    assert pairs.labels == 2
    # Rows beside columns: how much higher the row is.
    assert [[cell.text(1) for cell in row] for row in matrix.rows] == [
        ["a", "", "+30.0*", "+10.0*"],
        ["b", "-30.0*", "", "-20.0"],
        ["c", "-10.0*", "+20.0", ""],
    ]
    assert repr(table) == "<ComparisonTable: all pairs, 3 systems, 1 metric, 100 segments>"
    assert repr(UNDEFINED) == "<ComparisonTable: baseline base, 2 systems, 1 metric, 100 segments>"


def test_signs_that_cannot_be_counted() -> None:
    none = one(
        Comparison("base", "new", 0.5, (-1.0, 2.0), None, None, False, "n/a"),
        system("base", 50.0),
        system("new", 50.5),
        test="sign",
    )
    assert texts(none)[1] == [["new", "base", *["n/a"] * 4], ["base", "new", *["n/a"] * 4]]
    (row,) = comparison_rows(none).rows
    assert [cell.value for cell in row[-9:]] == [*[None] * 8, "wer"]
    assert len(row) == len(comparison_rows(none).header)


def test_rows_of_buckets_only_where_there_are_buckets() -> None:
    assert set(all_pairs().tables()) == {"comparisons", "systems"}
    assert set(replace(all_pairs(), by="domain").tables()) == {"comparisons", "systems", "buckets"}


def test_daggers_of_all_metrics_together() -> None:
    def metric(name: str, higher: bool, scores: tuple[float, float], verdict: Any) -> MetricComparison:
        difference = Comparison("base", "new", scores[1] - scores[0], None, 0.01, 0.01, True, verdict)
        both = (system("base", scores[0]), system("new", scores[1]))
        return MetricComparison(name, name, f"{name}|v", higher, both, (difference,))

    both = {
        "bleu": metric("bleu", True, (20.0, 30.0), "better"),
        "wer": metric("wer", False, (50.0, 60.0), "worse"),
    }
    table = ComparisonTable("bootstrap", 100, 1, 90, "base", 100, both)
    grid = summary(table, {"bleu": "BLEU", "wer": "WER"}, 1)
    assert grid is not None
    assert grid.header == ("system", "BLEU ↑", "WER ↓")
    assert [[(cell.text(1), cell.best) for cell in row] for row in grid.rows] == [
        [("base", False), ("20.0", False), ("50.0", True)],
        [("new", False), ("30.0†", True), ("60.0‡", False)],
    ]
    assert summary_note(table) == (
        "† significantly better, ‡ significantly worse than base "
        "(bootstrap, p after Holm's correction at most 0.1)"
    )
    assert summary(replace(table, baseline=None), {}, 1) is None
    assert summary(replace(table, metrics={"wer": both["wer"]}), {}, 1) is None
