"""What fitting found as a chart: fitted parameters beside the default ones, and the gain."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pitchpipe.charts.dumbbells import Dumbbell, DumbbellPanel, dumbbell_panel, ends_in_words
from pitchpipe.charts.intervals import IntervalPanel, Point, interval_panel
from pitchpipe.charts.look import side_by_side
from pitchpipe.showing.grids import NOT_AVAILABLE, rounded, written

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.fitting.results import FitResult, HeldOut

_ENDS = ("default", "fitted")
_MEAN = "mean"


def fit_chart(result: FitResult) -> Chart:
    """Agreement with people on what was held out, and the gain; without folds, on the data fitted to."""
    title = f"{result.asked.spec} fitted to {result.objective}"
    words = ends_in_words(_ENDS)
    if not result.folds:
        pairs = tuple(_pair(data.name, data.default, data.score) for data in result.data)
        panel = DumbbellPanel("agreement on the data fitted to", pairs, _ENDS)
        return side_by_side([dumbbell_panel(panel, named=True)], title, f"nothing was held out; {words}", 1)
    pairs = tuple(_pair(fold.name, fold.default, fold.held_out) for fold in result.folds)
    gains = tuple(_gain(fold.name, fold.held_out - fold.default) for fold in result.folds)
    test = result.held_out
    if test is not None:
        pairs = (*pairs, _pair(_MEAN, test.default.value, test.fitted.value))
        gains = (*gains, _tested(test))
    drawn = [
        dumbbell_panel(DumbbellPanel("agreement on what was held out", pairs, _ENDS), named=True),
        interval_panel(IntervalPanel("gain", gains, zero=True), named=False),
    ]
    return side_by_side(drawn, title, f"{_subtitle(test)}; {words}", 2)


def _subtitle(test: HeldOut | None) -> str:
    folds = "a row for each part held out"
    if test is None or test.gain.ci is None:
        return folds
    return f"{folds}; {test.confidence:g} % interval of the mean gain by bootstrap over segments"


def _pair(name: str, default: float, fitted: float) -> Dumbbell:
    return Dumbbell(name, default, fitted, f"{written(default, 4)} → {written(fitted, 4)}")


def _gain(name: str, gain: float) -> Point:
    label = NOT_AVAILABLE if math.isnan(gain) else rounded(gain, 4, "+")
    return Point(name, gain, None, None, label)


def _tested(test: HeldOut) -> Point:
    low, high = test.gain.ci or (None, None)
    p = "" if test.p is None else f", p = {test.p:.3g}"
    point = _gain(_MEAN, test.gain.value)
    return Point(point.name, point.value, low, high, f"{point.label}{p}")
