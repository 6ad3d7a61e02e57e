"""Metrics: the contract, the registry, and one module per family.

``get`` finds any metric by name; the classes themselves (``pitchpipe.metrics.BLEU``) are loaded when
they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe.batch.batch import Batch
from pitchpipe.metrics.base import Fact, Measured, Metric
from pitchpipe.metrics.registry import entries, get, names, register
from pitchpipe.metrics.signatures import from_signature

if TYPE_CHECKING:
    from pitchpipe.metrics.bleu import BLEU
    from pitchpipe.metrics.bleu_sbp import BLEUSBP
    from pitchpipe.metrics.cder import CDER
    from pitchpipe.metrics.cer import CER
    from pitchpipe.metrics.chrf import ChrF
    from pitchpipe.metrics.ensemble import Ensemble
    from pitchpipe.metrics.external import External
    from pitchpipe.metrics.gtm import GTM
    from pitchpipe.metrics.hlepor import HLepor
    from pitchpipe.metrics.length_ratio import LengthRatio
    from pitchpipe.metrics.lrscore import LRscore
    from pitchpipe.metrics.maxsim import MaxSim
    from pitchpipe.metrics.meteor import METEOR
    from pitchpipe.metrics.nist import NIST
    from pitchpipe.metrics.nlepor import NLepor
    from pitchpipe.metrics.ordering import Ordering
    from pitchpipe.metrics.per import PER
    from pitchpipe.metrics.port import PORT, Qmean
    from pitchpipe.metrics.recognition import GRR, WRR
    from pitchpipe.metrics.ribes import RIBES
    from pitchpipe.metrics.statistics import Statistics, merge
    from pitchpipe.metrics.stream import Stream
    from pitchpipe.metrics.ter import TER
    from pitchpipe.metrics.tesla_b import TeslaB
    from pitchpipe.metrics.tesla_f import TeslaF
    from pitchpipe.metrics.tesla_m import TeslaM
    from pitchpipe.metrics.wer import WER

_LAZY = {
    "BLEU": "bleu",
    "BLEUSBP": "bleu_sbp",
    "CDER": "cder",
    "CER": "cer",
    "ChrF": "chrf",
    "Ensemble": "ensemble",
    "External": "external",
    "GRR": "recognition",
    "GTM": "gtm",
    "HLepor": "hlepor",
    "LengthRatio": "length_ratio",
    "METEOR": "meteor",
    "MaxSim": "maxsim",
    "NIST": "nist",
    "NLepor": "nlepor",
    "PER": "per",
    "RIBES": "ribes",
    "Statistics": "statistics",
    "Stream": "stream",
    "TER": "ter",
    "TeslaB": "tesla_b",
    "TeslaF": "tesla_f",
    "TeslaM": "tesla_m",
    "WER": "wer",
    "WRR": "recognition",
    "LRscore": "lrscore",
    "Ordering": "ordering",
    "PORT": "port",
    "Qmean": "port",
    "merge": "statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "BLEU",
    "BLEUSBP",
    "CDER",
    "CER",
    "GRR",
    "GTM",
    "METEOR",
    "NIST",
    "PER",
    "PORT",
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
    "LRscore",
    "LengthRatio",
    "MaxSim",
    "Measured",
    "Metric",
    "NLepor",
    "Ordering",
    "Qmean",
    "Statistics",
    "Stream",
    "TeslaB",
    "TeslaF",
    "TeslaM",
    "entries",
    "from_signature",
    "get",
    "merge",
    "names",
    "register",
]
