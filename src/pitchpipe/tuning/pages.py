"""What tuning found as the command line prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.showing.pages import Page, Table
from pitchpipe.tuning.grids import (
    loop_grid,
    loop_sentences,
    matrix_grid,
    matrix_sentences,
    restart_grid,
    sentences,
    weight_grid,
)

if TYPE_CHECKING:
    from pitchpipe.tuning.matrix import Matrix
    from pitchpipe.tuning.report import Tuned
    from pitchpipe.tuning.state import Loop


def tuned_page(tuned: Tuned, decimals: int) -> Page:
    """Weights, and the searches that found them."""
    grids = [weight_grid(tuned), *([restart_grid(tuned)] if tuned.restarts else [])]
    return Page(tuple(map(Table, grids)), tuple(sentences(tuned, decimals)), decimals)


def loop_page(loop: Loop, decimals: int) -> Page:
    """Weights before and after, and how it ended."""
    return Page((Table(loop_grid(loop)),), tuple(loop_sentences(loop, decimals)), decimals)


def matrix_page(matrix: Matrix, decimals: int) -> Page:
    """Tuned to each, tested with each."""
    grid = matrix_grid(matrix, decimals, plain=False)
    return Page((Table(grid),), tuple(matrix_sentences(matrix)), decimals)
