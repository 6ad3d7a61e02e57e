"""Other tools' ways of calling, with our numbers: ``from pitchpipe.compat import sacrebleu``."""

from pitchpipe.compat import sacrebleu

__all__ = ["sacrebleu"]
