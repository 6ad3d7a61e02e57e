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
    from pitchpipe import aligning, fitting, metrics
    from pitchpipe.auditing.auditor import audit
    from pitchpipe.auditing.results import AuditTable
    from pitchpipe.batch.scores import Score
    from pitchpipe.comparing.comparison import compare
    from pitchpipe.comparing.results import ComparisonTable
    from pitchpipe.measuring.scoring import score
    from pitchpipe.measuring.tables import ScoreTable
    from pitchpipe.metrics.base import Metric
    from pitchpipe.metrics.statistics import Statistics, merge
    from pitchpipe.text.formats import read_test_set
    from pitchpipe.text.testset import TestSet
    from pitchpipe.threads import set_threads

_LAZY = {
    "AuditTable": "auditing.results",
    "ComparisonTable": "comparing.results",
    "Metric": "metrics.base",
    "Score": "measuring.tables",
    "ScoreTable": "measuring.tables",
    "Statistics": "metrics.statistics",
    "TestSet": "text.testset",
    "audit": "auditing.auditor",
    "compare": "comparing.comparison",
    "merge": "metrics.statistics",
    "read_test_set": "text.formats",
    "score": "measuring.scoring",
    "set_threads": "threads",
}

#: Packages that are loaded when they are first asked for.
_ROOMS = frozenset(
    {
        "agreement",
        "aligning",
        "auditing",
        "batch",
        "choosing",
        "comparing",
        "fitting",
        "lang",
        "measuring",
        "metrics",
        "nbest",
        "resampling",
        "showing",
        "text",
        "tuning",
    }
)


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
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
    "aligning",
    "audit",
    "compare",
    "fitting",
    "merge",
    "metrics",
    "read_test_set",
    "score",
    "set_threads",
]
