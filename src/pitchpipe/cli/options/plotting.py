"""The option that draws a result."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pitchpipe.cli.options.outputs import output_option

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart

F = TypeVar("F", bound=Callable[..., Any])


class Plotted(Protocol):
    """A result that has a chart."""

    def plot(self) -> Chart:
        """The chart."""


def plot_option(function: F) -> F:
    """``--plot FILE``: what could not be drawn is refused before anything is read."""

    @wraps(function)
    def called(*arguments: Any, plot: str | None, **values: Any) -> Any:
        if plot is not None:
            from pitchpipe.charts.saving import require_drawable

            require_drawable(plot)
        return function(*arguments, plot=plot, **values)

    words = "Draw a chart: .svg, .png, .pdf, or .json (Vega-Lite)."
    option: Callable[[Any], F] = output_option("--plot", metavar="FILE", help=words)
    return option(called)


def draw(result: Plotted, path: str | None) -> None:
    """Draws a result where it was asked for."""
    if path is not None:
        from pitchpipe.charts.saving import save

        save(result.plot(), path)
