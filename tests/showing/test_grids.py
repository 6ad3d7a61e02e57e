"""Tables and the lines below them: missing values, alignment, code and prose."""

from __future__ import annotations

import click
import pytest

from pitchpipe.showing.formats import note, render
from pitchpipe.showing.grids import Cell, Grid, rounded, written
from pitchpipe.showing.latex import without_suffixes

GRID = Grid(
    ("system", "bleu", "verdict"),
    ((Cell("a"), Cell(1.5), Cell("worse")), (Cell("b"), Cell(float("nan")), Cell(None))),
    texts=frozenset({"verdict"}),
)


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        ("table", ["system   bleu   verdict", "─" * 23, "a         1.5   worse", "b         n/a   n/a"]),
        ("tsv", ["system\tbleu\tverdict", "a\t1.5\tworse", "b\t\t"]),
        (
            "markdown",
            [
                "| system | bleu | verdict |",
                "| --- | ---: | --- |",
                "| a | 1.5 | worse |",
                "| b | n/a | n/a |",
            ],
        ),
    ],
)
def test_missing_values_and_texts(style: str, lines: list[str]) -> None:
    assert render(GRID, style, 1).split("\n") == lines


def test_latex_columns() -> None:
    assert render(GRID, "latex", 1).startswith(r"\begin{tabular}{lrl}")


def test_the_best_is_bold_where_there_are_colours() -> None:
    grid = Grid(("system", "bleu"), ((Cell("a"), Cell(1.0)), (Cell("b"), Cell(22.0, best=True))))
    lines = render(grid, "table", 1, colour=True).split("\n")
    assert lines[3] == f"b        {click.style('22.0', bold=True)}"
    assert click.unstyle("\n".join(lines)) == render(grid, "table", 1)


@pytest.mark.parametrize(
    ("value", "sign", "text"),
    [
        (-0.0004, "", "0.00"),
        (-0.0004, "+", "0.00"),
        (0.0, "+", "0.00"),
        (-0.006, "", "-0.01"),
        (1, "+", "+1.00"),
    ],
)
def test_zero_has_no_sign(value: float, sign: str, text: str) -> None:
    assert rounded(value, 2, sign) == text


def test_a_number_or_none() -> None:
    numbers = (-0.0004, -0.0006, 0.0, float("nan"))
    assert [written(value, 3) for value in numbers] == ["0.000", "-0.001", "0.000", "n/a"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "bleu|nrefs:1|case:mixed|version:pitchpipe-0.1.0",
            "- `bleu|nrefs:1|case:mixed|version:pitchpipe-0.1.0`",
        ),
        ("bleu|#:1|v:pitchpipe-0.1.0", "- `bleu|#:1|v:pitchpipe-0.1.0`"),
        (
            'external|file:"my scores"|version:pitchpipe-0.1.0',
            '- `external|file:"my scores"|version:pitchpipe-0.1.0`',
        ),
        ("chrf:beta=3", "- `chrf:beta=3`"),
        ("baseline my_system; seed 3", "- baseline my\\_system; seed 3"),
        ("* differs from bleu", "- \\* differs from bleu"),
    ],
)
def test_markdown_sets_code_and_prose_apart(line: str, shown: str) -> None:
    assert note(line, "markdown") == shown
    assert (note(line, "latex"), note(line, "table")) == (f"% {line}", line)


def test_other_names_in_the_first_column() -> None:
    grid = Grid(("metric", "x"), ((Cell("bleu", best=True), Cell(1.0)), (Cell("ter"), Cell("bleu"))))
    assert grid.renamed({"bleu": "BLEU", "x": "y"}).rows == (
        (Cell("BLEU", best=True), Cell(1.0)),
        (Cell("ter"), Cell("bleu")),
    )


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("-1.5", "$-$1.5"),
        ("[-3.31, +2.12]", "[$-$3.31, +2.12]"),
        ("<0.0001", "$<$0.0001"),
        ("lr-kb4", "lr-kb4"),
        ("wmt-22", "wmt-22"),
        ("2-1", "2-1"),
        ("a|b~c", r"a\textbar{}b\textasciitilde{}c"),
        ("Δ ± 1 †", r"$\Delta$ $\pm$ 1 $^{\dagger}$"),
    ],
)
def test_latex_sets_what_text_fonts_lack(text: str, set_as: str) -> None:
    grid = Grid(("x",), ((Cell(text),),))
    assert render(grid, "latex").splitlines()[-3] == rf"{set_as} \\"


@pytest.mark.parametrize(
    ("systems", "shown"),
    [
        (["a.en", "b.en"], ["a", "b"]),
        (["a.en", "b.de"], ["a.en", "b.de"]),
        (["run.1", "run.2"], ["run.1", "run.2"]),
        (["only.txt"], ["only"]),
        (["v1.2b", "v1.3b"], ["v1.2b", "v1.3b"]),
        (["plain"], ["plain"]),
    ],
)
def test_papers_name_systems_without_suffixes(systems: list[str], shown: list[str]) -> None:
    grid = Grid(("system", "score"), tuple((Cell(name), Cell(name)) for name in systems))
    rows = without_suffixes(grid, systems).rows
    # A table of systems by systems names them above its columns as well.
    assert without_suffixes(Grid(("Δ", *systems), ()), systems).header == ("Δ", *shown)
    assert [row[0].value for row in rows] == shown
    assert [row[1].value for row in rows] == systems
