"""Metric parameters from human judgments."""

from pitchpipe.fit.fitting import fit
from pitchpipe.fit.results import Data, Estimate, FitResult, Fold, HeldOut
from pitchpipe.metrics.presets import Preset

__all__ = ["Data", "Estimate", "FitResult", "Fold", "HeldOut", "Preset", "fit"]
