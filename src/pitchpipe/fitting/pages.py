"""What fitting found as the command line prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.fitting.grids import (
    against_grid,
    data_grid,
    fold_grid,
    sentences,
    stability_grid,
    weighs_something,
    weight_grid,
)
from pitchpipe.showing.pages import Page, Table

if TYPE_CHECKING:
    from pitchpipe.fitting.results import FitResult


def fit_page(result: FitResult, decimals: int) -> Page:
    """Folds, weights, stability, test sets; below them the test of the gain."""
    weights = [weight_grid(result)] if weighs_something(result) else []
    contest = [] if result.against is None else [against_grid(result.against, decimals)]
    stable = [] if result.stability is None else [stability_grid(result.stability, decimals)]
    grids = [fold_grid(result), *weights, *stable, *contest, data_grid(result)]
    return Page(tuple(map(Table, grids)), tuple(sentences(result, decimals)), decimals)
