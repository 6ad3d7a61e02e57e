"""Word lattices: their best paths, and the path a recognition rate likes best.

Chiang, DeNeefe, Chan and Ng (2008), "Decomposability of Translation Metrics for Improved Evaluation and
Efficient Algorithms", EMNLP, section 4.3: WRR and n-GRR are computed by an automaton, so that the path
of a lattice that scores best against a reference is found exactly, without listing any paths. What an
n-best list loses against its lattice is the distance between their oracles.

With one reference, a corpus score is a fixed mean of segment scores, and the best paths of all segments
are the best a corpus can get. (But for empty references where insertions are rewarded, α < 0: such a
segment is best without words, a corpus with many.) With several references, a path counts with the one
of its largest ratio. That is exact for every segment; a corpus of other paths may score slightly higher,
because which reference counts changes the denominator.

Arcs are read as the metric reads text: a label is no word, one, or (by its tokenizer) several.
"""

from pitchpipe.choosing.lattices.oracles import LatticeOracles, SegmentOracles, lattice_oracles, oracle_path
from pitchpipe.choosing.lattices.paths import LatticePath, OraclePath, best_paths, path_count
from pitchpipe.choosing.lattices.reading import FORMATS, Format, Lattice, read_lattices

__all__ = [
    "FORMATS",
    "Format",
    "Lattice",
    "LatticeOracles",
    "LatticePath",
    "OraclePath",
    "SegmentOracles",
    "best_paths",
    "lattice_oracles",
    "oracle_path",
    "path_count",
    "read_lattices",
]
