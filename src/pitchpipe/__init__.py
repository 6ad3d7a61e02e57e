"""Pitchpipe: machine translation evaluation with the tunable metrics of the literature.

>>> import pitchpipe as pp
>>> bleu = pp.metrics.get("bleu")
>>> round(bleu.corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]]).score, 2)
53.73

Every verb of the command line is a function here, and every room a module (``pp.metrics``, ``pp.aligning``);
both are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError, EngineError, MissingError, ParameterError, PitchpipeError

if TYPE_CHECKING:
    from pitchpipe import agreement as agreement
    from pitchpipe import aligning as aligning
    from pitchpipe import auditing as auditing
    from pitchpipe import batch as batch
    from pitchpipe import charts as charts
    from pitchpipe import choosing as choosing
    from pitchpipe import comparing as comparing
    from pitchpipe import compat as compat
    from pitchpipe import engines as engines
    from pitchpipe import fitting as fitting
    from pitchpipe import judging as judging
    from pitchpipe import lang as lang
    from pitchpipe import measuring as measuring
    from pitchpipe import metrics as metrics
    from pitchpipe import nbest as nbest
    from pitchpipe import reporting as reporting
    from pitchpipe import resampling as resampling
    from pitchpipe import showing as showing
    from pitchpipe import text as text
    from pitchpipe import tuning as tuning
    from pitchpipe._core import __version__ as __version__
    from pitchpipe.agreement.evaluating import meta as meta
    from pitchpipe.agreement.results import MetaTable as MetaTable
    from pitchpipe.aligning.alignment import align as align
    from pitchpipe.auditing.auditor import audit as audit
    from pitchpipe.auditing.results import AuditTable as AuditTable
    from pitchpipe.batch.resources import Resources as Resources
    from pitchpipe.batch.scores import Score as Score
    from pitchpipe.choosing.oracles import oracle as oracle
    from pitchpipe.choosing.verbs import mbr as mbr
    from pitchpipe.choosing.verbs import rerank as rerank
    from pitchpipe.comparing.comparison import compare as compare
    from pitchpipe.comparing.results import ComparisonTable as ComparisonTable
    from pitchpipe.fitting.fitting import fit as fit
    from pitchpipe.judging.opening import judge as judge
    from pitchpipe.measuring.scoring import score as score
    from pitchpipe.measuring.tables import ScoreTable as ScoreTable
    from pitchpipe.measuring.word_order import order as order
    from pitchpipe.metrics.base import Metric as Metric
    from pitchpipe.metrics.statistics import Statistics as Statistics
    from pitchpipe.metrics.statistics import merge as merge
    from pitchpipe.nbest.lists import NBest as NBest
    from pitchpipe.nbest.reading import read_nbest as read_nbest
    from pitchpipe.nbest.shards import ListShards as ListShards
    from pitchpipe.reporting.report import report as report
    from pitchpipe.reporting.results import Report as Report
    from pitchpipe.text.formats import read_test_set as read_test_set
    from pitchpipe.text.shards.datasets import DatasetShards as DatasetShards
    from pitchpipe.text.shards.shards import LineShards as LineShards
    from pitchpipe.text.shards.shards import TableShards as TableShards
    from pitchpipe.text.testset import TestSet as TestSet
    from pitchpipe.threads import set_threads as set_threads
    from pitchpipe.tuning.streaming import stream as stream
    from pitchpipe.tuning.tuner import tune as tune

#: The verbs, and where each is.
_VERBS = {
    "align": "aligning.alignment",
    "audit": "auditing.auditor",
    "compare": "comparing.comparison",
    "fit": "fitting.fitting",
    "judge": "judging.opening",
    "mbr": "choosing.verbs",
    "meta": "agreement.evaluating",
    "oracle": "choosing.oracles",
    "order": "measuring.word_order",
    "report": "reporting.report",
    "rerank": "choosing.verbs",
    "score": "measuring.scoring",
    "stream": "tuning.streaming",
    "tune": "tuning.tuner",
}
#: What the verbs take and give, and small things beside.
_NAMES = {
    "AuditTable": "auditing.results",
    "ComparisonTable": "comparing.results",
    "DatasetShards": "text.shards.datasets",
    "LineShards": "text.shards.shards",
    "ListShards": "nbest.shards",
    "MetaTable": "agreement.results",
    "Metric": "metrics.base",
    "NBest": "nbest.lists",
    "Report": "reporting.results",
    "Resources": "batch.resources",
    "Score": "batch.scores",
    "ScoreTable": "measuring.tables",
    "Statistics": "metrics.statistics",
    "TableShards": "text.shards.shards",
    "TestSet": "text.testset",
    "__version__": "_core",
    "merge": "metrics.statistics",
    "read_nbest": "nbest.reading",
    "read_test_set": "text.formats",
    "set_threads": "threads",
}
#: Packages that people use by themselves.
_ROOMS = (
    "agreement",
    "aligning",
    "auditing",
    "batch",
    "charts",
    "choosing",
    "comparing",
    "compat",
    "engines",
    "fitting",
    "judging",
    "lang",
    "measuring",
    "metrics",
    "nbest",
    "reporting",
    "resampling",
    "showing",
    "text",
    "tuning",
)


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"pitchpipe.{name}")
    place = _VERBS.get(name) or _NAMES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pitchpipe.{place}"), name)


def __dir__() -> list[str]:
    return __all__


__all__ = ["DataError", "EngineError", "MissingError", "ParameterError", "PitchpipeError"]
__all__ += [*_VERBS, *_NAMES, *_ROOMS]
