"""Lemmas, parts of speech and other knowledge of languages.

``default_annotator`` analyses text with what is installed, ``Annotators`` do so and remember lines,
``FileAnnotator`` takes analyses from files; ``Tagger`` is trained from a treebank. Metrics get analyses
through a batch.
"""

from pitchpipe.lang.annotation.analysis import Analysed, Annotator, Token
from pitchpipe.lang.annotation.conllu import write_conllu
from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.lang.annotation.files import FileAnnotator, read_annotation
from pitchpipe.lang.annotation.remembering import Annotators
from pitchpipe.lang.annotation.tagger import Tagger

__all__ = [
    "Analysed",
    "Annotator",
    "Annotators",
    "FileAnnotator",
    "Tagger",
    "Token",
    "default_annotator",
    "read_annotation",
    "write_conllu",
]
