"""Tuning: the n-best lists of a decoder, and the weights that make them best."""

from pitchpipe.tune.devset import DevSet
from pitchpipe.tune.nbest import NBest, accumulate
from pitchpipe.tune.problem import Problem
from pitchpipe.tune.reading import read_nbest
from pitchpipe.tune.report import Tuned
from pitchpipe.tune.weight_files import WeightFile, read_weights, write_weights
from pitchpipe.tune.writing import write_nbest

__all__ = [
    "DevSet",
    "NBest",
    "Problem",
    "Tuned",
    "WeightFile",
    "accumulate",
    "read_nbest",
    "read_weights",
    "write_nbest",
    "write_weights",
]
