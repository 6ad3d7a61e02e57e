"""Tables, rows and sentences of a fit, from a result made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitchpipe.agreement.significance import Estimate
from pitchpipe.fitting.grids import (
    against_grid,
    against_rows,
    data_grid,
    data_rows,
    fold_grid,
    fold_rows,
    sentences,
    stability_grid,
    stability_rows,
    weighs_something,
    weight_grid,
    weight_rows,
)
from pitchpipe.fitting.results import (
    Against,
    Beside,
    Data,
    FitResult,
    Fold,
    HeldOut,
    Spread,
    Stability,
)
from pitchpipe.metrics import get
from pitchpipe.showing.grids import Grid

NAN = float("nan")
TEST = HeldOut(
    Estimate(0.5, (0.25, 0.75)), Estimate(0.25, None), Estimate(0.25, (0.125, 0.375)), 0.03125, 100, 95
)
ONE = Data("wmt", "people", 3, 7, 21, None, 1.0, 0.5, 0.25)


def beside(name: str, gain: float, p: float | None, p_holm: float | None = None) -> Beside:
    ci = None if p is None else (gain - 0.25, gain + 0.25)
    return Beside(name, Estimate(0.5, None), Estimate(0.5 - gain, None), Estimate(gain, ci), p, p_holm)


AGAINST = Against(
    "bleu",
    (
        beside("en-de", 0.125, 0.01, 0.02),
        beside("en-zh", -0.25, 0.02, 0.02),
        beside("en-cs", -0.125, 0.04, 0.0625),
    ),
    beside("mean", 0.0625, None),
    beside("all", 0.125, 0.5),
    100,
    95,
)
STABLE = Stability(
    (Spread("beta", 2.0, (1.5, 2.5), 1.0), Spread("weights[1]", 0.0, (0.0, 0.5), 0.125)), 50, 90
)


def chrf(**more: Any) -> FitResult:
    """The β of chrF, of two folds; on one the default cannot be judged."""
    folds = (Fold("a", {"beta": 1.5}, 0.5, 0.375, 0.25), Fold("b", {"beta": 2.5}, 0.5, 0.25, NAN))
    made = FitResult(
        get("chrf"),
        {"beta": 2.0},
        "pearson",
        0.5,
        0.25,
        (ONE,),
        folds,
        TEST,
        {"optimiser": "de", "seed": 1},
        9,
        2.0,
    )
    return replace(made, **more)


def mixed(**more: Any) -> FitResult:
    """Weights of two parts."""
    folds = (Fold("a", {"weights": (0.5, 0.5)}, 0.5, 0.375, 0.25),)
    asked = get("0.5*chrf+0.5*wer")
    made = FitResult(
        asked,
        {"weights": (0.75, 0.25)},
        "pearson",
        0.5,
        0.25,
        (ONE,),
        folds,
        None,
        {"optimiser": "newton"},
        9,
        2.0,
    )
    return replace(made, **more)


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text(3) for cell in row] for row in grid.rows]


def values(grid: Grid) -> list[list[object]]:
    assert {len(row) for row in grid.rows} == {len(grid.header)}
    return [[cell.value for cell in row] for row in grid.rows]


def test_folds() -> None:
    grid = fold_grid(chrf())
    assert grid.header == ("held out", "beta", "training", "held-out fitted", "held-out default", "gain")
    assert texts(grid) == [
        ["a", "1.5", "0.500", "0.375", "0.250", "0.125"],
        ["b", "2.5", "0.500", "0.250", "n/a", "n/a"],
        ["nothing", "2", "0.500", "", "", ""],
    ]


def test_folds_for_machines() -> None:
    first, _, everything, mean = values(fold_rows(chrf()))
    assert first == ["a", 1.5, 0.5, 0.375, 0.25, 0.125, None, None, None]
    assert everything == ["nothing", 2.0, 0.5, *[None] * 6]
    assert mean == ["mean", None, None, 0.5, 0.25, 0.25, 0.125, 0.375, 0.03125]
    assert len(values(fold_rows(chrf(held_out=None)))) == 3
    without = replace(TEST, gain=Estimate(0.25, None))
    assert values(fold_rows(chrf(held_out=without)))[3][-3:] == [None, None, 0.03125]


def test_weights_have_a_table_of_their_own() -> None:
    assert weighs_something(mixed())
    assert not weighs_something(chrf())
    assert "weights" not in fold_grid(mixed()).header
    grid = weight_grid(mixed())
    assert grid.header == ("part", "weight", "without a")
    assert values(grid) == [["chrf", 0.75, 0.5], ["wer", 0.25, 0.5]]
    assert values(weight_rows(mixed())) == [
        ["nothing", "chrf", 0.75], ["nothing", "wer", 0.25], ["a", "chrf", 0.5], ["a", "wer", 0.5],
    ]  # fmt: skip
    assert weight_rows(mixed()).labels == 2


def test_test_sets() -> None:
    alone = data_grid(chrf())
    assert alone.header == ("test set", "human", "systems", "segments", "judgments", "fitted", "default")
    assert values(alone) == [["wmt", "people", 3, 7, 21, 0.5, 0.25]]
    assert alone.labels == 2
    both = (replace(ONE, pairs=4, share=0.75), replace(ONE, name="ted", pairs=2, share=0.25))
    grid = data_grid(chrf(data=both))
    assert grid.header[5:7] == ("pairs", "share")
    assert values(grid)[0] == ["wmt", "people", 3, 7, 21, 4, 0.75, 0.5, 0.25]
    assert values(grid)[2] == ["mean", *[""] * 6, 0.5, 0.25]
    rows = data_rows(chrf(data=both))
    assert (values(rows)[1], rows.labels) == (["ted", "people", 3, 7, 21, 2, 0.25, 0.5, 0.25], 2)


def test_beside_another_metric() -> None:
    grid = against_grid(AGAINST, 2)
    assert grid.header == ("held out", "fitted", "bleu", "gain", "95 % interval", "p", "verdict")
    assert [[cell.text(2) for cell in row] for row in grid.rows] == [
        ["en-de", "0.50", "0.38", "+0.12", "[-0.12, +0.38]", "0.02", "better"],
        ["en-zh", "0.50", "0.75", "-0.25", "[-0.50, 0.00]", "0.02", "worse"],
        ["en-cs", "0.50", "0.62", "-0.12", "[-0.38, +0.12]", "0.0625", "not significant"],
        ["mean", "0.50", "0.44", "+0.06", "", "", "not tested"],
        ["all", "0.50", "0.38", "+0.12", "[-0.12, +0.38]", "0.5", "not significant"],
    ]
    rows = against_rows(chrf(against=AGAINST))
    assert values(rows)[0] == ["en-de", "bleu", 0.5, 0.375, 0.125, -0.125, 0.375, 0.01, 0.02, "better"]
    assert values(rows)[3] == ["mean", "bleu", 0.5, 0.4375, 0.0625, None, None, None, None, "not tested"]
    assert rows.labels == 2


def test_how_stable_the_numbers_are() -> None:
    assert stability_grid(STABLE, 2).header == ("number", "fitted", "90 % interval", "not 0 in")
    assert [[cell.text(2) for cell in row] for row in stability_grid(STABLE, 2).rows] == [
        ["beta", "2.00", "[1.50, 2.50]", "100 %"],
        ["weights[1]", "0.00", "[0.00, 0.50]", "12 %"],
    ]
    assert values(stability_rows(chrf(stability=STABLE))) == [
        ["beta", 2.0, 1.5, 2.5, 1.0],
        ["weights[1]", 0.0, 0.0, 0.5, 0.125],
    ]


def test_sentences() -> None:
    assert list(sentences(chrf(notes=("a note",)), 3))[:-2] == [
        "verdict: better, the fitted parameters beat the default on held-out data",
        "held out: fitted 0.500 [0.250, 0.750], default 0.250, gain 0.250 [0.125, 0.375], p = 0.0312",
        "95 % intervals, two-sided p: paired bootstrap over segments, 100 samples",
        "objective: pearson, optimiser de, seed 1",
        "a note",
    ]


def test_sentences_of_what_else_was_asked_for() -> None:
    said = list(
        sentences(mixed(gap=1e-12, rounds=1, stability=replace(STABLE, samples=1), against=AGAINST), 2)
    )
    assert said[:5] == [
        "verdict: not tested, the fitted parameters were not compared with the default on held-out data",
        "against bleu: not significantly different from bleu on held-out data, gain over all judgments 0.12 "
        "[-0.12, 0.38], p = 0.5; significantly worse on en-zh",
        "weights: the best there are for the parameters beside them, to within 1e-09 of the loss "
        "(duality gap)",
        "parameters of parts: fitted in turn with the weights, 1 round",
        "numbers: fitted again to 1 sample of the judged segments, drawn with replacement",
    ]
    said = list(sentences(mixed(gap=0.5, search={"select": 2}), 2))
    assert (
        said[1]
        == "weights: the best of the parts that were chosen, to within 5e-01 of the loss (duality gap)"
    )
    untested = replace(TEST, samples=0, p=None)
    assert list(sentences(chrf(held_out=untested), 3))[1:3] == [
        "held out: fitted 0.500 [0.250, 0.750], default 0.250, gain 0.250 [0.125, 0.375]",
        "objective: pearson, optimiser de, seed 1",
    ]


@pytest.mark.parametrize(
    ("more", "tables"),
    [
        ({}, set()),
        ({"against": AGAINST}, {"against"}),
        ({"stability": STABLE}, {"stability"}),
    ],
)
def test_tables_of_what_was_asked_for(more: dict[str, Any], tables: set[str]) -> None:
    assert set(chrf(**more).tables()) == {"folds", "data"} | tables
    assert set(mixed(**more).tables()) == {"folds", "data", "weights"} | tables


def test_evaluations_a_second() -> None:
    assert chrf().rate == 4.5
    assert chrf(seconds=0.0).rate == float("inf")
    assert chrf(seconds=0.0).to_dict()["timing"] == {"seconds": 0.0, "evaluations_per_second": None}
