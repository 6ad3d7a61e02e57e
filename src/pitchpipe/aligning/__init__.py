"""Word alignment: models, files, and what metrics of word order are given.

``Aligner`` trains on sentence pairs and aligns them; ``read_links`` and ``write_links`` are for files
of links. Metrics get alignments through a batch, see :mod:`pitchpipe.aligning.providers`.
"""

from pitchpipe.aligning.links import Agreement, evaluate, read_links, symmetrize, write_links
from pitchpipe.aligning.model import Aligner, Decoding
from pitchpipe.aligning.providers import GivenLinks, ModelAligner, Provider, TestSetAligner, WordAlignments

__all__ = [
    "Agreement",
    "Aligner",
    "Decoding",
    "GivenLinks",
    "ModelAligner",
    "Provider",
    "TestSetAligner",
    "WordAlignments",
    "evaluate",
    "read_links",
    "symmetrize",
    "write_links",
]
