"""Tables as data frames of three libraries."""

from __future__ import annotations

import math
import sys
from typing import Any

import pytest

from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.showing.frames import frame
from pitchpipe.showing.grids import Cell, Grid

GRID = Grid(
    ("name", "score", "rank", "better", "unknown", "mixed"),
    (
        (Cell("a"), Cell(0.1), Cell(1), Cell(True), Cell(None), Cell(1)),
        (Cell("b"), Cell(math.nan), Cell(None), Cell(None), Cell(None), Cell(0.5)),
    ),
)


@pytest.fixture(params=["pandas", "polars", "pyarrow"])
def library(request: pytest.FixtureRequest) -> str:
    pytest.importorskip(request.param)
    return str(request.param)


def columns(made: Any) -> dict[str, list[Any]]:
    """The values of a frame of any library; what is missing is ``None``."""
    if hasattr(made, "to_pydict"):
        return dict(made.to_pydict())
    if hasattr(made, "iter_columns"):
        return {column.name: column.to_list() for column in made.iter_columns()}
    known = made.astype(object).where(made.notna(), None)
    return {name: known[name].tolist() for name in made.columns}


def test_values_survive(library: str) -> None:
    made = frame(GRID, library)
    assert type(made).__module__.startswith(library)
    assert columns(made) == {
        "name": ["a", "b"],
        "score": [0.1, None],
        "rank": [1, None],
        "better": [True, None],
        "unknown": [None, None],
        "mixed": [1.0, 0.5],
    }


def test_a_table_without_rows_has_its_columns(library: str) -> None:
    assert columns(frame(Grid(("a", "b"), ()), library)) == {"a": [], "b": []}


def test_types_are_those_of_the_values() -> None:
    pandas = pytest.importorskip("pandas")
    made = frame(GRID, "pandas")
    types = [str(made[name].dtype) for name in ("score", "rank", "better", "unknown", "mixed")]
    assert types == ["float64", "Int64", "boolean", "float64", "float64"]
    whole = frame(Grid(("n", "yes"), ((Cell(1), Cell(True)),)), "pandas")
    assert [str(dtype) for dtype in whole.dtypes] == ["int64", "bool"]
    assert isinstance(whole, pandas.DataFrame)


def test_the_first_library_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    # It looks for pandas when it first makes an array, and takes what stands there for it.
    pytest.importorskip("pyarrow").array([1.0])
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    assert type(frame(GRID)).__module__.startswith("pyarrow")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        MissingError, match="a data frame needs pandas, polars or pyarrow: pip install pandas"
    ):
        frame(GRID)
    with pytest.raises(MissingError, match="a data frame needs polars: pip install polars"):
        frame(GRID, "polars")


@pytest.mark.parametrize("name", ["numpy", "", "Pandas", "os"])
def test_other_libraries_are_refused(name: str) -> None:
    with pytest.raises(ParameterError, match=f"no data frames of '{name}': choose pandas, polars, pyarrow"):
        frame(GRID, name)
