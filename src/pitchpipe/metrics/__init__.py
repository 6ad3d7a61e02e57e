"""Metrics: the contract, the registry, and one module per family."""

from pitchpipe.metrics.base import Fact, Measured, Metric
from pitchpipe.metrics.batch import Batch
from pitchpipe.metrics.registry import entries, get, names, register

# Importing a metric's module registers it.
from pitchpipe.metrics.bleu import BLEU  # isort: skip
from pitchpipe.metrics.bleu_sbp import BLEUSBP  # isort: skip
from pitchpipe.metrics.cder import CDER  # isort: skip
from pitchpipe.metrics.cer import CER  # isort: skip
from pitchpipe.metrics.chrf import ChrF  # isort: skip
from pitchpipe.metrics.ensemble import Ensemble  # isort: skip
from pitchpipe.metrics.external import External  # isort: skip
from pitchpipe.metrics.gtm import GTM  # isort: skip
from pitchpipe.metrics.length_ratio import LengthRatio  # isort: skip
from pitchpipe.metrics.lepor import HLepor, NLepor  # isort: skip
from pitchpipe.metrics.nist import NIST  # isort: skip
from pitchpipe.metrics.per import PER  # isort: skip
from pitchpipe.metrics.recognition import GRR, WRR  # isort: skip
from pitchpipe.metrics.ribes import RIBES  # isort: skip
from pitchpipe.metrics.ter import TER  # isort: skip
from pitchpipe.metrics.wer import WER  # isort: skip
from pitchpipe.metrics.signatures import from_signature
from pitchpipe.metrics.statistics import Statistics, merge
from pitchpipe.metrics.stream import Stream

__all__ = [
    "BLEU",
    "BLEUSBP",
    "CDER",
    "CER",
    "GRR",
    "GTM",
    "NIST",
    "PER",
    "RIBES",
    "TER",
    "WER",
    "WRR",
    "Batch",
    "ChrF",
    "Ensemble",
    "External",
    "Fact",
    "HLepor",
    "LengthRatio",
    "Measured",
    "Metric",
    "NLepor",
    "Statistics",
    "Stream",
    "entries",
    "from_signature",
    "get",
    "merge",
    "names",
    "register",
]
