"""Tuning: the n-best lists of a decoder, and the weights that make them best."""

from pitchpipe.nbest.lists import NBest, accumulate
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.nbest.writing import write_nbest
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weight_files import WeightFile, read_weights, write_weights

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
