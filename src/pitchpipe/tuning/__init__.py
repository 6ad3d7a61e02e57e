"""Tuning: the weights that make the candidates of a decoder or a reranker best, by any metric."""

from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.search import Search
from pitchpipe.tuning.state import Loop
from pitchpipe.tuning.streaming import Scorer, stream
from pitchpipe.tuning.tuner import Reading, tune
from pitchpipe.tuning.weight_files import WeightFile, read_weights, write_weights

__all__ = [
    "DevSet",
    "Loop",
    "Problem",
    "Reading",
    "Scorer",
    "Search",
    "Tuned",
    "WeightFile",
    "read_weights",
    "stream",
    "tune",
    "write_weights",
]
