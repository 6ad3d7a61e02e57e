"""The option that draws a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from pitchpipe.cli.options.outputs import output_option

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart

F = TypeVar("F", bound=Callable[..., Any])


class Plotted(Protocol):
    """A result that has a chart."""

    def plot(self) -> Chart:
        """The chart."""


def _drawable(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    """Refuses what could not be drawn before anything is read."""
    if path is not None:
        from pitchpipe.charts.saving import require_drawable

        require_drawable(path)
    return path


#: ``--plot FILE``.
plot_option: Callable[[F], F] = output_option(
    "--plot", metavar="FILE", callback=_drawable, help="Draw a chart: .svg, .png, .pdf, or .json (Vega-Lite)."
)


def draw(result: Plotted, path: str | None) -> None:
    """Draws a result where it was asked for."""
    if path is not None:
        from pitchpipe.charts.saving import save

        save(result.plot(), path)
