"""Metrics: the contract, the registry, and one module per family.

``get`` finds any metric by name; the classes themselves (``pitchpipe.metrics.BLEU``) are loaded when
they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.values import Measured
from pitchpipe.metrics.base import Fact, Metric
from pitchpipe.metrics.catalogue import CLASSES
from pitchpipe.metrics.lookup import from_signature, get
from pitchpipe.metrics.registry import entries, names, register
from pitchpipe.metrics.stream import Stream

if TYPE_CHECKING:
    from pitchpipe.metrics.bleu import BLEU as BLEU
    from pitchpipe.metrics.bleu_sbp import BLEUSBP as BLEUSBP
    from pitchpipe.metrics.cder import CDER as CDER
    from pitchpipe.metrics.cer import CER as CER
    from pitchpipe.metrics.chrf import ChrF as ChrF
    from pitchpipe.metrics.command import Command as Command
    from pitchpipe.metrics.ensemble import Ensemble as Ensemble
    from pitchpipe.metrics.external import External as External
    from pitchpipe.metrics.gtm import GTM as GTM
    from pitchpipe.metrics.hlepor import HLepor as HLepor
    from pitchpipe.metrics.length_ratio import LengthRatio as LengthRatio
    from pitchpipe.metrics.lrscore import LRscore as LRscore
    from pitchpipe.metrics.maxsim import MaxSim as MaxSim
    from pitchpipe.metrics.meteor import METEOR as METEOR
    from pitchpipe.metrics.nist import NIST as NIST
    from pitchpipe.metrics.nlepor import NLepor as NLepor
    from pitchpipe.metrics.ordering import Ordering as Ordering
    from pitchpipe.metrics.per import PER as PER
    from pitchpipe.metrics.pitch import Pitch as Pitch
    from pitchpipe.metrics.pitch_en import PitchEn as PitchEn
    from pitchpipe.metrics.port import PORT as PORT
    from pitchpipe.metrics.port import Qmean as Qmean
    from pitchpipe.metrics.recognition import GRR as GRR
    from pitchpipe.metrics.recognition import WRR as WRR
    from pitchpipe.metrics.ribes import RIBES as RIBES
    from pitchpipe.metrics.statistics import Statistics as Statistics
    from pitchpipe.metrics.statistics import merge as merge
    from pitchpipe.metrics.ter import TER as TER
    from pitchpipe.metrics.tesla_b import TeslaB as TeslaB
    from pitchpipe.metrics.tesla_f import TeslaF as TeslaF
    from pitchpipe.metrics.tesla_m import TeslaM as TeslaM
    from pitchpipe.metrics.wer import WER as WER

_LAZY = {**CLASSES, "Statistics": "statistics", "merge": "statistics"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "Batch",
    "Fact",
    "Measured",
    "Metric",
    "Stream",
    "entries",
    "from_signature",
    "get",
    "names",
    "register",
]
__all__ += _LAZY
