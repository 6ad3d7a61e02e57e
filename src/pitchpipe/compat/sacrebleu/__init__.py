"""sacreBLEU's calls: the same names, keywords, defaults and numbers, counted by our core.

>>> from pitchpipe.compat import sacrebleu
>>> print(sacrebleu.corpus_bleu(["the cat sat on the mat"], [["the cat sat on a mat"]]))
BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)

What differs: lengths are checked instead of cut to the shortest, whatever is wrong is a
:class:`~pitchpipe.PitchpipeError`, and ``n_bootstrap`` draws our own samples.
"""

from pitchpipe.compat.sacrebleu import metrics
from pitchpipe.compat.sacrebleu.functions import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from pitchpipe.compat.sacrebleu.metrics import BLEU, CHRF, TER
from pitchpipe.compat.sacrebleu.signatures import VERSION

__version__ = VERSION

__all__ = [
    "BLEU",
    "CHRF",
    "TER",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]
