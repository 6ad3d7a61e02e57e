"""Tuning: the n-best lists of a decoder, and the weights that make them best."""

from pitchpipe.tune.nbest import NBest, accumulate, read_nbest
from pitchpipe.tune.writing import write_nbest

__all__ = ["NBest", "accumulate", "read_nbest", "write_nbest"]
