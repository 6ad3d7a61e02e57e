"""Metric parameters from human judgments."""

from pitchpipe.agreement.significance import Estimate
from pitchpipe.fitting.fitting import fit
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
from pitchpipe.metrics.presets import Preset

__all__ = [
    "Against",
    "Beside",
    "Data",
    "Estimate",
    "FitResult",
    "Fold",
    "HeldOut",
    "Preset",
    "Spread",
    "Stability",
    "fit",
]
