"""Candidate lists: what systems could have said for each segment, read, written and aligned."""

from pitchpipe.nbest.extras import Extras
from pitchpipe.nbest.lists import NBest, accumulate
from pitchpipe.nbest.reading import read_nbest
from pitchpipe.nbest.writing import write_nbest

__all__ = ["Extras", "NBest", "accumulate", "read_nbest", "write_nbest"]
