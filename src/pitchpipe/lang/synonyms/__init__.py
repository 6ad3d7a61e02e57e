"""Synonyms: which words share a meaning, from wordnets, thesauri and plain files."""

from pitchpipe.lang.synonyms.finding import Synonyms, find_synonyms

__all__ = ["Synonyms", "find_synonyms"]
