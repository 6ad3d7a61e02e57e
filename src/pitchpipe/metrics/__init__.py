"""Metrics: the contract, the registry, and one module per family."""

from pitchpipe.metrics.base import Fact, Measured, Metric
from pitchpipe.metrics.batch import Batch
from pitchpipe.metrics.registry import entries, get, names, register

# Importing a metric's module registers it.
from pitchpipe.metrics.bleu import BLEU  # isort: skip
from pitchpipe.metrics.chrf import ChrF  # isort: skip
from pitchpipe.metrics.ensemble import Ensemble  # isort: skip
from pitchpipe.metrics.external import External  # isort: skip
from pitchpipe.metrics.ter import TER  # isort: skip
from pitchpipe.metrics.wer import WER  # isort: skip
from pitchpipe.metrics.signatures import from_signature
from pitchpipe.metrics.statistics import Statistics, merge
from pitchpipe.metrics.stream import Stream

__all__ = [
    "BLEU",
    "TER",
    "WER",
    "Batch",
    "ChrF",
    "Ensemble",
    "External",
    "Fact",
    "Measured",
    "Metric",
    "Statistics",
    "Stream",
    "entries",
    "from_signature",
    "get",
    "merge",
    "names",
    "register",
]
