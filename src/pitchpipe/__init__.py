"""Pitchpipe: score, compare, meta-evaluate and tune machine translation.

>>> import pitchpipe as pp
>>> bleu = pp.metrics.get("bleu")
>>> round(bleu.corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]]).score, 2)
53.73
"""

from pitchpipe import metrics
from pitchpipe._core import __version__
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeError
from pitchpipe.metrics import Metric, Statistics, merge
from pitchpipe.results import Score, ScoreTable
from pitchpipe.scoring import score
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import set_threads

__all__ = [
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
    "merge",
    "metrics",
    "score",
    "set_threads",
]
