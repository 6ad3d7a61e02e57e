"""What fitting found as the command line prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.fitting.grids import against_grid, data_grid, fold_grid, has_features, sentences, weight_grid
from pitchpipe.showing.pages import Page, Table

if TYPE_CHECKING:
    from pitchpipe.fitting.results import FitResult


def fit_page(result: FitResult, decimals: int) -> Page:
    """Folds, weights of features, test sets; below them the test of the gain."""
    weights = [weight_grid(result)] if has_features(result) else []
    contest = [] if result.against is None else [against_grid(result.against, decimals)]
    grids = [fold_grid(result), *weights, *contest, data_grid(result)]
    return Page(tuple(map(Table, grids)), tuple(sentences(result, decimals)), decimals)
