"""N-gram language models."""

from pitchpipe.lang.lm.model import LanguageModel, SentenceScores

__all__ = ["LanguageModel", "SentenceScores"]
