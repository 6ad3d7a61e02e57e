"""Pitchpipe: machine translation evaluation with the tunable metrics of the literature.

>>> import pitchpipe as pp
>>> bleu = pp.metrics.get("bleu")
>>> round(bleu.corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]]).score, 2)
53.73
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitchpipe._core import __version__
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeError

if TYPE_CHECKING:
    from pitchpipe import fit, metrics
    from pitchpipe.auditing.auditor import audit
    from pitchpipe.auditing.results import AuditTable
    from pitchpipe.metrics.base import Metric
    from pitchpipe.metrics.statistics import Statistics, merge
    from pitchpipe.results import Score, ScoreTable
    from pitchpipe.scoring import score
    from pitchpipe.significance.comparison import compare
    from pitchpipe.significance.results import ComparisonTable
    from pitchpipe.text.formats import read_test_set
    from pitchpipe.text.testset import TestSet
    from pitchpipe.threads import set_threads

_LAZY = {
    "AuditTable": "auditing.results",
    "ComparisonTable": "significance.results",
    "Metric": "metrics.base",
    "Score": "results",
    "ScoreTable": "results",
    "Statistics": "metrics.statistics",
    "TestSet": "text.testset",
    "audit": "auditing.auditor",
    "compare": "significance.comparison",
    "merge": "metrics.statistics",
    "read_test_set": "text.formats",
    "score": "scoring",
    "set_threads": "threads",
}


def __getattr__(name: str) -> Any:
    if name in {"fit", "metrics"}:
        return import_module(f"pitchpipe.{name}")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pitchpipe.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return __all__


__all__ = [
    "AuditTable",
    "ComparisonTable",
    "DataError",
    "Metric",
    "MissingError",
    "ParameterError",
    "PitchpipeError",
    "Score",
    "ScoreTable",
    "Statistics",
    "TestSet",
    "__version__",
    "audit",
    "compare",
    "fit",
    "merge",
    "metrics",
    "read_test_set",
    "score",
    "set_threads",
]
