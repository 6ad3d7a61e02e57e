"""Word alignment: models, files, and what metrics of word order are given.

``Aligner`` trains on sentence pairs and aligns them; ``read_links`` and ``write_links`` are for files
of links. Metrics get alignments through a batch, from a trained ``Aligner``, from one that is trained on
the test set (``TestSetAligner``, the default), or as somebody brings them (``GivenLinks``).
"""

from pitchpipe.aligning.alignment import Alignment, align
from pitchpipe.aligning.given import GivenLinks
from pitchpipe.aligning.links import LinkAgreement, evaluate, read_links, symmetrise, write_links
from pitchpipe.aligning.model import Aligner, Decoding, Training
from pitchpipe.aligning.permutations import Orderings, Permutation, orderings
from pitchpipe.aligning.requests import Aligning, WordAlignments
from pitchpipe.aligning.self_trained import TestSetAligner

__all__ = [
    "Aligner",
    "Aligning",
    "Alignment",
    "Decoding",
    "GivenLinks",
    "LinkAgreement",
    "Orderings",
    "Permutation",
    "TestSetAligner",
    "Training",
    "WordAlignments",
    "align",
    "evaluate",
    "orderings",
    "read_links",
    "symmetrise",
    "write_links",
]
