"""Tables as data frames, with whichever library for them is there."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from typing import Any

from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.wording import quoted

Value = str | float | int | bool | None


def frame(grid: Grid, library: str | None = None) -> Any:
    """A grid as a data frame of the ``library``, or of the first that is installed: pandas, polars, pyarrow.

    Numbers are at full precision, and what cannot be said is missing.
    """
    if library is not None and library not in _MAKERS:
        raise ParameterError(f"there are no data frames of {quoted(library)}: choose {', '.join(_MAKERS)}")
    columns = {name: _column([row[k] for row in grid.rows]) for k, name in enumerate(grid.header)}
    for name in _MAKERS if library is None else (library,):
        try:
            module = import_module(name)
        except ImportError:
            continue
        return _MAKERS[name](module, columns)
    wanted = "pandas, polars or pyarrow" if library is None else library
    raise MissingError(f"a data frame needs {wanted}: pip install {library or 'pandas'}")


def _column(cells: list[Cell]) -> list[Value]:
    """The values of a column, all of one type."""
    values = [_value(cell) for cell in cells]
    if any(isinstance(value, float) for value in values):
        return [float(value) if isinstance(value, int) else value for value in values]
    return values


def _value(cell: Cell) -> Value:
    missing = isinstance(cell.value, float) and math.isnan(cell.value)
    return None if missing else cell.value


def _kind(values: list[Value]) -> type:
    """The type of a column; one of nothing but missing values is of numbers."""
    return next((type(value) for value in values if value is not None), float)


def _pandas(module: Any, columns: dict[str, list[Value]]) -> Any:
    # The types that know missing values, where there are any; or a missing count would make floats of all.
    names = {int: "Int64", bool: "boolean"}

    def dtype(values: list[Value]) -> str | None:
        return names.get(_kind(values)) if None in values else None

    series = {
        name: module.Series(values, dtype="float64" if _kind(values) is float else dtype(values))
        for name, values in columns.items()
    }
    return module.DataFrame(series)


def _polars(module: Any, columns: dict[str, list[Value]]) -> Any:
    types = {float: module.Float64, int: module.Int64, bool: module.Boolean, str: module.String}
    return module.DataFrame(columns, schema={name: types[_kind(values)] for name, values in columns.items()})


def _pyarrow(module: Any, columns: dict[str, list[Value]]) -> Any:
    types = {float: module.float64(), int: module.int64(), bool: module.bool_(), str: module.string()}
    return module.table(
        {name: module.array(values, type=types[_kind(values)]) for name, values in columns.items()}
    )


#: In the order in which they are tried.
_MAKERS: dict[str, Callable[[Any, dict[str, list[Value]]], Any]] = {
    "pandas": _pandas,
    "polars": _polars,
    "pyarrow": _pyarrow,
}
